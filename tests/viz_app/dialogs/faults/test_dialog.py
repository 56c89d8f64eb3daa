"""The dialog of a fault: all of it is seen without scrolling but the stack, and everything by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from model.common.fault import Fault
from viz_app.dialogs.faults.dialog import FaultDialog
from viz_app.state.state import Snapshot


def test_nothing_is_clipped_and_every_button_is_reached(qtbot: QtBot) -> None:
    dialog = FaultDialog(Fault("engine", "KeyError", tuple(f"model/x.py:{n} in f" for n in range(40))), Snapshot())
    qtbot.addWidget(dialog)
    dialog.show()
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    buttons = [dialog.copy, dialog.for_teacher, dialog.log]
    for button in buttons:
        assert isinstance(button, QPushButton)
        assert button.width() >= button.minimumSizeHint().width()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert dialog.text.isReadOnly()
    assert dialog.text.toPlainText().count("model/x.py") == 41
    assert not dialog.whole.isChecked()


def test_escape_closes_it(qtbot: QtBot) -> None:
    dialog = FaultDialog(Fault("window", "E", ()), Snapshot())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
