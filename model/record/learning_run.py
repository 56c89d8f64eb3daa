"""A training that was watched: its snapshots, each a checkpoint of its own, and its learning curve. stdlib only.

``OUT/snapshots/`` holds a folder ``update-000250`` for each and ``curve.jsonl``, one object a line: ``update``,
``epoch``, ``loss``, ``validation_loss``, ``bleu`` and ``snapshot``, the name of such a folder; null is not known. The
training may still be writing it, or have been killed: a line that is none is passed over. What all snapshots share,
their tokenizer, may lie once beside ``snapshots/``.
"""

from __future__ import annotations

import json
import math
import re
from itertools import islice
from pathlib import Path
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.common.problems import unreadable

FOLDER, CURVE, WEIGHTS = "snapshots", "curve.jsonl", "model.safetensors"
CARD = "README.md"  #: of a training that has come to its end
NAME = re.compile(r"update-(\d{1,12})")
MOST_SNAPSHOTS = 1000  #: that can be gone through
MOST_BYTES = 16 * 2**20  #: of a curve that are read
MOST_POINTS = 20_000  #: of a curve that are kept; of a longer one every n-th
MOST_FILES = 20_000  #: of a folder that are looked at


@dataclass(frozen=True)
class CurvePoint:
    """The state of a training after an update; losses in nats per target token, None where nobody measured."""

    update: int
    epoch: float | None = None
    loss: float | None = None
    validation_loss: float | None = None
    bleu: float | None = None


@dataclass(frozen=True)
class TrainingSnapshot:
    """A checkpoint as it was after an update; or the training's own one, with the best weights."""

    path: str
    update: int | None
    epoch: float | None = None


@dataclass(frozen=True)
class LearningRun:
    """Snapshots in the order of their updates, the training's own checkpoint last, and the curve."""

    folder: str  #: that holds the snapshots
    snapshots: tuple[TrainingSnapshot, ...]
    points: tuple[CurvePoint, ...] = ()
    left_out: int = 0  #: snapshots between those that are listed, where there are too many
    stamp: tuple[int, ...] = ()  #: of what was read; another one says that it has grown
    own: bool = False  #: the training's own checkpoint lies beside them
    finished: bool = False  #: the training has come to its end, and its card says so

    def place_of(self, path: str) -> int | None:
        """Which snapshot lies at ``path``."""
        found = (at for at, each in enumerate(self.snapshots) if Path(each.path) == Path(path))
        return next(found, None)


def update_of(path: Path) -> int | None:
    """After how many updates the snapshot at ``path`` was written; None for what is none, by its name."""
    found = NAME.fullmatch(path.name)
    return int(found[1]) if found else None


def shared_folder(path: Path) -> Path:
    """Where a snapshot's run keeps what all share; ``path`` itself where it is no snapshot."""
    if update_of(path) is None:
        return path
    return path.parent.parent if path.parent.name == FOLDER else path.parent


def epoch_at(path: Path) -> float | None:
    """The epoch of the snapshot at ``path``, as its run's curve says; None where that is not known."""
    update = update_of(path)
    try:
        points, _ = _read_curve(path.parent / CURVE)
    except OSError:
        return None
    return next((point.epoch for point in points if point.update == update), None)


def read_run(folder: Path, here: Path | None = None) -> LearningRun | None:
    """The run whose snapshots lie in ``folder``; None where there are none. The one at ``here`` is listed in any case.

    Raises :class:`model.common.problems.Problem`.
    """
    run = read_training(folder, here)
    return run if run.snapshots else None


