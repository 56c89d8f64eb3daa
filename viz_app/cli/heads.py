"""``heads``: every measure of every head over a file of sentences, as a table.

What is done is kept beside the table, so that a run that was stopped goes on; the same table comes from one process,
from several and from a cluster.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import add_checkpoint, add_device, add_languages, one_line, tell_file, up_to
from viz_app.cli.shared.head_files import check_out, write_heads
from viz_app.cli.shared.workers import add_workers, open_by, opening, workers_of

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads
    from model.corpus.executors import Workforce
    from model.corpus.head_table import HeadTable
    from model.corpus.sentences import CorpusFiles

HELP = Text("measure every head over a file of sentences")
ABLATIONS = ("loss", "bleu")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_checkpoint(parser, positional=True)
    parser.add_argument(
        "sentences", metavar="FILE", help=Text("a source in each line, or source TAB translation (.tsv, .tsv.gz)")
    )
    parser.add_argument("--target", metavar="F", help=Text("a translation of each line"))
    parser.add_argument(
        "--gold", metavar="F", help=Text("word links of each line, as 0-0 1-2 3?1: sure with -, possible with ?")
    )
    parser.add_argument(
        "--gold-from",
        type=up_to(1),
        default=0,
        metavar="N",
        help=Text("number of the first word, 0 or 1 (0)"),
    )
    parser.add_argument(
        "--ablate", nargs="?", choices=ABLATIONS, const="loss", default="no",
        help=Text("also the loss without each head; with bleu BLEU as well, which takes long"),
    )  # fmt: skip
    parser.add_argument(
        "--out",
        required=True,
        metavar="TABLE",
        help=Text("a row for each head: .json (for the window), .csv, .parquet"),
    )
    parser.add_argument("--json", action="store_true", help=Text("as JSON"))
    parser.add_argument("--resume", action="store_true", help=Text("go on with what was done before it was stopped"))
    add_workers(parser)
    add_languages(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    out = check_out(arguments.out)
    from model.corpus.sentences import CorpusFiles

    target, gold = (None if name is None else Path(name) for name in (arguments.target, arguments.gold))
    files = CorpusFiles(Path(arguments.sentences), target, gold, arguments.gold_from)
    began = time.monotonic()
    heads = _table(arguments, files, out)
    progress("")
    seconds = time.monotonic() - began
    if arguments.json:
        print(json.dumps(_facts(heads, out, seconds), ensure_ascii=False, indent=2))
    else:
        tell_file(out)
        _tell(_facts(heads, out, seconds))
    return 0


def _table(arguments: argparse.Namespace, files: CorpusFiles, out: Path) -> CorpusHeads:
    """Compute it and write it; the work is kept until that is done."""
    from model.corpus.executors import ThisProcess, workforce

    count = workers_of(arguments, "cpu" if arguments.device == "auto" else arguments.device)
    with workforce(count, arguments.cluster, opening(arguments)) as several:
        from model.corpus.head_table import HeadQuestion, HeadTable, check_worker  # while the processes begin
        from model.corpus.sentences import survey

        found = survey(files)  # a bad line is told before the checkpoint
        opened = open_by(ThisProcess() if arguments.cluster else several, arguments)
        print(opened.said, end="", file=sys.stderr)
        alone = (
            not arguments.cluster and workers_of(arguments, opened.address.device) == 1
        )  # a GPU, which all would share
        force = ThisProcess() if alone else several
        force.check(partial(check_worker, opened.address))
        question = HeadQuestion(opened.address, opened.name, files, arguments.ablate)
        return _made(HeadTable(question, found), force, out, arguments.resume)


def _made(table: HeadTable, force: Workforce, out: Path, resume: bool) -> CorpusHeads:
    from model.corpus.work_file import WorkFile

    work = WorkFile(out, table.settings, resume)
    try:
        began, first = time.monotonic(), -1
        try:
            for done in table.run(force, work):
                first = done if first < 0 else first
                _progress(done, done - first, table.lines, time.monotonic() - began)
        except KeyboardInterrupt:
            progress("")
            if table.done:
                kept = f"{table.done:,} of {table.lines:,} sentences are kept in {work.path}"
                print(one_line(f"{kept}; --resume goes on with them"), file=sys.stderr)
            raise
        heads = table.result()
        write_heads(heads, out)
        work.remove()
    finally:
        work.close()
    return heads


def _progress(done: int, now: int, total: int, seconds: float) -> None:
    left = f", about {seconds / now * (total - done):,.0f} s left" if now else ""
    progress(f"{done:,} of {total:,} sentences{left}", done / total)


def _facts(heads: CorpusHeads, out: Path, seconds: float) -> dict[str, Any]:
    """What was measured, and the head that aligns best, where that was; layers and heads from 1."""
    import numpy as np

    found: dict[str, Any] = {
        "out": str(out),
        **heads.about,
        "heads": sum(next(iter(found.values())).mean.size for found in heads.kinds.values()),
        "seconds": round(seconds, 3),
    }
    aer = heads.measure("cross", "aer")
    if aer is not None:
        layer, head = (int(place) for place in np.unravel_index(int(np.nanargmin(aer.mean)), aer.mean.shape))
        best = {"layer": layer + 1, "head": head + 1, "aer": float(aer.mean[layer, head])}
        found["aligns_best"] = {**best, "sentences": int(aer.base[layer, head])}
    return found


def _tell(found: dict[str, Any]) -> None:
    """The same in two or three lines."""
    left = f", {found['left_out']:,} left out" if found.get("left_out") else ""
    told = f"{found['heads']} heads over {found['sentences']:,} sentences{left}; {found['seconds']:.1f} s"
    print(told, file=sys.stderr)
    if (best := found.get("aligns_best")) is not None:
        where = f"layer {best['layer']}, head {best['head']} of cross attention"
        base = f"({best['sentences']:,} sentences with links)"
        print(f"lowest alignment error rate: {best['aer']:.3f}, {where} {base}", file=sys.stderr)
    if found.get("unmatched"):
        told = f"{found['unmatched']:,} sentences with links are not scored"
        print(f"{told}: their tokens do not spell their words", file=sys.stderr)
