"""The folder ``snapshots/`` of a training run: the network as it was after so many updates, and the curve of them all.

Each snapshot is a checkpoint like any other, ``update-000250/``. ``curve.jsonl`` holds one JSON object per line. A run
that was killed and resumed leaves the same folder as one that was not.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.formats import headscope
from model.common.atomic import unfinished, write_atomically
from model.common.plain_file import read_plain
from model.common.problems import Problem
from model.common.text import Text
from model.record.learning_run import CURVE, FOLDER, CurvePoint
from model.training.data import Pair
from model.training.evaluation import Scored, evaluate
from model.training.saved_state import remove_left

LARGEST_CURVE = 2**28  #: bytes
NEAR = 1e-9  #: epochs that are the same but for rounding


class Snapshots:
    """Snapshots and curve of one run, in its folder."""

    def __init__(self, out: Path, epochs: Sequence[float]) -> None:
        self.folder, self.epochs = out / FOLDER, epochs

    def due(self, before: float, now: float) -> bool:
        """Whether one belongs to an update that went from one place in the run to another, in epochs."""
        return any(before + NEAR < epoch <= now + NEAR for epoch in self.epochs)

    def begin(self, update: int) -> None:
        """Remove what is later than ``update``, where the run goes on; at 0 everything. Raises :class:`Problem`."""
        try:
            self.folder.mkdir(exist_ok=True)
            remove_left(self.folder)
            for path in self.folder.glob("update-*"):
                if not update or not _number(path) <= update:
                    shutil.rmtree(path)
            lines = [line for line in self._lines() if update and _update_of(line) <= update]
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        write_atomically(self.folder / CURVE, b"".join(lines))

    def add(self, point: CurvePoint, snapshot: str | None = None) -> None:
        """Write one line, at once. Raises :class:`Problem`."""
        line = json.dumps({**asdict(point), "snapshot": snapshot}) + "\n"
        try:
            with (self.folder / CURVE).open("ab", buffering=0) as file:
                if file.write(line.encode("ascii")) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise _unwritable(self.folder / CURVE, error) from error

    def keep(self, checkpoint: Checkpoint, update: int) -> str:
        """Write the network as it is, in half precision; returns the folder's name. Raises :class:`Problem`."""
        folder = self.folder / f"update-{update:06}"
        part = unfinished(folder)
        try:
            shutil.rmtree(part, ignore_errors=True)
            headscope.write(checkpoint, part)
            shutil.rmtree(folder, ignore_errors=True)
            part.replace(folder)
        except OSError as error:
            raise _unwritable(folder, error) from error
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return folder.name

    def _lines(self) -> list[bytes]:
        """Whole lines; of one that was being written when the run was killed there is no end."""
        path = self.folder / CURVE
        return read_plain(path, LARGEST_CURVE).splitlines(keepends=True) if path.exists() else []


def score_so_far(checkpoint: Checkpoint, pairs: Sequence[Pair], lowercase: bool) -> float | None:
    """BLEU of greedy translations of ``pairs`` by the network as it is; None without pairs."""
    if not pairs:
        return None
    results = [one for one in evaluate(checkpoint, pairs, 1, lowercase) if isinstance(one, Scored)]
    return results[0].bleu


def _number(path: Path) -> float:
    digits = path.name.removeprefix("update-")
    return int(digits) if digits.isdecimal() else float("inf")


def _update_of(line: bytes) -> float:
    try:
        point: Any = json.loads(line)
        return float(point["update"]) if line.endswith(b"\n") else float("inf")
    except (ValueError, KeyError, TypeError):
        return float("inf")


def _unwritable(path: Path, error: OSError) -> Problem:
    why = Text("it cannot be written (%1)", error.strerror or "the system refused")
    return Problem(str(path), why, Text("Make room or choose another folder"))
