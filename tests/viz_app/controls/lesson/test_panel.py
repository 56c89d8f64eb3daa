"""The panel of a lesson keeps its name and its buttons' words, however narrow it becomes."""

from __future__ import annotations

from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QApplication, QPushButton

from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from viz_app.controls.lesson.panel import LessonPanel
from viz_app.state.lessons.play import LessonPlay
from viz_app.state.state import Snapshot

STEPS = LessonStep(Bilingual("Read this.")), LessonStep(Bilingual("Go one step back."), goal={"step": 1})
LESSON = Lesson("rows", Bilingual("The rows"), 5, STEPS, LessonOpening())


def test_the_name_stays_and_going_back_is_a_sign_with_a_name(qapp: QApplication) -> None:
    panel = LessonPanel()
    panel.display(Snapshot(lesson=LessonPlay(LESSON, Path(), 1, ready=True)))
    for wide in (600, 190):
        panel.resize(wide, 300)
        panel.grab()
        assert (panel.back.text(), panel.back.accessibleName()) == ("", "Back")
        shown = [button for button in panel.findChildren(QPushButton) if button.isVisibleTo(panel)]
        assert [button.text() for button in shown] == ["Show me", "Skip"]
        for button in shown:
            assert button.width() > button.fontMetrics().horizontalAdvance(button.text())
    assert panel.title.text() == "The rows"
    shiboken6.delete(panel)
