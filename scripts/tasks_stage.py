"""One task in a process of its own: the program starts as for the first time, hands do it, and the screen is kept.

``python tasks_stage.py NAME WIDTHxHEIGHT LANGUAGE PICTURE`` runs the program's own ``viz_app.app.run`` on the display
that there is; HOME is an empty folder that ``tasks.py`` has made. One line of JSON says what was done and read.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT), str(Path(__file__).resolve().parent)]

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tasks_changes import all_changes
from tasks_hands import Hands, Missed
from tasks_list import Task, all_tasks

from viz_app import app
from viz_app.cli import build_parser
from viz_app.platform.display import parse_size


class Stage:
    """The play of one task."""

    def __init__(self, task: Task, size: tuple[int, int], picture: Path) -> None:
        self._task, self._size, self._picture = task, size, picture
        self.program: app.Program | None = None

    def play(self) -> None:
        """Wait for a window at rest, do the task, keep the screen, say what came of it, and leave."""
        assert self.program is not None
        hands = Hands(self.program)
        told: dict[str, Any] = {"read": "", "missed": ""}
        try:
            self._come_to_rest(hands)
            told["read"] = self._task.do(hands)
        except Missed as missed:
            told["missed"] = str(missed)
        except Exception:  # noqa: BLE001 (whatever a task stumbles over, the window is to be left)
            told["missed"] = traceback.format_exc()[-600:]
        window = self.program.window
        if popup := QApplication.activePopupWidget():
            popup.close()
        QTest.qWait(100)
        window.screen().grabWindow(0).save(str(self._picture))
        print(json.dumps(told | {"actions": hands.actions}), flush=True)
        QApplication.exit(0)

    def _come_to_rest(self, hands: Hands) -> None:
        """The window fills its screen, as without a window manager; the engine is there, and what it has read."""
        window = hands.program.window
        window.move(0, 0)
        window.resize(*self._size)
        window.reset_columns()
        window.activateWindow()
        hands.until(lambda: hands.now.engine_ready and hands.now.run is not None and hands.now.run.activations, "a run")
        hands.settle()


def main() -> int:
    """Build the window, let the hands loose, return the exit code."""
    name, size, language, picture = sys.argv[1:5]
    task = (all_tasks() | all_changes())[name]
    stage = Stage(task, parse_size(size), Path(picture))

    class Watched(app.Program):
        """The program, known to the stage."""

        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            stage.program = self
            QTimer.singleShot(0, stage.play)

    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        setattr(app, "require_display", lambda: "offscreen")  # noqa: B010 (mypy: a display that is none is asked for)
    app.Program = Watched  # type: ignore[misc]  # the one that is started
    given = ["window", "--language", language, *(("--sentence", task.sentence) if task.sentence else ())]
    return app.run(build_parser(["window"]).parse_args(given))


if __name__ == "__main__":
    sys.exit(main())
