"""Workers: every piece is answered once, few are taken ahead, a killed process costs its piece, all of them end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.corpus import executors
from model.corpus.executors import AHEAD, Piece, workforce
from tests.model.corpus.chores import die, die_once, refuse, square, threads


@pytest.fixture(scope="module", autouse=True)
def pythons_own_helper() -> None:
    """It starts with the first process of a pool and stays until this one ends: it is not left behind by a test."""
    resource_tracker.ensure_running()


def test_in_this_process_nothing_is_taken_ahead() -> None:
    taken: list[int] = []

    def pieces() -> Iterator[Piece]:
        for number in range(5):
            taken.append(number)
            yield number, (number,)

    with workforce(1) as force:
        answers = force.answers(square, pieces())
        assert [next(answers), next(answers)] == [(0, 0), (1, 1)]
        assert taken == [0, 1]


def test_processes_answer_all_one_dies_few_pieces_wait_and_all_end(tmp_path: Path) -> None:
    """The children that are left behind are counted for every test (tests/conftest.py)."""
    taken: list[int] = []

    def pieces() -> Iterator[Piece]:
        for number in range(12):
            taken.append(number)
            yield number, (number, str(tmp_path / "died"))

    with workforce(2) as force:
        found: dict[int, int] = {}
        for number, answer in force.answers(die_once, pieces()):
            assert number not in found
            found[number] = answer
            assert len(taken) <= len(found) + AHEAD * 2
        assert (tmp_path / "died").exists()
        assert found == {number: number * number for number in range(12)}
        assert force.ask(threads, 0) == "1"
        with pytest.raises(Problem, match="5 is bad"):
            list(force.answers(refuse, [(0, (5,))]))


def test_a_piece_that_ends_every_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "TRIES", 2)
    with workforce(2) as force, pytest.raises(Problem, match="computed piece 4 ended without an answer, 2 times"):
        list(force.answers(die, [(4, (3,))]))


def test_leaving_early_ends_the_processes_at_once() -> None:
    began = time.monotonic()
    with workforce(2) as force:
        next(force.answers(time.sleep, [(0, (0.0,)), (1, (600.0,)), (2, (600.0,))]))
    assert time.monotonic() - began < 300, "a bound for a broken program, not a measurement"


def test_a_cluster_needs_dask_and_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(Problem, match="Dask is not installed here"), workforce(1, "tcp://127.0.0.1:9"):
        pass
