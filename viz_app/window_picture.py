"""A picture of the window as a file, made without a display."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, QTimer

from model.common.atomic import write_atomically
from model.common.problems import Problem
from viz_app.app import Program, make_application
from viz_app.example import plan, with_details
from viz_app.platform.display import OFFSCREEN, require_libraries
from viz_app.platform.settings_store import with_theme
from viz_app.state.intents import OpenPath
from viz_app.state.start import Start
from viz_app.state.state import Settings

SNAPSHOT_SECONDS = 300  #: an engine that says nothing for so long never will


def snapshot(arguments: Namespace, out: Path, size: tuple[int, int]) -> int:
    """Save a picture of the window. The engine is asked only for what no shipped file shows.

    Raises :class:`Problem` where the picture would show one instead of what was asked for.
    """
    require_libraries(OFFSCREEN)
    os.environ["QT_QPA_PLATFORM"] = OFFSCREEN
    application = make_application(arguments.language)
    start, example = plan(arguments)
    program = Program(application, with_theme(Settings(), arguments.theme), with_details(example, start.details))
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


def _wait_for_run(program: Program, start: Start) -> None:
    """Until the window shows what it was started for. Raises :class:`Problem` with what the banner would say."""
    if not start.checkpoint and start.trace is None:
        return
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
