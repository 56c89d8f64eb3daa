"""Weights in one file, options and vocabularies in another of its name: OpenNMT-py with ``-save_format safetensors``.

``m_step_5.safetensors`` holds the weights, ``m_step_5.pt`` the plain data of the training. Either may be opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.checkpoints.files.sniff import sniff
from model.checkpoints.files.torch_container import read_pickled, read_zip
from model.checkpoints.files.unwrap import unwrap
from model.common.problems import Problem

SETTINGS, WEIGHTS = ".pt", ".safetensors"
HELD = frozenset(("opt", "vocab"))  #: what such a file of settings holds


def weights_beside(settings: Path) -> Path | None:
    """The weights that a file of settings belongs to."""
    weights = settings.with_suffix(WEIGHTS)
    return weights if settings.suffix == SETTINGS and weights.is_file() and settings_in(settings) else None


def settings_beside(weights: Path) -> Mapping[str, Any]:
    """The plain data of the file of settings that belongs to ``weights``; nothing where there is none."""
    return settings_in(weights.with_suffix(SETTINGS)) if weights.suffix == WEIGHTS else {}


def settings_in(path: Path) -> Mapping[str, Any]:
    """What a file of such settings holds; nothing where it is none, holds weights or cannot be read."""
    try:
        kind = sniff(path) if path.is_file() else "folder"
        if kind not in ("zip", "pickle"):
            return {}
        found = unwrap((read_zip(path) if kind == "zip" else read_pickled(path)).value)
    except (Problem, OSError):
        return {}
    return found.extras if not found.tensors and found.extras.keys() >= HELD else {}
