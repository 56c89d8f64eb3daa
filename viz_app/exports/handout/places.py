"""Where the parts of a step's page lie: pure geometry, in logical pixels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

FEW = 5  #: maps: one large, two beside it, two beside the candidates


@dataclass(frozen=True)
class Places:
    """Boxes; of no size where there is nothing for them."""

    first: QRectF  #: the largest map
    rest: QRectF  #: other maps
    listed: QRectF  #: candidates
    last: QRectF  #: maps beside the candidates


def places(body: QRectF, maps: int, high: float, gap: float) -> Places:
    """Divide ``body`` among so many maps and candidates ``high`` (0 = none); parts are ``gap`` apart."""
    if not high or not maps:
        first, rest = _halves(body, 1.0 if maps < 2 else 0.55, gap)
        return Places(first if maps else QRectF(), rest, body if high else QRectF(), QRectF())
    wide = body.width() > body.height()
    if maps > FEW:
        return _many(body, wide, high, gap)
    if wide:
        left, right = _across(body, 0.72, gap)
        first, rest = _across(left, 0.58 if maps > 1 else 1.0, 0.0)
        listed, last = _down(right, high / right.height(), gap)
        return Places(first, rest, listed, last)
    upper, lower = _down(body, 1 - (high + gap) / body.height(), gap)
    first, rest = _down(upper, 0.58 if maps > 1 else 1.0, 0.0)
    last, listed = _across(lower, 0.5, gap)
    return Places(first, rest, listed, last)


def _many(body: QRectF, wide: bool, high: float, gap: float) -> Places:
    """The first map and the candidates together; all others share what is left."""
    if wide:
        left, rest = _across(body, 0.4, gap)
        first, listed = _down(left, 1 - (high + gap) / left.height(), gap)
    else:
        upper, rest = _down(body, 0.36, gap)
        first, listed = _across(upper, 0.6, gap)
    return Places(first, rest, listed, QRectF())


def _halves(body: QRectF, share: float, gap: float) -> tuple[QRectF, QRectF]:
    """Two boxes along the longer side."""
    return (_across if body.width() > body.height() else _down)(body, share, gap)


def _across(box: QRectF, share: float, gap: float) -> tuple[QRectF, QRectF]:
    wide = share * box.width()
    left = QRectF(box.x(), box.y(), wide, box.height())
    return left, box.adjusted(min(wide + gap, box.width()), 0, 0, 0)


def _down(box: QRectF, share: float, gap: float) -> tuple[QRectF, QRectF]:
    high = share * box.height()
    upper = QRectF(box.x(), box.y(), box.width(), high)
    return upper, box.adjusted(0, min(high + gap, box.height()), 0, 0)
