"""Whatever becomes of a process of a batch, each of its sentences has an answer."""

from __future__ import annotations

import sys

import pytest

from viz_app.cli.batch_jobs.crew import Crew, Helper
from viz_app.cli.batch_jobs.worker import Message

#: Children that say what is no answer, nothing, or die; and a program that cannot be started.
BAD = {
    "no JSON": [sys.executable, "-c", "print('no json', flush=True); input()"],
    "nested": [sys.executable, "-c", "print('[' * 100_000, flush=True); input()"],
    "nothing": [sys.executable, "-c", "pass"],
    "not there": ["/no/such/program"],
    "no text": [sys.executable, "-c", "import os; os.write(1, b'\\xff\\xfe\\n'); input()"],
}


@pytest.mark.parametrize("command", BAD.values(), ids=BAD)
def test_a_fault_of_any_kind_is_a_problem_of_its_sentence(command: list[str]) -> None:
    questions: list[Message] = [{"sentence": number} for number in range(3)]
    answers = dict(Crew([Helper(command, {}), Helper(command, {})]).work(questions))
    assert sorted(answers) == [0, 1, 2]
    for answer in answers.values():
        assert [bool(part) for part in answer["problem"]] == [True] * 3
