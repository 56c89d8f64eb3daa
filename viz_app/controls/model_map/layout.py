"""The layout of the map of the model: AIAYN's figure 1 with every layer drawn. Pure geometry.

Data flows upwards: layer 1 is at the bottom. Four levels of detail keep the figure legible in any
height: a *full* layer has its name on every box, a *compact* one shows norms as bars and a sum as ⊕, a *low* one
leaves them out and shows its feed-forward as a bar, a *minimal* one has its attention blocks in one row, joined by
an arrow in the order of the data. The selected layer gets the most room. What still does not fit is behind a
pager.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property, lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF, QRegion

from model.common.lazy_dataclass import dataclass
from model.record.trace import KINDS, Kind
from viz_app.state.state import Selection, Snapshot

Column = Literal["encoder", "decoder"]
Level = Literal["full", "compact", "low", "minimal"]
Role = Literal["add_norm", "norm", "add", "feed_forward", "embedding", "positions", "final_norm", "linear", "softmax"]
COLUMNS: tuple[Column, ...] = ("encoder", "decoder")
MOST_DOTS = 8  #: in a row; fewer where a dot would get too small to hit
MOST_HEADS = 16  #: shown at once; more are paged by the selection
#: Levels of the selected layer and of the others, the most detailed first.
LEVELS: tuple[tuple[Level, Level], ...] = (
    ("full", "full"),
    ("full", "compact"),
    ("full", "low"),
    ("compact", "low"),
    ("full", "minimal"),
    ("compact", "minimal"),
)
#: Heights in text heights.
HEIGHTS: dict[Level, dict[str, float]] = {
    "full": {"attention": 1.6, "feed_forward": 1.4, "add_norm": 1.2, "norm": 1.1, "add": 0.8, "gap": 0.26},
    "compact": {"attention": 1.45, "feed_forward": 1.1, "add_norm": 0.3, "norm": 0.24, "add": 0.44, "gap": 0.16},
    "low": {"attention": 1.4, "feed_forward": 0.3, "gap": 0.2},
    "minimal": {"attention": 1.4, "feed_forward": 0.26, "gap": 0.16},
}
TIGHTEST = 0.84  #: how far heights may shrink before layers go behind a pager
DOTS, PADDING, BETWEEN, BOX, CAPTION, PAGER = 1.15, 0.35, 0.5, 1.45, 1.5, 1.2


@dataclass(frozen=True)
class Architecture:
    """What of the model the figure shows."""

    layers: dict[Column, int]
    heads: dict[Column, int]
    pre_norm: bool = False
    final_norm: bool = False
    positions: str = "sinusoidal"
    vocabulary_head: bool = True

    def __hash__(self) -> int:
        """What is drawn of it is kept."""
        return hash((*self.layers.items(), *self.heads.items(), self.pre_norm, self.final_norm, self.positions))

    @property
    def adds_positions(self) -> bool:
        """T5 adds nothing to embeddings: distances change its scores."""
        return self.positions != "relative"

    @property
    def learned(self) -> bool:
        """A vector for each position is a parameter."""
        return self.positions == "learned"


@dataclass(frozen=True)
class Box:
    """A part that is no button. ``bar``: too low for its name."""

    role: Role
    column: Column
    rect: QRectF
    bar: bool = False


@dataclass(frozen=True)
class BlockPlace:
    """An attention block; ``dots`` is where its heads stand, if it is the selected one."""

    kind: Kind
    layer: int
    rect: QRectF
    dots: QRectF | None = None
    dot_rows: int = 0


@dataclass(frozen=True)
class Card:
    """The ground of one layer; its number stands on its upper edge at the outer side, above all that goes round."""

    column: Column
    layer: int
    rect: QRectF
    selected: bool
    number: QRectF


@dataclass(frozen=True)
class Pager:
    """A button for the layers that are not shown."""

    column: Column
    layer: int  #: that it selects
    up: bool
    hidden: int
    rect: QRectF


@dataclass(frozen=True)
class Arrow:
    """A line in the direction of the data."""

    points: tuple[QPointF, ...]
    strong: bool = False
    head: bool = True  #: at its end

    @property
    def rect(self) -> QRectF:
        """Around its line."""
        return QPolygonF(self.points).boundingRect()


@dataclass
class MapFigure:
    """The finished layout."""

    cards: list[Card] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    blocks: list[BlockPlace] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    pagers: list[Pager] = field(default_factory=list)
    captions: dict[str, QRectF] = field(default_factory=dict)  #: title or words of a column

    def words(self, letters: float) -> QRegion:
        """Where captions of this size stand: a step changes nothing else."""
        places = QRegion()
        for place in self.captions.values():
            places += place.adjusted(0, -letters / 2, 0, letters / 2).toAlignedRect()
        return places


ABOUT = 6  #: pixels that a line or the head of an arrow reaches beyond its place, at most


def touches(asked: QRegion, place: QRectF) -> bool:
    """Is some of what stands at a place to be painted?"""
    return asked.intersects(place.adjusted(-ABOUT, -ABOUT, ABOUT, ABOUT).toAlignedRect())


def architecture_of(snapshot: Snapshot) -> Architecture | None:
    """The run's shape where there is a run; the open checkpoint's conventions if it is the one that ran, else what
    the run says of them."""
    info, trace = snapshot.checkpoint, snapshot.run
    if trace is None and info is None:
        return None
    if trace is None or (info is not None and info.sha256 == trace.meta.checkpoint_sha256):
        assert info is not None
        layers: dict[Column, int] = {"encoder": info.encoder_layers, "decoder": info.decoder_layers}
        heads: dict[Column, int] = {"encoder": info.encoder_heads, "decoder": info.decoder_heads}
        return Architecture(
            layers, heads, info.norm_order == "pre", info.final_norm, info.positions, info.vocabulary_head
        )
    said = trace.meta.network
    return Architecture(
        {"encoder": trace.layers("encoder"), "decoder": max(trace.layers("cross"), trace.layers("decoder"))},
        {"encoder": trace.heads("encoder"), "decoder": max(trace.heads("cross"), trace.heads("decoder"))},
        said.get("norm_order") == "pre",
        any(name.endswith("_final_gamma") for name in trace.activations),
        str(said.get("positions", "sinusoidal")),
        trace.meta.vocabulary_head,
    )


def column_of(kind: Kind) -> Column:
    return "encoder" if kind == "encoder" else "decoder"


def sub_layers(column: Column, pre_norm: bool) -> list[str]:
    """The parts of one layer from bottom to top; attention blocks by their kind."""
    inner = ["encoder", "feed_forward"] if column == "encoder" else ["decoder", "cross", "feed_forward"]
    around = (["norm"], ["add"]) if pre_norm else ([], ["add_norm"])
    return [part for name in inner for part in (*around[0], name, *around[1])]


def parts_of(column: Column, pre_norm: bool, level: Level) -> list[str]:
    """Those of them that a level of detail has room for."""
    return [part for part in sub_layers(column, pre_norm) if part in HEIGHTS[level] or part in KINDS]


def part_height(part: str, level: Level) -> float:
    return HEIGHTS[level]["attention" if part in ("encoder", "decoder", "cross") else part]


@lru_cache(maxsize=256)
def natural_height(column: Column, pre_norm: bool, level: Level, rows: int) -> float:
    """Of a layer's card, in text heights, with so many ``rows`` of dots; asked for layer after layer."""
    sizes = HEIGHTS[level]
    height = 2 * PADDING
    if level == "minimal":
        return height + sum(sizes.values())
    parts = parts_of(column, pre_norm, level)
    return height + sum(part_height(part, level) for part in parts) + sizes["gap"] * (len(parts) - 1) + DOTS * rows


