"""When a run's newest rows are sent, by a clock that a test turns."""

from __future__ import annotations

from viz_app.engine.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_run_of_moments_has_no_parts() -> None:
    clock = Clock()
    pace = Pace(10, 40, clock=clock)
    for step in range(1, 11):
        clock.now += 0.039
        assert not pace.is_due(step)


def test_nor_one_that_is_nearly_over_when_the_first_would_be_due() -> None:
    clock = Clock()
    pace = Pace(10, 40, clock=clock)
    clock.now += 0.5
    assert not pace.is_due(9)
    assert pace.is_due(2)
    assert pace.is_due(10)  # longer than was thought: nobody knows


def test_parts_come_a_few_times_a_second_and_less_often_where_they_cost_much() -> None:
    clock = Clock()
    pace, sent = Pace(1000, 2000, clock=clock), []
    for step in range(1, 1000):
        clock.now += 0.01
        if pace.is_due(step):
            with pace.part():
                clock.now += 0.001
            sent.append(step)
    assert 20 <= len(sent) <= 26  # in ten seconds
    with pace.part():
        clock.now += 0.2
    clock.now += 1.9
    assert not pace.is_due(1000)
    clock.now += 0.2
    assert pace.is_due(1000)


def test_the_time_left_is_a_guess_by_the_source_and_then_the_most_there_can_be() -> None:
    clock = Clock()
    pace = Pace(20, 60, clock=clock)
    clock.now += 5.0
    assert pace.left(10) == (5.0, False)
    clock.now += 5.0
    assert pace.left(20) == (20.0, True)
