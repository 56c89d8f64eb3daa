"""Three moments of the running window as lists of files: Enter to paint, one forced token, start to first paint.

Each moment is driven in a process of its own through ``main.py``, on Qt's offscreen platform and in an empty
home, by real keys and clicks: ``python scripts/house_paths.py enter|force|paint`` prints it as JSON. Of the program it
knows the command line, the words on screen, the shipped and the tiny checkpoint, and that a ``State`` emits
``changed``; so files can move. A call in a thread of Qt's own is not seen, in a thread of Python's it is.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ("model", "viz_app", "headscope")  #: folders whose files count
FIRST = "Zwei Hunde spielen im Schnee."  #: the program is started with it
OTHER = "Ein Mann mit einem roten Hut steht vor einem alten Haus."  #: and then gets this one
PATIENCE = 120.0  #: seconds; a bound for a broken program, not a measurement
QUIET = 1.0  #: seconds in which nothing happens, after which nothing is going to
POLL = 10  #: milliseconds
DASH = " — "  #: between the parts of the title
#: Qt takes names of platforms in any letters; the program refuses only the lower-case one, on which nobody sees it.
UNSEEN = "Offscreen"

Steps = Generator[Callable[[], bool], None, None]  #: does something, then says what it waits for


def measured(moment: str, arguments: tuple[str, ...] = ()) -> dict[str, Any]:
    """One moment, measured in a fresh process; ``arguments`` go to its Python. Raises RuntimeError where it fails."""
    with tempfile.TemporaryDirectory() as home:
        homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), home)
        environment = os.environ | homes | {"QT_QPA_PLATFORM": UNSEEN, "OMP_NUM_THREADS": "1"}
        command = [sys.executable, *arguments, str(Path(__file__).resolve()), moment]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        raise RuntimeError(f"{moment}: {(done.stderr.strip() or 'it said nothing').splitlines()[-1]}")
    told: dict[str, Any] = json.loads(lines[-1])
    return told | {"import_times": import_times(done.stderr)}


def import_times(text: str) -> list[tuple[str, int]]:
    """Of what ``-X importtime`` has said: our modules with their cumulative microseconds, in the order of the ends."""
    parts = [line.removeprefix("import time:").split("|") for line in text.splitlines() if line.startswith("import ti")]
    rows = [(name.strip(), total.strip()) for _, total, name in (part for part in parts if len(part) == 3)]
    return [(name, int(total)) for name, total in rows if total.isdecimal() and name.partition(".")[0] in PROGRAM]


# --- within the measured process ---


class Profile:
    """Counts the calls of functions of this project, by file, while ``on``."""

    def __init__(self, root: Path = ROOT) -> None:
        self.on = False
        self.calls: Counter[str] = Counter()
        self._root = str(root) + os.sep
        self._known: dict[str, str] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """The callback of ``sys.setprofile``."""
        if self.on and event == "call":
            path = frame.f_code.co_filename
            name = self._known.get(path)
            if name is None:
                name = self._known[path] = self._name(path)
            if name:
                self.calls[name] += 1

    def _name(self, path: str) -> str:
        name = path.removeprefix(self._root).replace(os.sep, "/") if path.startswith(self._root) else ""
        return name if name.partition("/")[0] in PROGRAM else ""


class Window:
    """The program's main window, found by what it shows."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication, QMainWindow

        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMainWindow)]
        self.widget: Any = found[0]

    @property
    def translation(self) -> str:
        """The part of the title between the checkpoint and the program; empty without a run."""
        parts = str(self.widget.windowTitle()).split(DASH)
        return DASH.join(parts[1:-1])

    def ready(self) -> bool:
        """Is a run shown, and could another sentence be translated now?"""
        from PySide6.QtWidgets import QPushButton

        buttons = [each for each in self.widget.findChildren(QPushButton) if each.text() == "Translate"]
        return bool(self.translation) and any(each.isEnabled() for each in buttons)

    def field(self) -> Any:
        """The field of the sentence."""
        from PySide6.QtWidgets import QLineEdit

        return next(each for each in self.widget.findChildren(QLineEdit) if each.accessibleName() == "Source sentence")

    def candidate(self) -> Any:
        """The first row that forces a token when it is clicked, other than the one that the run has produced."""
        from PySide6.QtWidgets import QAbstractButton

        rows = [each for each in self.widget.findChildren(QAbstractButton) if "to force" in each.toolTip()]
        return next(each for each in rows if each.isVisible() and "produced" not in each.accessibleName())


def quiet(value: Callable[[], object]) -> Callable[[], bool]:
    """A condition: ``value`` has not changed for :data:`QUIET` seconds, counted from the first question."""
    last: list[Any] = [None, 0.0]

    def still() -> bool:
        now = value()
        if not last[1] or now != last[0]:
            last[:] = [now, time.monotonic()]
        return bool(time.monotonic() - last[1] > QUIET)

    return still


def after_paint(ready: Callable[[], bool], done: Callable[[], None]) -> Any:
    """An event filter: ``done`` once, in the first turn of the event loop after a paint that began when ``ready``."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    turns = (QEvent.Type.Timer, QEvent.Type.MetaCall, QEvent.Type.UpdateRequest, QEvent.Type.SockAct)

    class Filter(QObject):
        painting = False

        def eventFilter(self, receiver: Any, event: Any) -> bool:  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.Paint and receiver.isWidgetType() and ready():
                self.painting = True
            elif self.painting and event.type() in turns:
                QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
                self.painting = False
                done()
            return False

    made = Filter()
    QApplication.instance().installEventFilter(made)  # type: ignore[union-attr]
    return made


def started() -> Steps:
    """Until the engine is ready, the first run is shown, and what comes after the first paint is done."""
    window = Window()
    yield window.ready
    yield quiet(lambda: len(sys.modules))


def enter(profile: Profile, told: dict[str, Any]) -> Steps:
    """Another sentence typed, and Enter: the calls up to the paint of its run."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    yield from started()
    window, shown = Window(), threading.Event()
    field = window.field()
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, OTHER)
    yield quiet(lambda: len(sys.modules))

    def stop() -> None:
        profile.on = False
        sys.setprofile(None)
        shown.set()

    before = window.translation
    keep = after_paint(lambda: window.translation != before, stop)
    sys.setprofile(profile)
    profile.on = True
    QTest.keyClick(field, Qt.Key.Key_Return)
    yield shown.is_set
    assert keep is not None
    told |= {"calls": sum(profile.calls.values()), "files": dict(profile.calls.most_common())}


