"""Opening and saving: dialogs, drops, and files that are not what they should be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit

from model.record.trace_file import load_trace, save_trace
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import TINY, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.export.dialog import ExportDialog


def answer(screen: Screen, path: Path) -> None:
    """Put a path into the file dialog that has just opened, press Enter, and see it close."""
    put(screen, path)
    screen.leave_dialog()


def put(screen: Screen, path: Path) -> None:
    """The same without waiting: another dialog may follow."""
    dialogs = [dialog for dialog in screen.window.findChildren(QFileDialog) if dialog.isVisible()]
    assert len(dialogs) == 1
    field = dialogs[0].findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(path))  # typing opens a list of proposals, which would get the Enter
    QTest.keyClick(field, Key.Key_Return)


def choose(screen: Screen) -> None:
    """Press Enter in the export dialog that has just opened."""
    (dialog,) = [found for found in screen.window.findChildren(ExportDialog) if found.isVisible()]
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)


def drop(screen: Screen, path: Path) -> None:
    """What a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    where = QPointF(screen.window.rect().center())
    buttons, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, data, buttons, none)
    QApplication.sendEvent(screen.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(screen.window, QDropEvent(where, Qt.DropAction.CopyAction, data, buttons, none))


def test_an_export_to_nowhere_says_so_in_one_sentence(screen: Screen, tmp_path: Path) -> None:
    screen.press(Key.Key_E, CTRL)
    choose(screen)
    dialog = screen.window.findChildren(QFileDialog)[0]
    dialog.fileSelected.emit(str(tmp_path / "gone" / "figure.png"))  # the folder went while one chose
    dialog.reject()
    screen.leave_dialog()
    screen.until("not busy", "problem")
    assert screen.now.problem is not None
    assert "gone" in screen.now.problem.why + screen.now.problem.what
    assert screen.window.banner.isVisible()
    screen.press(Key.Key_Escape)
    assert not screen.window.banner.isVisible()


def test_the_trace_is_saved_and_opened_again(screen: Screen, tmp_path: Path) -> None:
    first = screen.now.trace
    assert first is not None
    screen.press(Key.Key_E, CTRL | SHIFT)
    answer(screen, tmp_path / "run.npz")
    screen.until("not busy", "message")
    assert load_trace(tmp_path / "run.npz").meta == first.meta
    screen.press(Key.Key_O, CTRL)
    answer(screen, tmp_path / "run.npz")
    wait_until(lambda: screen.now.trace is not first)
    assert screen.now.trace is not None
    assert screen.now.trace.meta == first.meta
    assert screen.now.problem is None


def test_a_dropped_trace_opens(screen: Screen, tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "run.npz")
    drop(screen, tmp_path / "run.npz")
    screen.until("not busy")
    assert screen.window.windowTitle().startswith("sample — ")
    assert screen.window.source_box.field.text() == "Zwei Hunde spielen im Schnee ."


def test_a_dropped_checkpoint_folder_opens(screen: Screen, tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "copy")
    drop(screen, tmp_path / "copy")
    screen.until("not busy")
    assert screen.now.checkpoint is not None
    assert screen.now.checkpoint.path == str(tmp_path / "copy")


def test_choosing_config_json_opens_its_folder(screen: Screen, tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "copy")
    screen.press(Key.Key_O, CTRL)
    answer(screen, tmp_path / "copy" / "config.json")
    wait_until(lambda: screen.now.checkpoint is not None and screen.now.checkpoint.path == str(tmp_path / "copy"))


@pytest.mark.parametrize("what", ["text", "empty folder", "cut weights", "missing"])
def test_what_cannot_be_opened_says_so_and_changes_nothing(screen: Screen, tmp_path: Path, what: str) -> None:
    path = tmp_path / "thing"
    if what == "text":
        path = tmp_path / "thing.npz"
        path.write_text("no trace")
    elif what == "empty folder":
        path.mkdir()
    elif what == "cut weights":
        shutil.copytree(TINY, path)
        (path / "model.safetensors").write_bytes((TINY / "model.safetensors").read_bytes()[:500])
    before = screen.now
    picture = screen.view.canvas.grab().toImage()
    drop(screen, path)
    screen.until("not busy", "problem")
    assert screen.window.banner.isVisible()
    assert screen.window.banner.text.text().count("\n") == 0
    assert path.name in screen.window.banner.text.text()
    assert (screen.now.trace, screen.now.checkpoint) == (before.trace, before.checkpoint)
    screen.press(Key.Key_Escape)
    wait_until(lambda: screen.view.canvas.grab().toImage() == picture, "the same picture")


def test_the_key_sheet_lists_the_keys(screen: Screen) -> None:
    screen.press(Key.Key_F1)
    sheets = [dialog for dialog in screen.window.findChildren(QDialog) if dialog.isVisible()]
    assert len(sheets) == 1
    assert sheets[0].height() <= screen.window.height()
    QTest.keyClick(sheets[0], Key.Key_Escape)
    screen.leave_dialog()
