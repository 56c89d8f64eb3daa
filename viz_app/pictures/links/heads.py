"""Several heads in one picture of links: the weights that become lines, the looks of each head, names, the legend.

A head always looks the same, whichever others are shown: its colour, its pattern of dashes, and a plate with its
number on its strongest line. Alone it is drawn plainly. Lengths are device pixels unless they say otherwise.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import DARK, LIGHT, font, text_width
from viz_app.state.state import Selection, Settings, Snapshot

#: Six inks that keep apart for the colour-blind as well as colours can, on each paper.
INKS = {
    LIGHT: ("#1456a5", "#a8420a", "#0b7a55", "#84358c", "#6f5b00", "#3f4650"),
    DARK: ("#7fb2f5", "#ffb07a", "#6fd1a8", "#e2a3ea", "#e0cf6a", "#c9ced6"),
}
#: Logical pixels drawn, left out, drawn …; the first is a whole line.
DASHES: tuple[tuple[float, ...], ...] = ((), (9, 5), (2, 3), (9, 3, 2, 3), (18, 5), (9, 3, 2, 3, 2, 3))
APART = 4  #: logical pixels between the ends of two heads' lines, at most
SAMPLE = 40  #: logical pixels of a line in the legend


def shown_heads(snapshot: Snapshot) -> tuple[int, ...]:
    """The heads of the selected layer whose lines are drawn: the selected one and those that were added."""
    trace, chosen = snapshot.trace, snapshot.selection
    count = 0 if trace is None else trace.heads(chosen.kind)
    return tuple(sorted({chosen.head} | {head for head in snapshot.link_heads if head < count}))


def heads_name(heads: Sequence[int]) -> str:
    """``heads 1, 3, 5``."""
    numbers = ", ".join(str(head + 1) for head in heads)
    return QCoreApplication.translate("pictures", "heads {numbers}").format(numbers=numbers)


@dataclass(frozen=True)
class Bundle:
    """How the lines of several heads are told apart."""

    heads: tuple[int, ...]
    style: Style

    @property
    def several(self) -> bool:
        return len(self.heads) > 1

    def ink(self, head: int) -> str:
        """36 heads look different: every ink meets every pattern once."""
        inks = INKS[self.style.palette]
        return inks[head % len(inks)] if self.several else self.style.palette.accent

    def dash(self, head: int, wide: float) -> list[float]:
        """The pattern of a line ``wide`` pixels wide, in its widths as Qt wants it; empty for a whole line."""
        chosen = DASHES[(head + head // len(DASHES)) % len(DASHES)] if self.several else ()
        return [length * self.style.ratio / wide for length in chosen]

    def shift(self, head: int, cell: float) -> float:
        """How far below its token's middle a line ends, where a token has ``cell`` pixels."""
        count = len(self.heads)
        gap = min(self.style.px(APART), 0.6 * cell / count)
        return (self.heads.index(head) - (count - 1) / 2) * gap if self.several and cell >= 1 else 0.0

    def along(self, head: int) -> float:
        """Where on its line a head's plate lies, as a share; beside each other those of all heads."""
        return (self.heads.index(head) + 1) / (len(self.heads) + 1)

    # --- plates ---

    def plate_text(self, head: int, weight: str, room: float) -> str:
        """What a plate says: the head's name, or its number where ``room`` is short; and a weight."""
        if not self.several:
            return weight
        longest = f"{picture_texts.head_name(self.heads[-1])}: 0.00"
        named = text_width(longest, self._face) + self.style.px(16) < room  # all or none
        name = picture_texts.head_name(head) if named else str(head + 1)
        return f"{name}: {weight}" if weight else name

    def plate(self, head: int, text: str) -> Drawing:
        """A number or name in its head's colour, kept as an image."""
        return _plate(text, self.ink(head) if self.several else "", self.style)

    # --- the legend ---

    @property
    def legend_line(self) -> int:
        return round(1.7 * self.style.font_pixels)

    def legend_height(self, width: int) -> int:
        """What the names of all heads need below the picture; 0 for one head."""
        if not self.several:
            return 0
        return self.legend_line * math.ceil(len(self.heads) / self._in_a_row(width))

    def paint_legend(self, painter: QPainter, box: Box) -> None:
        """A piece of each head's line, and its name, in rows from the top of ``box``."""
        left, top, width, _ = box
        across, pitch, face = self._in_a_row(width), self._pitch, self._face
        painter.setFont(face)
        for place, head in enumerate(self.heads if self.several else ()):
            x = left + place % across * pitch
            y = top + (place // across + 0.5) * self.legend_line
            wide = self.style.px(2)
            painter.setPen(line_pen(self.ink(head), 1.0, self.style.palette.paper, wide, self.dash(head, wide)))
            painter.drawLine(QLineF(x, y, x + self.style.px(SAMPLE), y))
            painter.setPen(QColor(self.style.palette.muted))
            text = QPointF(x + self.style.px(SAMPLE + 5), y + 0.35 * face.pixelSize())
            painter.drawText(text, picture_texts.head_name(head))

    def _in_a_row(self, width: int) -> int:
        return max(1, int(width / self._pitch))

    @property
    def _pitch(self) -> float:
        widest = max(text_width(picture_texts.head_name(head), self._face) for head in self.heads)
        return widest + self.style.px(SAMPLE + 5 + 16)

    @property
    def _face(self) -> QFont:
        return font(round(0.9 * self.style.font_pixels))


def line_pen(ink: str, strength: float, paper: str, wide: float, dash: list[float]) -> QPen:
    """The pen of a line: its ink mixed with the paper's, not transparent, which would take four times as long."""
    pen = QPen(_mixed(ink, paper, strength), wide)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash:
        pen.setDashPattern(dash)
    return pen


def _mixed(ink: str, paper: str, strength: float) -> QColor:
    above, below = QColor(ink), QColor(paper)
    parts = ((above.red(), below.red()), (above.green(), below.green()), (above.blue(), below.blue()))
    return QColor(*(round(strength * one + (1 - strength) * other) for one, other in parts))


@lru_cache(maxsize=512)
def _plate(text: str, ink: str, style: Style) -> Drawing:
    """A text on a rounded plate; in its head's ink, or in the paper's."""
    face = font(round(0.9 * style.font_pixels), bold=bool(ink))
    width, height = math.ceil(text_width(text, face)) + style.px(8), round(1.5 * face.pixelSize())

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face)
        painter.setPen(QPen(QColor(ink or style.palette.line), style.px(1)))
        painter.setBrush(QColor(style.palette.paper))
        box = QRectF(0, 0, width, height)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), style.px(3), style.px(3))
        painter.setPen(QColor(ink or style.palette.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    return Drawing(width, height, draw)


MOST = 1000  #: lines in one picture; of more, the strongest are kept


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines from queries to keys, the weakest first, so that the strongest lies on top. All [N]."""

    head: NDArray[np.intp]
    query: NDArray[np.intp]
    key: NDArray[np.intp]
    weight: NDArray[np.float32]
    added: NDArray[np.bool_]  #: beyond :data:`MOST`: lines of the token that is talked about, which has all of them
    found: int  #: how many there would be without :data:`MOST`
    trouble: quantities.Trouble  #: a weight that is no finite number has no line

    def __len__(self) -> int:
        return len(self.query)


def lines_of(
    trace: Trace, kind: Kind, layer: int, heads: tuple[int, ...], step: int, settings: Settings,
    whole: tuple[int | None, int | None] = (None, None),
) -> Lines:  # fmt: skip
    """The lines of some heads of a layer after a step: decoded rows, no blocked cell, no weight below the threshold.

    Threshold and count hold for each head by itself. Where the family's mask leaks, a blocked cell has a weight that
    counts, and so it has its line. A weight of exactly 0 has none, whatever the threshold. Of too many the strongest
    are kept, and all of the ``whole`` row and column. ``trace`` must have the kind.
    """
    measure = quantities.measure_of(trace)
    weakest = np.float32(settings.link_threshold / 100 * trace.full_scale(kind))
    parts, found, troubles = [], 0, set[quantities.Trouble]()
    for head in heads:
        values, allowed = cells_of(trace, kind, layer, head, step)
        numbers = np.isfinite(values)
        drawn = allowed & numbers & (values > 0) & (values >= weakest)
        if settings.link_count:
            drawn &= _largest(np.where(drawn, values, 0), settings.link_count)
        query, key = np.nonzero(drawn)
        weight = values[query, key]
        cut = np.ones(len(weight), dtype=bool)
        cut[np.argsort(weight, kind="stable")[-(MOST // len(heads)) :]] = False
        kept = ~cut | (query == whole[0]) | (key == whole[1])
        parts.append((np.full(kept.sum(), head), query[kept], key[kept], weight[kept], cut[kept]))
        found += len(weight)
        troubles.add(quantities.trouble(values, measure))
    head_, query, key, weight, added = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(weight, kind="stable")
    trouble = quantities.worst(*troubles)
    return Lines(head_[order], query[order], key[order], weight[order], added[order], found, trouble)


_lines: PictureCache[Lines] = PictureCache(16 << 20, lambda lines: 20 * len(lines) + 100)


def kept_lines(
    trace: Trace, chosen: Selection, heads: tuple[int, ...], settings: Settings,
    whole: tuple[int | None, int | None] = (None, None),
) -> Lines:  # fmt: skip
    """:func:`lines_of` what is selected, kept for the next picture."""
    place = chosen.kind, chosen.layer, heads, chosen.step
    key = weakref.ref(trace), *place, settings.link_threshold, settings.link_count, *whole
    return _lines.get(key, lambda: lines_of(trace, *place, settings, whole))


def cells_of(
    trace: Trace, kind: Kind, layer: int, head: int, step: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """([q,k] weights, [q,k] may they have a line) of the rows and columns that exist after a step."""
    attention, mask = trace.maps(kind), trace.mask(kind)
    rows, columns = trace.decoded(kind, step, attention.shape[2:])
    values = np.asarray(attention[layer, head, :rows, :columns])
    if mask is None or trace.meta.leaky_mask:
        return values, np.ones(values.shape, dtype=bool)
    return values, np.asarray(mask[:rows, :columns])


def _largest(values: NDArray[np.float32], count: int) -> NDArray[np.bool_]:
    """[Q,K] True at the ``count`` largest of each row; of equal ones the first."""
    kept = np.zeros(values.shape, dtype=bool)
    np.put_along_axis(kept, np.argsort(-values, axis=1, kind="stable")[:, :count], True, axis=1)
    return kept
