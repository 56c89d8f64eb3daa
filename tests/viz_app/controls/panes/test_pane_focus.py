"""F6 over panes of which some have nothing to go to."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.controls.panes.pane_focus import first_focusable, step


@pytest.mark.parametrize(("direction", "wanted"), [(1, [2, 3, 0]), (-1, [3, 2, 0])])
def test_panes_without_a_field_are_passed_over(direction: int, wanted: list[int], qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box, panes = QVBoxLayout(window), [QWidget() for _ in range(4)]
    for number, pane in enumerate(panes):
        QVBoxLayout(pane).addWidget(QLabel() if number == 1 else QLineEdit())
        box.addWidget(pane)
    window.show()
    window.activateWindow()
    QApplication.processEvents()
    fields = window.findChildren(QLineEdit)
    fields[0].setFocus()
    reached = []
    for _ in wanted:
        step(panes, direction, first_focusable)
        focused = window.focusWidget()
        reached.append(next(i for i, pane in enumerate(panes) if pane.isAncestorOf(focused)))
    assert reached == wanted
