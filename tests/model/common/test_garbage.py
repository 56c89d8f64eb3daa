"""Garbage is not looked for among libraries: what a new process does is asked of that process."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from model.common.garbage import no_search

ROOT = Path(__file__).parents[3]
TINY = ROOT / "tests" / "fixtures" / "tiny"
COMMAND = ("inspect",)
COUNTED = """
import gc, sys
searches = []
gc.callbacks.append(lambda phase, info: phase == "stop" and searches.append(info["generation"]))
"""


def test_nothing_is_searched_inside_and_as_before_afterwards() -> None:
    with no_search():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        with no_search():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_it_is_searched_again_after_a_failed_import() -> None:
    with pytest.raises(ImportError), no_search():
        raise ImportError
    assert gc.isenabled()


TASK = """
import gc
from model.common.garbage import RARELY, one_task

before = gc.get_threshold()
with one_task():
    assert gc.isenabled()
    assert gc.get_threshold() == (*before[:2], RARELY)
    assert gc.get_freeze_count() == 0
assert gc.get_threshold() == before
assert gc.get_freeze_count() > 0  # the end of the process has nothing to go through
"""


def test_a_task_searches_the_young_as_ever_and_the_old_rarely() -> None:
    """In a process that ends with it, for its objects are frozen then."""
    done = subprocess.run([sys.executable, "-c", TASK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "program",
    [
        f"from viz_app.cli import main\nsys.argv[1:] = {[*COMMAND, str(TINY)]}\nassert main() == 0",
        "from viz_app.engine.process import load\nload()\nassert gc.isenabled()",
    ],
    ids=["a command", "the engine"],
)
def test_among_libraries_nothing_is_searched(program: str) -> None:
    """The interpreter does so whenever the old have grown by a quarter; both have imported torch and spaCy."""
    split = "from model.checkpoints.tokenizer import split_words\nassert split_words('Zwei.', 'de') == ['Zwei', '.']"
    end = "assert 'torch' in sys.modules\nassert 2 not in searches\nassert gc.get_freeze_count() > 100_000"
    lines = "\n".join((COUNTED, program, end.replace("assert 2", split + "\nassert 2")))
    done = subprocess.run([sys.executable, "-c", lines], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
