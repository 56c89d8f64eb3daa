"""The panel of a lesson keeps its name and its buttons' words, however narrow it becomes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QApplication, QPushButton

from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.lesson.panel import LessonPanel
from viz_app.state.lessons.play import LessonPlay
from viz_app.state.state import Selection, Snapshot

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
    large = panel.font()
    large.setPixelSize(24)
    panel.setFont(large)
    panel.resize(240, 300)
    panel.grab()
    assert panel.title.width() > 200, "among large letters the name has a line of its own"
    shiboken6.delete(panel)


def test_a_card_tells_of_what_shows_it_before_it_is_shown(qapp: QApplication) -> None:
    """The numbers are those of the place that the goal names; the answer is read from its beginning."""
    trace, panel = make_trace(), LessonPanel()
    seen = Bilingual("Layer {layers}: “{largest}” {largest_weight}. " * 9)
    card = LessonStep(
        Bilingual("A statement."), seen, goal={"kind": "cross", "layer": 3, "head": 2, "row": 4}, card=True
    )
    lesson = Lesson("card", Bilingual("Cards"), 5, (card,), LessonOpening())
    now = Snapshot(trace=trace, selection=Selection("encoder", 0, 0, step=1))
    panel.resize(260, 170)
    panel.show()
    panel.display(replace(now, lesson=LessonPlay(lesson, Path(), 0, ready=True, answer=False)))
    row = trace.maps("cross")[2, 1, 4]
    key = int(row.argmax())
    assert f"“{trace.columns('cross')[key].lstrip('▁')}” {row[key]:.2f}" in panel.seen.text()
    panel.grab()
    panel.again.timeout.emit()
    assert panel.verdict.visibleRegion().boundingRect().top() == 0, "whether one was right, from its first line on"
    panel.hide()
    shiboken6.delete(panel)
