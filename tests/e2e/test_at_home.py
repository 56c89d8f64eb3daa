"""At home on the desktop: finding commands, taking changes back, earlier sentences, panes, settings, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, TRANSLATION, wait_until
from viz_app.dialogs.palette.palette import CommandPalette
from viz_app.dialogs.settings import SettingsDialog
from viz_app.state.state import Memory, Settings


@pytest.fixture(autouse=True)
def nothing_remembered(screen: Screen) -> None:
    screen.state.update(memory=Memory())


def palette(screen: Screen) -> CommandPalette:
    found = screen.window.findChild(CommandPalette)
    assert found is not None
    return found


def find(screen: Screen, text: str) -> CommandPalette:
    """Open the palette by its key and type."""
    screen.press("p", CTRL | SHIFT)
    found = palette(screen)
    assert found.field.hasFocus()
    QTest.keyClicks(found.field, text)
    return found


def test_the_palette_goes_anywhere_and_gives_the_keyboard_back(screen: Screen) -> None:
    for text in ("2.3", "encoder 1.2", "step 4", "subsequent"):
        find(screen, text)
        screen.press(Key.Key_Return)
        assert not palette(screen).isVisible()
    now = screen.now.selection
    assert (now.layer, now.head, now.step, screen.now.view) == (0, 1, 3, "masks")
    assert now.kind == "decoder", "the encoder's mask hides nothing here"
    screen.press(Key.Key_Right)  # no field has the keyboard
    assert screen.now.selection.step == 4


def test_escape_in_the_palette_only_closes_it(screen: Screen) -> None:
    screen.click(screen.window.source_box.field)
    before = screen.now
    find(screen, "r")  # a letter that is a key elsewhere
    screen.press(Key.Key_Escape)
    assert not palette(screen).isVisible()
    assert screen.window.source_box.field.hasFocus()
    assert screen.now is before
    screen.press("k", CTRL)
    assert palette(screen).isVisible()
    screen.press(Key.Key_Escape)


def test_changes_are_taken_back_one_by_one_whatever_they_were(screen: Screen) -> None:
    first = screen.now.trace
    screen.press("r")
    screen.write(OTHER)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    screen.press("d")
    undo = screen.program.actions.by_name["edit.undo"]
    told = []
    for _ in range(3):
        told.append(undo.text())
        screen.press("z", CTRL)
    assert told == ["Undo: A dot on each row’s maximum: off", f"Undo: sentence “{OTHER}”", "Undo: √ scale"]
    assert (screen.now.trace, screen.now.settings, screen.now.source_text) == (first, Settings(), SENTENCE)
    assert not undo.isEnabled()
    for _ in range(3):
        screen.press("y", CTRL)
    assert screen.now.settings == Settings(scale="sqrt", dots=False)
    assert screen.now.trace is not None
    assert screen.now.trace.meta.translation == OTHER_TRANSLATION


def test_a_text_field_keeps_its_own_undo(screen: Screen) -> None:
    screen.press("r")
    screen.type("Ein Hund")
    screen.press("z", CTRL)
    assert screen.now.source_text != "Ein Hund"
    assert screen.now.settings == Settings(scale="sqrt")
    screen.press(Key.Key_Escape)
    screen.press("z", CTRL)
    assert screen.now.settings == Settings()


def test_earlier_sentences_come_back_by_keys_and_run(screen: Screen) -> None:
    for text in (OTHER, SENTENCE):
        screen.write(text)
        screen.press(Key.Key_Return)
        screen.until("not busy")
    assert screen.now.memory.sentences == (SENTENCE, OTHER)
    screen.press(Key.Key_Up, CTRL)
    assert screen.now.source_text == OTHER
    focused = QApplication.focusWidget()
    assert focused is not None and screen.window.source_box.isAncestorOf(focused)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert screen.now.trace is not None
    assert screen.now.trace.meta.translation == OTHER_TRANSLATION
    screen.window.source_box.earlier.menu().actions()[1].trigger()
    screen.until("not busy")
    assert screen.now.trace.meta.translation == TRANSLATION


def test_what_was_opened_is_offered_again(screen: Screen, tmp_path: Path) -> None:
    from model.record.trace_file import save_trace

    assert screen.now.run is not None
    save_trace(screen.now.run, tmp_path / "run.npz")
    screen.open(tmp_path / "run.npz")
    menu = screen.window.findChildren(QMenu)
    entries = [action for one in menu for action in one.actions() if action.text() == "run.npz"]
    assert len(entries) == 2  # in the File menu and under the checkpoint
    before = screen.now.trace
    entries[0].trigger()
    screen.until("not busy")
    assert screen.now.trace is not before


def test_panes_hide_and_come_back_and_the_keyboard_skips_what_is_hidden(screen: Screen) -> None:
    window = screen.window
    screen.press("m", CTRL | SHIFT)
    screen.press("i", CTRL | SHIFT)
    QApplication.processEvents()
    assert not window.model_map.isVisible()
    assert not window.inspector.isVisible()
    assert window.tabs.width() > window.width() - 40
    for _ in range(7):
        screen.press(Key.Key_F6)
        focused = QApplication.focusWidget()
        assert focused is not None and focused.isVisible()
    window.setFocus()
    screen.program.actions.by_name["pane.reset"].trigger()
    QApplication.processEvents()
    left, middle, right = window.splitter.sizes()
    assert middle > left > 100
    assert middle > right > 100


def test_a_key_that_is_off_does_nothing_and_the_settings_apply_at_once(screen: Screen) -> None:
    screen.press(Key.Key_Comma, CTRL)
    dialog = screen.window.findChild(SettingsDialog)
    assert dialog is not None
    screen.program.desk.show_settings("dots")  # never a second one
    assert screen.window.findChildren(SettingsDialog) == [dialog]
    dialog.activateWindow()
    wait_until(dialog.isActiveWindow, "the dialog to be active")
    dialog.controls["dots"].setFocus()
    screen.press(Key.Key_Space)
    assert not screen.now.settings.dots
    item = next(item for item in dialog.keys.items() if item.data(0, Qt.ItemDataRole.UserRole) == "look.sqrt")
    item.setCheckState(0, Qt.CheckState.Unchecked)
    dialog.close()
    screen.leave_dialog()
    screen.press("r")
    assert screen.now.settings.scale == "linear"
    for _ in range(2):
        screen.press("z", CTRL)
    assert screen.now.settings == Settings()
    screen.press("r")
    wait_until(lambda: screen.now.settings.scale == "sqrt", "the key to work again")
