"""Saving and asking about files: through real child processes, with a real state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.trace import unfinished
from tests.viz_app.recorder import EMPTY, MIDDLE
from tests.viz_app.running import TINY, wait_until
from tests.viz_app.test_command import INFO
from viz_app.background import Background
from viz_app.filing import Filing, Report
from viz_app.state import Busy, InspectFile, SaveCheckpoint, SaveTrace, State

OPENED = replace(EMPTY, checkpoint=replace(INFO, path=str(TINY)))


class Office:
    """A filing with its state."""

    def __init__(self) -> None:
        self.state, self.files = State(OPENED), Background()
        self.filing = Filing(self.state, self.files)
        self.told: list[Report] = []
        self.filing.told.connect(self.told.append)

    def ask(self, intent: object) -> None:
        self.filing.handlers[type(intent)](intent)

    def wait(self) -> None:
        wait_until(lambda: self.state.snapshot.busy is None)


@pytest.fixture
def office(qapp: QApplication) -> Iterator[Office]:
    office = Office()
    yield office
    office.filing.stop()
    office.files.stop()


def test_the_open_checkpoint_is_saved_as_a_folder(office: Office, tmp_path: Path) -> None:
    office.ask(SaveCheckpoint(tmp_path / "copy"))
    assert office.state.snapshot.busy == Busy("Saving the checkpoint…")
    office.wait()
    assert office.state.snapshot.problem is None
    assert office.state.snapshot.message == f"Saved {tmp_path / 'copy'}"
    header = json.loads((tmp_path / "copy" / "config.json").read_text(encoding="utf-8"))
    assert header["format"] == "headscope-checkpoint"


def test_a_folder_that_is_not_empty_is_left_alone(office: Office, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    office.ask(SaveCheckpoint(tmp_path))
    office.wait()
    problem = office.state.snapshot.problem
    assert problem is not None
    assert (problem.what, problem.why) == (str(tmp_path), "it exists already")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_report_arrives(office: Office) -> None:
    office.ask(InspectFile(TINY))
    office.wait()
    assert [report.path for report in office.told] == [TINY]
    assert office.told[0].facts["architecture"]["encoder layers"] == 2
    assert office.told[0].facts["file"]["container"] == "safetensors"


def test_a_file_that_is_none_is_a_problem(office: Office, tmp_path: Path) -> None:
    (tmp_path / "empty.pt").touch()
    office.ask(InspectFile(tmp_path / "empty.pt"))
    office.wait()
    assert office.told == []
    assert office.state.snapshot.problem is not None
    assert office.state.snapshot.problem.what == str(tmp_path / "empty.pt")


def test_cancelling_leaves_nothing(office: Office, tmp_path: Path) -> None:
    office.ask(SaveCheckpoint(tmp_path / "copy"))
    unfinished(tmp_path / "copy").mkdir()  # as a child leaves it that is ended in the middle
    office.filing.cancel()
    assert office.state.snapshot.busy is None
    assert not list(tmp_path.iterdir())


def test_the_newest_question_is_answered(office: Office, tmp_path: Path) -> None:
    office.ask(InspectFile(tmp_path / "gone.pt"))
    office.ask(InspectFile(TINY))
    wait_until(lambda: bool(office.told))
    assert office.state.snapshot.problem is None
    assert [report.path for report in office.told] == [TINY]


def test_the_engines_work_is_the_longer_story(office: Office, tmp_path: Path) -> None:
    busy = Busy("Translating")
    office.state.update(busy=busy, trace=MIDDLE.trace)
    office.ask(SaveTrace(tmp_path / "run.npz"))
    wait_until(lambda: bool(office.state.snapshot.message))
    assert office.state.snapshot.busy is busy
    assert (tmp_path / "run.npz").is_file()


def test_without_a_checkpoint_there_is_nothing_to_save(office: Office, tmp_path: Path) -> None:
    office.state.update(checkpoint=None)
    office.ask(SaveCheckpoint(tmp_path / "copy"))
    assert office.state.snapshot.busy is None
