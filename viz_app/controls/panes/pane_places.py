"""Panes elsewhere than on the first day: on the other side, or in windows of their own. Imported when one is.

Where each pane stands, the settings say; this puts it there. Where a window of its own is, a person's hand says; it is
stored with the layout, and no window is left where no screen is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QScreen
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from viz_app.controls.widgets import PaneColumn, text_pixels
from viz_app.platform.settings_table import DEFAULTS, rows
from viz_app.platform.text import localised
from viz_app.state.intents import ChangeSettings
from viz_app.state.state import Settings, Snapshot

if TYPE_CHECKING:
    from viz_app.main_window import MainWindow

COLUMNS = (1.0, 3.2, 1.45)  #: shares of the width: of the map alone, the views, any other panes
NAMES = ("map", "inspector", "what_if", "notes")  #: from top to bottom, in whichever column
TITLE, GRASP = 36, QSize(90, 16)  #: pixels of a title bar, and what of it one must be able to take hold of
SMALLEST, APART = (20, 17), 24  #: heights of its text (wide, high); pixels


class PaneWindow(QWidget):
    """One pane beside the window. Keys of the window count in it too; closing it closes the pane."""

    requested = Signal(object)

    def __init__(self, name: str, title: str, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Tool)
        self.name = name
        self.setWindowTitle(title)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 6, 6, 6)

    def event(self, event: QEvent) -> bool:
        """Where nothing in it can have the keyboard, as a map of no run, it has it itself."""
        if event.type() == QEvent.Type.WindowActivate and self.focusWidget() is None:
            self.setFocus(Qt.FocusReason.ActiveWindowFocusReason)
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """It is hidden, and there again with the pane. Never refused: that would keep the program from ending."""
        event.accept()
        window = self.parentWidget()
        if window is not None and window.isVisible():  # else the program ends, and the pane is there at the next start
            self.requested.emit(ChangeSettings({f"{self.name}_shown": False}))


class PanePlaces(QObject):
    """Puts the panes of one window where the settings say."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.windows: dict[str, PaneWindow] = {}  #: of panes that have or had one
        self.left = self._made_left()
        self._snapshot = Snapshot()
        self._narrow: tuple[bool, ...] = (True, False)  #: whether a column holds the map alone
        window.painted.connect(lambda: self.follow(self._snapshot))
        screens = QGuiApplication.instance()
        if isinstance(screens, QGuiApplication):
            screens.screenRemoved.connect(self._gather)

    def follow(self, snapshot: Snapshot) -> None:
        """Every pane to its place. Before the window is seen, in a lesson and a presentation none is outside."""
        self._snapshot = snapshot
        inside = not self._window.isVisible() or snapshot.lesson is not None or snapshot.presentation is not None
        settings = snapshot.settings
        for name in NAMES:
            shown = getattr(settings, f"{name}_shown")
            if name == "what_if" and not shown and not self._window.what_if_made:
                continue
            self._put(name, place_of(settings, name, inside), shown)
        for column in (self.left, self._window.right):
            column.setVisible(any(not one.isHidden() for one in _held(column)))
            column.share()
        self._share()

    def _share(self) -> None:
        """Other widths where a column holds other things: a map alone is narrow; one that is empty changes nothing."""
        held = _held(self.left), _held(self._window.right)
        narrow = tuple(
            set(panes) == {self._window.model_map} if panes else before
            for panes, before in zip(held, self._narrow, strict=True)
        )
        if narrow != self._narrow:
            self._narrow = narrow
            of_map, of_views, of_others = COLUMNS
            left, right = (of_map if alone else of_others for alone in narrow)
            self._window.set_columns((left, of_views, right))

    def left_panes(self) -> list[QWidget]:
        """From top to bottom."""
        return _held(self.left)

    def shown_windows(self) -> list[QWidget]:
        """Windows that there are to go to."""
        return [one for one in self.windows.values() if one.isVisible()]

    def geometries(self) -> dict[str, bytes]:
        """What to store of the windows."""
        made = {name: bytes(one.saveGeometry().data()) for name, one in self.windows.items()}
        return {**self._window.stored_windows, **made}

    def reset(self) -> None:
        """Windows come up beside the pane's column again."""
        for one in self.windows.values():
            one.setParent(None)
            one.deleteLater()
        self.windows = {}

    def _put(self, name: str, place: str, shown: bool) -> None:
        pane = self._pane(name)
        if place == "window":
            self._float(name, pane, shown)
            return
        column = self.left if place == "left" else self._window.right
        if pane.parentWidget() is not column:
            place_before = [one for one in map(self._pane_there, NAMES[NAMES.index(name) + 1 :]) if one is not None]
            later = [column.indexOf(one) for one in place_before if one.parentWidget() is column]
            column.insertWidget(min(later, default=column.count()), pane)
            pane.setVisible(shown)
        if name in self.windows:
            self.windows[name].hide()

    def _float(self, name: str, pane: QWidget, shown: bool) -> None:
        """Into its window, which is as large as the pane was, beside where it was."""
        holder = self.windows.get(name)
        if holder is None:
            holder = self.windows[name] = PaneWindow(name, title_of(name), self._window)
            holder.requested.connect(self._window.requested)
            self._place(holder, pane)
        layout = holder.layout()
        if pane.parentWidget() is not holder and layout is not None:
            layout.addWidget(pane)
        pane.setVisible(True)
        holder.setVisible(shown)

    def _place(self, holder: PaneWindow, pane: QWidget) -> None:
        stored = self._window.stored_windows.get(holder.name)
        if not (stored and holder.restoreGeometry(stored)):
            corner = pane.mapToGlobal(pane.rect().topLeft()) if pane.isVisible() else self._window.geometry().center()
            size = (pane.size() if pane.isVisible() else pane.sizeHint()).expandedTo(_smallest(pane))
            area = self._window.screen().availableGeometry()
            size = size.boundedTo(area.size() - QSize(0, TITLE))
            right, bottom = area.right() - size.width(), area.bottom() - size.height()
            left = min(max(corner.x() - APART, area.left()), right)
            holder.setGeometry(QRect(QPoint(left, min(max(corner.y() + APART, area.top() + TITLE), bottom)), size))
        self._bring_back(holder)

    def _gather(self, gone: QScreen) -> None:
        """A screen went away, and what stood on it."""
        screens = [one for one in QGuiApplication.screens() if one is not gone]
        for holder in self.windows.values():
            self._bring_back(holder, screens)

    def _bring_back(self, holder: PaneWindow, screens: Iterable[QScreen] = ()) -> None:
        areas = [one.availableGeometry() for one in (list(screens) or QGuiApplication.screens())]
        holder.setGeometry(reachable(holder.geometry(), areas))

    def _made_left(self) -> PaneColumn:
        """The left column, in the place of the map, which goes into it."""
        left, window = PaneColumn(), self._window
        sizes, shown = window.splitter.sizes(), not window.model_map.isHidden()
        window.splitter.replaceWidget(0, left)
        left.addWidget(window.model_map)
        window.model_map.setVisible(shown)
        left.show()
        window.splitter.setStretchFactor(0, 1)
        window.splitter.setSizes(sizes)
        return left

    def _pane(self, name: str) -> QWidget:
        window = self._window
        if name == "what_if":
            return window.what_if  # made when it is first asked for
        return {"map": window.model_map, "inspector": window.inspector, "notes": window.notes}[name]

    def _pane_there(self, name: str) -> QWidget | None:
        return None if name == "what_if" and not self._window.what_if_made else self._pane(name)


