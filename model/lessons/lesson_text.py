"""A lesson as the text of its file, which :mod:`model.lessons.lesson_file` reads as the same lesson."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from model.lessons.lesson import Bilingual, Claim, Lesson, LessonOpening, LessonStep

LARGEST_LINE = 110  #: letters of a list of claims that stands in one line


def lesson_text(lesson: Lesson) -> str:
    """The whole file, in the order of its specification."""
    head = [f"title = {_both(lesson.title)}", f"minutes = {lesson.minutes}"]
    if lesson.path:
        head.append(f"path = {lesson.path}")
    if lesson.paper:
        head.append(f"paper = {_value(lesson.paper)}")
    parts = ["\n".join(head), _opening(lesson.opening), *map(_step, lesson.steps)]
    return "\n\n".join(parts) + "\n"


def _opening(opening: LessonOpening) -> str:
    lines = ["[opening]"]
    for name in ("checkpoint", "source", "target", "session"):
        said = getattr(opening, name)
        if said:
            lines.append(f"{name} = {_value(said)}")
    if opening.begin:
        lines.append(f"begin = {_table(opening.begin)}")
    return "\n".join(lines)


def _step(step: LessonStep) -> str:
    lines = ["[[steps]]", f"en = {_value(step.words.en)}", f"ko = {_value(step.words.ko)}"]
    if step.control:
        lines.append(f"control = {_value(step.control)}")
    if step.predict:
        lines.append(f"predict = {_value(step.predict)}")
    if step.card is not None:
        lines.append(f"card = {_value(step.card)}")
    if step.goal:
        lines.append(f"goal = {_table(step.goal)}")
    if step.seen.en:
        lines.append(f"seen = {_both(step.seen)}")
    if step.claims:
        claims = [_claim(claim) for claim in step.claims]
        one = f"claims = [{', '.join(claims)}]"
        lines += [one] if len(one) <= LARGEST_LINE else ["claims = [", *(f"  {claim}," for claim in claims), "]"]
    return "\n".join(lines)


def _both(text: Bilingual) -> str:
    return _table({"en": text.en, "ko": text.ko})


def _claim(claim: Claim) -> str:
    return _table({"of": claim.quantity, claim.relation: claim.value, **claim.place})


def _table(values: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{name} = {_value(value)}" for name, value in values.items()) + " }"


def _value(value: str | bool | float) -> str:
    """A text with TOML's escapes, which are JSON's and one more; true and false; a number."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
