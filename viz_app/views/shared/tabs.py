"""The tabs of the window, one for each view. A view is made when it is first shown or asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Protocol, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from viz_app.pictures import short_titles, shorter_titles, titles
from viz_app.state.comparison import COMPARE, is_compared
from viz_app.state.decoding import BEAM_TREE, is_searched
from viz_app.state.intents import SetView
from viz_app.state.state import Snapshot
from viz_app.views import view_of
from viz_app.views.shared.tab_bar import FittedTabBar
from viz_app.views.shared.view import View

translate = QCoreApplication.translate
SHARE_OF_CORNER = 0.29  #: of the width, at most
SheetT = TypeVar("SheetT", bound=QWidget)


class FittingWidget(Protocol):
    """What may stand in the corner: it can be told how wide to be at most."""

    @property
    def rooms(self) -> tuple[int, ...]:
        """Pixels that it takes in each of its wordings, the widest first."""

    def give_room(self, pixels: int) -> None: ...


class Tabs(QTabWidget):
    """Shows the view that a snapshot names. ``requested`` carries what any of them says, and which tab is chosen.

    Between the tabs and the views stands one line, which all views share.
    """

    requested = Signal(object)  #: an Intent
    menu_wanted = Signal(QPoint)  #: for what is selected, there on the screen

    def __init__(self) -> None:
        super().__init__()
        self.views = Views(self)
        self._pages = {name: QWidget() for name in titles()}
        self.snapshot = Snapshot()
        self._displaying = False
        self._line: QWidget | None = None
        self._sheet: QWidget | None = None
        self._sheet_front: QWidget | None = None
        names, short, least = FittedTabBar(), short_titles(), shorter_titles()
        self.setTabBar(names)
        self._names = names
        self._before_views: list[QWidget] = [names]  # what the Tab key reaches before a view
        self.setDocumentMode(True)
        for name, title in titles().items():
            QVBoxLayout(self._pages[name]).setContentsMargins(0, 0, 0, 0)
            self.addTab(self._pages[name], title)
        for name in (BEAM_TREE, COMPARE):  # there with what they show
            names.setTabVisible([*self._pages].index(name), False)
        names.word(*((title, short.get(name, ""), *least.get(name, ())) for name, title in titles().items()))
        self.currentChanged.connect(self._choose)
        self.tabBarClicked.connect(self._uncover)
        self._stack = self.findChild(QStackedWidget)

    def furnish(self, corner: QWidget, line: QWidget) -> None:
        """A switch in the corner, and the line that all views share; made before any view."""
        self._before_views = [self.tabBar(), *_chain(corner), *_chain(line)]  # while they are by themselves
        self._line = line
        line.setParent(self)
        self.setCornerWidget(corner, Qt.Corner.TopRightCorner)
        for before, after in pairwise(self._before_views):
            QWidget.setTabOrder(before, after)
        self._place_line()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        self._share()
        super().resizeEvent(event)
        self._place_line()

    def _share(self) -> None:
        """The corner gives way before a tab loses its word, whether those that come at times are there or not."""
        corner: QWidget | None = self.cornerWidget(Qt.Corner.TopRightCorner)
        if corner is None:
            return
        fitting, share = cast(FittingWidget, corner), round(self.width() * SHARE_OF_CORNER)
        most = min(share, self.width() - self._names.needed)
        rooms = [room for room in fitting.rooms if room <= most] or [most]
        fitting.give_room(next((room for room in rooms if self.width() - room >= self._names.wanted), rooms[-1]))

    def event(self, event: QEvent) -> bool:
        """The line may need another height: larger text."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_line()
        return done

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Names of views in other letters need other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._names.follow_font()

    def _place_line(self) -> None:
        """Under the tabs, as wide as the views, which begin below it."""
        line = self._line
        if line is None:
            return
        high, top = line.sizeHint().height(), self.tabBar().geometry().bottom() + 1
        for page in self._pages.values():
            page.layout().setContentsMargins(0, high, 0, 0)  # type: ignore[union-attr]  # it was given one
        line.setGeometry(0, top, self.width(), high)
        line.raise_()
        if self._sheet is not None:
            self._sheet.raise_()  # an answer covers the line too: it begins with its title

    @property
    def current(self) -> View:
        """The visible view."""
        return self.views[self._name(self.currentIndex())]

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot`` in its view; an unknown one leaves the visible one. Others hear of it when looked at."""
        self.snapshot = snapshot
        view = self.views[snapshot.view if snapshot.view in self.views else self._name(self.currentIndex())]
        for other in self.views.made:
            other.let_go(snapshot)
        self._displaying = True
        at_times = ((BEAM_TREE, is_searched(snapshot)), (COMPARE, is_compared(snapshot)))
        changed = [self._names.show_tab([*self.views].index(name), there) for name, there in at_times]
        if any(changed):
            self._share()
        before, focused = self.currentWidget(), QApplication.focusWidget()
        self.setCurrentWidget(self._pages[view.name])
        self._displaying = False
        held = focused is not None and before.isAncestorOf(focused)
        if before is not self.currentWidget() and (held or (view.by_arrows and focused is self.window())):
            view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt's choice is whatever stands first in the view

    @property
    def front(self) -> QWidget:
        """What takes the keyboard here: the picture of the visible view, or the sheet that lies over it."""
        sheet = self._sheet
        return self.current.canvas if sheet is None or not sheet.isVisible() else self._sheet_front or sheet

    def cover(self, sheet: SheetT, front: QWidget | None = None) -> SheetT:
        """Lay ``sheet`` over the views, exactly as large, while it is shown; the tabs and what stands beside stay.

        ``front`` takes the keyboard in it.
        """
        self._sheet, self._sheet_front = sheet, front
        sheet.setParent(self)
        for watched in (self._stack, sheet):
            assert watched is not None, "Qt has given the tabs one"
            watched.installEventFilter(self)
        return sheet

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The sheet follows the views; what lies under it takes no keys."""
        kind = event.type()
        if self._sheet is not None and self._stack is not None:
            if kind in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
                self._sheet.setGeometry(self._stack.geometry())
            if watched is self._sheet and kind in (QEvent.Type.Show, QEvent.Type.Hide):
                for covered in filter(None, (self._stack, self._line)):
                    covered.setEnabled(kind == QEvent.Type.Hide)
        return super().eventFilter(watched, event)

    def _uncover(self, index: int) -> None:
        """The tab of the view that is covered was pressed: a person wants to see it."""
        if index == self.currentIndex() and self._sheet is not None and self._sheet.isVisible():
            self.requested.emit(SetView(self._name(index)))

    def teach(self, index: int, action: QAction) -> None:
        """A tab teaches what the command of its view does, at every moment."""

        def follow() -> None:
            if self.tabToolTip(index) != action.toolTip():
                self.setTabToolTip(index, action.toolTip())

        action.changed.connect(follow)
        follow()

    def make(self, name: str) -> View:
        """The view called ``name``, placed on its page."""
        view = view_of(name)()
        view.display(self.snapshot)
        chain = _chain(view)
        self._pages[name].layout().addWidget(view)  # type: ignore[union-attr]  # it was given one
        for before, after in pairwise(
            [self._before_views[-1], *chain]
        ):  # else it would be behind all that was made earlier
            QWidget.setTabOrder(before, after)
        view.requested.connect(self.requested)
        view.menu_wanted.connect(self.menu_wanted)
        view.show()  # and laid out: a person may have chosen its tab, and its page be on screen
        return view

    def _choose(self, index: int) -> None:
        if not self._displaying:
            self.requested.emit(SetView(self._name(index)))

    def _name(self, index: int) -> str:
        return list(self.views)[index]


class Views(Mapping[str, View]):
    """The views by name, in the order of their tabs. One that is looked at is made, and shows what is true now."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._made: dict[str, View] = {}

    def __getitem__(self, name: str) -> View:
        if name not in self._made:
            if name not in self:
                raise KeyError(name)
            self._made[name] = self._tabs.make(name)
        view = self._made[name]
        if view.snapshot is not self._tabs.snapshot:
            view.display(self._tabs.snapshot)
        return view

    def __contains__(self, name: object) -> bool:
        return name in titles()

    def __iter__(self) -> Iterator[str]:
        return iter(titles())

    def __len__(self) -> int:
        return len(titles())

    @property
    def made(self) -> tuple[View, ...]:
        """Those that have been shown or asked for."""
        return tuple(self._made.values())

    def make_next(self) -> bool:
        """Make one of those that have not; false where there is none."""
        missing = [name for name in self if name not in self._made]
        return bool(missing) and self[missing[0]] is not None


def _chain(view: QWidget) -> list[QWidget]:
    """All of a new view that the Tab key reaches, in its order."""
    found, widget = [], view.nextInFocusChain()
    while widget is not view and widget is not None:
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found
