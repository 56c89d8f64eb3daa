"""Where the keyboard is after a pop-up has closed over something that went meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QFrame, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.viz_app.running import wait_until
from viz_app.platform.focus_ring import FocusRings


class Window(QWidget):
    """A button that has the keyboard, another one, a list, and a frame with a button that pops up."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.next, self.choice = QPushButton("first"), QPushButton("next"), QComboBox()
        self.choice.addItems(["one", "two"])
        column = QVBoxLayout(self)
        for part in (self.first, self.next, self.choice):
            column.addWidget(part)
        self.frame, self.inside = QFrame(self, Qt.WindowType.Popup), QPushButton("inside")
        QVBoxLayout(self.frame).addWidget(self.inside)

    def pop_up(self, what: str) -> QWidget:
        """A pop-up that is open and has the keyboard."""
        if what == "list":
            self.choice.showPopup()
            return self.choice.view().window()
        self.frame.show()
        self.inside.setFocus()
        return self.frame


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Window]:
    rings, window = FocusRings(qapp), Window()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.first.setFocus()
    yield window
    rings.stop()


@pytest.mark.parametrize("what", ["list", "frame"])
@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [(QWidget.isVisible, "first"), (QWidget.hide, "next"), (lambda button: button.setEnabled(False), "next")],
    ids=["nothing", "hidden", "greyed"],
)
def test_the_keyboard_goes_back_or_to_what_comes_next(
    window: Window, what: str, meanwhile: Callable[[QWidget], object], expected: str
) -> None:
    popup = window.pop_up(what)
    QApplication.processEvents()  # a platform tells of an active window later
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.window() is popup
    meanwhile(window.first)
    window.choice.hidePopup()
    popup.hide()
    button: QPushButton = getattr(window, expected)
    wait_until(lambda: QApplication.focusWidget() is button and button.isVisible(), expected)
