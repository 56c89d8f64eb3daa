"""The engine says what files are, and makes a folder of what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from tests.viz_app.engine.checkpoints import TINY
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import Failed, Inspect, Inspected, Item, OpenCheckpoint, Progress, Saved, SaveOpen


@pytest.fixture(scope="module")
def engine() -> Engine:
    engine = Engine()
    list(engine.run(OpenCheckpoint(1, str(TINY), "cpu")))
    return engine


def last(engine: Engine, request: Inspect | SaveOpen) -> Item:
    return list(engine.run(request))[-1]


def test_the_open_checkpoint_is_told_as_it_is(engine: Engine) -> None:
    answer = last(engine, Inspect(2, str(TINY)))
    assert isinstance(answer, Inspected)
    assert answer.facts["checkpoint"]["path"] == str(TINY)
    assert answer.facts["file"]["container"] == "safetensors"


def test_any_other_file_is_told(engine: Engine, tmp_path: Path) -> None:
    torch.save({"h.0.attn.c_attn.weight": torch.zeros(2, 2)}, tmp_path / "gpt.pt")
    answer = last(engine, Inspect(2, str(tmp_path / "gpt.pt")))
    assert isinstance(answer, Inspected)
    assert "GPT-2" in answer.facts["not opened"]["why"]
    missing = last(engine, Inspect(3, str(tmp_path / "gone.pt")))
    assert isinstance(missing, Failed)
    assert missing.why == "there is no such file or folder"


def test_what_it_holds_is_saved(engine: Engine, tmp_path: Path) -> None:
    items = list(engine.run(SaveOpen(4, str(TINY), str(tmp_path / "copy"))))
    assert items[-1] == Saved(4)
    shares = [item.fraction for item in items[1:-1] if isinstance(item, Progress)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert open_checkpoint(tmp_path / "copy").sha256 == open_checkpoint(TINY).sha256


def test_what_it_does_not_hold_is_not_saved(engine: Engine, tmp_path: Path) -> None:
    answer = last(engine, SaveOpen(5, "another.pt", str(tmp_path / "copy")))
    assert isinstance(answer, Failed)
    assert (answer.what, answer.why) == ("another.pt", "it is not open")
    assert not (tmp_path / "copy").exists()


def test_saving_that_is_given_up_leaves_nothing(engine: Engine, tmp_path: Path) -> None:
    items = engine.run(SaveOpen(6, str(TINY), str(tmp_path / "copy")))
    next(items), next(items)
    assert list(tmp_path.iterdir())
    items.close()
    assert not list(tmp_path.iterdir())
