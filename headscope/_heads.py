"""Heads over a file from Python: what ``main.py heads`` does, by any executor of :mod:`concurrent.futures`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.common.installed import needing_models
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Kind

if TYPE_CHECKING:
    from headscope import Model
    from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure
    from model.corpus.executors import Workforce
    from model.corpus.head_table import HeadTable
    from model.corpus.work_file import NoWork

Progress = Callable[[int, int], object]
ABLATIONS = ("no", "loss", "bleu")


class HeadStatistics:
    """Every measure of every head over one file: arrays [L,H] that count from 0."""

    def __init__(self, table: CorpusHeads) -> None:
        self.table = table

    def __repr__(self) -> str:
        return f"<heads of {self.about['checkpoint']} over {self.table.sentences:,} sentences of {self.table.file}>"

    @property
    def about(self) -> dict[str, Any]:
        """Checkpoint, file, sentences, left_out and so on."""
        return dict(self.table.about)

    @property
    def names(self) -> dict[Kind, tuple[str, ...]]:
        """The measures of each kind: entropy, focus, aer, loss_change …"""
        return {kind: tuple(self.table.kinds[kind]) for kind in KINDS if kind in self.table.kinds}

    def measure(self, kind: Kind, name: str) -> CorpusMeasure:
        """``mean``, ``spread`` and ``base`` (sentences behind each number), each [L,H]. Raises :class:`Problem`."""
        found = self.table.measure(kind, name)
        if found is None:
            there = ", ".join(self.names.get(kind, ())) or "nothing"
            raise Problem(f"{kind} {name}", "the table has no such measure", f"It has: {there}")
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A dict for each head, as ``pandas.DataFrame(table.rows())`` takes it; layer and head count from 1, as in
        the files."""
        from model.corpus.corpus_heads import rows_of

        names, rows = rows_of(self.table)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def save(self, path: str | Path) -> None:
        """Write .json (which the window opens), .csv or .parquet. Raises :class:`Problem`."""
        from viz_app.cli.shared.head_files import check_out, write_heads

        write_heads(self.table, check_out(str(path)))


@needing_models()
def heads(  # noqa: PLR0913 (what a table depends on, and who computes it)
    model: Model | str | Path,
    file: str | Path,
    *,
    target: str | Path | None = None,
    gold: str | Path | None = None,
    gold_from: int = 0,
    ablate: Literal["no", "loss", "bleu"] = "no",
    workers: int = 1,
    cluster: str = "",
    executor: Executor | None = None,
    work: str | Path | None = None,
    progress: Progress | None = None,
) -> HeadStatistics:
    """Measure every head over the sentences of ``file``; memory does not grow with it. Raises :class:`Problem`.

    ``file`` has a source in each line, or source TAB translation (.tsv, .tsv.gz); ``target`` a translation of each,
    ``gold`` word links as ``0-0 1-2 3?1``, counted from ``gold_from``; ``ablate`` loss or bleu measures without each
    head as well. Computed here, by ``workers`` processes, by the Dask ``cluster`` at an address, or by an ``executor``,
    which gets ``workers`` pieces at a time: the numbers are the same. What is done is kept beside ``work``, and a
    second call goes on with it. ``progress`` hears of sentences done and of all.
    """
    from headscope import open as open_checkpoint
    from model.corpus.head_table import HeadQuestion, HeadTable
    from model.corpus.opened import address_of
    from model.corpus.sentences import CorpusFiles, survey

    _check(ablate, workers, cluster, executor)
    beside, links = (None if one is None else Path(one) for one in (target, gold))
    files = CorpusFiles(Path(file), beside, links, gold_from)
    found = survey(files)
    opened = open_checkpoint(model) if isinstance(model, str | Path) else model
    opened.checkpoint.require_head()
    if opened.checkpoint.path is None:
        raise Problem("checkpoint", "it is in no file, which others could open", "Open it with headscope.open")
    question = HeadQuestion(address_of(opened.checkpoint, opened.answers), opened.checkpoint.name, files, ablate)
    table = HeadTable(question, found)
    with _workforce(workers, cluster, executor) as force, _kept(work, table) as kept:
        for done in table.run(force, kept):
            if progress is not None:
                progress(done, table.lines)
        result = table.result()
        kept.remove()
    return HeadStatistics(result)


def _check(ablate: str, workers: int, cluster: str, executor: Executor | None) -> None:
    if ablate not in ABLATIONS:
        raise Problem(f"ablate {ablate!r:.40}", "there is no such ablation", "Use one of: no, loss, bleu")
    if type(workers) is not int or workers < 1:
        raise Problem(f"workers {workers!r:.40}", "it is no number from 1", "Use 1 for this process alone")
    if cluster and (workers > 1 or executor is not None):
        raise Problem("cluster", Text("a cluster has workers of its own"), "Leave out workers and executor")


@contextmanager
def _workforce(workers: int, cluster: str, executor: Executor | None) -> Iterator[Workforce]:
    """Who computes; this process has as many threads afterwards as before."""
    import torch

    from model.corpus.executors import Executing, workforce
    from model.corpus.head_table import prepare_worker

    threads = torch.get_num_threads()
    try:
        if executor is None:
            with workforce(workers, cluster, prepare_worker) as force:
                yield force
        else:
            yield Executing(lambda: executor, workers)
    except BrokenExecutor as error:
        why = "its processes ended, and only its owner can make it anew"
        raise Problem("executor", why, "Call it again with another, and the same work") from error
    finally:
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)


@contextmanager
def _kept(work: str | Path | None, table: HeadTable) -> Iterator[NoWork]:
    """Where what is done lies; without ``work`` nowhere."""
    from model.corpus.work_file import NoWork, WorkFile

    kept = NoWork() if work is None else WorkFile(Path(work), table.settings, resume=True)
    try:
        yield kept
    finally:
        kept.close()
