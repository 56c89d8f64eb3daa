"""The window: places every control and view, passes snapshots down and Intents up. No logic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QVBoxLayout, QWidget

from viz_app.controls.checkpoint_menu import RecentMenu
from viz_app.controls.device_picker import DevicePicker
from viz_app.controls.display.display_bar import DisplayBar
from viz_app.controls.display.kind_switch import KindSwitch
from viz_app.controls.display.row_sentence import RowSentence
from viz_app.controls.dropped_files import DropHint, dropped_paths, what_to_open
from viz_app.controls.header.headline import title_of
from viz_app.controls.header.window_header import WindowHeader
from viz_app.controls.inspector.inspector import Inspector
from viz_app.controls.inspector.sheet import AnswerSheet
from viz_app.controls.model_map.model_map import ModelMap
from viz_app.controls.notes import Notes
from viz_app.controls.source.source_box import SentSentence
from viz_app.controls.status_line import StatusLine
from viz_app.controls.widgets import PaneColumn, restore_place, restore_widths
from viz_app.state.intents import Intent, ShowFullScreen, Translate
from viz_app.state.state import Snapshot
from viz_app.views.shared.tabs import Tabs

if TYPE_CHECKING:
    from viz_app.commands.actions import Actions
    from viz_app.controls.panes.pane_places import PanePlaces
    from viz_app.controls.what_if.dock import WhatIfDock

translate = QCoreApplication.translate
SMALLEST, COMFORTABLE, TITLE_BAR = QSize(960, 540), QSize(1360, 820), QSize(0, 36)
LOWEST = 160  #: pixels of the panes
SIDES = {"map_place": "left", "inspector_place": "right", "what_if_place": "right", "notes_place": "right"}
Windows = Mapping[str, bytes]  #: of panes, each as Qt describes its place
NO_WINDOWS: Windows = MappingProxyType({})
COLUMNS = (1.0, 3.2, 1.45)  #: shares of the width: map of the model, views, inspector


class WindowPart(Protocol):
    """What the window needs of a control or view.

    One that says which attributes of a snapshot it ``shows`` is told of nothing else.
    """

    requested: Any  #: Signal carrying an Intent

    def display(self, snapshot: Snapshot) -> None: ...


class MainWindow(QMainWindow):
    """Everything on one screen. ``requested`` carries every Intent of every part."""

    requested = Signal(object)
    painted = Signal()  #: once, with the first paint
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._painted = False
        self._shown: Snapshot | None = None
        self._sent = SentSentence(self)
        self.header = header = WindowHeader()
        self.checkpoint_menu, self.banner = header.checkpoint_menu, header.banner
        self.source_box, self.target_line = header.source_box, header.target_line
        self.headline, self.typed_row, self.token_strip = header.headline, header.typed_row, header.token_strip
        self.stepper, self.sentence_picker, self.questions = header.stepper, header.sentence_picker, header.questions
        self.device_picker = DevicePicker()
        self.model_map = ModelMap()
        self.tabs = Tabs()
        self.views = self.tabs.views
        self.kind_switch, self.display_bar = KindSwitch(), DisplayBar()
        self.row_sentence = RowSentence()
        self.inspector = Inspector()
        self.answer_sheet = self.tabs.cover(sheet := AnswerSheet(), sheet.area)
        self.notes = Notes()
        self.what_if_made: tuple[WhatIfDock, ...] = ()
        self._places: PanePlaces | None = None  # made for a pane that stands elsewhere than usual
        self.stored_windows = NO_WINDOWS  # where panes had windows of their own
        self.right = PaneColumn()
        self.status_line = StatusLine()
        self.cell_menu = QMenu(self)  # filled from actions
        self._recent: tuple[RecentMenu, ...] = ()  # made from actions
        self.drop_hint = DropHint(self)
        self.may_close: Callable[[], bool] = lambda: True
        self._waits_for_words: Path | None = None  # an open checkpoint without vocabulary
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._arrange()
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(SMALLEST)
        self.resize(self._usual_size())
        self.setFocus()

    @property
    def parts(self) -> tuple[WindowPart, ...]:
        """Everything that shows a snapshot."""
        return (
            self.checkpoint_menu, self.source_box, self.header.decoding, self.headline,
            self.typed_row, self.target_line, self.banner, self.token_strip, self.stepper, self.sentence_picker,
            self.questions, self.model_map, self.kind_switch, self.display_bar, self.row_sentence, self.inspector,
            self.notes, self.status_line, self.device_picker, self.tabs, self.answer_sheet, *self.what_if_made,
        )  # fmt: skip

    @property
    def what_if(self) -> WhatIfDock:
        """The dock of changes; made when it is first shown, which few starts do."""
        if not self.what_if_made:
            from viz_app.controls.what_if.dock import WhatIfDock

            self.what_if_made = (dock := WhatIfDock(),)
            dock.requested.connect(self.requested)
            dock.hide()
            self.right.insertWidget(1, dock)
            dock.display(self._shown or Snapshot())
        return self.what_if_made[0]

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot`` everywhere."""
        before, self._shown = self._shown, snapshot
        for part in (*self.parts, *self._recent):
            shows = getattr(part, "shows", None)
            if before is None or shows is None or snapshot.differs(before, shows):
                part.display(snapshot)
        self._fill_screen(snapshot.full_screen)
        self.header.follow(snapshot, self.requested)
        self.model_map.setVisible(snapshot.settings.map_shown)
        self.inspector.setVisible(snapshot.settings.inspector_shown and self.right.away is not self.inspector)
        self.notes.setVisible(snapshot.settings.notes_shown)
        if self.what_if_made or snapshot.settings.what_if_shown:
            self.what_if.setVisible(snapshot.settings.what_if_shown)
        panes = snapshot.settings.inspector_shown, snapshot.settings.notes_shown, snapshot.settings.what_if_shown
        self.right.setVisible(any(panes))
        self._put_panes(snapshot)
        self.right.share()
        info = snapshot.checkpoint
        self._waits_for_words = Path(info.path) if info is not None and info.tokenizer == "ids" else None
        self.setWindowTitle(title_of(snapshot))
        self.setWindowModified(snapshot.unsaved)
        self._sent.follow(snapshot)

    def use(self, actions: Actions) -> None:
        """Fill the menus and show them in the bar, and let the tabs teach as their commands do."""
        by_name = actions.by_name
        self._recent = tuple(RecentMenu(by_name["file.forget"], self) for _ in range(2))
        for recent in self._recent:
            recent.requested.connect(self.requested)
            if self._shown is not None:  # menus are made after the first snapshots, which may name a file
                recent.display(self._shown)
        self.menuBar().clear()
        actions.fill_bar(self.menuBar(), {"file.forget": self._recent[1]})
        actions.fill_more(self.header.more_menu)
        shown = ("file.open", "file.open_folder", "file.save_checkpoint", "file.about")
        self.checkpoint_menu.add_actions((by_name[name] for name in shown), self._recent[0])
        actions.fill_cell(self.cell_menu)
        for index, name in enumerate(self.views):
            self.tabs.teach(index, by_name[f"view.{name}"])
        self.banner.offered.connect(lambda name: by_name[name].trigger())

    # --- panes ---

    def _put_panes(self, snapshot: Snapshot) -> None:
        """On the side, or in the window of its own, that the settings say."""
        if self._places is None and any(getattr(snapshot.settings, name) != side for name, side in SIDES.items()):
            from viz_app.controls.panes.pane_places import PanePlaces

            self._places = PanePlaces(self)
        if self._places is not None:
            self._places.follow(snapshot)

    def pane_windows(self) -> Windows:
        """Where panes have windows of their own, as Qt describes it, to be stored."""
        return self.stored_windows if self._places is None else self._places.geometries()

    def edit_sentence(self) -> None:
        """Put the cursor into the source sentence."""
        self.source_box.input.edit_all()

    def focus_pane(self, direction: int) -> None:
        """Give the keyboard to the next (1) or previous (−1) pane."""
        from viz_app.controls.panes.pane_focus import first_focusable, step

        panes: list[QWidget] = [
            self.source_box, self.target_line, self.token_strip, self.stepper, self.model_map, self.tabs,
            *(pane for at in range(self.right.count()) if (pane := self.right.widget(at)) is not None),
        ]  # fmt: skip
        if self._places is not None:
            panes[4:5], panes[len(panes) :] = self._places.left_panes(), self._places.shown_windows()
        step(panes, direction, lambda pane: self.tabs.front if pane is self.tabs else first_focusable(pane))

    def layout_pieces(self) -> tuple[bytes, tuple[int, ...]]:
        """What to store of the layout."""
        return bytes(self.saveGeometry().data()), tuple(self.splitter.sizes())

    def restore_layout(self, geometry: bytes, columns: tuple[int, ...], windows: Windows = NO_WINDOWS) -> None:
        """Bring back a stored layout; a piece that cannot be leaves the default."""
        self.stored_windows = windows or self.stored_windows
        restore_place(self, geometry, self._usual_size())
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)  # a day begins with a window
        self.reset_columns()
        restore_widths(self.splitter, columns)

    def reset_layout(self) -> None:
        """As on the first day."""
        self.showNormal()
        self.resize(self._usual_size())
        self.reset_columns()
        self.stored_windows = NO_WINDOWS
        if self._places is not None:
            self._places.reset()

    def _fill_screen(self, on: bool) -> None:
        """The whole screen, where the menu bar is one row less for the picture, or the place that the window had."""
        self.menuBar().setVisible(not on)
        if on != self.isFullScreen():
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _usual_size(self) -> QSize:
        """Comfortable, or what the screen has under the bar that a desktop puts above it."""
        return COMFORTABLE.boundedTo(self.screen().availableSize() - TITLE_BAR)

    def reset_columns(self) -> None:
        """The three columns in their usual shares."""
        self.set_columns(COLUMNS)

    def lay_out(self, shares: tuple[float, ...]) -> None:
        """As a session says; the arrows step then, and type into no field."""
        self.set_columns(shares)
        self.setFocus()

    def columns(self) -> tuple[float, ...]:
        """The shares of the three columns; of one that is hidden 0."""
        sizes = self.splitter.sizes()
        return tuple(size / max(1, sum(sizes)) for size in sizes)

    def set_columns(self, shares: tuple[float, ...]) -> None:
        """Give the three columns these shares; any other number of shares is none."""
        if len(shares) == self.splitter.count() and sum(shares) > 0:
            self.splitter.setSizes([round(self.width() * share / sum(shares)) for share in shares])

    # --- placing ---

    def _arrange(self) -> None:
        self.tabs.setAccessibleName(translate("MainWindow", "Views"))
        self.tabs.menu_wanted.connect(self.cell_menu.popup)
        middle = _stack(self.tabs, self.row_sentence)
        self.right.addWidget(self.inspector)
        self.right.addWidget(self.notes)
        for pane in (self.model_map, middle, self.right):
            self.splitter.addWidget(pane)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setMinimumHeight(LOWEST)  # where text is very large, panes scroll before rows are cut
        for index in range(self.splitter.count()):
            self.splitter.setStretchFactor(index, 1)  # another size of the window keeps the shares
        self.tabs.furnish(self.kind_switch, self.display_bar)
        body = _stack(self.header, self.splitter)
        body.layout().setStretch(1, 1)  # type: ignore[union-attr]
        self.setCentralWidget(body)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status_line, 1)
        self.statusBar().addPermanentWidget(self.device_picker)
        for title in menu_titles():  # last, as readers of the window have always found them
            self.menuBar().addAction(title)  # in the place of the menus

    def _connect(self) -> None:
        for part in self.parts:
            part.requested.connect(self.requested)
        self.token_strip.editing.connect(self.edit_sentence)
        for box in (self.source_box, self.target_line):
            box.requested.connect(self._after_enter)

    def _after_enter(self, intent: Intent) -> None:
        """A sentence that is on screen needs the keyboard no more: the arrows step then."""
        if isinstance(intent, Translate) and self._shown is not None:
            self._sent.send(self._shown)

    # --- what Qt tells a window ---

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """The system has a key and a button of its own for the whole screen."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.WindowStateChange or self._shown is None:
            return
        if self.isFullScreen() != self._shown.full_screen:
            self.requested.emit(ShowFullScreen(self.isFullScreen()))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Closing during work just closes; only what a person has written and not saved is asked about."""
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        paths = dropped_paths(event)
        if paths:
            event.acceptProposedAction()
            self.drop_hint.tell(what_to_open(paths, self._waits_for_words))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802 - Qt's name
        self.drop_hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        self.drop_hint.hide()
        paths = dropped_paths(event)
        if paths:
            event.acceptProposedAction()
            self.requested.emit(what_to_open(paths, self._waits_for_words))


def menu_titles() -> tuple[str, ...]:
    """What the menu bar shows before :mod:`viz_app.commands` has been imported."""
    return (
        translate("Commands", "&File"),
        translate("Commands", "&Edit"),
        translate("Commands", "&View"),
        translate("Commands", "&Display"),
        translate("Commands", "&Ask"),
        translate("Commands", "&Step"),
        translate("Commands", "&Help"),
    )


def _stack(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    box = QVBoxLayout(holder)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(0)
    for widget in widgets:
        box.addWidget(widget)
    return holder
