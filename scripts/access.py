"""Two people before the real window: one has only the keyboard, the other only what assistive programs are told.

``python scripts/access.py [--only WORD] [--language en|ko] [--person keyboard|tree]`` starts the program on a display
of its own with a bus of its own. Each opens a checkpoint, translates, steps, finds the strongest weight of each row,
switches kind, layer and head, reads the masks, switches a mask off and exports. What they read is held against the
run's own arrays, which the command line writes. The exit code is the number of tasks that missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from access_bus import Bus, BusError
from access_person import Missed, Reader, tasks

HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
REGISTRY, REGISTRAR = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry"
INSIDE = "HEADSCOPE_ACCESS_INSIDE"  #: set where this script runs under a bus of its own
SCREEN = "1280x720x24"
PATIENCE = 60.0  #: seconds for the window to come; a bound, not a measurement


@contextmanager
def running(command: list[str], environment: dict[str, str], **more: object) -> Iterator[subprocess.Popen[str]]:
    """A process that goes when this is left."""
    process = subprocess.Popen(command, env=environment, text=True, **more)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def desktop(home: str) -> Iterator[tuple[dict[str, str], Bus]]:
    """A display, the bus of assistive programs on it, and a connection to that."""
    environment = os.environ | dict.fromkeys(HOMES, home) | {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    environment.pop("QT_QPA_PLATFORM", None)
    read, write = os.pipe()
    screen = ["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", SCREEN]
    with running(screen, environment, pass_fds=(write,), stderr=subprocess.DEVNULL):
        os.close(write)
        with os.fdopen(read) as told:
            environment["DISPLAY"] = ":" + told.readline().strip()
        launcher = next(each for each in LAUNCHERS if Path(each).exists())
        with running([launcher, "--launch-immediately"], environment, stderr=subprocess.DEVNULL):
            session = Bus(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            asked = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
            bus = Bus(_patiently(lambda: str(session.call(*asked)[0])))
            for event in ("object:announcement", "object:state-changed:showing"):
                bus.call(REGISTRY, REGISTRAR, REGISTRY, "RegisterEvent", "s", event)
            bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", "s",
                     "type='signal',interface='org.a11y.atspi.Event.Object'")  # fmt: skip
            yield environment, bus
            bus.close()
            session.close()


def _patiently(ask: Callable[[], str]) -> str:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except BusError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def by_the_tree(language: str, only: str) -> int:
    """The person with a screen reader; returns how many tasks missed."""
    missed = 0
    with tempfile.TemporaryDirectory() as home, desktop(home) as (environment, bus):
        command = [sys.executable, str(HERE.parent / "main.py"), "window", "--language", language]
        with running(command, environment):
            reader = Reader(bus, Path(home), language)
            reader.wait_for_window(PATIENCE)
            for name, task in tasks().items():
                if only not in name:
                    continue
                try:
                    said = task(reader)
                except (Missed, BusError, ValueError, LookupError) as error:
                    missed, said = missed + 1, f"MISSED: {type(error).__name__}: {error}"
                print(f"tree, {language}: {name}: {said}", flush=True)
    return missed


def main(arguments: list[str] | None = None) -> int:
    """Let them work; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="tasks whose name contains this")
    parser.add_argument("--language", default="en", choices=("en", "ko"))
    parser.add_argument("--person", choices=("keyboard", "tree"), help="only this one")
    given = parser.parse_args(arguments)
    if INSIDE not in os.environ:
        line = ["dbus-run-session", "--", sys.executable, str(Path(__file__)), *(arguments or sys.argv[1:])]
        return subprocess.run(line, env=os.environ | {INSIDE: "1"}, check=False).returncode
    missed = 0
    if given.person != "tree":
        line = [sys.executable, str(HERE / "tasks.py"), "--keyboard", "--only", given.only, "--sizes", "1280x720"]
        missed += subprocess.run([*line, "--languages", given.language], check=False).returncode
    if given.person != "keyboard":
        missed += by_the_tree(given.language, given.only)
    return min(100, missed)


if __name__ == "__main__":
    sys.exit(main())
