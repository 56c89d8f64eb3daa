"""The changes that a run can be asked for: *What if* this mask, head, row, position or token were another?

Frozen values, counted from 0 and written to traces as JSON; :data:`CHANGES` lists their kinds. Those of the network are
applied by :mod:`model.network.what_if`, those of tokens by :mod:`model.checkpoints.changed_tokens`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, Literal

from model.common.lazy_dataclass import dataclass
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
        return Text("mask of %1: query position %2, key position %3 flipped", NAMES[self.kind], self.query, self.key)


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
            return Text("%1, layer %2, head %3: result set to 0", *place)
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
        place = NAMES[self.kind], self.layer + 1, self.head + 1, self.query
        if self.weights[-1] == 1.0:
            return Text("%1, layer %2, head %3: row of position %4 moved to position %5", *place, len(self.weights) - 1)
        return Text("%1, layer %2, head %3: row of position %4 set by hand", *place)


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
        if self.side == "source":
            return Text("source position %1: the vector of position %2", self.token, self.position)
        return Text("target position %1: the vector of position %2", self.token, self.position)


@dataclass(frozen=True)
class ScoreTemperature:
    """Scores ÷ a temperature T, before bias and mask: q·k / (√d_k · T). Above 1 rows are flatter, below it sharper."""

    temperature: float

    @property
    def said(self) -> Text:
        return Text("scores with temperature %1", f"{self.temperature:g}")


@dataclass(frozen=True)
class DropoutOn:
    """Dropout as while training, drawn from ``seed`` (:mod:`model.network.dropout`).

    At the places and rates of its training; with a ``rate`` at those places with that one, or at all four kinds of
    place where the network was trained without any.
    """

    seed: int
    rate: float | None = None

    @property
    def said(self) -> Text:
        if self.rate is None:
            return Text("dropout on, seed %1", self.seed)
        return Text("dropout on with rate %1, seed %2", f"{self.rate:g}", self.seed)


@dataclass(frozen=True)
class SourceReplaced:
    """A source token with another word, or token, in its place; here and below tokens count as typed, specials too.

    ``text`` may be several tokens. What names places in the source beside it counts in the sentence that comes out.
    """

    token: int
    text: str

    @property
    def said(self) -> Text:
        return Text("source position %1 replaced with “%2”", self.token, self.text)


@dataclass(frozen=True)
class SourceDropped:
    """A source token left out; those after it move up."""

    token: int

    @property
    def said(self) -> Text:
        return Text("source position %1 left out", self.token)


@dataclass(frozen=True)
class SourceSwapped:
    """A source token and the one after it in each other's place."""

    token: int

    @property
    def said(self) -> Text:
        return Text("source positions %1 and %2 swapped", self.token, self.token + 1)


@dataclass(frozen=True)
class TargetForced:
    """A word, or token, that is produced at a step whatever the network thinks; its further tokens at the next ones."""

    step: int
    text: str

    @property
    def said(self) -> Text:
        return Text("“%1” forced at step %2", self.text, self.step + 1)


Intervention = (
    MaskOff | CellFlipped | HeadAblated | RowSet | Unscaled | ScoreTemperature | PositionsOff | PositionMoved
    | DropoutOn | SourceReplaced | SourceDropped | SourceSwapped | TargetForced
)  # fmt: skip
Part = Literal["masks", "heads", "scores", "positions", "training", "source", "target"]


@dataclass(frozen=True)
class ChangeKind:
    """One kind of change, as a list of all that can be asked for shows it."""

    word: str  #: ``what`` in JSON
    made: type[Intervention]
    title: Text
    part: Part  #: of the run that it is about

    @property
    def fields(self) -> tuple[str, ...]:
        """The values that one needs, in their order."""
        return tuple(item.name for item in fields(self.made))

    def unfit(self, network: Mapping[str, Any]) -> Text | None:
        """The reason why it would change nothing, or cannot be, in a ``network`` as runs tell of theirs; or None."""
        if self.made is Unscaled and network.get("scale_scores") is False:
            return Text("this network does not divide its scores")
        if self.made is PositionMoved and network.get("positions") == "relative":
            return Text("this network has no position vectors, only a number for each distance")
        return None


#: Every kind of change, in the order in which they are offered.
CHANGES: tuple[ChangeKind, ...] = (
    ChangeKind("mask_off", MaskOff, Text("A mask off"), "masks"),
    ChangeKind("cell", CellFlipped, Text("A cell of a mask flipped"), "masks"),
    ChangeKind("head", HeadAblated, Text("A head without its say"), "heads"),
    ChangeKind("row", RowSet, Text("A row of weights set"), "heads"),
    ChangeKind("unscaled", Unscaled, Text("Scores without √d_k"), "scores"),
    ChangeKind("temperature", ScoreTemperature, Text("Scores with a temperature"), "scores"),
    ChangeKind("positions_off", PositionsOff, Text("Positions off"), "positions"),
    ChangeKind("position", PositionMoved, Text("A token with another position"), "positions"),
    ChangeKind("dropout", DropoutOn, Text("Dropout on"), "training"),
    ChangeKind("source_replaced", SourceReplaced, Text("A source token replaced"), "source"),
    ChangeKind("source_dropped", SourceDropped, Text("A source token left out"), "source"),
    ChangeKind("source_swapped", SourceSwapped, Text("Two source tokens swapped"), "source"),
    ChangeKind("target_forced", TargetForced, Text("A target token forced"), "target"),
)
WORDS: Mapping[str, type[Intervention]] = {kind.word: kind.made for kind in CHANGES}
_WORD = {kind: word for word, kind in WORDS.items()}
LONGEST_WORD = 200  #: letters of a token or word that is put somewhere
LARGEST_SEED = 2**53 - 1  #: what every reader of JSON holds exactly
HOTTEST = 1e6  #: a temperature beyond this, or below 1 in so many, is a number that went wrong


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
    for name in ("query", "key", "layer", "head", "token", "position", "step", "seed"):
        if name in values and not (type(values[name]) is int and values[name] >= 0):
            return False
    if any(not _is_value(name, values[name]) for name in ("rate", "temperature", "text") if name in values):
        return False
    if values.get("seed", 0) > LARGEST_SEED:
        return False
    choices = {"kind": KINDS, "mask": ("look_ahead", "padding"), "instead": ("zero", "uniform"),
               "side": ("source", "target")}  # fmt: skip
    if any(values[name] not in allowed for name, allowed in choices.items() if name in values):
        return False
    return not isinstance(made, RowSet) or is_row(made.weights)


def _is_value(name: str, value: Any) -> bool:
    """Whether it is a rate, a temperature or a text that can be asked for."""
    if name == "text":
        return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_WORD
    if name == "rate" and value is None:
        return True
    low, high = {"rate": (0.0, 1.0), "temperature": (1 / HOTTEST, HOTTEST)}[name]
    return type(value) in (int, float) and (low < value < high)


def is_temperature(value: Any) -> bool:
    """A number above 0 that something can be divided by, not absurdly far from 1."""
    return _is_value("temperature", value)


def is_row(weights: Any) -> bool:
    """Numbers from 0 to 1 that sum to 1 (within 1e-6), the last of them more than 0."""
    return (
        isinstance(weights, tuple)
        and bool(weights)
        and all(type(value) in (int, float) and 0 <= value <= 1 for value in weights)
        and weights[-1] > 0
        and abs(sum(weights) - 1) <= 1e-6
    )
