"""Lessons as values: their languages and their orders."""

from __future__ import annotations

from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep, learning_path, paper_order


def lesson(name: str, path: int, paper: str) -> Lesson:
    return Lesson(
        name, Bilingual(name, name), 1, (LessonStep(Bilingual("a", "b")),), LessonOpening("everyday", "x"), path, paper
    )


LESSONS = (lesson("c", 0, "3.10"), lesson("a", 2, "3.2.1"), lesson("d", 1, ""), lesson("b", 0, "3.2"))


def test_a_text_is_said_in_korean_where_korean_is_spoken_with_english_terms_too() -> None:
    both = Bilingual("row", "행")
    assert [both.in_language(name) for name in ("en", "ko", "ko+en")] == ["row", "행", "행"]


def test_the_path_comes_first_and_the_paper_counts_its_sections_as_numbers() -> None:
    assert [one.name for one in learning_path(LESSONS)] == ["d", "a", "b", "c"]
    assert [one.name for one in paper_order(LESSONS)] == ["b", "a", "c", "d"]
