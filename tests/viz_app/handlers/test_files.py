"""Saving and asking about files: what the engine is asked for, and what each of its answers changes.

The engine here is the script of test_work; the real one is in tests/e2e/test_telling.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace_file import load_trace
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.handlers.test_engine_session import Script
from tests.viz_app.recorder import EMPTY, MIDDLE
from tests.viz_app.running import wait_until
from viz_app.engine.messages import Cancel, Cancelled, Failed, Inspect, Inspected, Progress, Ready, Saved, SaveOpen
from viz_app.handlers.background import Background
from viz_app.handlers.files import Filing, making
from viz_app.state.export_choices import Copy, Export, ExportChoices, Made, ShowFile, What
from viz_app.state.intents import InspectFile, SaveCheckpoint, SaveTrace
from viz_app.state.state import Busy, Notice, Snapshot, State

OPENED = replace(EMPTY, checkpoint=replace(INFO, path="models/tiny"))
COPY = Path("models/copy")


class Office:
    """A filing with its state."""

    def __init__(self) -> None:
        self.state, self.files, self.engine = State(OPENED), Background(), Script()
        self.filing = Filing(self.state, self.engine, self.files)
        self.told: list[tuple[Path, Any]] = []
        self.filing.told.connect(lambda *told: self.told.append(told))

    @property
    def now(self) -> Snapshot:
        return self.state.snapshot

    def ask(self, intent: object) -> int:
        """The ticket of what the engine is asked for."""
        self.filing.handlers[type(intent)](intent)
        return self.engine.sent[-1].ticket


@pytest.fixture
def office(qapp: QApplication) -> Iterator[Office]:
    office = Office()
    yield office
    office.filing.stop()
    office.files.stop()


def test_the_open_checkpoint_is_saved(office: Office) -> None:
    ticket = office.ask(SaveCheckpoint(COPY))
    assert office.engine.sent == [SaveOpen(ticket, "models/tiny", str(COPY))]
    assert office.now.busy == Busy("Saving the checkpoint")
    office.engine.received.emit(Progress(ticket, "Saving the checkpoint", 0.5))
    wait_until(lambda: office.now.busy == Busy("Saving the checkpoint", 0.5))
    office.engine.received.emit(Saved(ticket))
    assert office.now.busy is None
    assert office.now.message == f"Saved {COPY}"


def test_a_report_arrives(office: Office) -> None:
    ticket = office.ask(InspectFile(COPY))
    assert office.engine.sent == [Inspect(ticket, str(COPY))]
    facts = {"architecture": {"encoder layers": 2}}
    office.engine.received.emit(Inspected(ticket, facts))
    assert office.told == [(COPY, facts)]
    assert office.now.busy is None


def test_why_it_failed_is_shown_with_what_can_be_done(office: Office) -> None:
    ticket = office.ask(InspectFile(COPY))
    office.engine.received.emit(Failed(ticket, "a.pt", "it is empty", "Choose another", "cell"))
    assert office.now.problem == Notice("a.pt", "it is empty", "Choose another", "cell")
    assert office.now.busy is None


def test_only_the_newest_is_answered(office: Office) -> None:
    first, second = office.ask(InspectFile(COPY)), office.ask(InspectFile(Path("b.pt")))
    assert Cancel(first) in office.engine.sent
    office.engine.received.emit(Inspected(first, {}))
    office.engine.received.emit(Cancelled(first))
    office.engine.received.emit(Ready(()))
    assert office.told == []
    office.engine.received.emit(Inspected(second, {}))
    assert [path for path, _ in office.told] == [Path("b.pt")]


def test_cancelling_tells_the_engine(office: Office) -> None:
    ticket = office.ask(SaveCheckpoint(COPY))
    office.filing.cancel()
    assert office.engine.sent[-1] == Cancel(ticket)
    assert office.now.busy is None
    office.engine.received.emit(Cancelled(ticket))
    assert office.now.message == ""


def test_an_engine_that_dies_leaves_nothing_busy(office: Office) -> None:
    office.ask(InspectFile(COPY))
    office.engine.die()
    assert office.now.busy is None


def test_the_engines_work_is_the_longer_story(office: Office, tmp_path: Path) -> None:
    busy = Busy("Translating")
    office.state.update(busy=busy, trace=MIDDLE.trace)
    office.filing.handlers[SaveTrace](SaveTrace(tmp_path / "run.npz"))
    wait_until(lambda: bool(office.now.message))
    assert office.now.busy is busy
    assert (tmp_path / "run.npz").is_file()


def test_without_a_checkpoint_there_is_nothing_to_save(office: Office) -> None:
    office.state.update(checkpoint=None)
    office.filing.handlers[SaveCheckpoint](SaveCheckpoint(COPY))
    assert office.engine.sent == []
    assert office.now.busy is None


def test_an_export_says_what_it_makes_and_what_can_be_done_with_it(office: Office, tmp_path: Path) -> None:
    chosen: list[ExportChoices] = []
    office.filing.chosen.connect(chosen.append)
    office.state.update(trace=MIDDLE.trace, selection=MIDDLE.selection)
    choices, path = ExportChoices("numbers", ".csv"), tmp_path / "numbers.csv"
    office.filing.handlers[Export](Export(path, choices))
    assert chosen == [choices]
    assert office.now.busy == Busy("Writing the numbers…")
    wait_until(lambda: office.now.busy is None)
    assert office.now.message == f"Saved {path}"
    assert office.now.made == Made(path, office.now.message)


def test_progress_of_an_export_is_shown(office: Office) -> None:
    office.filing.busy_with("Drawing every step…")
    office.filing._exporting.progressed.emit("step 3 / 12", 0.25)
    assert office.now.busy == Busy("step 3 / 12", 0.25)


def test_without_a_run_nothing_is_taken_away(office: Office, tmp_path: Path) -> None:
    before = office.now
    office.filing.handlers[Export](Export(tmp_path / "a.png", ExportChoices()))
    office.filing.handlers[Copy](Copy("picture"))
    assert office.now is before


def test_a_file_that_has_gone_cannot_be_shown(office: Office, tmp_path: Path) -> None:
    office.filing.handlers[ShowFile](ShowFile(tmp_path / "a.png", folder=True))
    assert office.now.problem is not None
    assert office.now.problem.what == str(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("suffixes", "said"),
    [
        ((".png", ".svg", ".pdf", ".tsv"), "Copied the picture (PNG, SVG, PDF) and its numbers as a table"),
        ((".png", ".svg"), "Copied the picture (PNG, SVG)"),
        ((".tsv",), "Copied the numbers as a table"),
    ],
)
def test_what_was_copied_is_said(office: Office, suffixes: tuple[str, ...], said: str) -> None:
    office.filing._copying.copied.emit(suffixes)
    assert office.now.message == said


def test_every_work_has_a_name(qapp: QApplication) -> None:
    assert len({making(what) for what in get_args(What)}) == len(get_args(What))


@pytest.mark.parametrize(
    ("named", "called"),
    [
        ("h.pdf", "h.npz"), ("h.NPZ", "h.NPZ"), ("h", "h.npz"), ("h.v2", "h.v2.npz"), ("h.headscope", "h.npz"),
        ("a.b.svg", "a.b.npz"),
    ],
)  # fmt: skip
def test_another_kinds_ending_is_replaced_and_told(office: Office, tmp_path: Path, named: str, called: str) -> None:
    office.state.update(trace=MIDDLE.trace)
    office.filing.handlers[SaveTrace](SaveTrace(tmp_path / named))
    wait_until(lambda: bool(office.now.message))
    assert office.now.problem is None
    assert [file.name for file in tmp_path.iterdir()] == [called]
    assert load_trace(tmp_path / called).steps == MIDDLE.trace.steps  # type: ignore[union-attr]
    assert called in office.now.message
    assert (".npz)" in office.now.message) == (named != called)
    assert office.now.made == Made(tmp_path / called, office.now.message)


def test_a_file_that_nobody_named_is_not_overwritten(office: Office, tmp_path: Path) -> None:
    office.state.update(trace=MIDDLE.trace)
    (tmp_path / "h.npz").write_bytes(b"theirs")
    office.filing.handlers[SaveTrace](SaveTrace(tmp_path / "h.pdf"))
    assert office.now.problem is not None
    assert "ends in .npz" in office.now.problem.why
    assert (tmp_path / "h.npz").read_bytes() == b"theirs"
    assert [file.name for file in tmp_path.iterdir()] == ["h.npz"]


def test_an_export_too_is_called_as_its_kind_is(office: Office, tmp_path: Path) -> None:
    office.state.update(trace=MIDDLE.trace)
    office.filing.handlers[Export](Export(tmp_path / "h.pdf", ExportChoices(suffix=".png")))
    wait_until(lambda: bool(office.now.message) or office.now.problem is not None)
    assert [file.name for file in tmp_path.iterdir()] == ["h.png"]
