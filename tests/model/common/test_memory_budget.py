"""What a machine has, and the sentence for what it lacks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.common.memory_budget import UNKNOWN, check_memory, machine_memory
from model.common.problems import Problem
from tests.source_tree import PROJECT


def test_this_machine_has_memory() -> None:
    assert 2**28 < machine_memory() < 2**50


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_a_system_that_does_not_say(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def refuse(_: str) -> int:
        raise error

    monkeypatch.setattr(os, "sysconf", refuse, raising=False)
    assert machine_memory() == UNKNOWN


def test_both_numbers_are_told() -> None:
    check_memory(Path("a.pt"), 8 * 10**9, 8 * 10**9)
    with pytest.raises(Problem) as caught:
        check_memory(Path("a.pt"), 12_345 * 10**8, 8 * 10**9)
    assert caught.value.why == "opening it takes 1,234.5 GB of memory, and this machine has 8.0 GB"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
def test_a_limit_of_this_process_counts() -> None:
    program = (
        "import resource; from model.common.memory_budget import machine_memory;"
        "resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30)); print(machine_memory())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 3 * 2**30
