"""Where the keyboard is after a pop-up has closed over something that went meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QFrame, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.viz_app.running import wait_until
from viz_app.platform.focus_ring import FocusRings


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QWidget]:
    """A button that has the keyboard, another one, a list, and a frame with a button that pops up."""
    rings, window = FocusRings(qapp), QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    for name in ("first", "next"):
        column.addWidget(QPushButton(name, window, objectName=name))  # type: ignore[call-overload]
    choice = QComboBox(window)
    choice.addItems(["one", "two"])
    column.addWidget(choice)
    frame = QFrame(window, Qt.WindowType.Popup)
    QVBoxLayout(frame).addWidget(QPushButton("inside"))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.findChild(QPushButton, "first").setFocus()
    yield window
    rings.stop()


def popped(window: QWidget, what: type[QWidget]) -> QWidget:
    """A pop-up that is open and has the keyboard."""
    if what is QComboBox:
        choice = window.findChild(QComboBox)
        choice.showPopup()
        return choice.view().window()
    frame = next(each for each in window.findChildren(QFrame) if each.isWindow() and each.findChild(QPushButton))
    frame.show()
    frame.findChild(QPushButton).setFocus()
    return frame


@pytest.mark.parametrize("what", [QComboBox, QFrame])
@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [(QWidget.isVisible, "first"), (QWidget.hide, "next"), (lambda button: button.setEnabled(False), "next")],
    ids=["nothing", "hidden", "greyed"],
)
def test_the_keyboard_goes_back_or_to_what_comes_next(
    window: QWidget, what: type[QWidget], meanwhile: Callable[[QWidget], object], expected: str
) -> None:
    popup = popped(window, what)
    QApplication.processEvents()  # a platform tells of an active window later
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.window() is popup
    meanwhile(window.findChild(QPushButton, "first"))
    if what is QComboBox:
        window.findChild(QComboBox).hidePopup()
    popup.hide()
    wait_until(lambda: _name() == expected, expected)


def _name() -> str:
    focused = QApplication.focusWidget()
    return "" if focused is None or not focused.isVisible() else focused.objectName()
