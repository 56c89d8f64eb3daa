"""Learning rates at the places that define each curve."""

from __future__ import annotations

import math

import pytest

from model.training.recipe import Schedule
from model.training.schedule import learning_rate

PAPER = Schedule("paper", warmup=4000)
LINEAR = Schedule("linear", peak=2e-3, warmup=10, decay_from=2, final=0.1)


def paper(update: int) -> float:
    return learning_rate(PAPER, update, 512, 1000, 100_000)


def linear(update: int) -> float:
    return learning_rate(LINEAR, update, 512, 50, 300)  # 50 updates an epoch: flat until 100


def test_the_papers_own_numbers() -> None:
    """d_model 512 and 4,000 warm-up steps peak at 7e-4."""
    assert math.isclose(paper(4000), 512**-0.5 / math.sqrt(4000))
    assert math.isclose(paper(4000), 6.987712e-4, rel_tol=1e-6)
    assert math.isclose(paper(1), 512**-0.5 * 4000**-1.5)
    assert math.isclose(paper(2000), paper(4000) / 2)
    assert math.isclose(paper(16_000), paper(4000) / 2)
    assert max(range(1, 20_000), key=paper) == 4000


def test_the_factor_of_the_paper_schedule() -> None:
    doubled = Schedule("paper", peak=2.0, warmup=4000)
    assert math.isclose(learning_rate(doubled, 77, 512, 1, 1), 2 * paper(77))
    assert math.isclose(learning_rate(PAPER, 77, 128, 1, 1), 2 * paper(77))


@pytest.mark.parametrize(
    ("update", "rate"),
    [(1, 2e-4), (5, 1e-3), (10, 2e-3), (11, 2e-3), (100, 2e-3), (200, 1.1e-3), (300, 2e-4), (301, 2e-4)],
)
def test_linear_rises_stays_and_falls_to_its_share(update: int, rate: float) -> None:
    assert math.isclose(linear(update), rate, rel_tol=1e-9)


def test_linear_falls_evenly() -> None:
    steps = [linear(update) - linear(update + 1) for update in range(101, 299)]
    assert max(steps) - min(steps) < 1e-15
    assert min(steps) > 0


def test_constant() -> None:
    schedule = Schedule("constant", peak=5e-4, warmup=100)
    assert {learning_rate(schedule, update, 512, 10, 50) for update in (1, 50, 10**6)} == {5e-4}


def test_a_run_shorter_than_its_plateau_never_divides_by_zero() -> None:
    schedule = Schedule("linear", peak=1.0, warmup=1, decay_from=10, final=0.5)
    assert [learning_rate(schedule, update, 8, 3, 6) for update in (1, 6)] == [1.0, 1.0]
    assert learning_rate(Schedule("linear", peak=1.0, warmup=1, decay_from=2), 6, 8, 3, 6) == 1.0
