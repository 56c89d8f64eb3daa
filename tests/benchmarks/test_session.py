"""The recorded session: its own logic, and a few of its actions in a real window. How long they take is no test."""

from __future__ import annotations

import random

import pytest

from benchmarks import session
from benchmarks.session import ACTS, Block
from tests.e2e.screen import Screen


def test_the_longest_blocks_come_first_and_of_equal_ones_the_earlier() -> None:
    blocks = [Block(each, number, "a", "b") for number, each in enumerate((3.0, 50.0, 7.0, 50.0, 1.0), 1)]
    assert [block.number for block in session.worst(blocks, 4)] == [2, 4, 3, 1]
    assert len(session.worst(blocks)) == 5


def test_the_report_counts_what_is_over_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    session.report([Block(each, 1, "key X", "links, cross") for each in (3.0, 60.0, 7.0)], 50.0)
    told = capsys.readouterr().out
    assert "60.0 ms  #1    key X (links, cross)" in told
    assert "3 actions, median 7.0 ms, 1 over 50 ms" in told


def test_the_actions_follow_from_the_seed() -> None:
    chosen = [random.Random(4).choices(tuple(ACTS), tuple(ACTS.values()), k=30) for _ in range(2)]
    assert chosen[0] == chosen[1]


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")
def test_every_action_can_be_done(qapp: object) -> None:
    screen = Screen(qapp)  # type: ignore[arg-type] # pytest-qt's own application
    try:
        screen.start()
        chance = random.Random(1)
        for number, act in enumerate(ACTS):
            done = act(screen, chance)
            assert done, number
            screen.until("not busy")
            if done.startswith("view "):
                assert act(screen, chance), number  # what belongs to the view, now that it is visible
                screen.until("not busy")
        blocks = session.session(screen, 3, 2)
    finally:
        screen.close()
    assert [block.number for block in blocks] == [1, 2, 3]
    assert all(block.milliseconds > 0 for block in blocks)
