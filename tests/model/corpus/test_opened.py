"""A checkpoint is opened once in a process, as it was opened here, and only where the weights are the same."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.corpus import opened as room
from model.corpus.opened import address_of, opened
from model.network.interventions import HeadAblated
from model.network.what_if import changed
from tests.model.sample_checkpoints import FIXTURES, TINY


@pytest.fixture(autouse=True)
def nothing_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_held", {})


def test_here_it_is_the_one_that_is_open_elsewhere_its_twin() -> None:
    checkpoint = open_checkpoint(TINY)
    change = HeadAblated("cross", 1, 2)
    asked = replace(checkpoint, transformer=changed(checkpoint.transformer, [change]))
    address = address_of(asked, {})
    assert opened(address) is asked
    room._held.clear()
    sent = pickle.loads(pickle.dumps(address))
    there = opened(sent)
    assert there is not asked
    assert (there.sha256, there.changes) == (checkpoint.sha256, (change,))
    assert opened(sent) is there
    plain = opened(replace(address, changes=()))
    assert plain.changes == ()


def test_a_worker_of_another_version_computes_nothing() -> None:
    address = replace(address_of(open_checkpoint(TINY), {}), program="0.0.1")
    with pytest.raises(Problem, match=r"a worker has version .*, and this is 0\.0\.1"):
        opened(address)


def test_other_weights_in_that_place_are_refused(tmp_path: Path) -> None:
    address = address_of(open_checkpoint(TINY), {})
    with pytest.raises(Problem, match="holds other weights"):
        opened(replace(address, sha256="00" * 32))
    with pytest.raises(Problem, match="no such file or folder"):
        opened(replace(address, path=str(tmp_path / "none")))
    assert FIXTURES.is_dir()
