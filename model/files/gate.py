"""The one gate: sniff, limits, header. Raises :class:`Problem` with the cause; returns a :class:`ModelFile`.

No torch here: what a file is, and that it is refused, can be said at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.files.model_file import ModelFile, TensorInfo
from model.problems import Problem

CONFIG = "config.json"
WEIGHTS = ("model.safetensors", "pytorch_model.bin")
WRAPPERS = ("state_dict", "model_state_dict", "model_state", "model", "net")
PREFIXES = ("module.", "_orig_mod.")
MAX_CONFIG = 64 * 2**20


def examine(path: Path) -> ModelFile:
    """Read the header of a file or folder. Raises :class:`Problem`."""
    config = _config(path / CONFIG) if path.is_dir() else None
    weights = next((path / name for name in WEIGHTS if (path / name).is_file()), path) if path.is_dir() else path
    if weights.is_dir():
        return ModelFile(path, "safetensors", (), {}, {}, {}, config)
    container, stored, extras = _header(weights)
    names = {_plain(name): name for name in stored}
    return ModelFile(
        path, container, (weights,), {short: stored[name] for short, name in names.items()},  # type: ignore[arg-type]
        {short: (weights, name) for short, name in names.items()}, extras, config,
    )  # fmt: skip


def _plain(name: str) -> str:
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name


def _config(path: Path) -> Mapping[str, Any] | None:
    try:
        values = json.loads(path.read_bytes()[:MAX_CONFIG])
    except (OSError, ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _header(path: Path) -> tuple[str, dict[str, TensorInfo], Mapping[str, Any]]:
    if path.suffix == ".safetensors":
        size = int.from_bytes(path.read_bytes()[:8], "little")
        header = json.loads(path.read_bytes()[8 : 8 + size])
        dtypes = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16"}
        found = {
            name: TensorInfo(tuple(value["shape"]), dtypes.get(value["dtype"], value["dtype"]))
            for name, value in header.items()
            if name != "__metadata__"
        }
        return "safetensors", found, {}
    from model.files.tensors import read_torch

    try:
        content = read_torch(path)
    except Exception as error:
        raise Problem(str(path), "it is not a checkpoint that can be read safely", "Save its state_dict") from error
    extras: Mapping[str, Any] = {}
    for wrapper in WRAPPERS:
        if isinstance(content, dict) and isinstance(content.get(wrapper), dict):
            extras = {name: value for name, value in content.items() if name != wrapper}
            content = content[wrapper]
            break
    return (
        "torch",
        {
            name: TensorInfo(tuple(value.shape), str(value.dtype).removeprefix("torch."))
            for name, value in content.items()
            if hasattr(value, "shape")
        },
        extras,
    )
