"""Pictures of the window answering the lecturer's questions: ``python scripts/questions.py FOLDER``.

Each question is asked by the same keys and clicks as in ``tests/e2e``, of the shipped checkpoint *everyday*, without a
display. The pictures show whether an answer can be read; whether it is right is asked by the tests.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtWidgets import QApplication

from model.common.assets import DEFAULT_CHECKPOINT, find_checkpoint
from tests.e2e.questions import Hands, all_questions, inspector_area
from tests.e2e.screen import Screen
from viz_app.app import make_application
from viz_app.state.start import Start

SENTENCE = "Zwei Hunde spielen im Schnee."
TARGET = "Two dogs are running through the snow."
SIZE = (1280, 800)


def main(arguments: list[str]) -> int:
    """Write one picture per question; returns the exit code."""
    if len(arguments) != 1:
        print("usage: python scripts/questions.py FOLDER")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application("en")
    screen = Screen(application)
    try:
        screen.window.resize(*SIZE)
        screen.begin(Start(checkpoint=str(find_checkpoint(DEFAULT_CHECKPOINT)), sentence=SENTENCE))
        take_all(application, screen, folder)
    finally:
        screen.close()
    return 0


def take_all(application: QApplication, screen: Screen, folder: Path) -> None:
    """Ask each question of the window as it was after the first run, and save what it shows then."""
    for number, question in enumerate(all_questions(TARGET).values(), 1):
        screen.fresh()
        screen.window.activateWindow()
        screen.window.setFocus()
        inspector_area(screen).verticalScrollBar().setValue(0)
        hands = Hands(screen)
        question.ask(hands)
        application.processEvents()
        path = folder / f"{number:02}-{question.name}.png"
        screen.window.grab().save(str(path))
        print(f"{path}: {question.words} ({hands.actions})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
