"""The lessons in a program of its own, played by hands: ``python lessons_stage.py WIDTHxHEIGHT LANGUAGE WORD FOLDER``.

Started by ``lessons.py``; one line of JSON for each lesson says how many steps and claims there were, and what missed.
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

from lessons_hands import LessonHands
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from tasks_hands import Missed

from model.lessons.lesson import Lesson
from model.lessons.lesson_file import LESSONS, shipped_lessons
from viz_app import app
from viz_app.cli import build_parser
from viz_app.dialogs.lessons.services import lesson_controls
from viz_app.platform.display import parse_size


class LessonStage:
    """All lessons, one after the other, in one window."""

    def __init__(self, size: str, language: str, only: str, folder: str) -> None:
        self._size, self._language, self._only = size, language, only
        self._folder = Path(folder) if folder else None
        self.program: app.Program | None = None

    def play(self) -> None:
        """Wait for a window at rest, play, tell, leave."""
        assert self.program is not None
        try:
            self._come_to_rest(LessonHands(self.program))
            for lesson in shipped_lessons(lesson_controls()):
                if self._only in lesson.name:
                    print(json.dumps(self._one(lesson)), flush=True)
        except Exception:  # noqa: BLE001 (whatever it is, the window is to be left)
            traceback.print_exc()
            QApplication.exit(1)
            return
        QApplication.exit(0)

    def _come_to_rest(self, hands: LessonHands) -> None:
        window = hands.program.window
        window.move(0, 0)
        window.resize(*parse_size(self._size))
        window.reset_columns()
        window.activateWindow()
        hands.until(lambda: hands.now.engine_ready and hands.now.run is not None and hands.now.run.activations, "a run")
        hands.settle()

    def _one(self, lesson: Lesson) -> dict[str, Any]:
        assert self.program is not None
        hands = LessonHands(self.program)
        hands.pictures = None if self._folder is None else (self._folder, f"{self._language}-{self._size}")
        try:
            hands.begin(LESSONS / f"{lesson.name}.toml")
            for number in range(1, len(lesson.steps) + 1):
                hands.step(number)
            hands.check_end(lesson.name)
        except Missed as missed:
            hands.missed.append(str(missed))
        except Exception:  # noqa: BLE001 (the next lesson shall be played all the same)
            hands.missed.append(traceback.format_exc()[-900:])
        if hands.now.lesson is not None:
            self.program.desk.lessons.act("leave")
            hands.settle()
        return {
            "name": lesson.name, "language": self._language, "size": self._size, "steps": len(lesson.steps),
            "claims": sum(len(step.claims) for step in lesson.steps), "missed": hands.missed,
        }  # fmt: skip


def main() -> int:
    """Build the window, let the hands loose, return the exit code."""
    stage = LessonStage(*sys.argv[1:5])

    class Watched(app.Program):
        """The program, known to the stage."""

        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            stage.program = self
            QTimer.singleShot(0, stage.play)

    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        setattr(app, "require_display", lambda: "offscreen")  # noqa: B010 (mypy: a display that is none is asked for)
    app.Program = Watched  # type: ignore[misc]  # the one that is started
    return app.run(build_parser(["window"]).parse_args(["window", "--language", sys.argv[2]]))


if __name__ == "__main__":
    sys.exit(main())