def read_training(folder: Path, here: Path | None = None) -> LearningRun:
    """The same, where there may be a curve alone. Raises :class:`model.common.problems.Problem`."""
    try:
        stamp = stamp_of(folder)
        names = sorted(
            {name: int(found[1]) for one in islice(folder.iterdir(), MOST_FILES)
             if (found := NAME.fullmatch(name := one.name))}.items(), key=lambda pair: (pair[1], pair[0]),
        )  # fmt: skip
        points, epochs = _read_curve(folder / CURVE) if (folder / CURVE).is_file() else ((), {})
        shown = {*_spread(names, MOST_SNAPSHOTS), *(pair for pair in names if here == folder / pair[0])}
        chosen = [pair for pair in names if pair in shown and (folder / pair[0] / "config.json").is_file()]
    except OSError as error:
        raise unreadable(folder, error) from error
    snapshots = tuple(TrainingSnapshot(str(folder / name), update, epochs.get(update)) for name, update in chosen)
    own = _has_own(folder)
    best = (TrainingSnapshot(str(folder.parent), None),) if own and snapshots else ()
    left_out = max(0, len(names) - MOST_SNAPSHOTS)
    points = _spread(points, MOST_POINTS)
    return LearningRun(str(folder), (*snapshots, *best), points, left_out, stamp, own, own and _is_finished(folder))


def stamp_of(folder: Path) -> tuple[int, ...]:
    """What changes when a run's folder grows, or the run ends. Raises OSError."""
    found = [path.stat() for path in (folder / CURVE, folder.parent / CARD) if path.is_file()]
    return (folder.stat().st_mtime_ns, *(number for each in found for number in (each.st_mtime_ns, each.st_size)))


def folder_at(path: Path) -> Path:
    """Where the snapshots or the curve lie, whichever folder of a training ``path`` is."""
    return path if (path / CURVE).is_file() else folder_of(path)


def folder_of(path: Path) -> Path:
    """Where the snapshots lie, if the checkpoint at ``path`` is one of a training or a training's own."""
    return path / FOLDER if update_of(path) is None else path.parent


def _has_own(folder: Path) -> bool:
    """Does the training's own checkpoint lie beside its snapshots?"""
    return folder.name == FOLDER and all((folder.parent / name).is_file() for name in ("config.json", WEIGHTS))


def _is_finished(folder: Path) -> bool:
    """Was the training's card written after its curve? It is the last that a training writes."""
    card, curve = folder.parent / CARD, folder / CURVE
    try:
        return card.stat().st_mtime_ns >= curve.stat().st_mtime_ns
    except OSError:
        return False


def _read_curve(path: Path) -> tuple[tuple[CurvePoint, ...], dict[int, float | None]]:
    """Points in the order of their updates, of equal ones the last; and the epoch of each update. Raises OSError."""
    if path.exists() and not path.is_file():  # a pipe may never end
        return (), {}
    with path.open("rb") as file:
        lines = file.read(MOST_BYTES).split(b"\n")
    found: dict[int, CurvePoint] = {}
    for line in lines:
        point = _point(line)
        if point is not None:
            found[point.update] = _joined(found.get(point.update), point)
    points = tuple(found[update] for update in sorted(found))
    return points, {point.update: point.epoch for point in points}


def _point(line: bytes) -> CurvePoint | None:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    update = said.get("update") if isinstance(said, dict) else None
    if type(update) is not int or not 0 <= update < 10**12:
        return None
    return CurvePoint(update, *(_number(said.get(name)) for name in ("epoch", "loss", "validation_loss", "bleu")))


def _number(value: Any) -> float | None:
    """A number that can be drawn; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e9 else None


def _joined(before: CurvePoint | None, now: CurvePoint) -> CurvePoint:
    """Two lines about one update: what the later one does not say stays as it was said."""
    if before is None:
        return now
    names = ("epoch", "loss", "validation_loss", "bleu")
    kept = {name: getattr(before, name) if getattr(now, name) is None else getattr(now, name) for name in names}
    return CurvePoint(now.update, **kept)


def _spread(many: Any, most: int) -> Any:
    """All of a few; of more than ``most`` so many, evenly, with the first and the last."""
    if len(many) <= most:
        return many
    picked = (many[round(at * (len(many) - 1) / (most - 1))] for at in range(most))
    return type(many)(picked)
