"""What the dialogs about sessions propose and say. The dialogs themselves are in tests/e2e."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from model.record.notes import RunNotes
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.sessions import SessionDesk
from viz_app.state.intents import Intent, OpenHome, SaveSession
from viz_app.state.saved_state import Kept
from viz_app.state.state import Notice, Snapshot, State


class Desk:
    """A desk over an empty window, and what it has asked for."""

    def __init__(self, now: Snapshot) -> None:
        self.window = QWidget()
        self.window.show()
        self.state = State(now)
        self.asked: list[Intent] = []
        self.desk = SessionDesk(self.window, self.state, self.asked.append)

    def dialog(self) -> QFileDialog:
        (found,) = self.window.findChildren(QFileDialog)
        return found

    def box(self) -> QMessageBox:
        (found,) = self.window.findChildren(QMessageBox)
        return found


NOTED = Snapshot(trace=make_trace(), notes=RunNotes("mine"))


@pytest.fixture
def noted(qapp: QApplication) -> Iterator[Desk]:
    """With notes that are in no file."""
    desk = Desk(NOTED)
    yield desk
    desk.window.close()
    desk.window.deleteLater()


def test_a_new_session_is_named_by_its_sentence(noted: Desk) -> None:
    noted.desk.save(elsewhere=False)
    dialog = noted.dialog()
    assert Path(dialog.selectedFiles()[0]).name == "Zwei Hunde spielen im Schnee.headscope"
    assert dialog.defaultSuffix() == "headscope"
    dialog.fileSelected.emit("/tmp/a.headscope")
    assert noted.asked == [SaveSession(Path("/tmp/a.headscope"))]
    dialog.reject()


def test_one_that_has_a_file_goes_there_without_a_word(noted: Desk, tmp_path: Path) -> None:
    noted.state.update(kept=Kept(tmp_path / "lesson.headscope"))
    noted.desk.save(elsewhere=False)
    assert noted.asked == [SaveSession()]
    noted.desk.save(elsewhere=True)
    assert noted.dialog().selectedFiles() == [str(tmp_path / "lesson.headscope")]
    noted.dialog().reject()


def test_without_a_run_there_is_nothing_to_save_or_to_find(qapp: QApplication) -> None:
    desk = Desk(Snapshot())
    desk.desk.save(elsewhere=False)
    desk.desk.locate()
    assert not desk.window.findChildren(QFileDialog)
    assert desk.desk.may_close()
    desk.window.deleteLater()


def test_the_checkpoint_is_found_by_its_file_or_its_folder(noted: Desk, tmp_path: Path) -> None:
    for name in ("config.json", "model.safetensors", "weights.pt"):
        (tmp_path / name).write_text("x")
    noted.desk.locate()
    assert "sample" in noted.dialog().windowTitle()
    for name in ("weights.pt", "config.json"):
        noted.dialog().fileSelected.emit(str(tmp_path / name))
    assert noted.asked == [OpenHome(tmp_path / "weights.pt"), OpenHome(tmp_path)]
    noted.dialog().reject()


@pytest.mark.parametrize(
    ("kept", "asked", "said"),
    [
        (
            Kept(), ("Unsaved notes", "Save your notes?"),
            "They are in no file yet; a session file holds them, with the run they are about.",
        ),
        (
            Kept(Path("/a/%1 <b>.headscope")), ("Unsaved session", "Save the session?"),
            "%1 <b>.headscope does not hold your latest changes.",
        ),
    ],
)  # fmt: skip
def test_what_would_be_lost_is_said(noted: Desk, kept: Kept, asked: tuple[str, str], said: str) -> None:
    noted.state.update(kept=kept)
    noted.desk.ask_unsaved(lambda: None)
    noted.desk.ask_unsaved(lambda: None)  # once is enough
    assert (noted.box().windowTitle(), noted.box().text()) == asked
    assert noted.box().informativeText() == said
    assert noted.box().button(QMessageBox.StandardButton.Discard).text() == "Don’t save"
    noted.box().reject()


def test_what_waits_goes_on_once_it_is_saved(noted: Desk, tmp_path: Path) -> None:
    went_on: list[bool] = []
    noted.state.update(kept=Kept(tmp_path / "a.headscope"))
    noted.desk.ask_unsaved(lambda: went_on.append(True))
    noted.box().button(QMessageBox.StandardButton.Save).click()
    assert noted.asked == [SaveSession()]
    assert not went_on
    now = noted.state.snapshot
    assert now.run is not None
    noted.state.update(kept=Kept(tmp_path / "a.headscope", now.notes, (now.run,)))
    wait_until(lambda: bool(went_on), "what waited")


def test_what_waits_is_forgotten_where_saving_fails(noted: Desk, tmp_path: Path) -> None:
    went_on: list[bool] = []
    noted.state.update(kept=Kept(tmp_path / "a.headscope"))
    noted.desk.ask_unsaved(lambda: went_on.append(True))
    noted.box().button(QMessageBox.StandardButton.Save).click()
    noted.state.update(problem=Notice("a", "b", "c"))
    noted.state.update(problem=None, kept=replace(noted.state.snapshot.kept, notes=RunNotes("mine")))
    noted.state.update(notes=RunNotes())
    QApplication.processEvents()
    assert not went_on


def test_what_is_thrown_away_is_asked_about_no_more(noted: Desk) -> None:
    went_on: list[bool] = []
    noted.desk.ask_unsaved(lambda: went_on.append(True))
    noted.box().button(QMessageBox.StandardButton.Discard).click()
    wait_until(lambda: bool(went_on), "what waited")
    assert noted.desk.may_close()
