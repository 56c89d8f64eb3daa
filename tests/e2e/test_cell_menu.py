"""The menu of a place in a map: by the right button and by the keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import Screen
from tests.viz_app.running import wait_until

pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # no platform without a display can


def open_menu(screen: Screen, place: QPoint, reason: QContextMenuEvent.Reason) -> dict[str, str]:
    """The texts of its entries, by the names of their commands."""
    canvas = screen.view.canvas
    QApplication.sendEvent(canvas, QContextMenuEvent(reason, place, canvas.mapToGlobal(place)))
    menu = screen.window.cell_menu
    assert menu.isVisible()
    return {action.objectName(): action.text() for action in menu.actions() if action.objectName()}


def choose(screen: Screen, name: str) -> None:
    menu = screen.window.cell_menu
    action = next(action for action in menu.actions() if action.objectName() == name)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    wait_until(lambda: not menu.isVisible(), "the menu to close")


def test_a_column_is_set_aside_from_its_label_and_brought_back_by_keyboard(screen: Screen) -> None:
    canvas = screen.view.canvas
    found = (QPoint(x, y) for y in range(0, canvas.height(), 4) for x in range(0, canvas.width(), 4))
    label = canvas.picture.label_at  # type: ignore[attr-defined]
    place = next(at for at in found if (cell := label(at.x(), at.y())) is not None and cell.key == 2)
    texts = open_menu(screen, place, QContextMenuEvent.Reason.Mouse)
    assert screen.now.selection.key == 2
    assert screen.now.trace is not None
    assert texts["reading.column"].startswith("Set the column “")
    choose(screen, "reading.column")
    assert screen.now.reading.source_columns == (2,)
    texts = open_menu(screen, QPoint(3, 3), QContextMenuEvent.Reason.Keyboard)
    assert texts["reading.column"].startswith("Bring the column “")
    choose(screen, "reading.column")
    assert screen.now.reading.is_plain


def test_a_number_is_copied_and_explained_from_its_cell(screen: Screen) -> None:
    place = screen.place_of(query=1, key=3)
    open_menu(screen, place, QContextMenuEvent.Reason.Mouse)
    choose(screen, "edit.copy_number")
    trace, chosen = screen.now.trace, screen.now.selection
    assert trace is not None
    assert trace.cross_attention is not None
    assert (chosen.query, chosen.key) == (1, 3)
    copied = QGuiApplication.clipboard().text()
    assert float(copied) == float(str(trace.cross_attention[chosen.layer, chosen.head, 1, 3]))
    assert copied in screen.now.message
    open_menu(screen, place, QContextMenuEvent.Reason.Mouse)
    choose(screen, "look.computation")
    assert screen.now.settings.computation


def test_the_menu_of_a_label_is_about_that_label_wherever_the_last_click_was(screen: Screen) -> None:
    """A click on a row that is still to come goes to its step; the right button elsewhere does not do so again."""
    screen.press(Qt.Key.Key_Home)
    canvas = screen.view.canvas
    sheet: Any = getattr(canvas.picture, "main", canvas.picture)
    places = (QPoint(x, y) for y in range(0, canvas.height(), 4) for x in range(0, canvas.width(), 4))
    later = next(place for place in places if (at := sheet.under(place.x(), place.y())) is not None and at[0] == 4)
    screen.click(canvas, later)
    assert screen.now.selection.step == 4
    screen.press(Qt.Key.Key_Home)
    label = canvas.picture.label_at  # type: ignore[attr-defined]
    found = (QPoint(x, y) for y in range(0, canvas.height(), 4) for x in range(0, canvas.width(), 4))
    place = next(at for at in found if (cell := label(at.x(), at.y())) is not None and cell.key == 2)
    open_menu(screen, place, QContextMenuEvent.Reason.Mouse)
    screen.window.cell_menu.hide()
    assert (screen.now.selection.step, screen.now.selection.key) == (0, 2)
