"""Files are made by a child process away from the window; a failure is one sentence and leaves nothing behind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from model.reading import Reading
from model.trace_file import load_trace
from tests.model.subwords import make_run
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from viz_app.background import Background
from viz_app.export_choices import ExportChoices
from viz_app.exporting import Exporting
from viz_app.state import Notice, State

PICTURE = ExportChoices()


class Desk:
    """An export and what it said."""

    def __init__(self) -> None:
        self.files = Background()
        self.exporting = Exporting(self.files)
        self.saved: list[Path] = []
        self.failed: list[Notice] = []
        self.exporting.saved.connect(self.saved.append)
        self.exporting.failed.connect(self.failed.append)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    desk = Desk()
    yield desk
    desk.exporting.cancel()
    desk.files.stop()
    assert not list((tmp_path / "temporary").iterdir()), "a temporary copy stayed"


def test_a_picture_is_written(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    assert desk.exporting.busy
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert desk.saved == [tmp_path / "out.png"]
    assert not desk.exporting.busy
    assert not QImage(str(tmp_path / "out.png")).isNull()


def test_a_folder_that_is_not_there_is_said_in_one_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "gone" / "out.png", PICTURE)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.saved == []
    assert "gone" in desk.failed[0].why
    assert not (tmp_path / "gone").exists()


def test_cancelling_ends_the_child_and_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    wait_until(lambda: desk.exporting._making._child is not None)
    desk.exporting.cancel()
    assert not desk.exporting.busy
    assert desk.saved == []
    assert desk.failed == []
    assert not (tmp_path / "out.png").exists()


def test_cancelling_before_the_child_has_started_starts_none(desk: Desk, tmp_path: Path) -> None:
    desk.exporting.save(MIDDLE, tmp_path / "out.png", PICTURE)
    desk.exporting.cancel()
    desk.files.stop()
    QApplication.processEvents()
    assert desk.exporting._making._child is None


def test_a_trace_is_written(desk: Desk, tmp_path: Path) -> None:
    assert MIDDLE.trace is not None
    desk.exporting.save_trace(MIDDLE.trace, tmp_path / "run.npz")
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert load_trace(tmp_path / "run.npz").meta == MIDDLE.trace.meta


def test_a_reading_is_drawn_by_the_child_from_the_run(desk: Desk, tmp_path: Path) -> None:
    state = State()
    state.update(trace=make_run(activations=True))
    state.update(reading=Reading(quantity="norm", aggregate="heads"))
    desk.exporting.save(state.snapshot, tmp_path / "out.png", PICTURE)
    wait_until(lambda: bool(desk.saved or desk.failed))
    assert desk.failed == []
    assert "mean of 3 heads" in QImage(str(tmp_path / "out.png")).text("Description")
