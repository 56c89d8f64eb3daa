"""The window as a program: builds every object and wires them. The only such place.

The first picture needs no engine: the finished example is read from a file, painted, and only then
does the engine start. torch and spaCy never enter this process.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from model.common.assets import ICON
from viz_app.example import Example, coming, plan
from viz_app.main_window import MainWindow
from viz_app.pictures import titles
from viz_app.platform.appearance import Appearance
from viz_app.platform.display import parse_size, require_display
from viz_app.platform.settings_store import Store, StoredLayout, usual_folder, with_theme, without_given
from viz_app.platform.translations import speak, spoken
from viz_app.platform.turns import Piece, Turns, after_imports
from viz_app.state.intents import Intent, OpenPath
from viz_app.state.questions import closed
from viz_app.state.start import last_place
from viz_app.state.state import Landed, Memory, Notice, Settings, Snapshot, State, noticed

if TYPE_CHECKING:
    from types import TracebackType

    from viz_app.commands.actions import Actions
    from viz_app.commands.shortcuts import KeyGuard
    from viz_app.dialogs.faults.last_catch import ThreadCatch
    from viz_app.dialogs.window_services import WindowDesk
    from viz_app.engine.client import EngineClient
    from viz_app.handlers.controller import Controller
    from viz_app.platform.focus_ring import FocusRings
    from viz_app.platform.one_window import OneWindow
    from viz_app.platform.screen_reader import ScreenReaders

#: What the menus are made from.
MENUS = tuple(f"{__package__}.{name}" for name in ("commands", "commands.shortcuts", "dialogs.window_services"))


def run_window(arguments: Namespace) -> int:
    """What ``main.py window`` does; returns the exit code. Raises :class:`Problem`."""
    if arguments.snapshot:
        from viz_app.window_picture import snapshot

        width, height = parse_size(arguments.size)
        return snapshot(arguments, Path(arguments.snapshot), (width, height))
    return run(arguments)


def run(arguments: Namespace) -> int:
    """Open the window and stay until it is closed."""
    platform = require_display()
    if platform:
        os.environ["QT_QPA_PLATFORM"] = platform  # what was checked is what Qt uses
    application = make_application(arguments.language)
    if arguments.reuse and arguments.file and _taken_by_another(Path(arguments.file)):
        return 0
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal; the engine ends with us
    store = Store()
    settings, problem = store.load()
    notice = None if problem is None else noticed(problem)
    speak(application, arguments.language or settings.language)
    memory = store.memory()
    start, example = plan(arguments, last_place(memory.place) if settings.begin_there else None)
    settled, known = with_theme(settings, arguments.theme), coming(start, example)
    program = Program(application, settled, example, notice, memory, usual_folder(), known)

    def remember(controller: Controller) -> None:
        controller.settings_changed.connect(
            lambda changed: store.save(without_given(changed, settings, arguments.theme))
        )
        controller.remembering.memory_changed.connect(store.save_memory)

    def remember_layout(window: MainWindow) -> None:
        window.closing.connect(lambda: store.save_layout(StoredLayout(*window.layout_pieces(), window.pane_windows())))

    program.prepare, program.prepare_window = remember, remember_layout
    sys.excepthook = partial(last_catch, program.state)
    window = program.window
    window.restore_layout(*store.layout())
    remember_layout(window)
    starting = (lambda: program.controller, lambda: program.controller.start(start), program.take_files)

    def pieces() -> Iterator[Piece]:
        from viz_app import deferred_startup  # the first paint is there before

        yield from deferred_startup.pieces(starting, lambda: program.window.views)

    afterwards = Turns(pieces(), application)  # not the window's: see _renew
    window.painted.connect(afterwards.start, Qt.ConnectionType.QueuedConnection)
    window.show()
    code = application.exec()
    afterwards.stop()
    sys.excepthook = sys.__excepthook__
    program.stop()
    from viz_app.deferred_startup import collect_as_usual

    collect_as_usual()
    return code


def last_catch(state: State, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody foresaw, in one notice; the window goes on. Python's own words go to the terminal, as ever."""
    sys.__excepthook__(kind, error, trace)
    if isinstance(error, Exception):
        from viz_app.dialogs.faults.last_catch import tell  # seldom needed

        tell(state, error)


