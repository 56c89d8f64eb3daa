"""Options in a file of their own: which file is one, and that any other beside weights is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoints.files.gate import examine
from model.checkpoints.files.settings_beside import settings_beside, weights_beside

CONTENT = {"opt": {"heads": 3}, "vocab": {"src": ["<unk>"]}}


def test_either_file_is_both(tmp_path: Path) -> None:
    weights, settings = tmp_path / "m_step_5.safetensors", tmp_path / "m_step_5.pt"
    save_file({"a.b": torch.ones(2)}, weights)
    torch.save(CONTENT, settings)
    assert weights_beside(settings) == weights
    for path in (weights, settings):
        file = examine(path)
        assert (file.path, file.weights, file.container) == (weights, (weights,), "safetensors")
        assert (dict(file.extras), list(file.tensors)) == (CONTENT, ["a.b"])


@pytest.mark.parametrize(
    "content", [{"opt": {}}, {**CONTENT, "model": {"a.b": torch.ones(2)}}, {"a.b": torch.ones(2)}, b"broken", None]
)
def test_any_other_file_says_nothing(tmp_path: Path, content: object) -> None:
    weights, other = tmp_path / "m.safetensors", tmp_path / "m.pt"
    save_file({"a.b": torch.ones(2)}, weights)
    if isinstance(content, bytes):
        other.write_bytes(content)
    elif content is not None:
        torch.save(content, other)
    assert settings_beside(weights) == {}
    assert weights_beside(other) is None
    assert examine(weights).extras == {}
