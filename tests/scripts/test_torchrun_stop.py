"""The script finds a training that does not stop or go on. Two real processes take half a minute: they are played."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
import torchrun_stop

from tests.training_run import TINY

FIRST = "epoch 1.00: validation loss 2.1\nstopped after update 54, epoch 3.60; out opens\n"
AGAIN = "on cpu, 2 processes, in float32: 1,490 parameters, 120 sentence pairs; goes on after update {0}\n"


@pytest.mark.parametrize(
    ("first", "again", "told"),
    [
        (FIRST, AGAIN.format(54), ""),
        (FIRST, AGAIN.format(5), "does not go on there"),
        (FIRST, "on cpu, 2 processes, in float32: 1,490 parameters\n", "does not go on there"),
        ("epoch 1.00: validation loss 2.1\n", "", "does not say where it stopped"),
    ],
)
def test_what_is_wrong_is_told(
    first: str, again: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = iter((first, again))
    shutil.copytree(TINY, tmp_path / "SIGTERM")
    monkeypatch.setattr(torchrun_stop, "run", lambda *_: next(said))
    found = torchrun_stop.missed(tmp_path, signal.SIGTERM)
    assert (told in found) if told else not found
