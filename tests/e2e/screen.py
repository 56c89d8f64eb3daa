"""The whole program in a real window, driven as a person drives it: by keys and the mouse."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.viz_app.running import Running, wait_until
from viz_app.app import Program
from viz_app.controls.inspector.section import Section
from viz_app.controls.inspector.sheet import ANSWERS
from viz_app.example import Example
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.state import Settings
from viz_app.views.shared.view import View

Key = Qt.Key
AnswerT = TypeVar("AnswerT", bound=Section)
NONE, ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
LEFT = Qt.MouseButton.LeftButton


class Screen(Running):
    """A window with everything behind it, and hands."""

    def __init__(self, application: QApplication, example: Example | None = None) -> None:
        self.program = Program(application, Settings(), example)
        super().__init__(self.program.state, self.program.client, self.program.controller)
        self.window = self.program.window
        self.usual_size()
        self.window.show()
        self.window.activateWindow()
        wait_until(self.window.isActiveWindow, "the window to be active")

    def usual_size(self) -> None:
        """Of the window and its columns, whatever a test has made of them."""
        self.window.resize(1280, 800)
        QApplication.processEvents()
        self.window.reset_columns()

    def close(self) -> None:
        self.window.close()
        self.program.stop()

    @property
    def view(self) -> View:
        """The visible view."""
        return self.window.tabs.current

    def answer(self, kind: type[AnswerT]) -> AnswerT:
        """The answer of this class in the sheet over the views."""
        name = next(name for name, (_, made) in ANSWERS.items() if made == kind.__name__)
        found = self.window.answer_sheet.answer(name)
        assert isinstance(found, kind)
        return found

    def press(self, key: Qt.Key | str, modifier: Qt.KeyboardModifier = NONE) -> None:
        """A key goes where the keyboard is."""
        code = Qt.Key(ord(key.upper())) if isinstance(key, str) else key
        QTest.keyClick(QApplication.focusWidget() or self.window, code, modifier)

    def type(self, text: str) -> None:
        """Replace the sentence: click into it, select all, type."""
        QTest.keyClicks(self._emptied(), text)

    def write(self, text: str) -> None:
        """Replace the sentence: click into it, select all, paste; the window shows itself once, not after each letter.

        For tests that ask what comes of a sentence.
        """
        QApplication.clipboard().setText(text)
        self._emptied()
        self.press(Key.Key_V, CTRL)

    def _emptied(self) -> QWidget:
        """The field of the sentence, whose whole text the next letter replaces."""
        field = self.window.source_box.field
        self.click(field)
        self.press(Key.Key_A, CTRL)
        return field

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        QTest.mouseClick(widget, LEFT, NONE, place or widget.rect().center())

    def double_click(self, widget: QWidget, place: QPoint) -> None:
        QTest.mouseClick(widget, LEFT, NONE, place)
        QTest.mouseDClick(widget, LEFT, NONE, place)

    def hover(self, widget: QWidget, place: QPoint) -> None:
        QTest.mouseMove(widget, place)
        QApplication.processEvents()

    def leave_dialog(self) -> None:
        """Wait until the dialog has gone and the window has the keyboard again; there is no window manager here."""
        wait_until(lambda: not self.window.findChildren(QDialog), "the dialog to close")
        self.window.activateWindow()
        wait_until(self.window.isActiveWindow, "the window to be active")

    def choose_tab(self, name: str) -> None:
        """Click on the tab of a view."""
        tabs = self.window.tabs
        index = list(self.window.views).index(name)
        self.click(tabs.tabBar(), tabs.tabBar().tabRect(index).center())
        assert self.now.view == name

    def place_of(self, query: int | None = None, key: int | None = None, **wanted: object) -> QPoint:
        """Somewhere in the middle of a cell (or, without one, of a map) of the visible picture, by looking for it."""
        canvas = self.view.canvas
        for every in (18, 6):  # most are large
            found = [
                QPoint(x, y)
                for x in range(0, canvas.width(), every)
                for y in range(0, canvas.height(), every)
                if _is(canvas.picture.at(x, y), {"query": query, "key": key} | wanted)
            ]
            if found:
                return found[len(found) // 2]
        raise AssertionError(f"no such cell on screen: {query}, {key}, {wanted}")


def _is(cell: Cell | None, wanted: dict[str, object]) -> bool:
    return cell is not None and all(value is None or getattr(cell, name) == value for name, value in wanted.items())
