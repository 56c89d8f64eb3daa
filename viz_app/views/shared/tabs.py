"""The tabs of the window, one for each view. A view is made when it is first shown or asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from viz_app.pictures.drawing.titles import titles
from viz_app.state.intents import SetView
from viz_app.state.state import Snapshot
from viz_app.views import view_of
from viz_app.views.shared.tab_bar import FittedTabBar, short_titles
from viz_app.views.shared.view import View


class Tabs(QTabWidget):
    """Shows the view that a snapshot names. ``requested`` carries what any of them says, and which tab is chosen."""

    requested = Signal(object)  #: an Intent
    menu_wanted = Signal(QPoint)  #: for what is selected, there on the screen

    def __init__(self) -> None:
        super().__init__()
        self.views = Views(self)
        self._pages = {name: QWidget() for name in titles()}
        self._snapshot = Snapshot()
        self._displaying = False
        names, short = FittedTabBar(), short_titles()
        self.setTabBar(names)
        self.setDocumentMode(True)
        for name, title in titles().items():
            QVBoxLayout(self._pages[name]).setContentsMargins(0, 0, 0, 0)
            self.addTab(self._pages[name], title)
        names.word(*((title, short.get(name, "")) for name, title in titles().items()))
        self.currentChanged.connect(self._choose)

    @property
    def current(self) -> View:
        """The visible view."""
        return self.views[self._name(self.currentIndex())]

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot`` in every view that there is; an unknown one leaves the visible one."""
        self._snapshot = snapshot
        for view in self.views.made:
            view.display(snapshot)
        shown = self.views.get(snapshot.view, self.current)
        self._displaying = True
        self.setCurrentWidget(self._pages[shown.name])
        self._displaying = False

    def make(self, name: str) -> View:
        """The view called ``name``, placed on its page."""
        view = view_of(name)()
        view.display(self._snapshot)
        chain = _chain(view)
        self._pages[name].layout().addWidget(view)  # type: ignore[union-attr]  # it was given one
        for before, after in pairwise([self.tabBar(), *chain]):  # else it would be behind all that was made earlier
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
    """The views by name, in the order of their tabs."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._made: dict[str, View] = {}

    def __getitem__(self, name: str) -> View:
        if name not in self._made:
            if name not in self:
                raise KeyError(name)
            self._made[name] = self._tabs.make(name)
        return self._made[name]

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
