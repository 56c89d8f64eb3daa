"""What the engine says about files, and the folder that it makes of the open checkpoint. torch, no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.formats.headscope import bundle
from model.checkpoints.inspection import Facts, inspect, inspect_open
from model.common.problems import Problem
from viz_app.engine.devices import device_memory
from viz_app.engine.messages import SaveOpen


def facts_of(path: str, opened: Checkpoint | None) -> Facts:
    """What ``inspect`` says; of the open checkpoint as it is now. Raises :class:`Problem`."""
    if opened is not None and opened.path == Path(path):
        return inspect_open(opened, device_memory())
    if not Path(path).exists():
        raise Problem(path, "there is no such file or folder", "Check the path")
    return inspect(Path(path), devices=device_memory())


def save_open(request: SaveOpen, opened: Checkpoint | None) -> Iterator[float]:
    """The share that is written. Raises :class:`Problem`, also where another checkpoint was meant."""
    if opened is None or str(opened.path) != request.path:
        raise Problem(request.path, "it is not open", "Wait until it has opened, or open it again")
    return bundle(opened, Path(request.folder))
