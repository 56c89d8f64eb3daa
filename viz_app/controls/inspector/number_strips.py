"""Vectors and rows of numbers as small pictures that can be read: a strip of colours, a table of them, or bars.

A :class:`Numbers` is what is shown, a :class:`NumberStrip` the widget. Each number can be read by pointing or
with the arrow keys. It computes nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from model.common.lazy_dataclass import dataclass
from viz_app.controls.inspector import bar_names
from viz_app.controls.inspector.bar_table import widest_of
from viz_app.controls.widgets import ReadWidget, number_font, text_pixels
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.keys import ENDS, UPRIGHT, is_copy, is_kept, is_plain, moved
from viz_app.platform.text import decimal
from viz_app.platform.theme import SIGNED, colours, font, shorten, text_width

WIDE_KEY = 12  #: heights of the text that a name has room for beside the key of colours
BAR = 34  #: logical pixels that bars are high
SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, eq=False)
class Numbers:
    """What a strip shows."""

    name: str  #: for people: ``q``, ``weights``
    values: NDArray[np.float32]  # [N], or [R,N] for a table
    names: tuple[str, ...] = ()  #: of the values, or of a table's rows; without them the dimensions' numbers
    marked: int | None = None  #: the selected one of the named
    bars: bool = False
    blocked: frozenset[int] = frozenset()  #: bars that a mask has taken away
    groups: tuple[tuple[str, ...], ...] = ()  #: names under as many bars each, in place of theirs; the longest first
    ranked_by: NDArray[np.generic] | None = None  #: [N] what says which names come first, here and beside
    evenly: tuple[int, ...] = ()  #: every so many bars have their names, from the first number on that has the room

    @property
    def count(self) -> int:
        return self.values.size

    @property
    def bound(self) -> float:
        """The largest size of the finite values that are shown: the end of the colours, or the height of the bars."""
        shown = np.isfinite(self.values)
        shown[..., list(self.blocked)] = False
        finite = self.values[shown]
        return float(np.abs(finite).max()) if finite.size else 0.0

    def read(self, index: int) -> str:
        """One value with its place: ``7 / 64: −0.4312``."""
        row, column = divmod(index, self.values.shape[-1])
        value = counted(float(self.values.reshape(-1)[index]))
        if self.names and self.values.ndim == 1:
            return f"{self.names[column]}: {value}"
        place = f"{column + 1} / {self.values.shape[-1]}: {value}"
        return f"{self.names[row]}, {place}" if self.names else place

    def as_text(self) -> str:
        """Name and values, to paste into a table; a row of a table is a line."""
        rows = np.atleast_2d(self.values)
        heads = [f"{self.name} {name}" for name in self.names] if self.values.ndim > 1 else [self.name]
        lines = ["\t".join((head, *(f"{value:.9g}" for value in row))) for head, row in zip(heads, rows, strict=True)]
        named = self.names and self.values.ndim == 1
        return "\n".join(["\t".join(("", *self.names)), *lines] if named else lines)


def signed(value: float) -> str:
    """A number in a read-out, four decimals."""
    return decimal(value)


def counted(value: float) -> str:
    """The same, a large count with its thousands set apart."""
    return f"{value:,.0f}" if 1e3 <= value < 1e7 and value.is_integer() else signed(value)


class NumberStrip(ReadWidget):
    """One :class:`Numbers`: a caption with the number that is read, and the picture under it."""

    moved = Signal(int)  #: up or down to another strip
    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers = Numbers("", np.zeros(0, dtype=np.float32))
        self.growth = 1.0  #: of bars, in a large window

    def grow(self, growth: float) -> None:
        """Other heights of bars."""
        if growth != self.growth:
            self.growth = growth
            self.updateGeometry()

    def show_numbers(self, numbers: Numbers) -> None:
        """Show these; the place that is read stays where it exists."""
        kinds = [(each.values.shape[:-1], each.bars, bool(each.names)) for each in (numbers, self.numbers)]
        taller = kinds[0] != kinds[1]
        self.numbers = numbers
        self.show_places(numbers.count, taller)

    @property
    def read_out(self) -> str:
        """The number under the pointer or the keyboard; else the scale."""
        if self.index is not None:
            return self.numbers.read(self.index)
        bound = counted(self.numbers.bound)
        if self.numbers.bars and self._sign():
            return f"0 … {bound}" if self._sign() > 0 else f"−{bound} … 0"
        return f"±{bound}"

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(180, self._caption_height() + self._body_height() + self._names_height() + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(100, self.sizeHint().height())

    # --- places ---

    def body(self) -> QRectF:
        """Where the values are painted."""
        return QRectF(2, self._caption_height(), self.width() - 4, self._body_height())

    def index_at(self, place: QPointF) -> int | None:
        """The value under a point."""
        body, values = self.body(), np.atleast_2d(self.numbers.values)
        if not body.contains(place) or not self.numbers.count:
            return None
        rows, columns = values.shape
        column = min(int((place.x() - body.left()) / body.width() * columns), columns - 1)
        row = min(int((place.y() - body.top()) / body.height() * rows), rows - 1)
        return int(row * columns + column)

    def _caption_height(self) -> int:
        return round(text_pixels(self) * 1.45)

    def _body_height(self) -> int:
        if self.numbers.bars:
            return round(BAR * self.growth)
        rows = len(self.numbers.values) if self.numbers.values.ndim > 1 else 1
        return 12 if rows == 1 else round(min(max(rows * 7, 24), 140))

    def _names_height(self) -> int:
        """Of the line of names under bars."""
        return round(text_pixels(self) * 1.3) if self.numbers.bars and self.numbers.names else 0

    def _sign(self) -> int:
        """Of bars: 1 where none is below 0, −1 where none is above, 0 where both are: they need a line in between."""
        kept = np.delete(self.numbers.values, list(self.numbers.blocked), axis=-1)
        if not bool((kept < 0).any()):
            return 1
        return 0 if bool((kept > 0).any()) else -1

    # --- reading ---

    def event(self, event: QEvent) -> bool:
        """Our keys are ours while we have the focus."""
        return is_kept(event, _takes) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        key = Qt.Key(event.key())
        if not _takes(event):
            super().keyPressEvent(event)
        elif is_copy(event):
            self.copied.emit()
        elif key in UPRIGHT:
            self.moved.emit(UPRIGHT[key])
        elif self.numbers.count:
            self.read(moved(key, SIDEWAYS, self.index, self.numbers.count))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self.read(self.index_at(event.position()))

    def describe(self) -> None:
        self.setAccessibleName(f"{self.numbers.name}, {self.read_out}")

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter, body = QPainter(self), self.body()
        if self.numbers.count:
            self._draw_caption(painter)
            if self.numbers.bars:
                self._draw_bars(painter, body)
                self._draw_names(painter, body)
            else:
                self._draw_colours(painter, body)
            self._draw_marks(painter, body)
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.rect()), 3)
        painter.end()

    def _draw_caption(self, painter: QPainter) -> None:
        palette, pixels = colours(), text_pixels(self)
        line, read = QRectF(2, 0, self.width() - 4, self._caption_height()), self.read_out
        painter.setFont(number_font(pixels))
        painter.setPen(QColor(palette.ink if self.index is not None else palette.muted))
        shown = shorten(read, painter.font(), line.width() * 0.75)
        painter.drawText(line, RIGHT | Qt.AlignmentFlag.AlignVCenter, shown)
        room = line.width() - text_width(shown, painter.font()) - 6
        if not self.numbers.bars and self.index is None and room > WIDE_KEY * pixels:
            room -= self._draw_key(painter, QRectF(line.left() + room, line.top(), 0, line.height()), pixels)
        painter.setFont(font(pixels))
        painter.setPen(QColor(palette.ink))
        painter.drawText(line, LEFT, shorten(self.numbers.name, painter.font(), room))

    def _draw_key(self, painter: QPainter, end: QRectF, pixels: int) -> float:
        """Which colour is below 0 and which above, at the left of ``end``; returns the width."""
        side, right = 0.7 * pixels, end.left()
        sign = text_width("−", painter.font()) + 2
        for scale, said in zip(reversed(SIGNED[colours()]), "+−", strict=True):
            word = int(scale.words[round(0.8 * (len(scale.words) - 1))])
            square = QRectF(right - side - 4, end.center().y() - side / 2, side, side)
            painter.fillRect(square, QColor.fromRgb(word))
            painter.drawText(QRectF(square.left() - sign, end.top(), sign, end.height()), LEFT, said)
            right = square.left() - sign
        return end.left() - right + 6

    def _draw_colours(self, painter: QPainter, body: QRectF) -> None:
        """One device pixel shows the value of the largest size under it."""
        palette, bound = colours(), self.numbers.bound or 1.0
        values = np.clip(np.nan_to_num(np.atleast_2d(self.numbers.values), nan=0.0) / bound, -1, 1)
        values = pooled(values, max(1, round(body.width() * self.devicePixelRatioF())))
        below, above = SIGNED[palette]
        levels = np.rint(np.abs(values) * (len(above.words) - 1)).astype(np.intp)
        words = np.ascontiguousarray(np.where(values < 0, below.words[levels], above.words[levels]))
        rows, columns = words.shape
        image = QImage(words.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
        painter.drawImage(body, image)
        painter.setPen(QColor(palette.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(body.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_bars(self, painter: QPainter, body: QRectF) -> None:
        """All bars of a colour at once: there may be hundreds."""
        palette, numbers = colours(), self.numbers
        bound, wide = numbers.bound or 1.0, body.width() / numbers.count
        sign = self._sign()
        height = body.height() if sign else body.height() / 2
        top, base, room = (
            body.top(),
            body.top() + (height if sign >= 0 else 0.0),
            max(1.0, wide - (1 if wide > 3 else 0)),
        )
        bars: dict[str, list[QRectF]] = {"blocked": [], "hatch": [], "accent": [], "selection": []}
        tall = np.nan_to_num(numbers.values / bound * (height - 1), nan=0.0, posinf=0.0, neginf=0.0).tolist()
        for index, size in enumerate(tall):
            left = body.left() + index * wide
            if index in numbers.blocked:
                bars["blocked"].append(QRectF(left, top, room, body.height()))
                bars["hatch"].append(QRectF(left, base - 1, room, 1))
            else:
                ink = "selection" if index == numbers.marked else "accent"
                bars[ink].append(QRectF(left, base - max(size, 0), room, max(abs(size), 1)))
        painter.setPen(Qt.PenStyle.NoPen)
        for ink, rects in bars.items():
            if rects:
                painter.setBrush(QColor(getattr(palette, ink)))
                painter.drawRects(rects)
        painter.fillRect(QRectF(body.left(), base, body.width(), 1), QColor(palette.line))

    def _draw_names(self, painter: QPainter, body: QRectF) -> None:
        """Under their bars, as many as have room."""
        numbers, palette, pixels = self.numbers, colours(), text_pixels(self)
        if numbers.groups:
            self._draw_groups(painter, body)
        if numbers.groups or not numbers.names:
            return
        for index, room in bar_names.placed(numbers, body, self._names_height(), pixels).items():
            painter.setFont(font(pixels, bold=index == numbers.marked))
            painter.setPen(QColor(palette.ink))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, numbers.names[index])

    def _draw_groups(self, painter: QPainter, body: QRectF) -> None:
        """Under their bars, with a line between two; the longest names that have room."""
        palette, face = colours(), font(text_pixels(self))
        wide = body.width() / len(self.numbers.groups[0])
        fits = (names for names in self.numbers.groups if widest_of(names, face) <= wide)
        painter.setFont(face)
        for index, name in enumerate(next(fits, ())):
            box = QRectF(body.left() + index * wide, body.bottom() + 1, wide, self._names_height())
            painter.setPen(QColor(palette.ink))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
            if index:
                painter.fillRect(QRectF(box.left() - 1, box.top(), 1, box.height()), QColor(palette.line))

    def _draw_marks(self, painter: QPainter, body: QRectF) -> None:
        """The selected key, and what is read."""
        palette, (rows, columns) = colours(), np.atleast_2d(self.numbers.values).shape
        wide, tall = body.width() / columns, body.height() / rows
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.numbers.marked is not None:
            painter.setPen(QPen(QColor(palette.selection), 1))
            place = self.numbers.marked
            if self.numbers.bars:
                bar = max(wide - (1 if wide > 3 else 0), 2)  # as wide as the bar itself
                painter.drawRect(QRectF(body.left() + place * wide, body.top(), bar, body.height()))
            elif rows > 1:
                painter.drawRect(QRectF(body.left(), body.top() + place * tall, body.width(), max(tall, 2)))
        if self.index is not None:
            row, column = divmod(self.index, columns)
            painter.setPen(QPen(QColor(palette.ink), 1))
            where = QRectF(body.left() + column * wide, body.top() + row * tall, max(wide, 3), max(tall, 3))
            painter.drawRect(where)


def pooled(values: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """[R,N] → [R, at most ``width``]: of neighbours that share a pixel, the one of the largest size."""
    count = values.shape[1]
    if count <= width:
        return values
    starts = np.arange(width) * count // width
    highest, lowest = np.maximum.reduceat(values, starts, axis=1), np.minimum.reduceat(values, starts, axis=1)
    return np.where(highest >= -lowest, highest, lowest)


def _takes(event: QKeyEvent) -> bool:
    ours = event.key() in SIDEWAYS or event.key() in UPRIGHT or event.key() in ENDS
    return is_copy(event) or (is_plain(event) and ours)
