"""What is selected: the one place that all views share; and what becomes of it when something else is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from model.common.lazy_dataclass import dataclass
from model.record.trace import KINDS, Kind, ReadAs, Trace
from model.transforms.places import Place, in_reading, in_run

Topic = Literal["embedding", "position", "stream", "heads", "guesses"]  #: of *Embeddings & layers*
CLEAR = -1  #: in place of a query or a key: none


@dataclass(frozen=True)
class Select:
    """Change parts of the selection; None leaves a part as it is, CLEAR empties query or key."""

    kind: Kind | None = None
    layer: int | None = None
    head: int | None = None
    step: int | None = None
    query: int | None = None
    key: int | None = None
    topic: Topic | None = None
    dimension: int | None = None
    follow: bool = True  #: a zoomed map moves until it shows the cell


@dataclass(frozen=True)
class Selection:
    """The one selection that all views share. Everything counts from 0; None = nothing."""

    kind: Kind = "cross"
    layer: int = 0
    head: int = 0
    step: int = 0
    query: int | None = None
    key: int | None = None
    topic: Topic = "embedding"  #: of *Embeddings & layers*
    dimension: int = 0  #: of its vectors
    sentence: int = 0  #: of a batch


def read_as(stood: Selection, done: ReadAs) -> Selection:
    """The place that a reading of the run shows where the run has ``stood``."""
    return replace(stood, **in_reading(done, stood.kind, Place(stood.step, stood.query, stood.key))._asdict())


def as_recorded(now: Selection, stood: Selection, done: ReadAs) -> Selection:
    """Back in the run: exactly where one stood, in all that has not been changed since."""
    place = in_run(done, now.kind, Place(now.step, now.query, now.key))._asdict()
    if stood.kind == now.kind:
        read = read_as(stood, done)
        place |= {name: getattr(stood, name) for name in place if getattr(read, name) == getattr(now, name)}
    layer = stood.layer if done.aggregate in ("layers", "all") else now.layer
    head = stood.head if done.aggregate in ("heads", "all", "rollout") else now.head
    return replace(now, layer=layer, head=head, **place)


def select(selection: Selection, change: Select) -> Selection:
    """``selection`` after an intent. Another kind clears the cell: its axes are others.

    Another step clears the row of a decoder-side map: the step's own row is the one to talk about then.
    """
    parts: dict[str, Any] = {name: value for name, value in vars(change).items() if value is not None}
    del parts["follow"]
    if parts.get("kind", selection.kind) != selection.kind:
        parts = {"query": None, "key": None} | parts
    elif parts.get("step", selection.step) != selection.step and selection.kind != "encoder":
        parts = {"query": None} | parts
    cleared = {name: None for name in ("query", "key") if parts.get(name) == CLEAR}
    return replace(selection, **parts | cleared)


def within(selection: Selection, trace: Trace) -> Selection:
    """The nearest selection that exists in ``trace``."""
    kind = selection.kind
    if trace.attention(kind) is None:
        kind = next((other for other in KINDS if trace.attention(other) is not None), kind)
    step = _clip(selection.step, trace.steps)
    rows, columns = len(trace.rows(kind, step)), len(trace.columns(kind, step))
    return replace(
        selection,
        kind=kind,
        layer=_clip(selection.layer, trace.layers(kind)),
        head=_clip(selection.head, trace.heads(kind)),
        step=step,
        query=selection.query if selection.query is not None and selection.query < rows else None,
        key=selection.key if selection.key is not None and selection.key < columns else None,
    )


def _clip(index: int, count: int) -> int:
    return min(max(index, 0), max(count - 1, 0))
