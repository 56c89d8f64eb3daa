"""The common part of the pages of *Embeddings & layers*: whose positions they show, and what is kept of each.

What a page shows is its own file's business.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.analysis.stream import Side
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.drawings import Drawing, PictureCache, glossed
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import UNDECODED, Page
from viz_app.pictures.drawing.panels import box_pen
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.pictures.embeddings_layers import texts
from viz_app.state.state import Selection

LIMIT = 96 << 20  #: bytes of backgrounds
ROOMY = (25, 14)  #: heights of the font: a smaller page has tables and no words
_drawn: PictureCache[Drawing] = PictureCache(LIMIT, lambda page: page.bytes())
_kept: PictureCache[Page | None] = PictureCache(
    LIMIT, lambda kept: 0 if kept is None or kept.page is None else kept.page.bytes()
)


def drawn(trace: Trace, what: Hashable, size: tuple[int, int], style: Style, draw: Callable[[], Drawing]) -> Drawing:
    """The background of ``what``, kept."""
    return _drawn.get(_key(trace, what, size, style), draw)


def kept(
    trace: Trace, what: Hashable, size: tuple[int, int], style: Style, make: Callable[[], Page | None]
) -> Page | None:  # fmt: skip
    """The whole page of ``what``, kept, with one selection or another."""
    return _kept.get(_key(trace, what, size, style), make)


def page_of(
    trace: Trace, what: str, chosen: Selection, size: tuple[int, int], style: Style, title: str,
    make: Callable[[Side], Page | None],
) -> Picture:  # fmt: skip
    """The page of ``what`` for the side that is selected, with the selection; where the run lacks it, why."""
    side = side_of(chosen)
    page = kept(trace, (what, side), size, style, lambda: make(side))
    return Message(title, texts.missing(trace), *size, style) if page is None else replace(page, selection=chosen)


def _key(trace: Trace, what: Hashable, size: tuple[int, int], style: Style) -> tuple[Any, ...]:
    return weakref.ref(trace), what, size, style, picture_texts.spoken()


def is_roomy(content: Box, style: Style) -> bool:
    """Is there room for words around tables?"""
    return content[2] >= ROOMY[0] * style.font_pixels and content[3] >= ROOMY[1] * style.font_pixels


def side_of(chosen: Selection) -> Side:
    """Whose positions the selection is about."""
    return "source" if chosen.kind == "encoder" else "target"


def position_of(chosen: Selection, count: int) -> int:
    """The selected position; else the newest of the target, the first of the source."""
    if chosen.query is not None:
        return min(chosen.query, count - 1)
    return 0 if chosen.kind == "encoder" else min(chosen.step, count - 1)


def labels_of(trace: Trace, side: Side, count: int, style: Style | None = None) -> Labels:
    """The tokens that stand at the positions: those that the decoder consumes, on its side; perhaps with glosses."""
    kind: Kind = "encoder" if side == "source" else "decoder"
    labels = tuple(label._replace(lead="") for label in picture_texts.row_labels(trace, kind, count))
    return labels if style is None else glossed(labels, style.glosses, kind, rows=True)


def dashed(painter: QPainter, box: Box, style: Style) -> None:
    """Paper with a dashed outline: not yet decoded."""
    painter.fillRect(QRect(*box), QColor(style.palette.paper))
    painter.setPen(box_pen(style.palette.undecoded, style.px(1), UNDECODED))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = style.px(1) / 2
    painter.drawRect(QRectF(*box).adjusted(half, half, -half, -half))
