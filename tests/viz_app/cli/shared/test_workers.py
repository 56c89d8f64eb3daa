"""``--workers`` and ``--cluster``: how many processes there are, and that one does not ask for both."""

from __future__ import annotations

import argparse
import os

import pytest

from model.common.problems import Problem
from viz_app.cli.shared.workers import add_workers, workers_of


def given(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_workers(parser)
    return parser.parse_args(words)


def test_as_many_as_asked_for_else_as_usual_else_one_for_each_core() -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert workers_of(given(), "cpu") == cores
    assert workers_of(given(), "cuda") == 1
    assert workers_of(given(), "cpu", usual=1) == 1
    assert workers_of(given("--workers", "3"), "cpu", usual=1) == 3


def test_not_both_and_no_nonsense(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problem, match="a cluster has workers of its own"):
        workers_of(given("--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "cpu")
    for wrong in ("0", "-1", "many", "9999"):
        with pytest.raises(SystemExit):
            given("--workers", wrong)
    assert "is not a number from 1 to 256" in capsys.readouterr().err
