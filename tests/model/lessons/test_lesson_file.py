"""Lesson files: those that ship are read whole, and what is wrong with one is a sentence with file and key."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.lessons.lesson import Claim
from model.lessons.lesson_file import LESSONS, read_lesson

CONTROLS = ("stepper.next", "cell")
GOOD = """
title = { en = "A", ko = "가" }
minutes = 3
path = 2
paper = "3.2.1"
[opening]
checkpoint = "everyday"
source = "Zwei Hunde."
begin = { view = "one_head", step = 1 }
[[steps]]
en = "Go on,  {token}"
ko = "다음 {token}"
control = "stepper.next"
goal = { step = 2, row = "dogs" }
seen = { en = "so", ko = "네" }
claims = [{ of = "largest", is = "Hunde", kind = "cross", layer = 1 }]
[[steps]]
en = "True?"
ko = "참?"
card = false
goal = { view = "masks" }
seen = { en = "no", ko = "아니요" }
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "수업.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_lesson_is_what_its_file_says(tmp_path: Path) -> None:
    lesson = read_lesson(written(tmp_path, GOOD), CONTROLS)
    assert (lesson.name, lesson.title.ko, lesson.minutes, lesson.path, lesson.paper) == ("수업", "가", 3, 2, "3.2.1")
    first, second = lesson.steps
    assert (first.words.en, first.words.ko, first.seen.ko) == ("Go on, {token}", "다음 {token}", "네")
    assert (first.control, dict(first.goal)) == ("stepper.next", {"step": 2, "row": "dogs"})
    assert first.claims == (Claim("largest", "is", "Hunde", {"kind": "cross", "layer": 1}),)
    assert second.card is False
    assert dict(lesson.opening.begin) == {"view": "one_head", "step": 1}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"A"', '"A', "no TOML"),
        ("minutes = 3", "minutes = 0", "“minutes” is to be a number from 1 to 90"),
        ("minutes = 3", 'minutes = 3\nlevel = "hard"', "the key “level” means nothing"),
        ('ko = "가"', 'kr = "가"', "the key “title.kr” means nothing"),
        ('ko = "다음 {token}"', 'ko = ""', "“steps[1].ko” is to be a text"),
        ("{token}", "{tokens}", "“steps[1].en” is to be in braces one of largest, "),
        ("stepper.next", "stepper.nxt", "“steps[1].control” is to be a place of the window or a command, not"),
        ("step = 2", "stage = 2", "the key “steps[1].goal.stage” means nothing; known are: checkpoint, "),
        ("step = 2", "step = 0", "“steps[1].goal.step” is to be a number from 1"),
        ('"one_head"', '"one_map"', "“opening.begin.view” is to be one of one_head, "),
        ('"everyday"', '"yesterday"', "“opening.checkpoint” is to be a shipped checkpoint (everyday, "),
        ('of = "largest"', 'of = "biggest"', "“steps[1].claims[1].of” is to be one of largest, "),
        ('is = "Hunde",', "", "“steps[1].claims[1]” is to be one of is, is_not, at_least, at_most"),
        ('is = "Hunde"', 'at_least = "Hunde"', "“steps[1].claims[1].at_least” is to be a number or a text"),
        ("card = false", 'card = "no"', "“steps[2].card” is to be true or false"),
        ('goal = { view = "masks" }', "", "“steps[2].goal” is to be what shows it"),
        ("card = false", 'predict = "number"', "“steps[2].predict” is to be “cell” or “word”"),
        ('checkpoint = "everyday"\nsource = "Zwei Hunde."', 'session = "../a.headscope"', "a file beside the lesson"),
        ('"3.2.1"', '"three"', "“paper” is to be a section such as 3.2.1"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(Problem) as found:
        read_lesson(path, CONTROLS)
    assert told in str(found.value) and str(path) in str(found.value)
    assert "\n" not in str(found.value)


def test_what_is_wrong_is_found_in_its_line(tmp_path: Path) -> None:
    lines = GOOD.splitlines()
    for old, new, at in (
        ("step = 2", "step = 0", lines.index('goal = { step = 2, row = "dogs" }')),
        ('goal = { view = "masks" }', 'goal = { view = "map" }', lines.index('goal = { view = "masks" }')),
        ("minutes = 3", "minutes = 0", lines.index("minutes = 3")),
        ('seen = { en = "no", ko = "아니요" }', 'sehen = "x"', lines.index('seen = { en = "no", ko = "아니요" }')),
        ('en = "True?"', "", len(lines) - 1 - lines[::-1].index("[[steps]]")),  # missing: the table it is missing in
    ):
        path = written(tmp_path, GOOD.replace(old, new, 1))
        with pytest.raises(Problem) as found:
            read_lesson(path, CONTROLS)
        assert f"{path}, line {at + 1}: " in str(found.value)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for content in (b"", b"\xff\xfe\x00", b"a = " + b"[" * 3_000, b"steps = 3", b"[[steps]]\n"):
        path.write_bytes(content)
        with pytest.raises(Problem):
            read_lesson(path, CONTROLS)
    with pytest.raises(Problem):
        read_lesson(tmp_path / "none.toml", CONTROLS)


def test_damage_is_read_or_is_a_problem_and_nothing_else(tmp_path: Path) -> None:
    chance, letters = random.Random(14), list("{}[]=\"\n,.#0aé'\\")
    for _ in range(120):
        text = list(GOOD)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            text[at : at + chance.choice((0, 1, 9))] = chance.choices(letters, k=chance.randint(0, 2))
        with suppress(Problem):
            assert read_lesson(written(tmp_path, "".join(text)), CONTROLS).steps


def test_there_are_lessons_and_a_path_of_75_minutes() -> None:
    names = {path.stem for path in LESSONS.glob("*.toml")}
    assert len(names) >= 16
    from viz_app.commands import all_commands, all_menus
    from viz_app.controls.lesson.places import PLACES
    from viz_app.pictures import titles

    menus = all_menus(tuple(titles().items()))
    controls = {*PLACES, *(command.name for command in all_commands(menus))}
    lessons = [read_lesson(LESSONS / f"{name}.toml", controls) for name in names]
    path = sorted(lesson.path for lesson in lessons if lesson.path)
    assert path == list(range(1, len(path) + 1))
    assert sum(lesson.minutes for lesson in lessons if lesson.path) == 75
    assert all(lesson.steps[-1].seen.en or not lesson.steps[-1].goal for lesson in lessons)
    hangul = [text for lesson in lessons for step in lesson.steps for text in (step.words.ko,)]
    assert all(any("가" <= letter <= "힣" for letter in text) for text in hangul)