def force(_: Profile, told: dict[str, Any]) -> Steps:
    """A candidate clicked: each emission of the state's ``changed``, what is new in it, and who led to it."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    yield from started()
    window, stacks = Window(), list[list[str]]()
    window.widget.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        QTest.keyClick(window.widget, key)
    yield quiet(lambda: len(sys.modules))
    held, changed = state(), list[list[str]]()
    last = [held.snapshot]

    def note(now: object) -> None:
        stacks.append(ours(traceback.extract_stack()))
        changed.append(different(last[0], now))
        last[0] = now

    held.changed.connect(note)
    QTest.mouseClick(window.candidate(), Qt.MouseButton.LeftButton)
    yield lambda: bool(stacks) and window.ready()
    yield quiet(lambda: len(stacks))
    told |= {"emissions": len(stacks), "stacks": stacks[:], "changed": changed[:]}  # leaving changes more


def different(before: object, now: object) -> list[str]:
    """Names of the attributes that have another value now, sorted."""
    return sorted(name for name, value in vars(now).items() if not _same(value, getattr(before, name, None)))


def _same(one: Any, other: Any) -> bool:
    try:
        return one is other or bool(one == other)
    except ValueError:  # arrays have no single answer
        return False


def state() -> Any:
    """The one object whose class is called State and that emits ``changed``."""
    from PySide6.QtCore import QObject

    gc.unfreeze()  # what the program consists of is set aside, and would not be told
    found = [each for each in gc.get_objects() if isinstance(each, QObject) and type(each).__name__ == "State"]
    return next(each for each in found if hasattr(each, "changed"))


def ours(stack: traceback.StackSummary, root: Path = ROOT) -> list[str]:
    """The functions of this project in a stack, the outermost first."""
    frames = [(Path(frame.filename), frame) for frame in stack]
    inside = [(path.relative_to(root).as_posix(), frame) for path, frame in frames if path.is_relative_to(root)]
    return [f"{path}:{frame.lineno} {frame.name}" for path, frame in inside if path.partition("/")[0] in PROGRAM]


def paint(_: Profile, told: dict[str, Any]) -> Steps:
    """Nothing but the start: :func:`watch_first_paint` has seen it."""
    yield lambda: "modules" in told


def watch_first_paint(told: dict[str, Any]) -> None:
    """Note the modules that are there when the main window, all that is in it included, has been painted.

    Some platforms of Qt paint within ``show``, so this begins before it.
    """
    from PySide6.QtWidgets import QMainWindow

    show, watching = QMainWindow.show, list[Any]()

    def shown(window: QMainWindow) -> None:
        if not watching:
            watching.append(after_paint(lambda: True, lambda: told.update(modules=list(sys.modules))))
        show(window)

    setattr(QMainWindow, "show", shown)  # noqa: B010 - as with exec


#: Moment → what happens in it, and the words of the command line that the program is started with.
MOMENTS: dict[str, tuple[Callable[[Profile, dict[str, Any]], Steps], tuple[str, ...]]] = {
    "enter": (enter, ("--sentence", FIRST, "--language", "en")),
    "force": (force, ("--sentence", FIRST, "--language", "en")),
    "paint": (paint, ()),
}


def drive(steps: Steps, leave: Callable[[str], None]) -> Any:
    """Take each step when what the one before waits for is there, then leave; with a reason where it never comes."""
    from PySide6.QtCore import QTimer

    clock, end = QTimer(interval=POLL), time.monotonic() + PATIENCE
    waiting: list[Callable[[], bool]] = []

    def look() -> None:
        try:
            while not waiting or waiting[0]():
                waiting[:] = [next(steps)]
            if time.monotonic() > end:
                clock.stop()
                leave("waited too long")
        except StopIteration:
            clock.stop()
            leave("")
        except Exception as error:  # noqa: BLE001 - whatever it is, the window must not stay
            clock.stop()
            leave(repr(error))

    clock.timeout.connect(look)
    clock.start()
    return clock


def main(arguments: list[str]) -> int:
    """Start the program, do one moment, print it; returns the exit code."""
    from PySide6.QtWidgets import QApplication

    doing, words = MOMENTS[arguments[0]]
    profile, told, failed = Profile(), dict[str, Any](), list[str]()
    threading.setprofile(profile)
    watch_first_paint(told)
    run = QApplication.exec

    def leave(reason: str) -> None:
        failed.append(reason)
        QApplication.quit()

    def driven(*_: object) -> int:
        keep = drive(doing(profile, told), leave)
        code = run()
        assert keep is not None
        return code

    setattr(QApplication, "exec", driven)  # noqa: B010 - the one place where every program begins to listen
    sys.path.insert(0, str(ROOT))
    from runpy import run_path

    sys.argv = [str(ROOT / "main.py"), *words]
    try:
        run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        failed = failed or [f"the program ended at once, with {end.code}"]
    if failed[0]:
        print(failed[0], file=sys.stderr)
        return 1
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
