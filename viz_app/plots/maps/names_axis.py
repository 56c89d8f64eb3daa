"""The axes of a map: tokens beside rows and above columns, as many as have room, and the selected one in any case."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from viz_app.pictures.drawing.token_labels import ANGLE, COSINE, SINE
from viz_app.platform.theme import Palette, elide, shorten, text_width
from viz_app.plots.shared.axes import small_face

LONGEST = 7.0  #: heights of a letter that a name may be long
APART = 1.15  #: lines from name to name, at least
TICK = 4.0  #: logical pixels
GAP = 3.0


@dataclass(frozen=True)
class PlacedName:
    """A name and where its cell's middle lies along the axis, in logical pixels from the axis' start."""

    index: int
    place: float
    text: str


class NamesAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws itself: names level beside rows, slanted above columns as in the views."""

    def __init__(self, side: Literal["left", "top"], palette: Palette) -> None:
        super().__init__(side)
        self.enableAutoSIPrefix(False)
        self.palette = palette
        self._names: Sequence[str] = ()
        self._title = ""
        self._current: int | None = None
        self._widest = self._room = 0.0  # of a name, in pixels: as it is, and as there is room

    @property
    def is_rows(self) -> bool:
        return bool(self.orientation == "left")

    def set_names(self, names: Sequence[str], title: str, palette: Palette) -> None:
        """Other names; :meth:`set_room` makes room for them."""
        self.palette, self._title = palette, title
        if names is not self._names:
            self._names = names
            face = small_face()
            self._widest = max((text_width(name[:64], face) for name in set(names)), default=0.0)

    def set_room(self, most: float) -> None:
        """As large as the longest name needs, and at most so many pixels."""
        high = QFontMetricsF(small_face()).height()
        self._room = max(2 * high, min(LONGEST * high, self._widest + 1, most if self.is_rows else most / SINE))
        if self.is_rows:
            self.setWidth(math.ceil(self._room + 1.4 * high + TICK + GAP))
        else:
            self.setHeight(math.ceil(max(self._room * SINE + high * COSINE, 1.3 * high) + TICK + GAP))
        self.update()

    def set_current(self, index: int | None) -> None:
        """The selected row or column: its name is there however little room there is."""
        if index != self._current:
            self._current = index
            self.update()

    @property
    def pitch(self) -> float:
        """Logical pixels from one name to the next, at least."""
        line = APART * QFontMetricsF(small_face()).height()
        return line if self.is_rows else line / SINE

    def placed(self) -> list[PlacedName]:
        """The names in view: every n-th of all, so that panning changes none, and the current one."""
        low, high = sorted(self.range)
        length = self.size().height() if self.is_rows else self.size().width()
        if not self._names or not high > low or length <= 0:
            return []
        pixels = length / (high - low)  # of a cell
        every = _round(math.ceil(self.pitch / pixels))
        shown = [at for at in range(0, len(self._names), every) if low <= at + 0.5 <= high]
        now = self._current
        if now is not None and now < len(self._names) and low <= now + 0.5 <= high:
            apart = self.pitch / pixels
            shown = sorted([at for at in shown if abs(at - now) >= apart] + [now])
        face = small_face()
        return [PlacedName(at, (at + 0.5 - low) * pixels, elide(self._names[at], face, self._room)) for at in shown]

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Slanted names reach beyond the last column, and the title stands before the first."""
        rect = QRectF(self.mapRectFromParent(self.geometry()))
        reach = math.ceil(self._room * COSINE + 12)
        return rect.adjusted(-200, 0, reach, 0) if not self.is_rows else rect.adjusted(0, -8, 0, 8)

    def paint(self, painter: QPainter, *_: object) -> None:
        """Names, ticks and the line along the map."""
        face, palette = small_face(), self.palette
        bold = QFont(face)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.save()
        painter.setFont(face)
        size, metrics = self.size(), QFontMetricsF(face)
        across, down = size.width(), size.height()
        painter.setPen(QColor(palette.line))
        painter.drawLine(QPointF(across, 0) if self.is_rows else QPointF(0, down), QPointF(across, down))
        for name in self.placed():
            painter.setPen(QColor(palette.line))
            at = name.place
            if self.is_rows:
                painter.drawLine(QPointF(across - TICK, at), QPointF(across, at))
            else:
                painter.drawLine(QPointF(at, down - TICK), QPointF(at, down))
            current = name.index == self._current
            painter.setPen(QColor(palette.accent if current else palette.ink))
            painter.setFont(bold if current else face)
            if self.is_rows:
                room = QRectF(0, at - metrics.height() / 2, across - TICK - GAP, metrics.height())
                painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name.text)
            else:
                self._slanted(painter, QPointF(at, down - TICK - GAP), name.text, metrics)
        painter.setFont(face)
        self._paint_title(painter, metrics)
        painter.restore()

    @staticmethod
    def _slanted(painter: QPainter, foot: QPointF, text: str, metrics: QFontMetricsF) -> None:
        painter.save()
        painter.translate(foot.x() + metrics.ascent() * SINE / 2, foot.y())
        painter.rotate(-ANGLE)
        painter.drawText(QPointF(0, 0), text)
        painter.restore()

    def _paint_title(self, painter: QPainter, metrics: QFontMetricsF) -> None:
        """Upright along the rows, or level in the corner before the columns."""
        painter.setPen(QColor(self.palette.muted))
        size, line = self.size(), metrics.height()
        if self.is_rows:
            painter.translate(0, size.height())
            painter.rotate(-90)
            text = shorten(self._title, small_face(), size.height())
            painter.drawText(QRectF(0, 0, size.height(), line), Qt.AlignmentFlag.AlignRight, text)
            return
        place, text = self.title_place, self._title
        if text_width(text, small_face()) > place.width():
            text = shorten(text.partition(":")[0], small_face(), place.width())  # that it is the keys, at least
        painter.drawText(place, Qt.AlignmentFlag.AlignRight, text)

    @property
    def title_place(self) -> QRectF:
        """In the corner before the first column, above the half of a line that the first row's name reaches up."""
        before, line = float(self.pos().x()), QFontMetricsF(small_face()).height()  # the rows' axis is that wide
        return QRectF(-before, self.size().height() - 1.5 * line, before - 2 * GAP, line)


def _round(every: int) -> int:
    """The next of 1, 2, 5, 10, 20 …"""
    if every <= 1:
        return 1
    power = 1
    while 10 * power <= every:
        power *= 10
    return next(number * power for number in (1, 2, 5, 10) if number * power >= every)
