"""A pane beside the window is one of its kind, is told every change, and asks through the window."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.dialogs.panes import pane_of, to_front
from viz_app.state.state import Snapshot, State


class Listening(QWidget):
    """Notes the messages that it is shown."""

    requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown: list[str] = []

    def display(self, now: Snapshot) -> None:
        self.shown.append(now.message)


def test_asked_for_twice_it_is_the_same_and_hears_of_each_change_once(qapp: QApplication) -> None:
    window, state, asked = QWidget(), State(), list[object]()
    state.update(message="before")
    first = pane_of(Listening, window, state, asked.append)
    assert pane_of(Listening, window, state, asked.append) is first
    state.update(message="then")
    assert first.shown == ["before", "then"]
    first.requested.emit("an intent")
    assert asked == ["an intent"]
    window.show()
    to_front(first)
    assert first.isVisible()
    window.deleteLater()
