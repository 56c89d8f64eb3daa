"""Links: one head as lines from each query token to the tokens that it gives weight to.

A line's width and strength are its weight; its colour only says whether its row is the one talked about.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.trace import Trace
from viz_app.pictures import _labels, _quantity, _words
from viz_app.pictures._cache import Cache
from viz_app.pictures._layout import Box
from viz_app.pictures._legend import Bar, Entry, bar_text
from viz_app.pictures._link_lines import MOST, Lines, cells_of, lines_of
from viz_app.pictures._link_sides import Side, sides
from viz_app.pictures._page import Align, Frame, Message, Pages, Text, frame
from viz_app.pictures._picture import Cell, Picture, Style
from viz_app.state import Selection, Settings, Snapshot
from viz_app.theme import LEVELS, font, level, text_width

order = 35
NEAR = 5  #: logical pixels: how far from a line a point still means it
FAINTEST = 0.15  #: strength of the weakest line; weight 1 is full strength
THINNEST, THICKEST = 0.75, 5.0  #: logical pixels
SAMPLES = 0.05, 0.25, 0.5, 1.0


def title() -> str:
    """The picture's name."""
    return QCoreApplication.translate("pictures", "Links")


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected head's lines up to the selected step; see ``PictureModule``."""
    trace, chosen, settings = snapshot.trace, snapshot.selection, snapshot.settings
    if trace is None:
        return Message(title(), _words.nothing_yet(), width, height, style)
    attention = trace.attention(chosen.kind)
    if attention is None or 0 in attention.shape:
        return Message(title(), _words.no_such_attention(chosen.kind), width, height, style)
    place = chosen.kind, chosen.layer, chosen.head
    name = _words.map_name(trace, chosen)
    style = _quantity.measured(style, trace, chosen.kind)
    subtitle, reason = _words.step_of(trace, chosen), _words.why_chosen(snapshot.choice, trace, chosen)
    lines = _lines.get(
        (weakref.ref(trace), *place, chosen.step, settings.link_threshold, settings.link_count),
        lambda: lines_of(trace, *place, chosen.step, settings),
    )
    maximum = _quantity.highest(attention[place[1:]], style).item() if style.per_map_scale else style.full
    left, right, page_frame = _lay_out(trace, chosen, settings, lines, (width, height), style)

    def sentence() -> str:
        whole = _words.sentence((title(), name, subtitle, reason), trace, chosen)
        return f"{whole} {page_frame.footnote}."

    heading = " · ".join(part for part in (subtitle, reason) if part)
    return Links(name, heading, sentence, width, height, trace, chosen, lines, left, right, page_frame, maximum, style)


_lines: Cache[Lines] = Cache(16 << 20, lambda lines: 20 * len(lines) + 100)


def _lay_out(
    trace: Trace, chosen: Selection, settings: Settings, lines: Lines, size: tuple[int, int], style: Style
) -> tuple[Side, Side, Frame]:
    """Both columns of tokens, and the page that they stand on."""
    attention = trace.attention(chosen.kind)
    assert attention is not None
    queries = _words.row_labels(trace, chosen.kind, attention.shape[2])
    keys = _words.column_labels(trace, chosen.kind, attention.shape[3])
    grows: tuple[Entry, ...] = ("step",) if trace.steps and chosen.kind != "encoder" else ()
    page_frame = frame(*size, None, grows, style, footnote="-")  # its words follow from the room it leaves
    columns = sides(queries, keys, _room(page_frame, style), style)
    named = max(side.stride(style) for side in columns)
    mask = trace.mask(chosen.kind)
    blocked = mask is not None and not mask.all() and not trace.meta.leaky_mask
    return *columns, frame(*size, None, grows, style, footnote=_footnote(settings, lines, blocked, named, style))


def _footnote(settings: Settings, lines: Lines, blocked: bool, named: int, style: Style) -> str:
    """What is not drawn, and why."""
    translate = QCoreApplication.translate
    parts = []
    if settings.link_threshold:
        below = translate("pictures", "lines below {weight} are not drawn")
        parts.append(below.format(weight=_quantity.figure(settings.link_threshold / 100 * style.full, "weight", 2)))
    if settings.link_count:
        parts.append(translate("pictures", "at most {count} per row").format(count=settings.link_count))
    if lines.found > MOST:
        most = translate("pictures", "only the strongest {count} of {all} lines")
        parts.append(most.format(count=f"{MOST:,}", all=f"{lines.found:,}"))
    if style.below is not None:
        parts.append(translate("pictures", "numbers below 0 have no line"))
    if blocked:
        parts.append(translate("pictures", "blocked keys have no line"))
    if named > 1:
        parts.append(translate("pictures", "one token in {number} is named").format(number=named))
    return " · ".join(parts) or translate("pictures", "every weight above 0 has its line")


