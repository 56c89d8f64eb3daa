"""Work in threads, answers in ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.common.problems import Problem
from tests.viz_app.running import wait_until
from viz_app.handlers.background import Background


@pytest.fixture
def background(qapp: QApplication) -> Iterator[Background]:
    background = Background()
    yield background
    background.stop()


def test_results_come_in_the_thread_that_asked(background: Background) -> None:
    threads: list[Any] = []
    found: list[int] = []

    def work() -> int:
        threads.append(threading.current_thread())
        return 42

    def done(result: int) -> None:
        threads.append(threading.current_thread())
        found.append(result)

    background.run(work, done, lambda problem: pytest.fail(str(problem)))
    wait_until(lambda: bool(found))
    assert found == [42]
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


def test_a_problem_comes_as_a_problem(background: Background) -> None:
    problems: list[Problem] = []
    found: list[int] = []

    def work() -> int:
        raise Problem("file", "it is damaged", "Choose another")

    background.run(work, found.append, problems.append)
    wait_until(lambda: bool(problems))
    assert str(problems[0]) == "file: it is damaged. Choose another."
    assert found == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "memory: there is not enough for this. Close other programs and try again."),
        (KeyError("a sentence of somebody"), "Headscope: it failed in a way that was not foreseen (KeyError). "),
    ],
)
def test_nobody_waits_for_ever_for_a_job_that_failed_otherwise(
    error: Exception, said: str, background: Background
) -> None:
    problems: list[Problem] = []

    def work() -> int:
        raise error

    background.run(work, lambda _: pytest.fail("it failed"), problems.append)
    wait_until(lambda: bool(problems))
    assert str(problems[0]).startswith(said)


def test_after_stop_nothing_is_delivered(qapp: QApplication) -> None:
    background, heard = Background(), list[object]()
    gate = threading.Event()
    background.run(lambda: gate.wait(30), heard.append, heard.append)
    gate.set()
    background.stop()
    QTest.qWait(20)
    assert heard == []
    assert not any(thread.name == "headscope-file" for thread in threading.enumerate())
