"""A lesson: a guided tour through the window, as a value. :mod:`model.lessons.lesson_file` reads one from its file.

Layers, heads and steps count from 1 here, as the people who write lessons see them; positions count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from model.common.lazy_dataclass import dataclass

Relation = Literal["is", "is_not", "at_least", "at_most"]
Prediction = Literal["", "cell", "word"]  #: nothing; the key with most weight in the row; the next token of the step


@dataclass(frozen=True)
class Bilingual:
    """A text in both languages. ``{largest}`` and the like in it are read off the run (:mod:`.quantities`)."""

    en: str = ""
    ko: str = ""

    def in_language(self, language: str) -> str:
        """In Korean where that is spoken, else in English."""
        return self.ko if language.startswith("ko") else self.en


@dataclass(frozen=True)
class Claim:
    """What a step says of the run: a quantity at a place, and what it is."""

    quantity: str
    relation: Relation
    value: str | float | bool
    place: Mapping[str, Any] = field(default_factory=dict)  #: where it is not what is selected: kind, layer, head …


@dataclass(frozen=True)
class LessonOpening:
    """What is on screen when the lesson begins: a checkpoint and sentences, or a session file beside the lesson."""

    checkpoint: str = ""
    source: str = ""  #: several sentences, one a line, run as a padded batch
    target: str = ""  #: given as a whole: teacher forcing
    session: str = ""
    begin: Mapping[str, Any] = field(default_factory=dict)  #: the place, in the words of a goal


@dataclass(frozen=True)
class LessonStep:
    """One step: what to do, where, what ends it, and what is to be seen then."""

    words: Bilingual
    seen: Bilingual = Bilingual()
    control: str = ""  #: the one thing to use next: a place of the window, or a command
    goal: Mapping[str, Any] = field(default_factory=dict)  #: conditions, all of which end the step; none: it is read
    claims: tuple[Claim, ...] = ()  #: hold once the goal is met
    predict: Prediction = ""
    card: bool | None = None  #: the words are a statement, which is true or false


@dataclass(frozen=True)
class Lesson:
    """A whole lesson."""

    name: str  #: of its file, without the ending
    title: Bilingual
    minutes: int
    steps: tuple[LessonStep, ...]
    opening: LessonOpening
    path: int = 0  #: place in the learning path of 75 minutes; 0: not in it
    paper: str = ""  #: section of "Attention Is All You Need" that it belongs to


def learning_path(lessons: tuple[Lesson, ...]) -> tuple[Lesson, ...]:
    """Those of the learning path in its order, then the others by name."""
    return tuple(sorted(lessons, key=lambda lesson: (lesson.path or 1_000, lesson.name)))


def paper_order(lessons: tuple[Lesson, ...]) -> tuple[Lesson, ...]:
    """In the order in which the paper speaks of their matter; those without a section last."""

    def section(lesson: Lesson) -> tuple[tuple[int, ...], int]:
        numbers = tuple(int(part) for part in lesson.paper.split(".") if part.isdecimal())
        return numbers or (1_000,), lesson.path or 1_000

    return tuple(sorted(lessons, key=section))
