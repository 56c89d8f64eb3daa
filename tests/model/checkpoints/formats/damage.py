"""What the tests of damaged checkpoints share: expecting a problem, and editing the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.headscope import CONFIG, WEIGHTS
from model.common.problems import Problem


def refused(path: Path) -> Problem:
    """The problem that opening ``path`` raises; it names the file and says what to do."""
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    problem = caught.value
    assert problem.what
    assert problem.why
    assert problem.next_step
    assert "\n" not in str(problem)
    assert len(str(problem).replace(problem.what, "")) < 300
    return problem


def edit(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change config.json."""
    header = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    change(header)
    (folder / CONFIG).write_text(json.dumps(header), encoding="utf-8")


def edit_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    """Change the tensors, as somebody's own script would."""
    tensors = load_file(folder / WEIGHTS)
    change(tensors)
    save_file(tensors, folder / WEIGHTS)
    edit(folder, lambda header: header.pop("weights_sha256", None))