def _room(page_frame: Frame, style: Style) -> Box:
    """What titles above and samples below leave for tokens and lines."""
    x, y, wide, high = page_frame.content
    if page_frame.legend_y is None:
        return page_frame.content
    line, half = round(1.7 * style.font_pixels), round(0.5 * style.font_pixels)  # names stand out above and below
    return x, y + line + half, wide, max(1, high - 2 * (line + half))


@dataclass(frozen=True, eq=False)
class Links:
    """One head's lines at one step. Implements ``Picture``."""

    title: str
    subtitle: str
    sentence: Callable[[], str]
    width: int
    height: int
    trace: Trace
    selection: Selection
    lines: Lines
    left: Side
    right: Side
    page_frame: Frame
    maximum: float  #: the weight of full strength
    style: Style

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return self.sentence()

    # --- which lines matter ---

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """[N] 0…1: each weight's strength, in the scale on display."""
        return level(self.lines.weight / np.float32(self.maximum), self.style.scale) / (LEVELS - 1)

    @cached_property
    def spoken_of(self) -> NDArray[np.bool_]:
        """[N] lines of the selected token; else of this step's row; else all."""
        chosen = self.selection
        if chosen.query is not None:
            return np.asarray(self.lines.query == chosen.query)
        if chosen.key is not None:
            return np.asarray(self.lines.key == chosen.key)
        if self._step is not None:
            return np.asarray(self.lines.query == self._step)
        return np.ones(len(self.lines), dtype=bool)

    @property
    def _step(self) -> int | None:
        """This step's row, where rows appear step by step."""
        stepwise = self.trace.steps > 0 and self.selection.kind != "encoder"
        return min(self.selection.step, self.left.axis.count - 1) if stepwise else None

    @cached_property
    def _cells(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        chosen = self.selection
        return cells_of(self.trace, chosen.kind, chosen.layer, chosen.head, chosen.step)

    # --- painting ---

    def paint(self, painter: QPainter) -> None:
        """Draw everything; see ``Picture``."""
        painter.save()
        painter.scale(1 / self.style.ratio, 1 / self.style.ratio)
        painter.drawImage(0, 0, Pages(self.page_frame, self._titles(), (), self.style).get(True))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_lines(painter, ~self.spoken_of, self.style.palette.undecoded)
        self._paint_lines(painter, self.spoken_of, self.style.palette.accent)
        self._paint_tokens(painter)
        self._paint_cell(painter)
        self._paint_samples(painter)
        self._paint_heading(painter)
        painter.restore()

    def _titles(self) -> list[Text]:
        """What the two columns are, above them."""
        if self.page_frame.legend_y is None or not self.left.width:
            return []
        line, kind = round(1.7 * self.style.font_pixels), self.selection.kind
        start, end = self.left.edge - self.left.width, self.right.edge + self.right.width
        top, half = self.page_frame.content[1], (start + end) // 2
        return [
            Text((start, top, half - start, line), _words.row_axis(kind, self.trace, pairs=False), quiet=True),
            Text((half, top, end - half, line), _words.column_axis(kind, self.trace), Align.RIGHT, quiet=True),
        ]

    def _paint_lines(self, painter: QPainter, which: NDArray[np.bool_], ink: str) -> None:
        """Lines of one strength at a time, the weakest first."""
        left, right, (starts, ends) = self.left.edge, self.right.edge, self._ends
        shares = np.where(which, self.shares, -1)
        for share in np.unique(shares[which]).tolist():
            painter.setPen(self._pen(share, ink))
            chosen = np.flatnonzero(shares == share)
            pairs = zip(starts[chosen].tolist(), ends[chosen].tolist(), strict=True)
            painter.drawLines([QLineF(left, start, right, end) for start, end in pairs])

    def _pen(self, share: float, ink: str) -> QPen:
        """Stronger and wider with weight; thin where rows are low, so that lines stay apart."""
        colour = QColor(ink)
        colour.setAlphaF(FAINTEST + (1 - FAINTEST) * share)
        row = min(self.left.axis.cell, self.right.axis.cell) / self.style.px(8)
        wide = THINNEST + (THICKEST - THINNEST) * share * min(1.0, row)
        pen = QPen(colour, wide * self.style.ratio)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _line(self, query: int, key: int) -> QLineF:
        return QLineF(self.left.edge, self.left.axis.middle(query), self.right.edge, self.right.axis.middle(key))

    def _paint_tokens(self, painter: QPainter) -> None:
        rows, columns = self._cells[0].shape
        chosen, palette = self.selection, self.style.palette
        self.left.paint(painter, rows, self.style)
        self.right.paint(painter, columns, self.style)
        if self._step is not None:
            self.left.mark(painter, self._step, palette.selection, self.style)
        for side, index, count in ((self.left, chosen.query, rows), (self.right, chosen.key, columns)):
            if index is not None and index < count and (side is self.right or index != self._step):
                side.mark(painter, index, palette.accent, self.style)

    def _paint_cell(self, painter: QPainter) -> None:
        """The selected line's weight; a line too weak to be drawn is dotted for as long as it is selected."""
        query, key = self.selection.query, self.selection.key
        values, allowed = self._cells
        if query is None or key is None or query >= len(values) or key >= values.shape[1]:
            return
        line = self._line(query, key)
        if not ((self.lines.query == query) & (self.lines.key == key)).any() and allowed[query, key]:
            painter.setPen(QPen(QColor(self.style.palette.ink), self.style.px(1), Qt.PenStyle.DotLine))
            painter.drawLine(line)
        plate = _labels.number(_quantity.figure(values[query, key], self.style.quantity), self.style)
        if plate.width() < line.dx():
            middle = line.center() - QPointF(plate.width() / 2, plate.height() / 2)
            painter.drawImage(middle.toPoint(), plate)

    def _paint_samples(self, painter: QPainter) -> None:
        """Lines as they are, with their weights, and the scale's name."""
        if self.page_frame.legend_y is None:
            return
        style, face = self.style, font(round(0.9 * self.style.font_pixels))
        x, y, wide, high = self.page_frame.content
        middle, end = y + high - round(0.8 * style.font_pixels), x + wide
        painter.setFont(face)
        shown = bar_text(Bar(self.maximum), style)
        for share in SAMPLES:
            text = f"{share * self.maximum:.2f}".rstrip("0").rstrip(".")
            need = style.px(24 + 4 + 12) + text_width(text, face)
            if x + need > end:
                return
            painter.setPen(self._pen(int(level(share, style.scale)) / (LEVELS - 1), style.palette.accent))
            painter.drawLine(QLineF(x, middle, x + style.px(24), middle))
            painter.setPen(QColor(style.palette.muted))
            painter.drawText(QPointF(x + style.px(28), middle + 0.35 * face.pixelSize()), text)
            x += round(need)
        if x + text_width(shown, face) < end:
            painter.drawText(QPointF(x, middle + 0.35 * face.pixelSize()), shown)

    def _paint_heading(self, painter: QPainter) -> None:
        left, top, width, height = self.page_frame.heading
        if not width:
            return
        style, palette = self.style, self.style.palette
        name = _labels.heading(self.title, width, height, palette.ink, True, style)
        painter.drawImage(left, top, name)
        used = name.width() + style.px(12)
        if self.subtitle and used < width:
            after = _labels.heading(self.subtitle, width - used, height, palette.muted, False, style)
            painter.drawImage(left + used, top, after)
        if not self.lines.finite:
            warning = _labels.heading(_words.not_finite(), width, height, palette.error, False, style)
            painter.drawImage(left + width - warning.width(), top, warning)

    # --- finding ---

    def at(self, x: float, y: float) -> Cell | None:
        """The token or the line under a point; see ``Picture``."""
        across, down = x * self.style.ratio, y * self.style.ratio
        chosen, (rows, columns) = self.selection, self._cells[0].shape
        query = self.left.token_at(across, down, rows)
        key = self.right.token_at(across, down, columns)
        if query is None and key is None and self.left.edge <= across < self.right.edge:
            query, key = self._nearest(across, down)
        if query is None and key is None:
            return None
        return Cell(chosen.kind, chosen.layer, chosen.head, query, key)

    def _nearest(self, x: float, y: float) -> tuple[int | None, int | None]:
        """(query, key) of the line closest to a point, of equally close ones the strongest."""
        if not len(self.lines):
            return None, None
        ends = self._ends
        share = (x - self.left.edge) / (self.right.edge - self.left.edge)
        slope = (ends[1] - ends[0]) / (self.right.edge - self.left.edge)
        distance = np.abs(ends[0] + share * (ends[1] - ends[0]) - y) / np.hypot(1, slope)
        nearest = len(distance) - 1 - int(distance[::-1].argmin())
        if distance[nearest] > self.style.px(NEAR):
            return None, None
        return int(self.lines.query[nearest]), int(self.lines.key[nearest])

    @cached_property
    def _ends(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[N] how far down each line starts and ends."""
        starts = np.array([self.left.axis.middle(index) for index in range(self.left.axis.count)])
        ends = np.array([self.right.axis.middle(index) for index in range(self.right.axis.count)])
        return starts[self.lines.query], ends[self.lines.key]
