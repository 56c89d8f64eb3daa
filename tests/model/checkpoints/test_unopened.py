"""A file that no format opens, as facts: the nearest family here and there, and lines to record a run."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from model.checkpoints.inspection import inspect
from model.record.recorded_facts import RECORDING
from tests.model.checkpoints.formats.shared import foreign_shapes as foreign
from viz_app.cli import main

#: A class of somebody's own, whose norms learn one gain and one shift.
SHAPES = foreign.renamed(foreign.hkproj(True, 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    state = {name: torch.zeros(shape) for name, shape in SHAPES.items()}
    torch.save({"model_state_dict": state, "epoch": 3}, tmp_path / "tmodel_05.pt")
    return tmp_path / "tmodel_05.pt"


def test_the_nearest_family_is_told_property_by_property(path: Path) -> None:
    facts = inspect(path)
    assert facts["nearest family, by its shapes"]["family"] == "The Annotated Transformer"
    assert facts["here and not so in that family"] == {"what a norm learns": "one number for all of the width"}
    assert facts["in that family instead"] == {"what a norm learns": "a gain and a shift"}
    assert facts["as in that family"]["attention projections"] == "four matrices"
    assert len(facts["as in that family"]) == 10
    assert facts["not opened"]["why"].startswith("it is an encoder-decoder Transformer with 3 + 3 layers")


def test_the_lines_are_printed_from_the_first_column(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index(RECORDING)
    assert lines[start + 1] == "from headscope_recorder import record"
    assert lines[start + 2].startswith("PAD = 1")
    assert lines[start + 3].startswith('with record("run.npz", source=src')
    assert inspect(path)[RECORDING]["in Python"] == lines[start + 1 : start + 4]


def test_a_model_that_can_never_be_drawn_gets_no_lines(tmp_path: Path) -> None:
    torch.save({"transformer.h.0.attn.c_attn.weight": torch.zeros(2, 2)}, tmp_path / "gpt.pt")
    assert RECORDING not in inspect(tmp_path / "gpt.pt")
