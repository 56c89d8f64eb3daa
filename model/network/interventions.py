"""The changes that a run can be asked for: *What if* this mask, head, row or position were another?

Frozen values, counted from 0 and written to traces as JSON; :mod:`model.network.what_if` applies them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from model.common.text import Text

Kind = Literal["encoder", "decoder", "cross"]
KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")
NAMES: Mapping[Kind, Text] = {
    "encoder": Text("encoder self-attention"),
    "decoder": Text("decoder self-attention"),
    "cross": Text("cross attention"),
}


@dataclass(frozen=True)
class MaskOff:
    """A mask that blocks nothing: ``look_ahead`` (AIAYN 3.1) or ``padding``."""

    mask: Literal["look_ahead", "padding"]

    @property
    def said(self) -> Text:
        """For captions."""
        return Text("look-ahead mask off") if self.mask == "look_ahead" else Text("padding mask off")


@dataclass(frozen=True)
class CellFlipped:
    """One cell of a mask, in every layer and head: blocked where it may attend, and the other way round."""

    kind: Kind
    query: int
    key: int

    @property
    def said(self) -> Text:
        return Text("mask of %1: row %2, column %3 flipped", NAMES[self.kind], self.query + 1, self.key + 1)


@dataclass(frozen=True)
class HeadAblated:
    """One head without its say: its result is 0, or its weights are the same for every key it may attend to."""

    kind: Kind
    layer: int
    head: int
    instead: Literal["zero", "uniform"] = "zero"

    @property
    def said(self) -> Text:
        place = NAMES[self.kind], self.layer + 1, self.head + 1
        if self.instead == "zero":
            return Text("%1, layer %2, head %3: result 0", *place)
        return Text("%1, layer %2, head %3: equal weights", *place)


@dataclass(frozen=True)
class RowSet:
    """One row of one head's weights, set by hand: ``weights`` [n] of the first n keys, of sum 1; all others get 0."""

    kind: Kind
    layer: int
    head: int
    query: int
    weights: tuple[float, ...]

    @property
    def said(self) -> Text:
        place = NAMES[self.kind], self.layer + 1, self.head + 1, self.query + 1
        if self.weights[-1] == 1.0:
            return Text("%1, layer %2, head %3: row %4 moved to column %5", *place, len(self.weights))
        return Text("%1, layer %2, head %3: row %4 set by hand", *place)


@dataclass(frozen=True)
class Unscaled:
    """Scores without ÷ √d_k (AIAYN 3.2.1)."""

    @property
    def said(self) -> Text:
        return Text("scores without √d_k")


@dataclass(frozen=True)
class PositionsOff:
    """Nothing says where a token stands: no position vectors, and no bias for the distance (T5)."""

    @property
    def said(self) -> Text:
        return Text("positions off")


@dataclass(frozen=True)
class PositionMoved:
    """One token that gets another position's vector and stays in its place."""

    side: Literal["source", "target"]
    token: int
    position: int

    @property
    def said(self) -> Text:
        place = self.token + 1, self.position + 1
        if self.side == "source":
            return Text("source token %1 with the position of token %2", *place)
        return Text("target token %1 with the position of token %2", *place)


Intervention = MaskOff | CellFlipped | HeadAblated | RowSet | Unscaled | PositionsOff | PositionMoved
WORDS: Mapping[str, type[Intervention]] = {
    "mask_off": MaskOff, "cell": CellFlipped, "head": HeadAblated, "row": RowSet, "unscaled": Unscaled,
    "positions_off": PositionsOff, "position": PositionMoved,
}  # fmt: skip
_WORD = {kind: word for word, kind in WORDS.items()}


def to_json(intervention: Intervention) -> dict[str, Any]:
    """As a trace's ``interventions`` hold it; everything is counted from 0."""
    return {"what": _WORD[type(intervention)], **asdict(intervention)}


def from_json(content: Any) -> Intervention | None:
    """The intervention that was written; None for what this version does not know."""
    if not isinstance(content, Mapping):
        return None
    kind = WORDS.get(str(content.get("what")))
    values = {name: value for name, value in content.items() if name != "what"}
    if kind is None or set(values) != {item.name for item in fields(kind)}:
        return None
    if kind is RowSet and isinstance(values["weights"], Sequence) and not isinstance(values["weights"], str):
        values["weights"] = tuple(values["weights"])
    made = kind(**values)
    return made if _is_whole(made) else None


def _is_whole(made: Intervention) -> bool:
    """Whether every value is one that its field can have."""
    values = vars(made) if hasattr(made, "__dict__") else {}
    for name in ("query", "key", "layer", "head", "token", "position"):
        if name in values and not (type(values[name]) is int and values[name] >= 0):
            return False
    choices = {"kind": KINDS, "mask": ("look_ahead", "padding"), "instead": ("zero", "uniform"),
               "side": ("source", "target")}  # fmt: skip
    if any(values[name] not in allowed for name, allowed in choices.items() if name in values):
        return False
    return not isinstance(made, RowSet) or is_row(made.weights)


def is_row(weights: Any) -> bool:
    """Numbers from 0 to 1 that sum to 1 (within 1e-6), the last of them more than 0."""
    return (
        isinstance(weights, tuple)
        and bool(weights)
        and all(type(value) in (int, float) and 0 <= value <= 1 for value in weights)
        and weights[-1] > 0
        and abs(sum(weights) - 1) <= 1e-6
    )
