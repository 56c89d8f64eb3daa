"""Taking things away from the window by key: export, copy, citation, a full disk, and the window goes on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import CTRL, Key, Screen
from tests.e2e.test_files import answer
from tests.viz_app.running import wait_until
from viz_app.dialogs.export.dialog import ExportDialog
from viz_app.state.state import Memory


@pytest.fixture
def fresh(screen: Screen) -> Iterator[Screen]:
    """As on the first day: nothing was exported yet."""
    screen.program.state.update(memory=Memory(), made=None)
    QGuiApplication.clipboard().clear()
    yield screen
    QGuiApplication.clipboard().clear()


def ask(screen: Screen) -> ExportDialog:
    """Ctrl+E."""
    screen.press(Key.Key_E, CTRL)
    (dialog,) = [found for found in screen.window.findChildren(ExportDialog) if found.isVisible()]
    return dialog


def take(screen: Screen, path: Path, *keys: Key) -> None:
    """Ctrl+E, some keys, Enter, a name, Enter."""
    dialog = ask(screen)
    for key in keys:
        QTest.keyClick(dialog.focusWidget(), key)
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)
    answer(screen, path)
    screen.until("not busy", "message")


def test_enter_and_enter_give_a_picture_for_a_slide(fresh: Screen, tmp_path: Path) -> None:
    opened: list[str] = []
    before = fresh.now.trace
    fresh.press(Key.Key_End)  # where every row is there
    take(fresh, tmp_path / "그림.png")
    assert [file.name for file in tmp_path.iterdir()] == ["그림.png"]
    assert str(tmp_path / "그림.png") in fresh.now.message
    assert fresh.now.trace is before
    image = QImage(str(tmp_path / "그림.png"))
    assert (image.width(), image.height()) == (1920, 1080)
    assert image.pixelColor(1, 1).lightness() > 240, "light, whatever the window is"
    assert len({image.pixel(x, image.height() // 2) for x in range(0, image.width(), 5)}) > 5
    line = fresh.window.status_line
    assert line.open.isVisible()
    assert line.folder.isVisible()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QDesktopServices, "openUrl", lambda url: not opened.append(url.toLocalFile()))  # type: ignore[func-returns-value]
        fresh.click(line.open)
        fresh.click(line.folder)
    assert opened == [str(tmp_path / "그림.png"), str(tmp_path)]


def test_the_next_export_begins_where_the_last_one_ended(fresh: Screen, tmp_path: Path) -> None:
    """Two lines down are the numbers; every one of them is the run's."""
    take(fresh, tmp_path / "numbers.csv", Key.Key_Down, Key.Key_Down)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "numbers.csv").read_text(encoding="utf-8-sig"))))
    chosen, trace = fresh.now.selection, fresh.now.trace
    assert trace is not None
    shown = trace.attention(chosen.kind)
    assert shown is not None
    written = np.array([np.float32(row["weight"]) for row in rows if row["weight"]])
    expected = shown[chosen.layer, chosen.head]
    assert set(written) <= set(expected.ravel())
    assert len(written) == expected[: chosen.step + 1].size
    dialog = ask(fresh)
    assert (dialog.form.choices.what, dialog.form.choices.suffix) == ("numbers", ".csv")
    QTest.keyClick(dialog.focusWidget(), Key.Key_Escape)
    fresh.leave_dialog()


def test_copy_fills_the_clipboard_and_holds_nothing_up(fresh: Screen) -> None:
    fresh.press(Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().mimeData().hasImage()  # when the key has been handled, and nothing else
    assert fresh.now.busy is None
    fresh.press(Key.Key_Left)
    held = QGuiApplication.clipboard().mimeData()
    assert held.hasImage()
    assert {"image/png", "image/svg+xml", "application/pdf", "text/html", "text/plain"} <= set(held.formats())
    assert "PNG, SVG, PDF" in fresh.now.message


def test_in_a_text_field_copy_copies_its_text(fresh: Screen) -> None:
    fresh.write("Hallo")
    fresh.press(Key.Key_A, CTRL)
    fresh.press(Key.Key_C, CTRL)
    QApplication.processEvents()
    assert QGuiApplication.clipboard().text() == "Hallo"
    assert fresh.now.busy is None


def test_the_citation_names_program_and_checkpoint(fresh: Screen) -> None:
    fresh.program.actions.by_name["edit.copy_citation"].trigger()
    text = QGuiApplication.clipboard().text()
    assert fresh.now.trace is not None
    assert "@software{" in text
    assert fresh.now.trace.meta.checkpoint in text


def test_escape_ends_an_export_and_leaves_nothing(fresh: Screen, tmp_path: Path) -> None:
    dialog = ask(fresh)
    QTest.keyClick(dialog.focusWidget(), Key.Key_Return)
    answer(fresh, tmp_path / "figure.png")
    assert fresh.now.busy is not None
    fresh.press(Key.Key_Escape)
    wait_until(lambda: fresh.now.busy is None)
    assert list(tmp_path.iterdir()) == []
    assert fresh.now.problem is None
