"""Files as the engine sees them: reports, opening with its questions, the open checkpoint as a folder. torch, no Qt.

Opening as a conversation: what has to be asked, what is remembered, and which head count fits.

torch, no Qt. The generators of :mod:`viz_app.engine.jobs` are built from these.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from model.checkpoints.answer_check import JUDGED, PAIRED, AnswerScore, by_pairs, by_run, together
from model.checkpoints.assumptions import FILES, TypedAnswer
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.companions import DROPPED
from model.checkpoints.formats.headscope import bundle
from model.checkpoints.head_count_check import read_pairs
from model.checkpoints.inspection import inspect, inspect_open
from model.checkpoints.sidecar import remember
from model.checkpoints.unopened import Facts
from model.common.assets import CHECKPOINTS, LEARNING, sample_sentences
from model.common.problems import Problem
from model.common.text import Text
from model.network.transformer import Transformer
from model.record.trace_file import load_trace
from viz_app.engine.devices import device_memory
from viz_app.engine.messages import OPENING, CheckHeads, HeadsChecked, OpenCheckpoint, Progress, Question, SaveOpen


def facts_of(path: str, opened: Checkpoint | None) -> Facts:
    """What ``inspect`` says; of the open checkpoint as it is now. Raises :class:`Problem`."""
    if opened is not None and opened.path == Path(path):
        return inspect_open(opened, device_memory())
    if not Path(path).exists():
        raise Problem(path, Text("there is no such file or folder"), Text("Check the path"))
    return inspect(Path(path), devices=device_memory())


def save_open(request: SaveOpen, opened: Checkpoint | None) -> Iterator[float]:
    """The share that is written. Raises :class:`Problem`, also where another checkpoint was meant."""
    if opened is None or str(opened.path) != request.path:
        raise Problem(request.path, Text("it is not open"), Text("Wait until it has opened, or open it again"))
    return bundle(opened, Path(request.folder))


EASIEST = ("heads", "vocabulary", "language", "lowercase")
SAMPLE_LENGTHS = (5, 8, 3)  #: tokens of the sentences proposed for a model without vocabulary


class GivenUp(BaseException):
    """Nobody waits for this checkpoint any more. No Exception: a reader would take it for a damaged file."""


def open_answered(request: OpenCheckpoint) -> Generator[Progress, None, Checkpoint]:
    """The checkpoint with the request's answers, perhaps without weights where it is to be asked about.

    Says after every tensor how much is read; closed there, it stops at the next one. So a second thread reads,
    while this one hands on what it says. Raises :class:`Problem`.
    """
    said: SimpleQueue[float | Future[Checkpoint]] = SimpleQueue()
    left, done = Event(), Future[Checkpoint]()

    def report(share: float) -> None:
        if left.is_set():
            raise GivenUp
        said.put(share)

    def read() -> None:
        try:
            typed = {name: TypedAnswer(value) for name, value in request.typed.items() if name not in request.answers}
            answers = {**typed, **request.answers}
            checkpoint = open_checkpoint(Path(request.path), answers, ask=request.ask, report=report)
            checkpoint.require_names(typed)
            done.set_result(checkpoint)
        except BaseException as error:  # noqa: BLE001 (raised again where it is waited for)
            done.set_exception(error)
        said.put(done)

    reader = Thread(target=read, name="headscope-opening", daemon=True)
    reader.start()
    try:
        while isinstance(share := said.get(), float):
            yield Progress(request.ticket, OPENING, share)
    finally:
        left.set()
        reader.join()
    return done.result()


def stamp(path: str) -> tuple[int, int] | None:
    """When a file was last written, and its size: whether it is still the one that was opened."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def move(network: Transformer, device: str) -> None:
    """To another device, whole; where that fails it is whole where it was."""
    before = next(network.parameters()).device
    try:
        network.to(device)
    except Exception:
        network.to(before)
        raise


def questions(checkpoint: Checkpoint, again: bool = False) -> tuple[Question, ...]:
    """Everything that was assumed, what is in doubt first; without ``again`` none where nothing is."""
    if not checkpoint.questions and not again:
        return ()
    return tuple(
        Question(one.name, one.question, one.value, one.origin, one.options, one.certain)
        for one in sorted(checkpoint.assumptions, key=lambda one: (one.certain, _place(one.name)))
    )


def _place(name: str) -> int:
    """What a person knows best comes first."""
    return next((place for place, part in enumerate(EASIEST) if part in name), len(EASIEST))


def keep_answers(checkpoint: Checkpoint, answers: Mapping[str, Any]) -> str:
    """Remember what was answered, and which of the files given along were used; says what kept it from that."""
    kept = {name: value for name, value in answers.items() if name != DROPPED}
    if answers.get(DROPPED):
        kept |= {one.name: one.value for one in checkpoint.assumptions if one.name in FILES and one.value}
    if not kept or checkpoint.path is None:
        return ""
    try:
        remember(checkpoint.path, checkpoint.sha256, kept)
    except Problem as problem:
        return str(problem)
    return ""


def check_answers(request: CheckHeads) -> Iterator[AnswerScore]:
    """One set of answers after another, with how well it fits. Raises :class:`Problem`."""

    def opened(answers: Mapping[str, Any]) -> Checkpoint:
        return open_checkpoint(Path(request.path), {**request.answers, **answers})

    if request.run:
        return by_run(request.others, load_trace(Path(request.run)), opened)
    return by_pairs(request.others, request.counts, read_pairs(request.pairs), opened)


def tries(request: CheckHeads) -> int:
    """How many sets there are."""
    others = len(together(request.others, JUDGED if request.run else PAIRED))
    return others if request.run else len(request.counts) + (others if others > 1 else 0)


def checked(request: CheckHeads, found: Sequence[AnswerScore]) -> HeadsChecked:
    """What came of it: of pairs the last round, in which the heads alone differ."""
    last = (min(found, key=lambda one: one.score),) if request.run else tuple(found[-len(request.counts) :])
    others = {name: value for name, value in last[0].answers.items() if name != "heads"}
    counts, losses = tuple(int(one.answers["heads"]) for one in last), tuple(one.score for one in last)
    return HeadsChecked(request.ticket, counts, losses, 0 if request.run else len(read_pairs(request.pairs)), others)


def samples(checkpoint: Checkpoint) -> tuple[str, ...]:
    """Sentences to try: a shipped checkpoint's own, a shipped one's in the same language, or ids."""
    path = checkpoint.path or Path()
    if path.resolve().parent == CHECKPOINTS:
        return sample_sentences(path.name)
    if path.resolve().is_relative_to(LEARNING):
        return sample_sentences(LEARNING.name)
    if checkpoint.source_tokenizer.kind == "ids":
        return tuple(_some_ids(len(checkpoint.source_tokenizer), length) for length in SAMPLE_LENGTHS)
    foreign_german = checkpoint.family != "Headscope" and checkpoint.languages[0] == "de"
    return sample_sentences("classic") if foreign_german else ()


def _some_ids(size: int, length: int) -> str:
    """Different ids beyond the usual special ones, where there are so many."""
    first = min(4, size - 1)
    span = size - first
    return " ".join(str(first + (index * max(1, span // length)) % span) for index in range(length))
