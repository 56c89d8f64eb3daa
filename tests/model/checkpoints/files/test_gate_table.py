"""Every bad file of the tables gets exactly its sentence; nothing runs, nothing hangs, nothing is imported for it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from model.checkpoints.files.gate import examine
from model.common.problems import Problem
from tests.model.checkpoints.files import bad_containers, bad_impostors, bad_pickles
from tests.model.checkpoints.files.bad import NOTEBOOK, Bad
from tests.model.checkpoints.files.forge import Payload
from tests.source_tree import PROJECT

TABLE = bad_pickles.TABLE + bad_containers.TABLE + bad_impostors.TABLE
FEWEST = 60
#: Opens every path of a JSON list on its input, torch and numpy out of reach; says what came of it.
WITHOUT_TORCH = """
import json, sys, time
from pathlib import Path
from model.checkpoints.files.gate import examine
from model.common.problems import Problem
told, slowest = [], 0.0
for path in json.load(sys.stdin):
    began = time.process_time()
    try:
        examine(Path(path))
        told.append("it opens")
    except Problem as problem:
        told.append(problem.why)
    slowest = max(slowest, time.process_time() - began)
json.dump([told, slowest, sorted({"torch", "numpy", "safetensors"} & set(sys.modules))], sys.stdout)
"""


def place(bad: Bad, folder: Path) -> Path:
    """Where a test puts the file; the canary would sing beside it."""
    (folder / "files").mkdir(parents=True)
    return bad.make(folder / "files", folder / "canary")


def test_the_tables_are_long_enough() -> None:
    assert len(TABLE) >= FEWEST
    assert {bad.hazard for bad in TABLE} >= {*range(1, 17), 46}
    assert len({(bad.hazard, bad.label) for bad in TABLE}) == len(TABLE)


@pytest.mark.parametrize("bad", TABLE, ids=lambda bad: f"{bad.hazard} {bad.label}")
def test_it_gets_its_sentence(bad: Bad, tmp_path: Path) -> None:
    path = place(bad, tmp_path)
    with pytest.raises(Problem) as caught:
        examine(path)
    problem = caught.value
    assert (problem.why, problem.next_step) == (bad.why, bad.next_step)
    assert problem.what == str(path / bad.inside if bad.inside else path).replace("\0", "\\x00")
    assert problem.offer == ("cell" if bad.next_step == NOTEBOOK else "")
    assert (problem.why + problem.next_step).isprintable()
    assert not (tmp_path / "canary").exists()
    assert sorted(tmp_path.iterdir()) == [tmp_path / "files"]


def test_the_canary_can_sing(tmp_path: Path) -> None:
    """Python's own reader does run what our first rows hold: the table tests something."""
    payload = Payload(tmp_path / "canary", os.system, "echo caught > {}")
    pickle.loads(pickle.dumps(payload))
    assert (tmp_path / "canary").read_text() == "caught\n"


def test_a_refusal_needs_no_torch_and_little_time(tmp_path: Path) -> None:
    """The whole table in a process of its own: torch is never imported, and no file takes two seconds of work."""
    paths = [place(bad, tmp_path / str(number)) for number, bad in enumerate(TABLE)]
    asked = json.dumps([str(path) for path in paths])
    command = [sys.executable, "-c", WITHOUT_TORCH]
    done = subprocess.run(command, input=asked, cwd=PROJECT, capture_output=True, text=True, check=True)
    told, slowest, imported = json.loads(done.stdout)
    assert told == [bad.why for bad in TABLE]
    assert imported == []
    assert slowest < 2
    assert not list(tmp_path.glob("*/canary"))
