"""From a plan to rectangles and arrows: the second half of the map's geometry. Pure."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.controls.model_map.layout import (
    BETWEEN,
    BOX,
    CAPTION,
    COLUMNS,
    DOTS,
    HEIGHTS,
    MOST_DOTS,
    PADDING,
    PAGER,
    Architecture,
    Arrow,
    BlockPlace,
    Box,
    Card,
    Column,
    MapFigure,
    MapPlan,
    Pager,
    Role,
    column_of,
    dot_rows,
    part_height,
    parts_of,
    plan,
)
from viz_app.state.state import Selection

KINDS: dict[str, Kind] = {"encoder": "encoder", "decoder": "decoder", "cross": "cross"}
ROLES: dict[str, Role] = {"add_norm": "add_norm", "norm": "norm", "add": "add", "feed_forward": "feed_forward"}


MARGIN = 0.6  #: above and below, in text heights


@dataclass(frozen=True)
class Sides:
    """Widths in logical pixels; a narrow map saves on everything but its columns."""

    margin: float
    gutter: float  #: at a column's outer side: numbers and residual connections
    column: float

    @staticmethod
    def of(width: float, text: float) -> Sides:
        narrow = width < 18 * text
        between = text * (1.3 if narrow else 1.7)
        return Sides(text * 0.5, text * (1.15 if narrow else 1.35), (width - text - between) / 2)

    def dots(self, text: float) -> int:
        """How many dots that can still be hit stand side by side in a block."""
        return max(4, min(MOST_DOTS, int((self.column - self.gutter - 1.1 * text) / (0.95 * text))))


class FigureBuilder:
    """Builds one :class:`MapFigure`, each column from the bottom up."""

    def __init__(self, drawn: MapPlan, width: float, height: float, text: float) -> None:
        self.plan = drawn
        self.figure = MapFigure()
        room = height - 2 * MARGIN * text
        self.unit = min(max(room / drawn.total, 0.7 * text), 1.4 * text)  # of heights; words keep their size
        self.text = text
        self.base = (height + min(room, drawn.total * self.unit)) / 2  # the figure stands in the middle
        sides = Sides.of(width, text)
        self.left: dict[Column, float] = {"encoder": sides.margin, "decoder": width - sides.margin - sides.column}
        self.column, self.gutter = sides.column, sides.gutter
        self.bus = width / 2

    def build(self) -> MapFigure:
        """Both columns, then what joins them."""
        tops = {column: self._column(column) for column in COLUMNS}
        self._join(tops["encoder"])
        return self.figure

    # --- a column ---

    def _rect(self, column: Column, y: float, height: float) -> QRectF:
        """A full-width rectangle whose lower edge is ``y``; ``height`` in text heights."""
        return QRectF(self.left[column], y - height * self.unit, self.column, height * self.unit)

    def _centre(self, column: Column) -> float:
        inner = self._inner(self._rect(column, 0, 0), column)
        return inner.center().x()

    def _inner(self, rect: QRectF, column: Column) -> QRectF:
        """Without the gutter at the outer side and the padding at the other."""
        near, far = self.gutter, self.text * 0.4
        return rect.adjusted(near, 0, -far, 0) if column == "encoder" else rect.adjusted(far, 0, -near, 0)

    def _box(self, role: Role, column: Column, y: float, height: float = BOX) -> float:
        self.figure.boxes.append(Box(role, column, self._inner(self._rect(column, y, height), column)))
        return y - height * self.unit

    def _rise(self, column: Column, y: float, height: float) -> float:
        """An arrow upwards through a gap."""
        top, x = y - height * self.unit, self._centre(column)
        self.figure.arrows.append(Arrow((QPointF(x, y), QPointF(x, top))))
        return top

    def _column(self, column: Column) -> float:
        """Everything of one column; returns where its stack ends."""
        y = self.base
        self.figure.captions[f"{column} words"] = self._rect(column, y, CAPTION)
        y = self._rise(column, y - CAPTION * self.unit, BETWEEN)
        y = self._box("embedding", column, y)
        if self.plan.architecture.adds_positions:
            y = self._box("positions", column, self._rise(column, y, BETWEEN / 2))
        y = self._stack(column, self._rise(column, y, BETWEEN))
        if self.plan.architecture.final_norm:
            y = self._rise(column, self._box("final_norm", column, y, 1.2), BETWEEN / 2)
        top = self.base - (self.plan.total - CAPTION) * self.unit
        self.figure.captions[f"{column} title"] = self._rect(column, top, CAPTION)
        if column == "encoder":
            return y
        if self.plan.architecture.vocabulary_head:
            y = self._rise(column, self._box("linear", column, y), BETWEEN / 2)
            y = self._rise(column, self._box("softmax", column, y), BETWEEN)
        self.figure.captions["produced"] = self._rect(column, y, CAPTION)
        return y

    def _stack(self, column: Column, y: float) -> float:
        shown, count = self.plan.shown(column), self.plan.architecture.layers[column]
        if shown.start > 0:
            y = self._rise(column, self._pager(column, y, shown.start - 1, False, shown.start), BETWEEN)
        for layer in shown:
            y = self._rise(column, self._card(column, layer, y), BETWEEN)
        if shown.stop < count:
            y = self._rise(column, self._pager(column, y, shown.stop, True, count - shown.stop), BETWEEN)
        return y

    def _pager(self, column: Column, y: float, layer: int, up: bool, hidden: int) -> float:
        rect = self._inner(self._rect(column, y, PAGER), column)
        self.figure.pagers.append(Pager(column, layer, up, hidden, rect))
        return rect.top()

    # --- a layer ---

    def _card(self, column: Column, layer: int, y: float) -> float:
        rect = self._rect(column, y, self.plan.card(column, layer))
        chosen = layer == self.plan.chosen(column) and column == column_of(self.plan.selection.kind)
        self.figure.cards.append(Card(column, layer, rect, chosen, self._number(column, layer, rect)))
        if column == "decoder" and self.plan.level(column, layer) == "minimal":
            self._row(layer, rect)
            return rect.top()
        x = self._centre(column)
        self.figure.arrows.append(Arrow((QPointF(x, y), QPointF(x, rect.top())), head=False))  # behind the parts
        self._parts(column, layer, self._inner(rect, column))
        return rect.top()

    def _number(self, column: Column, layer: int, card: QRectF) -> QRectF:
        """A plate on the card's edge, a little outside: the line of the residual connection passes below it."""
        wide, high = (0.35 + 0.52 * len(str(layer + 1))) * self.text, 0.95 * self.text
        out = 0.25 * self.text
        left = card.left() - out if column == "encoder" else card.right() + out - wide
        return QRectF(left, card.top() - 0.55 * high, wide, high)

    def _row(self, layer: int, card: QRectF) -> None:
        """A decoder layer in one row, one block after the other as everywhere: self-attention at the right, an arrow
        to cross attention at the left, where the encoder's output arrives; the feed-forward above both."""
        inner, sizes = self._inner(card, "decoder"), HEIGHTS["minimal"]
        height, thin, gap = (sizes[name] * self.unit for name in ("attention", "feed_forward", "gap"))
        between = 0.9 * self.text
        top = inner.center().y() - (height + gap + thin) / 2
        feed_forward = QRectF(inner.left(), top, inner.width(), thin)
        width = (inner.width() - between) * 0.55  # by the length of their names
        cross = QRectF(inner.left(), feed_forward.bottom() + gap, width, height)
        own = QRectF(cross.right() + between, cross.top(), inner.width() - between - width, height)
        self.figure.boxes.append(Box("feed_forward", "decoder", feed_forward, bar=True))
        self.figure.blocks += [BlockPlace("cross", layer, cross), BlockPlace("decoder", layer, own)]
        x, turn, middle = self._centre("decoder"), (own.bottom() + card.bottom()) / 2, own.center()
        ways = (
            (QPointF(x, card.bottom()), QPointF(x, turn), QPointF(middle.x(), turn), QPointF(middle.x(), own.bottom())),
            (QPointF(own.left(), middle.y()), QPointF(cross.right(), middle.y())),
            (QPointF(cross.center().x(), cross.top()), QPointF(cross.center().x(), feed_forward.bottom())),
            (QPointF(x, feed_forward.top()), QPointF(x, card.top())),
        )
        self.figure.arrows += [Arrow(way, head=number == 1) for number, way in enumerate(ways)]

    def _parts(self, column: Column, layer: int, inner: QRectF) -> None:
        level = self.plan.level(column, layer)
        parts = parts_of(column, self.plan.architecture.pre_norm, level)
        spare = self.plan.card(column, layer) - self.plan.natural(column, layer)
        gap = (HEIGHTS[level]["gap"] + spare / (len(parts) + 1)) * self.unit
        y = inner.bottom() - PADDING * self.unit - spare / (len(parts) + 1) * self.unit
        start = y
        for part in parts:
            y = self._part(part, column, layer, inner, y)
            if part in ("add", "add_norm"):
                if level == "full":
                    self._residual(column, inner, start, self.figure.boxes[-1])
                start = y - gap / 2
            y -= gap

    def _part(self, part: str, column: Column, layer: int, inner: QRectF, y: float) -> float:
        level = self.plan.level(column, layer)
        height = part_height(part, level) * self.unit
        if part not in KINDS:
            bar = part != "add" and HEIGHTS[level][part] < 0.5  # too low for a name; a sum has none
            rect = QRectF(inner.left(), y - height, inner.width(), height)
            self.figure.boxes.append(Box(ROLES[part], column, rect, bar))
            return rect.top()
        dots, count = None, 0
        if self.plan.has_dots(KINDS[part], layer):
            count = dot_rows(self.plan.architecture.heads[column], self.plan.dots)
            rows = DOTS * count * self.unit
            dots = QRectF(inner.left() + 4, y - rows, inner.width() - 8, rows - 0.25 * self.unit)
            height += rows
        rect = QRectF(inner.left(), y - height, inner.width(), height)
        self.figure.blocks.append(BlockPlace(KINDS[part], layer, rect, dots, count))
        return rect.top()

    def _residual(self, column: Column, inner: QRectF, start: float, end: Box) -> None:
        """Round the outer side, from below the sub-layer into the sum."""
        outward = -1 if column == "encoder" else 1
        edge = inner.left() if column == "encoder" else inner.right()
        x, y = edge + outward * 0.45 * self.text, end.rect.center().y()
        into = edge if end.role == "add_norm" else inner.center().x() + outward * end.rect.height() / 2
        points = (QPointF(inner.center().x(), start), QPointF(x, start), QPointF(x, y), QPointF(into, y))
        self.figure.arrows.append(Arrow(points))

    # --- encoder to decoder ---

    def _join(self, top: float) -> None:
        """The encoder's output goes to every cross block that is drawn."""
        crosses = [block for block in self.figure.blocks if block.kind == "cross"]
        if not crosses or not self.plan.architecture.layers["encoder"]:
            return
        x = self._centre("encoder")
        for block in crosses:
            strong = self.plan.selection.kind == "cross" and block.layer == self.plan.chosen("decoder")
            y = block.rect.center().y() if block.dots is None else (block.rect.top() + block.dots.top()) / 2
            points = (QPointF(x, top), QPointF(self.bus, top), QPointF(self.bus, y), QPointF(block.rect.left(), y))
            self.figure.arrows.append(Arrow(points, strong))


def figure(architecture: Architecture, selection: Selection, width: float, height: float, text: float) -> MapFigure:
    """The map in ``width`` × ``height`` logical pixels, with letters ``text`` high."""
    drawn = plan(architecture, selection, height / text - 2 * MARGIN, Sides.of(width, text).dots(text))
    return FigureBuilder(drawn, width, height, text).build()
