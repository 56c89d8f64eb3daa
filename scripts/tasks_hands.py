"""Hands and eyes before the real window: actions are counted, and what is read stands on the screen.

A click goes to a place on the screen, and the window decides what lies there: it is refused where something else would
get it. Keys go to the window that has the keyboard. One action is a click, a key or chord, a turn of the wheel at one
place, however far, or a sentence typed and sent off with Enter; choosing from a menu or list is two clicks. Waiting and
moving the mouse are none.
"""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QBuffer, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeySequence, QRegion, QWindow
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viz_app.app import Program
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.state import Snapshot
from viz_app.views.shared.view import View

PATIENCE = 90.0  #: seconds; a bound, not a measurement
GRAIN = 3  #: logical pixels between the places of a picture that are looked at
LEFT = Qt.MouseButton.LeftButton
PLACED = re.compile(r'<g [^>]*transform="matrix\(([^)]*)\)"|<text[^>]* x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</text>')


class Missed(Exception):
    """What cannot be clicked, or is not on the screen."""


class Hands:
    """Of one window; :attr:`actions` says in words what has been done."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.actions: list[str] = []

    @property
    def now(self) -> Snapshot:
        """What is true now."""
        return self.program.state.snapshot

    @property
    def view(self) -> View:
        """The visible view."""
        return self.program.window.tabs.current

    # --- actions ---

    def click(self, widget: QWidget, place: QPoint | None = None, told: str = "") -> None:
        """Left, in the middle of it or at ``place``."""
        where = widget.mapToGlobal(widget.rect().center() if place is None else place)
        under = widget_at(where)
        if under is None or not (under is widget or widget.isAncestorOf(under)):
            raise Missed(f"{_named(widget)} lies not under the mouse at {where.toTuple()}: {_named(under)}")
        self.actions.append(told or f"click {_named(widget)}")
        handle = _handle(under)
        place = handle.mapFromGlobal(where)
        QTest.mouseMove(handle, place)
        QTest.mouseClick(handle, LEFT, Qt.KeyboardModifier.NoModifier, place)
        self.settle()

    def chord(self, keys: str) -> None:
        """As ``Ctrl+Z``, wherever the keyboard is."""
        self.actions.append(keys)
        self._press(keys)
        self.settle()

    def sentence(self, text: str) -> None:
        """Typed where the keyboard is, and sent off with Enter."""
        self.actions.append(f"type “{text}”, Enter")
        for letter in text:
            QTest.keyClick(_focused(), ord(letter))
        QApplication.processEvents()
        self._press("Return")
        self.settle()

    def wheel(
        self, widget: QWidget, notches: int, place: QPoint | None = None, until: Callable[[], bool] | None = None
    ) -> None:
        """Over the middle of it or a ``place``, up (above 0) or down; no farther than ``until`` that is true."""
        where = widget.mapToGlobal(widget.rect().center() if place is None else place)
        under = widget_at(where)
        if under is None or not (under is widget or widget.isAncestorOf(under)):
            raise Missed(f"{_named(widget)} lies not under the mouse")
        self.actions.append(f"wheel over {_named(widget)}")
        handle = _handle(under)
        for _ in range(abs(notches)):
            turned = QPoint(0, 120 if notches > 0 else -120)
            QTest.wheelEvent(handle, QPointF(handle.mapFromGlobal(where)), turned)
            if until is not None:
                QTest.qWait(40)
                if until():
                    break
        self.settle()

    def tab(self, name: str) -> None:
        """Another view, by its tab."""
        tabs = self.program.window.tabs
        bar = tabs.tabBar()
        self.click(bar, bar.tabRect(list(self.program.window.views).index(name)).center(), f"tab {name}")

    def command(self, name: str) -> None:
        """Two clicks: a title of the menu bar, and a command under it."""
        bar, action = self.program.window.menuBar(), self.program.actions.by_name[name]
        menu = next(each for each in bar.findChildren(QMenu) if action in each.actions())
        self.click(bar, bar.actionGeometry(menu.menuAction()).center(), f"menu {menu.title()}")
        self.entry(_opened(), action, action.text())

    def entry(self, menu: QMenu, action: QAction, told: str) -> None:
        """A click on an entry of a menu that is open."""
        if not action.isEnabled():
            raise Missed(f"{told} is grey")
        self.click(menu, menu.actionGeometry(action).center(), f"entry {told}")

    def _press(self, keys: str) -> None:
        combination = QKeySequence(keys)[0]  # type: ignore[index]  # the stubs lack it
        QTest.keyClick(_focused(), combination.key(), combination.keyboardModifiers())

    # --- waiting ---

    def settle(self) -> None:
        """Until all that an action has started is finished and painted."""
        for _ in range(3):
            QTest.qWait(60)
            self.until(lambda: self.now.busy is None, "the engine")
        QTest.qWait(60)

    def until(self, true: Callable[[], object], what: str) -> None:
        """Let the program work until then."""
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise Missed(f"waited {PATIENCE:.0f} s for {what}: {self.now.problem}")
            QTest.qWait(20)

    # --- eyes ---

    def read(self) -> list[str]:
        """Every text on the screen, one a widget, as it is painted there."""
        tops = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        widgets = (each for top in tops for each in (top, *top.findChildren(QWidget)))
        return [text for each in widgets if each.isVisible() for text in [" ".join(texts_of(each))] if text]

    def see(self, *parts: str) -> str:
        """The text on the screen that has all ``parts`` in it; a text in two fonts is painted in several pieces."""
        found = self.seen(*parts)
        if not found:
            raise Missed(f"no text on the screen has all of {parts}; there is: {' | '.join(self.read())}")
        return found

    def seen(self, *parts: str) -> str:
        """The same; "" where there is none."""
        wanted = [_closed(part) for part in parts]
        return next((text for text in self.read() if all(part in _closed(text) for part in wanted)), "")

    def told(self, *parts: str) -> str:
        """The sentence with all ``parts`` that the picture on screen says of itself; its own letters are pixels."""
        sentences = re.split(r"(?<=\.) ", self.view.canvas.picture.alt)
        found = next((each for each in sentences if all(_closed(part) in _closed(each) for part in parts)), None)
        if found is None:
            raise Missed(f"the picture says nothing with all of {parts}: {' | '.join(sentences)}")
        return found

    def cells(self) -> Iterator[tuple[QPoint, Cell]]:
        """Places of the picture that are on the screen, and what lies there."""
        canvas = self.view.canvas
        seen = canvas.visibleRegion().boundingRect()
        for y in range(seen.top(), seen.bottom() + 1, GRAIN):
            for x in range(seen.left(), seen.right() + 1, GRAIN):
                cell = canvas.picture.at(x, y)
                if cell is not None and widget_at(canvas.mapToGlobal(QPoint(x, y))) is canvas:
                    yield QPoint(x, y), cell


def texts_of(widget: QWidget) -> Iterator[str]:
    """What a widget itself paints as text, line by line, where that is in sight."""
    seen = widget.visibleRegion()
    if seen.isEmpty():
        return
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setResolution(96)
    widget.render(generator, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
    matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for told in PLACED.finditer(bytes(buffer.data().data()).decode()):
        if told[1] is not None:
            matrix = tuple(float(number) for number in told[1].split(","))  # type: ignore[assignment]  # six of them
            continue
        text, x, y = html.unescape(told[4]), float(told[2]), float(told[3])
        a, b, c, d, e, f = matrix
        for ahead, up in ((1, -2), (1, -5)):  # on the base line and half a letter above it
            place = QPoint(round(a * (x + ahead) + c * (y + up) + e), round(b * (x + ahead) + d * (y + up) + f))
            if text.strip() and seen.contains(place) and _is_in_sight(widget, place):
                yield text
                break


def widget_at(where: QPoint) -> QWidget | None:
    """What lies there on the screen; the one of the offscreen platform is smaller than a window, which ends it."""
    found = QApplication.widgetAt(where)
    window = QApplication.activePopupWidget() or QApplication.activeModalWidget() or QApplication.activeWindow()
    if found is not None or window is None or QApplication.platformName() != "offscreen":
        return found
    place = window.mapFromGlobal(where)
    return (window.childAt(place) or window) if window.rect().contains(place) else None


def _closed(text: str) -> str:
    """Without its spaces."""
    return "".join(text.split())


def _is_in_sight(widget: QWidget, place: QPoint) -> bool:
    """Nothing else lies over it there; what lets the mouse through may."""
    where = widget.mapToGlobal(place)
    under = widget_at(where)
    return under is not None and (under is widget or widget.isAncestorOf(under) or under.isAncestorOf(widget))


def _handle(widget: QWidget) -> QWindow:
    handle = widget.window().windowHandle()
    assert handle is not None, "it is shown"
    return handle


def _focused() -> QWindow:
    """The window that has the keyboard; without a window manager nobody gives it to one."""
    popup, focused = QApplication.activePopupWidget(), QApplication.focusWidget() or QApplication.activeWindow()
    target = popup or focused
    if target is None:
        raise Missed("nothing has the keyboard")
    return _handle(target)


def _opened() -> QMenu:
    popup = QApplication.activePopupWidget()
    if not isinstance(popup, QMenu):
        raise Missed("no menu has opened")
    return popup


def _named(widget: QWidget | None) -> str:
    if widget is None:
        return "nothing"
    text = getattr(widget, "text", None)
    said = str(text()) if callable(text) else ""
    return f"{type(widget).__name__} “{said or widget.accessibleName()[:40]}”"
