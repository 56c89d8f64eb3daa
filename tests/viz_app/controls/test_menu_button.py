"""A flat button with a menu: assistive programs hear that there is one, open it and are answered at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from viz_app.controls.menu_button import MenuButton

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")


@pytest.fixture
def button(qtbot: QtBot) -> MenuButton:
    made = MenuButton("earlier")
    qtbot.addWidget(made)
    menu = QMenu(made)
    menu.addAction("first")
    made.setMenu(menu)
    made.show()
    return made


def test_a_screen_reader_is_told_of_a_menu(button: MenuButton) -> None:
    told = QAccessible.queryAccessibleInterface(button)
    assert told is not None
    assert told.role() == QAccessible.Role.ButtonMenu
    assert told.state().hasPopup


@pytest.mark.parametrize("way", ["ShowMenu", "press", "Space"])
def test_its_menu_is_open_before_anything_else_happens(button: MenuButton, way: str) -> None:
    later: list[str] = []
    QTimer.singleShot(0, lambda: later.append("an event loop of its own"))
    if way == "ShowMenu":
        QAccessible.queryAccessibleInterface(button).actionInterface().doAction(way)
    elif way == "press":
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
    else:
        QTest.keyPress(button, Qt.Key.Key_Space)
    assert button.menu().isVisible() and not later
    button.menu().close()


def test_its_icon_is_painted_and_it_is_as_large_as_one(button: MenuButton) -> None:
    picture = button.grab().toImage()
    seen = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    assert len(seen) > 10, "a clock on the button's ground"
    assert button.sizeHint().width() >= button.sizeHint().height() >= 24
    assert button.sizeHint().width() - button.sizeHint().height() <= 2
    text = MenuButton()
    text.setText("CPU (2 cores)")
    assert text.sizeHint().width() > 3 * button.sizeHint().width() // 2
