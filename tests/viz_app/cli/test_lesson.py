"""The command that lists lessons and writes one; going through them is tested where there is an engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model.lessons.lesson_file import LESSONS, read_lesson
from model.lessons.vocabulary import ANSWERS
from tests.model.lessons.controls import ANY
from tests.source_tree import PROJECT
from viz_app.cli import main

ROW = re.compile(r"\| (.+\?|Why −∞\?) \| (–|[a-z-]+ \d+) \| (–|[a-z_]+) \|")


def test_without_a_name_all_are_listed_in_their_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(LESSONS.glob("*.toml"))) and lines[0].startswith("stepping")
    assert main(["lesson", "heads", "--learnt"]) == 0
    assert "heads 1: goal.head 3" not in (told := capsys.readouterr().out) and "heads 1: largest is es" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["--out", "x.html"], "it is of one lesson"),
        (["heads", "--out", "x.txt"], "its name does not end in .html, .pdf"),
        (["nothing.toml"], "nothing.toml: it cannot be read"),
    ],
)
def test_what_cannot_be_is_one_line(line: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", *line]) == 2
    assert told in capsys.readouterr().err


def test_the_thirty_two_questions_each_have_a_step_or_an_answer() -> None:
    text = (PROJECT / "docs" / "lessons.md").read_text(encoding="utf-8")
    rows = ROW.findall(text[text.index("## The questions of a class") :])
    assert len(rows) == 32 and len({question for question, _, _ in rows}) == 32
    for question, place, answer in rows:
        assert (place, answer) != ("–", "–"), question
        assert answer == "–" or answer in ANSWERS
        if place != "–":
            name, number = place.split()
            steps = read_lesson(Path(LESSONS / f"{name}.toml"), ANY).steps
            step = steps[int(number) - 1]
            assert step.seen.en and step.goal, question
            assert "answer" not in step.goal or step.goal["answer"] in (answer, "none") or answer == "–", question
