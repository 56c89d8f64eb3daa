"""Every setting can be changed in the dialog, by real events, at once; and it shows what is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialogButtonBox, QLabel, QSpinBox

from tests.viz_app.platform.test_settings_store import UNUSUAL
from tests.viz_app.recorder import EMPTY
from viz_app.commands import all_menus
from viz_app.dialogs.settings import SettingsDialog
from viz_app.platform.settings_table import DEFAULTS
from viz_app.platform.window_room import room_for
from viz_app.state.intents import ChangeSettings, Intent, Redo, Undo
from viz_app.state.state import Settings

VIEWS = (("one_head", "One head"), ("masks", "Masks"))
SHOWN = [item.name for item in fields(Settings) if item.name != "keys_off"]


@pytest.fixture
def dialog(qapp: QApplication) -> Iterator[SettingsDialog]:
    dialog = SettingsDialog(all_menus(VIEWS))
    dialog.display(EMPTY)
    dialog.show()
    yield dialog
    dialog.close()
    dialog.deleteLater()


@pytest.fixture
def asked(dialog: SettingsDialog) -> list[Intent]:
    heard: list[Intent] = []
    dialog.requested.connect(heard.append)
    return heard


def shown(dialog: SettingsDialog, name: str) -> object:
    control = dialog.controls[name]
    if isinstance(control, QCheckBox):
        return control.isChecked()
    assert isinstance(control, QSpinBox | QComboBox)
    return control.value() if isinstance(control, QSpinBox) else control.currentIndex()


def test_every_setting_has_a_control(dialog: SettingsDialog) -> None:
    assert sorted(dialog.controls) == sorted(SHOWN)


def test_it_shows_what_the_snapshot_says_and_says_nothing_itself(dialog: SettingsDialog, asked: list[Intent]) -> None:
    before = {name: shown(dialog, name) for name in SHOWN}
    dialog.display(replace(EMPTY, settings=UNUSUAL))
    assert not [name for name in SHOWN if shown(dialog, name) == before[name]]
    dialog.display(EMPTY)
    assert {name: shown(dialog, name) for name in SHOWN} == before
    assert asked == []


def test_a_switch_a_choice_and_a_number(dialog: SettingsDialog, asked: list[Intent]) -> None:
    switch, choice, number = (dialog.controls[name] for name in ("dots", "scale", "text_size"))
    QTest.keyClick(switch, Qt.Key.Key_Space)
    QTest.keyClick(choice, Qt.Key.Key_Down)
    QTest.keyClick(number, Qt.Key.Key_Up)
    assert asked == [
        ChangeSettings({"dots": False}),
        ChangeSettings({"scale": "sqrt"}),
        ChangeSettings({"text_size": 1}),
    ]


def test_defaults_come_back_all_at_once(dialog: SettingsDialog, asked: list[Intent]) -> None:
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    reset = next(b for b in buttons.buttons() if buttons.buttonRole(b) == QDialogButtonBox.ButtonRole.ResetRole)
    QTest.mouseClick(reset, Qt.MouseButton.LeftButton)
    assert asked == [ChangeSettings(DEFAULTS)]
    assert replace(UNUSUAL, **DEFAULTS) == Settings()


def test_every_control_has_a_name_a_sentence_and_plain_text(dialog: SettingsDialog) -> None:
    for name, control in dialog.controls.items():
        assert control.accessibleName(), name
        assert len(control.accessibleDescription().split()) >= 5, name
        assert control.toolTip().startswith("<qt>"), name
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel) if label.text())


def test_it_goes_to_a_setting(dialog: SettingsDialog) -> None:
    dialog.activateWindow()
    for name in ("text_size", "remember_files", "dots", "no such setting"):
        dialog.go_to(name)
    assert dialog.controls["dots"].hasFocus()
    assert dialog.tabs.currentIndex() == 0
    dialog.go_to("remember_sentences")
    assert dialog.tabs.tabText(dialog.tabs.currentIndex()) == "Memory"


def test_changes_are_taken_back_from_here_too(dialog: SettingsDialog, asked: list[Intent]) -> None:
    dialog.activateWindow()
    dialog.go_to("dots")
    QTest.keyClick(dialog.controls["dots"], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(dialog.controls["dots"], Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert asked == [Undo(), Redo()]


def test_it_fits_a_small_screen(dialog: SettingsDialog) -> None:
    assert dialog.width() <= 1024
    assert dialog.minimumSizeHint().height() <= 540
    assert dialog.height() <= room_for(dialog).height()
    for row in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(row)
        QApplication.processEvents()
        assert not dialog.grab().isNull()
