"""The window as a program: builds every object and wires them. The only such place.

The first picture needs no engine: the finished example is read from a file, painted, and only then
does the engine start. torch and spaCy never enter this process.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from model.common.atomic import write_atomically
from model.common.problems import Problem, unforeseen
from viz_app.deferred_startup import Afterwards, collect_as_usual, pieces, unopened
from viz_app.example import Example, coming, plan, with_details
from viz_app.main_window import MainWindow
from viz_app.pictures import titles
from viz_app.platform.appearance import Appearance
from viz_app.platform.display import OFFSCREEN, parse_size, require_display, require_libraries
from viz_app.platform.settings_store import Store, StoredLayout, usual_folder
from viz_app.platform.translations import speak, spoken
from viz_app.state.intents import Intent, OpenPath
from viz_app.state.questions import closed
from viz_app.state.start import Start, last_place
from viz_app.state.state import Landed, Memory, Notice, Settings, Snapshot, State

if TYPE_CHECKING:
    from types import TracebackType

    from viz_app.commands.actions import Actions
    from viz_app.commands.shortcuts import KeyGuard
    from viz_app.dialogs.window_services import WindowDesk
    from viz_app.engine.client import EngineClient
    from viz_app.handlers.controller import Controller
    from viz_app.platform.focus_ring import FocusRings
    from viz_app.platform.screen_reader import ScreenReaders

SNAPSHOT_SECONDS = 300  #: an engine that says nothing for so long never will


def run_window(arguments: Namespace) -> int:
    """What ``main.py window`` does; returns the exit code. Raises :class:`Problem`."""
    if arguments.snapshot:
        return snapshot(arguments, Path(arguments.snapshot), parse_size(arguments.size))
    return run(arguments)


def run(arguments: Namespace) -> int:
    """Open the window and stay until it is closed."""
    platform = require_display()
    if platform:
        os.environ["QT_QPA_PLATFORM"] = platform  # what was checked is what Qt uses
    application = make_application(arguments.language)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal; the engine ends with us
    store = Store()
    settings, problem = store.load()
    notice = None if problem is None else Notice(problem.what, problem.why, problem.next_step)
    speak(application, arguments.language or settings.language)
    memory = store.memory()
    start, example = plan(arguments, last_place(memory.place) if settings.begin_there else None)
    settled, known = _with_theme(settings, arguments.theme), coming(start, example)
    program = Program(application, settled, example, notice, memory, usual_folder(), known)

    def remember(controller: Controller) -> None:
        controller.settings_changed.connect(
            lambda changed: store.save(without_given(changed, settings, arguments.theme))
        )
        controller.remembering.memory_changed.connect(store.save_memory)

    def remember_layout(window: MainWindow) -> None:
        window.closing.connect(lambda: store.save_layout(StoredLayout(*window.layout_pieces())))

    program.prepare, program.prepare_window = remember, remember_layout
    sys.excepthook = partial(last_catch, program.state)
    window = program.window
    window.restore_layout(*store.layout())
    remember_layout(window)
    starting = (lambda: program.controller, lambda: program.controller.start(start))
    afterwards = Afterwards(pieces(starting, lambda: program.window.views), application)  # not the window's: see _renew
    window.painted.connect(afterwards.start, Qt.ConnectionType.QueuedConnection)
    window.show()
    code = application.exec()
    afterwards.stop()
    sys.excepthook = sys.__excepthook__
    program.stop()
    collect_as_usual()
    return code


def last_catch(state: State, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody foresaw, in one notice; the window goes on. Python's own words go to the terminal, as ever."""
    sys.__excepthook__(kind, error, trace)
    if isinstance(error, Exception):
        notice = Notice((problem := unforeseen(error)).what, problem.why, problem.next_step)
        if state.snapshot.problem != notice:  # a picture that cannot be drawn fails again when the notice has its place
            QTimer.singleShot(0, lambda: state.update(problem=notice))


