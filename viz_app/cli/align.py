"""``align``: words linked by a head of cross attention, for one sentence or for each line of a file.

Lines as Pharaoh has them, ``0-0 1-2`` (source-target, words from 0), or the weights themselves as a line of JSON. With
gold links also the alignment error rate.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import (
    add_checkpoint,
    add_device,
    add_languages,
    is_recorded,
    one_line,
    open_spoken,
    recorded,
    tell_file,
    up_to,
)

if TYPE_CHECKING:
    from model.analysis.aligning_head import HeadPlace
    from model.checkpoints.checkpoint import Checkpoint
    from model.corpus.gold_links import LinkCounts
    from model.corpus.sentences import CorpusFiles, CorpusSentence
    from model.record.trace import Trace

HELP = Text("link the words of a sentence, or of each line of a file, by a head of cross attention")
FIRST = 50  #: sentences on which a file's head is chosen where nothing is known of the checkpoint
BEST = "best"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = Text("a source sentence, or a trace file")
    parser.add_argument("sentence", nargs="?", metavar="SENTENCE|T.npz", help=about)
    parser.add_argument(
        "--file", metavar="F", help=Text("a source in each line, or source TAB translation (.tsv, .tsv.gz)")
    )
    parser.add_argument("--target", metavar="T", help=Text("the translation; with --file a file with one in each line"))
    add_checkpoint(parser)
    parser.add_argument(
        "--head", type=_head, default=None, metavar="L.H", help=Text("layer and head, from 1; else the best")
    )
    parser.add_argument("--soft", action="store_true", help=Text("the weights of words, a line of JSON each"))
    parser.add_argument("--out", metavar="F", help=Text("write to this file instead"))
    parser.add_argument(
        "--gold", metavar="F", help=Text("word links of each line, as 0-0 1-2 3?1: sure with -, possible with ?")
    )
    parser.add_argument(
        "--gold-from", type=up_to(1), default=0, metavar="N", help=Text("number of the first word, 0 or 1 (0)")
    )
    add_languages(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    from model.common.atomic import write_atomically

    sentences = list(_sentences(arguments))
    if arguments.sentence is not None and is_recorded(arguments.sentence):
        lines, counts, left = [_of_recorded(arguments)], list[Any](), 0
    else:
        checkpoint = open_spoken(arguments)
        checkpoint.require_head()
        lines, counts, left = _aligned(arguments, checkpoint, sentences)
    progress("")
    if arguments.out:
        write_atomically(Path(arguments.out), "".join(f"{line}\n" for line in lines).encode("utf-8"))
        tell_file(Path(arguments.out))
    else:
        print("\n".join(lines))
    if left:
        print(f"{left:,} of {len(sentences):,} lines cannot be run and are empty", file=sys.stderr)
    _tell_rate(counts, sum(sentence.links is not None for sentence in sentences))
    return 0


def _head(text: str) -> HeadPlace | None:
    """``3.1`` from 1 → (2, 0); for argparse."""
    if text == BEST:
        return None
    layer, dot, head = text.partition(".")
    if not (dot and layer.isdecimal() and head.isdecimal() and int(layer) and int(head)):
        raise argparse.ArgumentTypeError(f"{text[:40]} is no layer and head such as 3.1")
    return int(layer) - 1, int(head) - 1


def _sentences(arguments: argparse.Namespace) -> Iterator[CorpusSentence]:
    """The one that was typed, or those of the file, looked at before anything is opened. Raises :class:`Problem`."""
    from model.corpus.sentences import CorpusSentence, stream, survey

    if (arguments.sentence is None) == (arguments.file is None):
        raise Problem(Text("arguments"), Text("it takes one sentence or --file"), Text("Give one of them"))
    if arguments.file is None:
        if arguments.gold:
            raise Problem("--gold", Text("it belongs to a file of sentences"), Text("Give the sentences with --file"))
        yield CorpusSentence(1, arguments.sentence, () if arguments.target is None else (arguments.target,))
        return
    files = _files(arguments)
    survey(files)
    yield from stream(files)


def _files(arguments: argparse.Namespace) -> CorpusFiles:
    from model.corpus.sentences import CorpusFiles

    target, gold = (None if name is None else Path(name) for name in (arguments.target, arguments.gold))
    return CorpusFiles(Path(arguments.file), target, gold, arguments.gold_from)


def _of_recorded(arguments: argparse.Namespace) -> str:
    """The line of a run that was recorded; it needs no torch. Raises :class:`Problem`."""
    from model.corpus.word_alignment import align

    if arguments.target is not None:
        raise Problem("--target", Text("the recorded run has a translation of its own"), Text("Leave it out"))
    trace = recorded(arguments.sentence)
    head = _best([trace]) if arguments.head is None else arguments.head
    found = align(trace, head)
    return json.dumps(found.facts, ensure_ascii=False) if arguments.soft else found.pharaoh


def _aligned(
    arguments: argparse.Namespace, checkpoint: Checkpoint, sentences: Sequence[CorpusSentence]
) -> tuple[list[str], list[LinkCounts], int]:
    """A line for each sentence, what its links have of the gold ones, and how many could not be run."""
    from model.corpus.word_alignment import align

    lines: list[str] = []
    counts: list[LinkCounts] = []
    left, head = 0, arguments.head
    if head is None:
        head = _best(_runs(checkpoint, sentences[:FIRST]))
    for number, sentence in enumerate(sentences, 1):
        try:
            trace = _run(checkpoint, sentence)
            found = align(trace, head, sentence.references[0] if sentence.references else "")
        except Problem:
            if arguments.file is None:
                raise
            lines.append("")
            left += 1
            continue
        lines.append(json.dumps(found.facts, ensure_ascii=False) if arguments.soft else found.pharaoh)
        if sentence.links is not None and (counted := found.counts(sentence.links)) is not None:
            counts.append(counted)
        progress(f"{number:,} of {len(sentences):,} sentences", number / len(sentences))
    return lines, counts, left


def _runs(checkpoint: Checkpoint, sentences: Sequence[CorpusSentence]) -> Iterator[Trace]:
    """The runs of those that can be run."""
    for sentence in sentences:
        with suppress(Problem):
            yield _run(checkpoint, sentence)


def _best(runs_of: Iterable[Trace]) -> HeadPlace | None:
    """The head that aligns best, known of the checkpoint or by the first sentences; its reason is told."""
    import numpy as np

    from model.analysis.aligning_head import held_out, sharpness
    from model.corpus.word_alignment import reason

    total: Any = None  # [L,H] the sum over runs
    runs = 0
    trace: Trace | None = None
    for trace in runs_of:
        if (known := held_out(trace)) is not None:
            return _told(known.best, reason(trace, ""))
        sharp = sharpness(trace)
        if sharp is not None and np.isfinite(sharp).all():
            total, runs = sharp if total is None else total + sharp, runs + 1
    if total is None or trace is None:
        return None
    layer, head = divmod(int(total.argmax()), total.shape[1])
    base = Text("this sentence") if runs == 1 else Text("the first %1 sentences", runs)
    return _told((layer, head), reason(trace, base))


def _told(head: HeadPlace, why: str) -> HeadPlace:
    print(one_line(f"layer {head[0] + 1}, head {head[1] + 1}: {why}"), file=sys.stderr)
    return head


def _run(checkpoint: Checkpoint, sentence: CorpusSentence) -> Trace:
    from model.decoding.run import run_sentence

    target = sentence.references[0] if sentence.references else None
    return run_sentence(checkpoint, sentence.source, target=target, activations=False)


def _tell_rate(counts: Sequence[LinkCounts], wanted: int) -> None:
    """The alignment error rate over all sentences with gold links, and how many of them count."""
    from model.corpus.gold_links import LinkCounts, error_rate, precision, recall

    if not wanted:
        return
    total = LinkCounts(*(sum(column) for column in zip(*counts, strict=True))) if counts else LinkCounts(0, 0, 0, 0)
    measures = f"precision {precision(total):.3f}, recall {recall(total):.3f}"
    base = f"{len(counts):,} of {wanted:,} sentences with links"
    print(f"alignment error rate {error_rate(total):.3f} ({measures}; {base})", file=sys.stderr)
