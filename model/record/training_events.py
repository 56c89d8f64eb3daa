"""The events of a training run, and each as one line that another program reads. stdlib only.

A window that starts ``train`` reads these lines from its output (:data:`model.common.progress.LISTENING`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.common.text import read, spelled

MARK = "training:"  #: how each line begins


@dataclass(frozen=True)
class Started:
    """The run as it begins, or goes on after ``update``."""

    device: str
    precision: str
    processes: int
    parameters: int
    pairs: int
    update: int


@dataclass(frozen=True)
class TrainingProgress:
    """The state of the run; the loss in nats per target token, over the updates since it was measured last."""

    epoch: float
    epochs: float
    update: int
    loss: float
    rate: float
    tokens_per_second: float
    seconds_left: float


@dataclass(frozen=True)
class Evaluated:
    epoch: float
    validation_loss: float
    best: bool


@dataclass(frozen=True)
class Stopped:
    """It was stopped by hand after ``update``; everything is kept, and the same command goes on."""

    checkpoint: str
    update: int
    epoch: float


@dataclass(frozen=True)
class Finished:
    checkpoint: str
    validation_loss: float
    reason: str


Event = Started | TrainingProgress | Evaluated | Stopped | Finished
KINDS: dict[str, type[Event]] = {
    kind.__name__: kind for kind in (Started, TrainingProgress, Evaluated, Stopped, Finished)
}


def line_of(event: Event) -> str:
    """``event`` as a line; :func:`event_of` makes it again."""
    values = {name: spelled(value) if isinstance(value, str) else value for name, value in asdict(event).items()}
    return f"{MARK} {json.dumps({'event': type(event).__name__, **values})}"


def event_of(line: str) -> Event | None:
    """The event that a line says; None for any other line."""
    mark, _, rest = line.strip().partition(" ")
    if mark != MARK:
        return None
    try:
        said = json.loads(rest)
        kind = KINDS[said.pop("event")]
        return kind(**{field.name: _value(said.pop(field.name), str(field.type)) for field in fields(kind)})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _value(value: Any, kind: str) -> Any:
    """``value``, where it is one of the field's type. Raises TypeError or ValueError."""
    if kind == "float" and type(value) in (int, float):
        return float(value)
    if type(value).__name__ != kind:
        raise TypeError(kind)
    return read(value) if kind == "str" else value
