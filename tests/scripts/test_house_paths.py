"""The measured moments: their counting on planted files, and each of them once in a real program."""

from __future__ import annotations

import runpy
import sys
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import house_paths
import numpy as np
import pytest

from tests.forks import Forks

Moments = dict[str, Future[dict[str, Any]]]
CALLS = "def leaf():\n    return stack()\ndef twice():\n    leaf()\n    return leaf()\n"


def planted(root: Path, name: str, stack: Any = lambda: None) -> dict[str, Any]:
    """The names of a file that is written and run."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CALLS, encoding="utf-8")
    return runpy.run_path(str(path), {"stack": stack})


def test_only_calls_of_the_program_count_and_only_while_it_is_on(tmp_path: Path) -> None:
    profile = house_paths.Profile(tmp_path)
    inside, outside = planted(tmp_path, "viz_app/a.py"), planted(tmp_path, "elsewhere/b.py")
    before = sys.getprofile()
    sys.setprofile(profile)
    inside["twice"]()
    profile.on = True
    inside["twice"]()
    outside["twice"]()
    profile.on = False
    sys.setprofile(before)
    assert profile.calls == {"viz_app/a.py": 3}


def test_of_a_stack_the_programs_functions_are_told(tmp_path: Path) -> None:
    inside = planted(tmp_path, "model/a.py", traceback.extract_stack)
    assert house_paths.ours(inside["twice"](), tmp_path) == ["model/a.py:5 twice", "model/a.py:2 leaf"]


def test_import_times_are_of_the_program_and_with_what_each_imports() -> None:
    text = (
        "import time: self [us] | cumulative | imported package\nimport time:       100 |        250 |     numpy\n"
        "import time:        40 |        290 |   model.trace\nerror: import\n"
    )
    assert house_paths.import_times(text) == [("model.trace", 290)]


def test_different_attributes_are_named_whatever_they_hold() -> None:
    @dataclass
    class Now:
        busy: int
        text: str
        numbers: Any

    numbers = np.arange(3)
    before = Now(1, "a", numbers)
    assert house_paths.different(before, Now(2, "a", numbers)) == ["busy"]
    assert house_paths.different(before, Now(1, "a", numbers.copy())) == ["numbers"]


def test_quiet_is_what_has_not_changed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, value = [1.0], [0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    still = house_paths.quiet(lambda: value[0])
    assert not still()
    clock[0] += house_paths.QUIET * 0.9
    value[0] = 1
    assert not still()
    clock[0] += house_paths.QUIET * 0.9
    assert not still()
    clock[0] += house_paths.QUIET * 0.9
    assert still()


def test_a_moment_that_does_not_exist_fails_with_a_reason() -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        house_paths.measured("never")


@pytest.fixture(scope="module")
def moments(forks: Forks) -> Moments:
    """All three at once: much of the time each waits for its window to be quiet. The first ends before an engine."""
    given = {"paint": (), "enter": forks.forking(), "force": forks.forking()}
    with ThreadPoolExecutor() as pool:
        return {moment: pool.submit(house_paths.measured, moment, words) for moment, words in given.items()}


def test_the_first_paint(moments: Moments) -> None:
    modules = moments["paint"].result()["modules"]
    assert any(name.startswith("viz_app.") for name in modules)
    assert "torch" not in modules


def test_enter_runs_functions_of_the_window_and_of_the_model(moments: Moments) -> None:
    told = moments["enter"].result()
    assert {name.partition("/")[0] for name in told["files"]} == {"model", "viz_app"}
    assert told["calls"] == sum(told["files"].values()) > len(told["files"])


def test_a_forced_token_changes_what_is_shown(moments: Moments) -> None:
    told = moments["force"].result()
    assert told["emissions"] == len(told["stacks"]) == len(told["changed"]) >= 1
    assert all(told["changed"])
    assert all(stack[-1].partition("/")[0] == "viz_app" for stack in told["stacks"])
