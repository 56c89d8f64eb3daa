"""The table of all heads over a file, piece by piece: what each piece is, what it gives, how the pieces are joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION
from model.corpus import corpus_totals
from model.corpus.corpus_heads import CorpusHeads, summarised
from model.corpus.corpus_totals import Totals
from model.corpus.executors import Piece, Workforce
from model.corpus.opened import CheckpointAddress, opened
from model.corpus.sentences import CorpusFiles, CorpusSentence, Survey, pieces, stream
from model.corpus.work_file import NoWork

SIZE = 50  #: sentences of a piece; part of what the last digits of a number depend on


@dataclass(frozen=True)
class HeadQuestion:
    """All on which a table depends."""

    checkpoint: CheckpointAddress
    name: str  #: of the checkpoint, for people
    files: CorpusFiles
    ablation: str = "no"


def piece_totals(address: CheckpointAddress, sentences: tuple[CorpusSentence, ...], ablation: str) -> dict[str, Any]:
    """What one piece adds, as plain values; for a worker."""
    from model.corpus.head_runs import measure

    return corpus_totals.to_json(measure(opened(address), sentences, ablation))  # type: ignore[arg-type]  # of three


def prepare_worker() -> None:
    """What a process imports before it can compute."""
    from model.corpus import head_runs  # noqa: F401


def check_worker(address: CheckpointAddress) -> None:
    """Raise :class:`Problem` where a worker cannot open the checkpoint."""
    opened(address)


class HeadTable:
    """One table in the making."""

    def __init__(self, question: HeadQuestion, found: Survey) -> None:
        """``found`` is what its files hold."""
        self._question, self._survey = question, found
        self._totals = Totals()
        self.done = 0  #: sentences

    @property
    def lines(self) -> int:
        """Sentences in all."""
        return self._survey.lines

    @property
    def settings(self) -> dict[str, Any]:
        """What a piece depends on, for the file of what is done."""
        address = asdict(self._question.checkpoint)
        told = {name: address[name] for name in ("sha256", "answers", "languages", "device")}
        return {
            "program": VERSION, "what": "heads", **told, "files": self._survey.sha256, "piece": SIZE,
            "ablation": self._question.ablation,
        }  # fmt: skip

    def run(self, workforce: Workforce, work: NoWork) -> Iterator[int]:
        """How many sentences are done, from those that were there before on. Raises :class:`Problem`."""
        there = set[int]()
        for number, answer in work.done():
            self._take(number, answer)
            there.add(number)
        yield self.done
        for number, answer in workforce.answers(piece_totals, self._missing(there)):
            work.add(number, answer)
            self._take(number, answer)
            yield self.done

    def result(self) -> CorpusHeads:
        """The table. Raises :class:`Problem` where no sentence could be run."""
        files, address = self._question.files, self._question.checkpoint
        if not int(self._totals["sentences"]):
            why = Text("none of its sentences can be run by %1", self._question.name)
            raise Problem(str(files.sentences), why, Text("Translate one of them alone to see why"))
        given = files.targets is not None or files.sentences.name.lower().endswith((".tsv", ".tsv.gz"))
        about = {
            "program": f"Headscope {VERSION}",
            "checkpoint": self._question.name,
            "checkpoint_sha256": address.sha256,
            "file": files.sentences.name,
            "files_sha256": self._survey.sha256,
            "targets": "given" if given else "own",
            "gold": None if files.gold is None else files.gold.name,
        }
        return summarised(self._totals, about)

    def _missing(self, there: set[int]) -> Iterator[Piece]:
        question = self._question
        for number, piece in enumerate(pieces(stream(question.files), SIZE), 1):
            if number not in there:
                yield number, (question.checkpoint, piece, question.ablation)

    def _take(self, number: int, answer: Any) -> None:
        try:
            corpus_totals.add(self._totals, corpus_totals.from_json(answer))
        except ValueError as error:
            why = Text("what was computed of piece %1 is damaged", number)
            raise Problem("Headscope", why, Text("Delete the file of what is done and start again")) from error
        self.done += min(SIZE, self.lines - (number - 1) * SIZE)
