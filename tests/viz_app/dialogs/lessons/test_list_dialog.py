"""The list of lessons: ticks, orders, and which one begins."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from viz_app.dialogs.lessons.list_dialog import LessonList

STEPS = (LessonStep(Bilingual("a", "b")),)
FIRST = Lesson("first", Bilingual("First", "처음"), 4, STEPS, LessonOpening("everyday", "x"), 1)
SECOND = Lesson("second", Bilingual("Second", "다음"), 3, STEPS, LessonOpening("everyday", "x"), 2, "3.2")


def test_what_is_done_is_ticked_and_what_is_not_is_chosen(qapp: QApplication) -> None:
    dialog = LessonList((FIRST, SECOND), ("first",))
    chosen: list[Lesson] = []
    dialog.chosen.connect(chosen.append)
    rows = [dialog.list.topLevelItem(row) for row in range(2)]
    assert [(row.text(0), row.text(2)) for row in rows if row is not None] == [("✓", "4"), ("", "3")]
    assert "7" in dialog.along.text()
    dialog.start.click()
    assert chosen == [SECOND]
    dialog.paper.setChecked(True)
    rows = [dialog.list.topLevelItem(row) for row in range(2)]
    assert [row.text(3) for row in rows if row is not None] == ["3.2", ""]
    dialog.deleteLater()