def dot_rows(heads: int, in_a_row: int) -> int:
    """How many rows the dots of the selected block need."""
    return -(-min(heads, MOST_HEADS) // in_a_row)


@dataclass(frozen=True)
class MapPlan:
    """How much of each column is drawn, and how; heights in text heights."""

    architecture: Architecture
    selection: Selection
    selected: Level
    others: Level
    most: int  #: layers of a column
    dots: int = MOST_DOTS  #: in a row

    def chosen(self, column: Column) -> int:
        """The layer that gets the most room."""
        return min(self.selection.layer, max(0, self.architecture.layers[column] - 1))

    def shown(self, column: Column) -> range:
        """The layers that are drawn: a window around the chosen one."""
        count = self.architecture.layers[column]
        first = min(max(0, self.chosen(column) - self.most // 2), max(0, count - self.most))
        return range(first, min(count, first + self.most))

    def level(self, column: Column, layer: int) -> Level:
        return self.selected if layer == self.chosen(column) else self.others

    def has_dots(self, kind: Kind, layer: int) -> bool:
        return kind == self.selection.kind and layer == self.chosen(column_of(kind))

    def natural(self, column: Column, layer: int) -> float:
        """Height of a layer's card by its own content, with the dots that another kind of attention would bring."""
        rows = dot_rows(self.architecture.heads[column], self.dots) if layer == self.chosen(column) else 0
        return natural_height(column, self.architecture.pre_norm, self.level(column, layer), rows)

    def card(self, column: Column, layer: int) -> float:
        """Height of a card: the same on both sides where the stacks are equally high."""
        if self.architecture.layers["encoder"] != self.architecture.layers["decoder"]:
            return self.natural(column, layer)
        return max(self.natural(side, layer) for side in COLUMNS)

    def stack(self, column: Column) -> float:
        """Height of a column from above the positions to below what follows the stack."""
        shown, count = self.shown(column), self.architecture.layers[column]
        pagers = (shown.start > 0) + (shown.stop < count)
        cards = sum(self.card(column, layer) + BETWEEN for layer in shown) + BETWEEN
        return cards + pagers * (PAGER + BETWEEN)

    @property
    def bottom(self) -> float:
        """Words, embedding, positions where a vector is added for them."""
        return CAPTION + BETWEEN + BOX + (BETWEEN / 2 + BOX) * self.architecture.adds_positions

    @property
    def top(self) -> float:
        """Final norm, linear and softmax where there is a vocabulary head, the produced word, and the title."""
        final = 1.2 + BETWEEN / 2 if self.architecture.final_norm else 0.0
        head = BOX + BETWEEN / 2 + BOX + BETWEEN if self.architecture.vocabulary_head else 0.0
        return final + head + CAPTION + CAPTION

    @cached_property
    def total(self) -> float:
        """Of everything."""
        return self.bottom + max(self.stack("encoder"), self.stack("decoder")) + self.top


def plan(architecture: Architecture, selection: Selection, room: float, dots: int = MOST_DOTS) -> MapPlan:
    """The most detail that fits into ``room`` text heights; fewer layers only where even the least does not."""
    deepest = max(1, *architecture.layers.values())
    for selected, others in LEVELS:
        candidate = MapPlan(architecture, selection, selected, others, deepest, dots)
        if candidate.total <= room:
            return candidate
    for most in range(deepest, 1, -1):
        candidate = MapPlan(architecture, selection, "compact", "minimal", most, dots)
        if candidate.total * TIGHTEST <= room:
            return candidate
    return MapPlan(architecture, selection, "compact", "minimal", 1, dots)
