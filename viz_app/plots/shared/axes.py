"""Axes of a plot: numbers as far apart as they can be read, each line of the grid with its own; or names of tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pyqtgraph
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QApplication

from viz_app.platform.theme import font

APART = 1.6  #: of a label's width, between two names
BESIDE, ABOVE = 2.0, 1.5  #: of a number's width and height, from one to the next
WIDEST = 90.0  #: logical pixels of a label
SHORTEST = 4.0  #: letters that a number is taken for, at least


def small_face() -> QFont:
    """What axes are written in: a little smaller than the window's own texts."""
    return font(QFontMetrics(QApplication.font()).height() * 3 // 4)


class NumberAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Numbers in steps of 1, 2, 5, 10 …: none without a line, no line without its number, none on another."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.setStyle(hideOverlappingLabels=False)  # it would be the first and the last that go

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """A number at an end reaches beyond its line by half; pyqtgraph leaves out what is not within this."""
        half = 0.6 * QFontMetricsF(small_face()).height()
        rect = QRectF(super().boundingRect())
        return rect.adjusted(-half, 0, half, half) if self.orientation == "bottom" else rect.adjusted(0, -half, 0, half)

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802 - pyqtgraph's name
        """The smallest step whose numbers have room."""
        span = abs(high - low)
        if not span or size <= 0:
            return []
        measures = QFontMetricsF(small_face())
        room = ABOVE * measures.height()
        if self.orientation in ("bottom", "top"):
            ends = [measures.horizontalAdvance(written(float(f"{end:.2g}"))) for end in (low, high)]
            room = BESIDE * max(*ends, SHORTEST * measures.horizontalAdvance("0"))
        return [(rounded(span * room / size), 0.0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 - pyqtgraph's name
        """As texts write them: thousands set apart, a minus for a minus."""
        places = max(0, -math.floor(math.log10(spacing * scale) + 1e-9)) if spacing > 0 else 0
        return [written(value * scale, places) for value in values]


def written(value: float, places: int = 0) -> str:
    """A number with so many decimals."""
    return f"{value + 0.0:,.{places}f}".replace("-", "−")


def rounded(step: float) -> float:
    """The next of 1, 2, 5, 10 … times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(number * power for number in (1, 2, 5, 10) if number * power >= step * (1 - 1e-9))


class TokenAxis(NumberAxis):
    """A horizontal axis with a name at each whole number, as many as there is room for, and at the ``current`` one."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self._names: Sequence[str] = ()
        self._first, self._current = 1, None  # type: tuple[int, int | None]

    def set_names(self, names: Sequence[str], first: int, current: int | None) -> None:
        """Other names; none where the axis has numbers."""
        self._names, self._first, self._current = names, first, current
        self.picture = None
        self.update()

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:  # noqa: N802 - pyqtgraph's name
        """Every n-th place that is in view, counted from the first of all, so that panning changes no name."""
        if not self._names:
            return list(super().tickValues(low, high, size))
        measures, pitch = QFontMetricsF(small_face()), max(size, 1.0) / (high - low)
        wide = [min(WIDEST, measures.horizontalAdvance(name)) for name in self._names]
        closest = measures.horizontalAdvance("0") + max(map(sum, pairwise(wide)), default=0.0) / 2
        every = 1 if closest <= pitch else math.ceil(APART * max(wide) / pitch)  # rather all of them than far apart
        places = list(range(self._first, self._first + len(self._names), every))
        if self._current is not None:
            places = [at for at in places if abs(at - self._current) >= every] + [self._current]
        return [(float(every), [float(at) for at in sorted(places) if low <= at <= high])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 - pyqtgraph's name
        if not self._names:
            return list(super().tickStrings(values, scale, spacing))
        measures, right = QFontMetricsF(small_face()), Qt.TextElideMode.ElideRight
        return [measures.elidedText(self._names[round(at) - self._first], right, WIDEST) for at in values]