def _smallest(pane: QWidget) -> QSize:
    """Of a pane's window, as large as its letters ask for."""
    return QSize(*SMALLEST) * text_pixels(pane)


def _held(column: QSplitter) -> list[QWidget]:
    return [one for at in range(column.count()) if (one := column.widget(at)) is not None]


def place_of(settings: Settings, name: str, inside: bool = False) -> str:
    """``left``, ``right`` or ``window``; ``inside`` the main window as on the first day where it has its own."""
    place: str = getattr(settings, f"{name}_place")
    return str(DEFAULTS[f"{name}_place"]) if inside and place == "window" else place


def title_of(name: str) -> str:
    """What the pane is called, in the settings too."""
    return localised(rows()[f"{name}_shown"].label)


def reachable(place: QRect, areas: list[QRect]) -> QRect:
    """``place`` of a window whose title bar can be taken hold of on one of the screens' ``areas``; else on the first.

    A window larger than its screen is made as large as that.
    """
    title = QRect(place.left(), place.top() - TITLE, place.width(), TITLE + GRASP.height())
    for area in areas:
        seen = area.intersected(title)
        held = seen.width() >= min(GRASP.width(), place.width()) and seen.height() >= GRASP.height()
        if held and place.top() >= area.top():
            return QRect(place.topLeft(), place.size().boundedTo(area.size()))
    if not areas:
        return place
    area = areas[0]
    size = place.size().boundedTo(area.size() - QSize(0, TITLE))
    corner = area.center() - QRect(area.topLeft(), size).center() + area.topLeft()
    return QRect(corner, size)