class Program:
    """One window with everything behind it."""

    def __init__(
        self,
        application: QApplication,
        settings: Settings,
        example: Example | None,
        notice: Notice | None = None,
        memory: Memory = Memory(),  # noqa: B008 - it is frozen
        recovery: Path | None = None,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        self.state = State(replace(_first_snapshot(settings, example, notice), memory=memory))
        if known:
            self.state.update(**known)  # before anything is shown
        self._recovery = recovery
        self.prepare: Callable[[Controller], None] = lambda _: None  #: called once, with a new controller
        self.prepare_window: Callable[[MainWindow], None] = lambda _: None  #: called with a later one
        self._application = application
        self.guard: KeyGuard | None = None  #: lets a control keep its keys
        self.rings: FocusRings | None = None  #: show where the keyboard is
        self.catch: ThreadCatch | None = None  #: of errors in other threads
        self.openings: OneWindow | None = None  #: files that later starts hand over
        self.readers: ScreenReaders | None = None  #: keep what is read out plain
        self.appearance = Appearance(application)
        self.appearance.apply(settings)
        self._language = settings.language
        self.window = self._make_window()
        self.state.changed.connect(self._display)
        self._display(self.state.snapshot)

    def _make_window(self) -> MainWindow:
        window = MainWindow()
        window.requested.connect(self.handle)
        window.may_close = self.may_close
        window.painted.connect(lambda: after_imports(window, MENUS, lambda: self.actions))
        window.painted.connect(lambda: self.appearance.follow(window), Qt.ConnectionType.QueuedConnection)
        return window

    def _follow_language(self, settings: Settings) -> None:
        """Another language counts at once. Later in the event loop: what asked for it may be a part of the window."""
        if settings.language != self._language:
            self._language, before = settings.language, spoken()
            if speak(self._application, settings.language) != before:
                QTimer.singleShot(0, self.window, self._renew)

    def _renew(self) -> None:
        """A new window in the place of the old one: parts take their words when they are made, and hold no state."""
        old, settings_shown, told = self.window, self.desk.settings_shown(), self.desk.faults.told
        self._stop_guard()
        for made in ("desk", "actions"):
            vars(self).pop(made, None)
        self.window = self._make_window()
        _take_place(self.window, old)
        self.desk.faults.told = told
        self._display(self.state.snapshot)
        self._connect(self.controller)
        self.prepare_window(self.window)
        self.window.show()
        old.hide()  # not closed: nobody is asked about what is not saved
        old.deleteLater()
        from viz_app.deferred_startup import unopened

        Turns(unopened(lambda: self.window.views), self.window).start()
        if settings_shown:
            self.desk.show_settings("language")

    def may_close(self) -> bool:
        """Asks about a training that runs, and about what is not saved."""
        return self.desk.trainings.may_close() and self.desk.sessions.may_close()

    @cached_property
    def desk(self) -> WindowDesk:
        """Dialogs, the clipboard and panes, for the commands."""
        from viz_app.dialogs.window_services import WindowDesk

        return WindowDesk(self.window, self.state, self.handle, _keep)

    @cached_property
    def actions(self) -> Actions:
        """Menus and shortcuts. Made soon after the first paint, or when one is asked for."""
        from viz_app.commands import all_menus
        from viz_app.commands.actions import Actions
        from viz_app.commands.shortcuts import KeyGuard
        from viz_app.platform.focus_ring import FocusRings
        from viz_app.platform.screen_reader import ScreenReaders

        qt = self._application
        self.guard, self.rings, self.readers = KeyGuard(qt), FocusRings(qt), ScreenReaders(qt, self.state.changed)
        self.desk.menus = all_menus(tuple(titles().items()))
        made = Actions(self.desk.menus, self.desk, self.window)
        self.window.use(made)
        made.display(self.state.snapshot)
        return made

    @cached_property
    def client(self) -> EngineClient:
        """The line to the engine; the first picture needs none."""
        from viz_app.engine.client import EngineClient

        return EngineClient()

    @cached_property
    def controller(self) -> Controller:
        """All that happens. Made after the first paint, or when something happens before."""
        from viz_app.dialogs.faults.last_catch import ThreadCatch
        from viz_app.handlers.controller import Controller

        self.catch = ThreadCatch(self.state)
        made = Controller(self.state, self.client, recovery=self._recovery)
        made.settings_changed.connect(self.appearance.apply)
        made.settings_changed.connect(self._follow_language)
        self._connect(made)
        self.prepare(made)
        return made

    def _connect(self, controller: Controller) -> None:
        """What only this window can do for it; what a deleted window was connected to is gone with it."""
        controller.filing.told.connect(self.desk.show_report)
        controller.sessions.columns = self.window.columns
        controller.sessions.laid_out.connect(self.window.lay_out)
        controller.sessions.unsaved.connect(self.desk.sessions.ask_unsaved)

    def handle(self, intent: Intent) -> None:
        """Do what a view, control or command asked for."""
        self.controller.handle(intent)

    def take_files(self) -> None:
        """From now on files that a desktop opens come into this window, if it is the first of this user."""
        from viz_app.platform.one_window import OneWindow, OpensFiles, usual_place

        self.openings = OneWindow(usual_place(), self._open_here)
        if isinstance(self._application, OpensFiles):
            self._application.take(self._open_here)

    def _open_here(self, path: Path) -> None:
        self.handle(OpenPath(path))
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def stop(self) -> None:
        """End the engine, threads and exports, and drop the window."""
        if self.openings is not None:
            self.openings.stop()
        if "controller" in vars(self):
            self.controller.stop()
        if self.catch is not None:
            self.catch.remove()
        self._stop_guard()
        self.window.deleteLater()

    def _stop_guard(self) -> None:
        """Once; the next comes with the next window's menus, which may not have been made yet."""
        for follower in (self.guard, self.rings, self.readers):
            if follower is not None:
                follower.stop()
        self.guard = self.rings = self.readers = None

    def _display(self, snapshot: Snapshot) -> None:
        self.window.display(snapshot)
        fault = snapshot.problem is not None and bool(snapshot.problem.fault)
        if fault or snapshot.asked is not None or "desk" in vars(self):
            self.desk.faults.display(snapshot)
            self.desk.questions.display(snapshot)
            self.desk.presentation.display(snapshot)
        if "actions" in vars(self):
            self.actions.display(snapshot)


def _take_place(new: MainWindow, old: MainWindow) -> None:
    """As large, there, and with the same columns; not what fits best on this screen."""
    geometry, columns = old.layout_pieces()
    new.restore_layout(geometry, columns, old.pane_windows())
    if not (old.isMaximized() or old.isFullScreen()):
        new.resize(old.size())
        new.restore_layout(b"", columns)


def _new_application() -> QApplication:
    """A Mac tells by events which files are opened."""
    if sys.platform != "darwin":
        return QApplication(["headscope"])
    from viz_app.platform.one_window import OpensFiles

    return OpensFiles(["headscope"])


def _taken_by_another(path: Path) -> bool:
    from viz_app.platform.one_window import hand_over, usual_place

    return hand_over(path, usual_place())


def make_application(language: str | None) -> QApplication:
    """Qt, with our name and the translations that ship."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = _new_application()
    application.setApplicationName("Headscope")
    application.setApplicationDisplayName("")  # the window's own title says it
    application.setOrganizationName("Headscope")
    application.setDesktopFileName("headscope")  # Wayland finds the icon by it
    application.setWindowIcon(QIcon(str(ICON)))
    speak(application, language)
    return application


def _first_snapshot(settings: Settings, example: Example | None, notice: Notice | None) -> Snapshot:
    empty = Snapshot(settings=closed(settings), problem=notice)
    if example is None:
        return empty
    text = example.trace.meta.source_text
    return replace(
        empty, trace=example.trace, selection=example.selection, checkpoint=example.checkpoint, source_text=text,
        landed=Landed(example.selection.kind, example.selection.layer, example.selection.head),
    )  # fmt: skip


def _keep(path: Path, now: Snapshot) -> None:
    """A session file beside a lesson that begins with it. Raises :class:`Problem`."""
    from viz_app.handlers.session_codec import keep_session

    keep_session(path, now)
