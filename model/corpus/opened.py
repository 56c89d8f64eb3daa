"""The checkpoint that pieces are computed with: said in plain values, opened once in each process. torch late."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem
from model.common.text import Text
from model.common.version import VERSION
from model.network.interventions import Intervention

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint


@dataclass(frozen=True)
class CheckpointAddress:
    """Where a checkpoint lies, with all that was answered and asked when it was opened."""

    path: str  #: absolute
    sha256: str
    answers: Mapping[str, Any] = field(default_factory=dict)
    languages: tuple[str, str] = ("", "")
    device: str = "cpu"
    changes: tuple[Intervention, ...] = ()
    program: str = VERSION  #: that asks


_lock = threading.Lock()  # a worker of a cluster computes in several threads
_held: dict[str, tuple[CheckpointAddress, Checkpoint]] = {}  #: the one that was used last


def address_of(checkpoint: Checkpoint, answers: Mapping[str, Any]) -> CheckpointAddress:
    """The address of a checkpoint that is open here; this process computes with it itself."""
    assert checkpoint.path is not None, "it was opened from a file"
    address = CheckpointAddress(
        str(Path(checkpoint.path).resolve()),
        checkpoint.sha256,
        dict(answers),
        checkpoint.languages if checkpoint.language_tokens else ("", ""),
        str(next(checkpoint.transformer.parameters()).device),
        checkpoint.changes,
    )
    with _lock:
        _held["last"] = address, checkpoint
    return address


def opened(address: CheckpointAddress) -> Checkpoint:
    """The checkpoint there, and from now on one thread. Raises :class:`Problem`."""
    import torch

    if address.program != VERSION:  # a worker that came while others were at work
        why = Text("a worker has version %1, and this is %2", VERSION, address.program)
        raise Problem(Text("cluster"), why, Text("Install the same version there"))
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
    with _lock:
        held = _held.get("last")
        if held is not None and held[0] == address:
            return held[1]
        checkpoint = _open(address)
        _held["last"] = address, checkpoint
        return checkpoint


def _open(address: CheckpointAddress) -> Checkpoint:
    from model.checkpoints.checkpoint import open_checkpoint
    from model.network.what_if import changed

    checkpoint = open_checkpoint(Path(address.path), dict(address.answers)).with_languages(*address.languages)
    if checkpoint.sha256 != address.sha256:
        why = Text("the file that a worker finds there holds other weights")
        raise Problem(address.path, why, Text("Put the same checkpoint into the same place on every machine"))
    checkpoint.transformer.to(address.device)
    return replace(checkpoint, transformer=changed(checkpoint.transformer, address.changes))
