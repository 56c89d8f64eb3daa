"""Reading the values of a file that passed the gate. torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from torch import Tensor

from model.files.model_file import ModelFile


def load(file: ModelFile) -> dict[str, Tensor]:
    """Every tensor under its short name, in the type that is stored. Raises :class:`Problem`."""
    result: dict[str, Tensor] = {}
    for weights in file.weights:
        wanted = {name: stored for name, (path, stored) in file.stored_names.items() if path == weights}
        if file.container == "safetensors":
            with safe_open(weights, framework="pt") as opened:
                result |= {name: opened.get_tensor(stored) for name, stored in wanted.items()}
        else:
            content = _unwrapped(read_torch(weights))
            result |= {name: content[stored] for name, stored in wanted.items()}
    return result


def read_torch(path: Path) -> Any:
    """What ``torch.save`` wrote, tensors and plain data only."""
    return torch.load(path, map_location="cpu", weights_only=True, mmap=False)


def _unwrapped(content: Any) -> dict[str, Tensor]:
    from model.files.gate import WRAPPERS

    for wrapper in WRAPPERS:
        if isinstance(content.get(wrapper), dict):
            return dict(content[wrapper])
    return dict(content)