def snapshot(arguments: Namespace, out: Path, size: tuple[int, int]) -> int:
    """Save a picture of the window. The engine is asked only for what no shipped file shows.

    Raises :class:`Problem` where the picture would show one instead of what was asked for.
    """
    from PySide6.QtCore import QBuffer, QIODevice  # with all their enumerations

    require_libraries(OFFSCREEN)
    os.environ["QT_QPA_PLATFORM"] = OFFSCREEN
    application = make_application(arguments.language)
    start, example = plan(arguments)
    program = Program(application, _with_theme(Settings(), arguments.theme), with_details(example, start.details))
    try:
        program.window.resize(*size)
        program.window.reset_columns()
        program.window.show()
        if example is None:
            _wait_for_run(program, replace(start, ask=False))
        program.state.update(engine_ready=True)  # as it will be in a moment; the engine adds nothing to see
        application.processEvents()
        image = QBuffer()
        image.open(QIODevice.OpenModeFlag.WriteOnly)
        program.window.grab().save(image, "PNG")
        write_atomically(out, bytes(image.data().data()))
    finally:
        program.window.close()
        program.stop()
    return 0


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
        window.painted.connect(lambda: self.actions, Qt.ConnectionType.QueuedConnection)
        return window

    def _follow_language(self, settings: Settings) -> None:
        """Another language counts at once. Later in the event loop: what asked for it may be a part of the window."""
        if settings.language != self._language:
            self._language, before = settings.language, spoken()
            if speak(self._application, settings.language) != before:
                QTimer.singleShot(0, self.window, self._renew)

    def _renew(self) -> None:
        """A new window in the place of the old one: parts take their words when they are made, and hold no state."""
        old, settings_shown = self.window, self.desk.settings_shown()
        self._stop_guard()
        for made in ("desk", "actions"):
            vars(self).pop(made, None)
        self.window = self._make_window()
        _take_place(self.window, old)
        self._display(self.state.snapshot)
        self._connect(self.controller)
        self.prepare_window(self.window)
        self.window.show()
        old.hide()  # not closed: nobody is asked about what is not saved
        old.deleteLater()
        Afterwards(unopened(lambda: self.window.views), self.window).start()
        if settings_shown:
            self.desk.show_settings("language")

    def may_close(self) -> bool:
        """Asks about a training that runs, and about what is not saved."""
        return self.desk.trainings.may_close() and self.desk.sessions.may_close()

    @cached_property
    def desk(self) -> WindowDesk:
        """Dialogs, the clipboard and panes, for the commands."""
        from viz_app.dialogs.window_services import WindowDesk

        return WindowDesk(self.window, self.state, self.handle)

    @cached_property
    def actions(self) -> Actions:
        """Menus and shortcuts. Made with the first paint, before anybody can use one, or when one is asked for."""
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
        from viz_app.handlers.controller import Controller

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

    def stop(self) -> None:
        """End the engine, threads and exports, and drop the window."""
        if "controller" in vars(self):
            self.controller.stop()
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
        if snapshot.asked is not None or "desk" in vars(self):
            self.desk.questions.display(snapshot)
            self.desk.presentation.display(snapshot)
        if "actions" in vars(self):
            self.actions.display(snapshot)


def _take_place(new: MainWindow, old: MainWindow) -> None:
    """As large, there, and with the same columns; not what fits best on this screen."""
    geometry, columns = old.layout_pieces()
    new.restore_layout(geometry, columns)
    if not (old.isMaximized() or old.isFullScreen()):
        new.resize(old.size())
        new.restore_layout(b"", columns)


def make_application(language: str | None) -> QApplication:
    """Qt, with our name and the translations that ship."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(["headscope"])
    application.setApplicationName("Headscope")
    application.setApplicationDisplayName("")  # the window's own title says it
    application.setOrganizationName("Headscope")
    speak(application, language)
    return application


def without_given(changed: Settings, stored: Settings, theme: str | None) -> Settings:
    """What to store of ``changed``: a theme that was given for this once and is still on was nobody's choice."""
    return replace(changed, theme=stored.theme) if theme and changed.theme == theme else changed


def _with_theme(settings: Settings, theme: str | None) -> Settings:
    return replace(settings, theme=theme) if theme else settings  # type: ignore[arg-type]


def _first_snapshot(settings: Settings, example: Example | None, notice: Notice | None) -> Snapshot:
    empty = Snapshot(settings=closed(settings), problem=notice)
    if example is None:
        return empty
    text = example.trace.meta.source_text
    return replace(
        empty, trace=example.trace, selection=example.selection, checkpoint=example.checkpoint, source_text=text,
        landed=Landed(example.selection.kind, example.selection.layer, example.selection.head),
    )  # fmt: skip


def _wait_for_run(program: Program, start: Start) -> None:
    """Until the window shows what it was started for. Raises :class:`Problem` with what the banner would say."""
    if not start.checkpoint and start.trace is None:
        return
    from PySide6.QtCore import QEventLoop

    loop = QEventLoop()

    def look() -> None:
        now = program.state.snapshot
        shown = now.trace is not None or (now.checkpoint is not None and not now.source_text)
        if (now.problem is not None and not now.problem.calm) or (shown and now.busy is None):
            loop.quit()

    looking = QTimer(singleShot=True, interval=0)  # after everything that follows from a change
    looking.timeout.connect(look)
    program.state.changed.connect(lambda _: looking.start())
    QTimer.singleShot(SNAPSHOT_SECONDS * 1000, loop.quit)
    if start.trace is not None:
        program.controller.handle(OpenPath(start.trace))  # needs no engine
    else:
        program.controller.start(start)
    loop.exec()
    problem = program.state.snapshot.problem
    if problem is not None and problem.calm:
        program.state.update(problem=None)  # an offer, which nobody can take up
    elif problem is not None:
        raise Problem(problem.what, problem.why, problem.next_step, problem.offer)
