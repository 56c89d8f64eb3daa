"""Links: lines from each query token to the tokens that it gives weight to, of one head or of several at once.

A line's width and strength are its weight. With one head, its colour only says whether its row is the one talked
about; what tells several heads apart is in :mod:`viz_app.pictures.links.heads`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.drawings import Drawing, PictureCache, put, upon
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Backgrounds, Frame, Heading, Page, PageText
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.why_here import wordings
from viz_app.pictures.links import column_titles
from viz_app.pictures.links.fewer_lines import Thinning, marked_step, talked_about
from viz_app.pictures.links.heads import Bundle, Lines, cells_of, kept_lines, line_pen, shown_heads
from viz_app.pictures.links.page import LinkSide, Samples, lay_out, name_of, paint_samples
from viz_app.platform.theme import LEVELS, level
from viz_app.state.state import Snapshot

NEAR = 5  #: logical pixels: how far from a line a point still means it
FAINTEST = 0.25  #: strength of the weakest line; weight 1 is full strength
BEHIND = 0.5  #: how strong a line is that nobody talks about, beside one of its weight that is
THINNEST, THICKEST = 0.75, 5.0  #: logical pixels
HALO = 2.0  #: logical pixels of paper beside a line that is talked about, both sides together


def title() -> str:
    """The picture's name."""
    return titles()["links"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The selected head's lines up to the selected step; see ``PictureModule``."""
    trace, chosen, settings = snapshot.trace, snapshot.selection, snapshot.settings
    lacking = picture_texts.no_maps(snapshot)
    if trace is None or lacking:
        return Message(title(), lacking, width, height, style)
    heads = shown_heads(snapshot)
    name = picture_texts.map_name(trace, chosen) if len(heads) == 1 else name_of(trace, chosen, heads)
    style = quantities.measured(style, trace, chosen.kind)
    subtitle, reason = picture_texts.step_of(trace, chosen), wordings(snapshot) if style.on_screen else ()
    ground = lines = kept_lines(trace, chosen, heads, settings)
    if lines.found > len(lines):
        lines = kept_lines(trace, chosen, heads, settings, talked_about(trace, chosen, style))
    maps = trace.maps(chosen.kind)[chosen.layer, list(heads)] if style.per_map_scale else None
    maximum = style.full if maps is None else float(quantities.highest(maps, style).max())
    bundle, samples = Bundle(heads, style), Samples(maximum, settings.link_threshold / 100 * style.full)
    left, right, page_frame, thinned = lay_out(trace, chosen, settings, lines, (width, height), bundle, samples)

    def sentence() -> str:
        whole = picture_texts.sentence((title(), name, subtitle, *reason[:1]), trace, chosen)
        return f"{whole} {page_frame.footnote}."

    heading = Heading(page_frame.heading, name, subtitle, quantities.warning(lines.trouble), reason)
    return Links(
        heading, width, height, style, chosen, None, sentence, trace, bundle, lines, ground, thinned, left, right,
        page_frame, samples,
    )  # fmt: skip


_pages: PictureCache[QImage] = PictureCache(48 << 20, lambda image: image.sizeInBytes())


@dataclass(frozen=True, eq=False)
class Links(Page):
    """Lines at one step."""

    sentence: Callable[[], str]
    trace: Trace
    bundle: Bundle
    lines: Lines
    ground_lines: Lines  #: the same whoever is talked about
    thinned: Thinning
    left: LinkSide
    right: LinkSide
    page_frame: Frame
    samples: Samples

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return self.sentence()

    @property
    def unnamed(self) -> int:
        """See ``Picture``."""
        named = {side: -(-side.axis.count // side.stride(self.style)) if side.width else 0 for side in self._sides}
        return sum(side.axis.count - count for side, count in named.items())

    @property
    def _sides(self) -> tuple[LinkSide, LinkSide]:
        return self.left, self.right

    # --- which lines matter ---

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """[N] 0…1: each weight's strength, in the scale on display."""
        return level(self.lines.weight / np.float32(self.samples.maximum), self.style.scale) / (LEVELS - 1)

    @cached_property
    def spoken_of(self) -> NDArray[np.bool_]:
        """[N] lines of the token that is talked about; else all."""
        row, column = talked_about(self.trace, self.selection, self.style)
        if row is None and column is None:
            return np.ones(len(self.lines), dtype=bool)
        return np.asarray(self.lines.query == row if row is not None else self.lines.key == column)

    @cached_property
    def _cells(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        chosen = self.selection
        return cells_of(self.trace, chosen.kind, chosen.layer, chosen.head, chosen.step)

    # --- painting ---

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._all_spoken:
            self._clear_below_lines(painter)
            self._paint_spoken(painter)
        self._paint_tokens(painter)
        self._paint_cell(painter)
        self._paint_plates(painter)
        others = None if self._all_spoken or not self.behind_them.any() else self._behind(1.0)
        step = marked_step(self.trace, self.selection, self.style) is not None
        paint_samples(painter, self.page_frame, self.bundle, self.samples, self._pen, others, step)

    @cached_property
    def _all_spoken(self) -> bool:
        return bool(self.spoken_of.all())

    @cached_property
    def in_front(self) -> NDArray[np.bool_]:
        return self.thinned.front(self.lines, self.spoken_of)

    @cached_property
    def behind_them(self) -> NDArray[np.bool_]:
        return self.thinned.behind(self.lines)

    @property
    def ground(self) -> Drawing:
        """The page with all lines, kept while they are on screen: all are talked about, or as if none were.

        Only its pixels are kept: its strokes hold the run.
        """
        titles = tuple(self.axis_titles())
        key = self.ground_lines, self.bundle, self.page_frame, titles, self.left, self.samples, self._all_spoken
        below = Backgrounds(self.page_frame, titles, (), self.style).get(True)

        def pixels() -> QImage:
            return _pages.get(key, lambda: upon(below, self._paint_page).pixels)

        return Drawing(below.width(), below.height(), self._paint_page, below, pixels)

    def _paint_page(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._all_spoken or not self.bundle.several)
        if self._all_spoken:
            self._paint_spoken(painter)
        else:
            self._paint_lines(painter, self.behind_them, None, self.style.palette.muted)

    def _paint_spoken(self, painter: QPainter) -> None:
        for head in self.bundle.heads:
            self._paint_lines(painter, self.in_front & (self.lines.head == head), head, self.bundle.ink(head))

    def _clear_below_lines(self, painter: QPainter) -> None:
        """Paper below and beside the lines that are talked about, so that they are as strong as their weights."""
        left, right, (starts, ends) = self.left.edge, self.right.edge, self._ends
        spoken = np.flatnonzero(self.spoken_of)
        paper = self.style.palette.paper
        for number in spoken.tolist():
            wide = self._width(float(self.shares[number])) + HALO * self.style.ratio
            painter.setPen(line_pen(paper, 1.0, paper, wide, []))
            painter.drawLine(QLineF(left, starts[number], right, ends[number]))

    def axis_titles(self) -> list[PageText]:
        """What the two columns are, above them."""
        if self.page_frame.legend_y is None or not self.left.width:
            return []
        texts = column_titles.title_texts(self.selection.kind, self.trace)
        return column_titles.placed(texts, self.left, self.right, self.page_frame.content[2], self.style)

    def _paint_lines(self, painter: QPainter, which: NDArray[np.bool_], head: int | None, ink: str) -> None:
        """Lines of one strength at a time, the weakest first."""
        left, right, (starts, ends) = self.left.edge, self.right.edge, self._ends
        shares = np.where(which, self.shares, -1)
        for share in np.unique(shares[which]).tolist():
            painter.setPen(self._behind(share) if head is None else self._pen(share, ink, head))
            chosen = np.flatnonzero(shares == share)
            pairs = zip(starts[chosen].tolist(), ends[chosen].tolist(), strict=True)
            painter.drawLines([QLineF(left, start, right, end) for start, end in pairs])

    def _pen(self, share: float, ink: str, head: int | None = None) -> QPen:
        """Stronger and wider with weight; thin where rows are low, so that lines stay apart."""
        wide = self._width(share)
        dash = [] if head is None else self.bundle.dash(head, wide)
        return line_pen(ink, FAINTEST + (1 - FAINTEST) * share, self.style.palette.paper, wide, dash)

    def _behind(self, share: float) -> QPen:
        """The pen of what nobody talks about; a hairline where the lines of several heads lie on each other."""
        strength, palette = BEHIND * (FAINTEST + (1 - FAINTEST) * share), self.style.palette
        wide = 0 if self.bundle.several or self.thinned.crowd else self._width(share)
        return line_pen(palette.muted, max(FAINTEST, strength), palette.paper, wide, [])

    def _width(self, share: float) -> float:
        """Device pixels of a line."""
        crowded = self.thinned.talked and self.thinned.crowd
        low = 0.6 if crowded else min(self._cell * self.thinned.every, self.style.px(8)) / self.style.px(8)
        return (THINNEST + (THICKEST - THINNEST) * share * low) * self.style.ratio

    @property
    def _cell(self) -> float:
        return min(self.left.axis.pitch, self.right.axis.pitch)

    def line(self, query: int, key: int, head: int) -> QLineF:
        """From a query's place to a key's, as one head draws it."""
        shift = self.bundle.shift(head, self._cell)
        start, end = self.left.axis.middle(query) + shift, self.right.axis.middle(key) + shift
        return QLineF(self.left.edge, start, self.right.edge, end)

    def _paint_tokens(self, painter: QPainter) -> None:
        rows, columns = self._cells[0].shape
        chosen, palette = self.selection, self.style.palette
        step = marked_step(self.trace, chosen, self.style)
        left = {} if step is None else {step: palette.selection}
        if chosen.query is not None and chosen.query < rows:
            left.setdefault(chosen.query, palette.accent)
        right = {chosen.key: palette.accent} if chosen.key is not None and chosen.key < columns else {}
        talked = np.flatnonzero(self.spoken_of & (not self._all_spoken))[::-1]  # the strongest first
        linked = [dict.fromkeys(each[talked].tolist()) for each in (self.lines.query, self.lines.key)]
        self.left.paint(painter, rows, self.style, left, tuple(linked[0]))
        self.right.paint(painter, columns, self.style, right, tuple(linked[1]))

    @cached_property
    def _selected(self) -> tuple[int, int] | None:
        """The selected cell, where it is on the page."""
        query, key = self.selection.query, self.selection.key
        rows, columns = self._cells[0].shape
        known = query is not None and key is not None and query < rows and key < columns
        return (query, key) if known else None  # type: ignore[return-value] # known: both are numbers

    def _has_line(self, query: int, key: int, head: int) -> bool:
        lines = self.lines
        return bool(((lines.query == query) & (lines.key == key) & (lines.head == head)).any())

    def _paint_cell(self, painter: QPainter) -> None:
        """A selected line too weak to be drawn is dotted for as long as it is selected."""
        if self._selected is None or self._has_line(*self._selected, self.selection.head):
            return
        if self._cells[1][self._selected]:
            painter.setPen(QPen(QColor(self.style.palette.ink), self.style.px(1), Qt.PenStyle.DotLine))
            painter.drawLine(self.line(*self._selected, self.selection.head))

    def _paint_plates(self, painter: QPainter) -> None:
        """The selected cell's weight in each head; of several heads, each one's name on its strongest line."""
        taken: list[QRectF] = []
        for head in self.bundle.heads:
            place, weight = self.plate_of(head)
            if place is None:
                continue
            line = self.line(*place, head)
            plate = self.bundle.plate(head, self.bundle.plate_text(head, weight, line.dx() / len(self.bundle.heads)))
            middle = line.pointAt(self.bundle.along(head)) - QPointF(plate.width() / 2, plate.height() / 2)
            box = QRectF(QPointF(middle.toPoint()), plate.rect().size())
            if plate.width() < line.dx() and not any(box.intersects(other) for other in taken):
                taken.append(box)
                put(painter, box.topLeft(), plate)

    def plate_of(self, head: int) -> tuple[tuple[int, int] | None, str]:
        """Where a head's plate lies, and the weight on it."""
        chosen = self.selection
        if self._selected is not None and (head == chosen.head or self._has_line(*self._selected, head)):
            value = float(self.trace.maps(chosen.kind)[(chosen.layer, head, *self._selected)])
            return self._selected, quantities.figure(value, self.style.quantity)
        own = self.lines.head == head
        front = np.flatnonzero(own & self.in_front)
        mine = front if len(front) else np.flatnonzero(own & self.behind_them)
        if not self.bundle.several or not len(mine):
            return None, ""
        return (int(self.lines.query[mine[-1]]), int(self.lines.key[mine[-1]])), ""

    # --- finding ---

    def find(self, x: float, y: float) -> Cell | None:
        """The token or the line under a point."""
        chosen, (rows, columns) = self.selection, self._cells[0].shape
        query = self.left.token_at(x, y, rows)
        key = self.right.token_at(x, y, columns)
        if query is not None or key is not None:
            return Cell(chosen.kind, chosen.layer, chosen.head, query, key)
        nearest = self._nearest(x, y) if self.left.edge <= x < self.right.edge else None
        if nearest is None:
            return None
        head, query, key = (int(each[nearest]) for each in (self.lines.head, self.lines.query, self.lines.key))
        return Cell(chosen.kind, chosen.layer, head, query, key)

    def _nearest(self, x: float, y: float) -> int | None:
        """The line closest to a point, of equally close ones the strongest."""
        if not len(self.lines):
            return None
        ends = self._ends
        share = (x - self.left.edge) / (self.right.edge - self.left.edge)
        slope = (ends[1] - ends[0]) / (self.right.edge - self.left.edge)
        distance = np.abs(ends[0] + share * (ends[1] - ends[0]) - y) / np.hypot(1, slope)
        distance[~(self.in_front | self.behind_them)] = np.inf  # only what is drawn can be meant
        nearest = len(distance) - 1 - int(distance[::-1].argmin())
        return nearest if distance[nearest] <= self.style.px(NEAR) else None

    @cached_property
    def _ends(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[N] how far down each line starts and ends."""
        starts = np.array([self.left.axis.middle(index) for index in range(self.left.axis.count)])
        ends = np.array([self.right.axis.middle(index) for index in range(self.right.axis.count)])
        by_head = np.zeros(max(self.bundle.heads) + 1)
        for head in self.bundle.heads:
            by_head[head] = self.bundle.shift(head, self._cell)
        shift = by_head[self.lines.head]
        return starts[self.lines.query] + shift, ends[self.lines.key] + shift
