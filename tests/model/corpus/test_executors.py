"""Workers: every piece is answered once, few are taken ahead, a killed process costs its piece, all of them end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest

from model.common.problems import Problem
from model.corpus import executors
from model.corpus.executors import AHEAD, OnCluster, Piece, workforce
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


class Breaking(Executor):
    """Answers at once, and breaks when it is given one more than it stands."""

    def __init__(self, stands: int) -> None:
        self.left = stands

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.left:
            raise BrokenProcessPool("a child process terminated")
        self.left -= 1
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def test_a_pool_that_is_found_broken_when_it_is_given_a_piece_is_made_anew() -> None:
    pools = iter([Breaking(1), Breaking(0), Breaking(3), Breaking(99)])
    force = executors.Executing(lambda: next(pools), 2)
    assert sorted(force.answers(abs, [(number, (-number,)) for number in range(9)])) == [(n, n) for n in range(9)]


def test_leaving_early_ends_the_processes_at_once() -> None:
    began = time.monotonic()
    with workforce(2) as force:
        next(force.answers(time.sleep, [(0, (0.0,)), (1, (600.0,)), (2, (600.0,))]))
    assert time.monotonic() - began < 300, "a bound for a broken program, not a measurement"


def test_a_cluster_needs_dask_and_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(Problem, match="Dask is not installed here"), workforce(1, "tcp://127.0.0.1:9"):
        pass


class Client:
    """A cluster's, as far as it is asked: what its workers say, one after the other."""

    def __init__(self, *said: dict[str, Any] | OSError) -> None:
        self.said = list(said)

    def run(self, function: Callable[[], object], on_error: str) -> dict[str, Any]:
        assert on_error == "return"
        found = self.said.pop(0)
        if isinstance(found, OSError):
            raise found
        return found

    def get_executor(self, pure: bool) -> Executor:
        assert not pure, "a piece is computed again where it is asked for again"
        return Waiting()

    def scheduler_info(self) -> dict[str, Any]:
        return {"workers": {}}


class Waiting(Executor):
    """It has nobody who could compute."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()


def test_a_worker_that_ends_while_it_is_asked_is_asked_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "WAKE", 0.0)
    gone, left = OSError("the line was closed"), {"b": "1.0"}
    for first in (gone, {"a": gone, "b": "1.0"}):
        assert executors._everywhere(Client(first, left), str) == left
    with pytest.raises(OSError, match="closed"):
        executors._everywhere(Client(gone, gone, gone, left), str)
    said = {"b": Problem("weights", "they are others", "Copy them")}
    with pytest.raises(Problem, match="they are others"):
        OnCluster(Client(gone, said), 1).check(str)


def test_a_cluster_whose_last_worker_has_gone_is_told_and_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executors, "WAKE", 0.01)
    monkeypatch.setattr(executors, "LOST_SECONDS", 0)
    with pytest.raises(Problem, match="no worker for 0 seconds"):
        list(OnCluster(Client(), 2).answers(square, [(0, (1,)), (1, (2,))]))
