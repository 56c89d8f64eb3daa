"""A lesson's text is read as the same lesson, whatever its words hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep
from model.lessons.lesson_file import LESSONS, lesson_from, read_lesson
from model.lessons.lesson_text import lesson_text
from tests.model.lessons.controls import ANY

ODD = Bilingual('a "quote" \\ and = [[steps]] # \x7f', "줄 {token} 그리고 “따옴표”")
WRITTEN = Lesson(
    "odd", ODD, 7,
    (
        LessonStep(ODD, ODD, "cell", {"row": "s", "column": 2}, (Claim("largest", "is", "x", {"head": 2}),) * 3),
        LessonStep(ODD, ODD, "", {"step": 3}, predict="word"),
        LessonStep(ODD, ODD, "", {"view": "masks", "unchanged": True}, card=False),
        LessonStep(ODD),
    ),
    LessonOpening("everyday", "eins\nzwei", begin={"view": "one_head"}), 3, "3.2.1",
)  # fmt: skip


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.toml")), ids=lambda path: path.stem)
def test_lessons_that_ship_are_written_as_they_are_read(path: Path) -> None:
    lesson = read_lesson(path, ANY)
    assert lesson_from(lesson_text(lesson), path, ANY) == lesson


def test_every_part_is_written() -> None:
    assert lesson_from(lesson_text(WRITTEN), Path("odd.toml"), ANY) == WRITTEN
