"""The moment of a window's first paint. Run as a program: ``python -m benchmarks._windows WAY``.

Prints the moment on the clock that the parent reads too, so that the time from the start of the
process counts, imports included. ``ours-loading`` stays until the engine is ready and prints the
longest time, in milliseconds, that the event loop did not come round.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

TICK = 1  #: milliseconds between two looks at the clock


def bare() -> None:
    """The least that PySide6 can show: an empty main window."""
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Window(QMainWindow):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
            super().paintEvent(event)
            say_and_leave()

    application = QApplication(["bare"])
    window = Window()
    window.resize(1280, 760)
    window.show()
    application.exec()


def ours() -> None:
    """Headscope with its finished example."""
    _run(lambda program: program.window.painted.connect(say_and_leave))


def eager() -> None:
    """Headscope as it would be with torch and spaCy imported first."""
    import_module("torch")
    import_module("spacy")
    ours()


def loading() -> None:
    """Headscope until its engine is ready: the longest stall of the event loop."""
    longest, last = 0.0, 0.0
    timer: Any = None

    def tick() -> None:
        nonlocal longest, last
        now = time.perf_counter()
        longest, last = max(longest, now - last) if last else 0.0, now

    def watch(program: Any) -> None:
        nonlocal timer
        from PySide6.QtCore import QTimer

        timer = QTimer(interval=TICK)
        timer.timeout.connect(tick)
        program.window.painted.connect(timer.start)
        program.state.changed.connect(
            lambda now: say_and_leave(longest * 1e3) if now.engine_ready and now.busy is None else None
        )

    _run(watch)


def say_and_leave(value: float | None = None) -> None:
    from PySide6.QtWidgets import QApplication

    print(time.perf_counter() if value is None else value, flush=True)
    QApplication.quit()


def _run(prepare: Callable[[Any], object]) -> None:
    """Start the real program; ``prepare`` gets its ``Program``, whose class is imported as ``window`` does it."""
    from viz_app import cli
    from viz_app.platform.library_imports import import_libraries

    gc.disable()
    import_libraries()
    from viz_app import app

    build = app.Program.__init__

    def built(program: Any, *arguments: Any) -> None:
        build(program, *arguments)
        prepare(program)

    setattr(app.Program, "__init__", built)  # noqa: B010 (replaced for the measurement only)
    setattr(app, "require_display", lambda: "")  # noqa: B010 (an unseen window paints just the same)
    cli.main([])


if __name__ == "__main__":
    {"bare": bare, "ours": ours, "eager": eager, "loading": loading}[sys.argv[1]]()
