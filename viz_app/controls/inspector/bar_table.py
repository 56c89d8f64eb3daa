"""Rows of named numbers as bars on a common scale: a table that can be read, walked through and pressed.

A :class:`BarRows` is what is shown, a :class:`BarTable` the widget: one widget however many rows there are. Values
stand beside their bars as text. It computes nothing and keeps nothing but which row is read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from model.common.lazy_dataclass import dataclass
from viz_app.controls.widgets import ReadWidget, faded, number_font, text_pixels
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.keys import ENDS, PRESSING, UPRIGHT, is_copy, is_kept, is_plain, moved
from viz_app.platform.text import tooltip
from viz_app.platform.theme import colours, font, shorten, text_width

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
GAP = 8
WIDEST = 48  #: heights of its letters: in a wider place the numbers of a row would be far from its name
USUAL_HEIGHT, MOST_GROWN = 760, 1.6  #: of a window in logical pixels, beyond which rows are higher, and how far
MEASURED = 24  #: texts of a column


@dataclass(frozen=True)
class BarColumn:
    """One kind of number. Its bars share a scale from ``low`` to ``high``, 0 within; a column of words has none."""

    title: str
    low: float = 0.0
    high: float = 0.0
    share: float = 1.0  #: of the room beside the names
    tip: str = ""


@dataclass(frozen=True)
class BarRow:
    """One row."""

    name: str
    texts: tuple[str, ...]  #: one per column
    values: tuple[float, ...] = ()  #: the bars' lengths; not-a-number: none
    marked: bool = False
    tip: Callable[[], tuple[str, ...]] = (
        tuple  #: makes the plain lines of the tooltip, when somebody wants to read them
    )
    answer: Any = None  #: what pressing the row says; None: it cannot be pressed


@dataclass(frozen=True)
class BarRows:
    """What is shown."""

    columns: tuple[BarColumn, ...] = ()
    lines: tuple[BarRow, ...] = ()
    name: str = ""  #: what it is, for a screen reader

    def read(self, index: int) -> str:
        """One row in words."""
        line = self.lines[index]
        told = [f"{column.title} {text}" for column, text in zip(self.columns, line.texts, strict=True)]
        return ", ".join((line.name, *told))

    def as_text(self) -> str:
        """To paste into a table."""
        rows = [("", *(column.title for column in self.columns)), *((line.name, *line.texts) for line in self.lines)]
        return "\n".join("\t".join(row) for row in rows)


def widest_of(texts: Sequence[str], face: QFont) -> float:
    """How wide the widest is. Of hundreds only the longest are measured."""
    longest = sorted(set(texts), key=len)[-MEASURED:]
    return max((text_width(text, face) for text in longest), default=0.0)


class BarTable(ReadWidget):
    """``chosen`` carries the answer of a row that was pressed."""

    chosen = Signal(object)
    reached = Signal(QRectF)  #: the row that the keyboard has come to

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = BarRows()
        self.grows = False  #: its rows use a high window
        self._growth = 1.0  # of rows
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_table(self, table: BarRows) -> None:
        """Show this; the row that is read stays where it exists."""
        taller = len(table.lines) != len(self.table.lines)
        self.table = table
        self.setVisible(bool(table.lines))
        self.show_places(len(table.lines), taller)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(200, self._row_height() * (len(self.table.lines) + 1) + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(140, self.sizeHint().height())

    # --- places ---

    def row(self, index: int) -> QRectF:
        """Where a row is painted; −1 is the line of titles."""
        return QRectF(0, (index + 1) * self._row_height() + 1, self.width(), self._row_height())

    def index_at(self, y: float) -> int | None:
        """The row at a height."""
        index = int((y - 1) // self._row_height()) - 1
        return index if 0 <= index < len(self.table.lines) else None

    def tip_at(self, x: float, y: float) -> tuple[str, ...]:
        """The lines that explain a place: a row, or the title of a column."""
        index = self.index_at(y)
        if index is not None:
            return self.table.lines[index].tip()
        if y >= self.row(0).top():
            return ()
        under = [c.tip for c, (left, wide) in zip(self.table.columns, self.cells()[1:], strict=True) if x < left + wide]
        return tuple(under[:1])

    def cells(self) -> list[tuple[float, float]]:
        """Left edge and width of the names, then of each column."""
        widest = widest_of([line.name for line in self.table.lines], font(text_pixels(self)))
        wide = min(self.width(), WIDEST * text_pixels(self))
        names = min(widest + 2, wide * 0.36)
        places, left = [(4.0, names)], names + GAP + 4
        room, total = wide - left - 2, sum(column.share for column in self.table.columns) or 1.0
        for column in self.table.columns:
            width = room * column.share / total
            places.append((left, width - GAP))
            left += width
        return places

    def _row_height(self) -> int:
        return round(text_pixels(self) * 1.55 * self._growth)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Rows may be higher in a high window, in few steps."""
        super().resizeEvent(event)
        growth = min(MOST_GROWN, max(1.0, round(5 * self.window().height() / USUAL_HEIGHT) / 5))
        if self.grows and growth != self._growth:
            self._growth = growth
            self.updateGeometry()

    # --- reading and pressing ---

    def event(self, event: QEvent) -> bool:
        """Our keys are ours while we have the focus; a tooltip belongs to its row."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = self.tip_at(event.pos().x(), event.pos().y())
            QToolTip.showText(event.globalPos(), tooltip(*tip) if tip else "", self)
            return True
        return is_kept(event, self._takes) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        key, last = Qt.Key(event.key()), len(self.table.lines) - 1
        if not self._takes(event) or last < 0:
            super().keyPressEvent(event)
        elif is_copy(event):
            QGuiApplication.clipboard().setText(self.table.as_text())
        elif key in PRESSING:
            self._press(self.index)
        else:
            self.read(moved(key, UPRIGHT, self.index, last + 1))
            self.reached.emit(self.row(self.index or 0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        index = self.index_at(event.position().y())
        self.read(index)
        pressable = index is not None and self.table.lines[index].answer is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(self.index_at(event.position().y()))

    def _press(self, index: int | None) -> None:
        if index is not None and self.table.lines[index].answer is not None:
            self.chosen.emit(self.table.lines[index].answer)

    def describe(self) -> None:
        read = "" if self.index is None else self.table.read(self.index)
        said = ", ".join(part for part in (self.table.name, read) if part)
        if said != self.accessibleName():
            from PySide6.QtGui import QAccessible, QAccessibleEvent

            self.setAccessibleName(said)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def _takes(self, event: QKeyEvent) -> bool:
        ours = event.key() in UPRIGHT or event.key() in ENDS or event.key() in PRESSING
        return is_copy(event) or (is_plain(event) and ours)

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter, places = QPainter(self), self.cells()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_titles(painter, places)
        first, last = self.index_at(event.rect().top()) or 0, self.index_at(event.rect().bottom())
        widths = self._number_widths()
        for index in range(first, len(self.table.lines) if last is None else last + 1):
            self._draw_line(painter, index, places, widths)
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.rect()), 3)
        painter.end()

    def _number_widths(self) -> list[float]:
        """The room of each column's texts beside its bars."""
        face = number_font(text_pixels(self))
        return [
            widest_of([line.texts[place] for line in self.table.lines], face)
            for place in range(len(self.table.columns))
        ]

    def _draw_titles(self, painter: QPainter, places: list[tuple[float, float]]) -> None:
        small, line = font(text_pixels(self)), self.row(-1)
        painter.setFont(small)
        painter.setPen(QColor(colours().muted))
        for column, (left, width) in zip(self.table.columns, places[1:], strict=True):
            where = QRectF(left, line.top(), width, line.height())
            painter.drawText(where, LEFT, shorten(column.title, small, width))

    def _draw_line(self, painter: QPainter, index: int, places: list[tuple[float, float]], widths: list[float]) -> None:
        palette, pixels, line, where = colours(), text_pixels(self), self.table.lines[index], self.row(index)
        if index == self.index or line.marked:
            painter.fillRect(where, faded(palette.accent if index == self.index else palette.selection, 0.12))
        if line.marked:
            painter.fillRect(QRectF(0, where.top(), 3, where.height()), QColor(palette.selection))
        face = font(pixels, bold=line.marked)
        painter.setFont(face)
        painter.setPen(QColor(palette.ink))
        left, width = places[0]
        painter.drawText(QRectF(left, where.top(), width, where.height()), LEFT, shorten(line.name, face, width))
        for place, column in enumerate(self.table.columns):
            left, width = places[place + 1]
            cell = QRectF(left, where.top(), width, where.height())
            if column.low == column.high:
                self._draw_words(painter, cell, line, place)
            else:
                self._draw_bar(painter, cell, line, place, min(widths[place], width * 0.7))

    def _draw_words(self, painter: QPainter, cell: QRectF, line: BarRow, place: int) -> None:
        face = font(text_pixels(self), bold=line.marked)
        painter.setFont(face)
        painter.setPen(QColor(colours().ink))
        painter.drawText(cell, LEFT, shorten(line.texts[place], face, cell.width()))

    def _draw_bar(self, painter: QPainter, cell: QRectF, line: BarRow, place: int, number: float) -> None:
        """The number at the right; left of it the bar, from the common zero."""
        palette, pixels, column, value = colours(), text_pixels(self), self.table.columns[place], line.values[place]
        painter.setFont(number_font(pixels, line.marked))
        painter.setPen(QColor(palette.muted if math.isnan(value) else palette.ink))
        painter.drawText(cell, RIGHT, line.texts[place])
        room = cell.width() - number - 5
        if room < 6:
            return
        tall = pixels * 0.62
        ground = QRectF(cell.left(), cell.center().y() - tall / 2, room, tall)
        painter.fillRect(ground, QColor(palette.grid))
        zero = ground.left() + room * -column.low / (column.high - column.low)
        if not math.isnan(value):
            end = ground.left() + room * (min(max(value, column.low), column.high) - column.low) / (
                column.high - column.low
            )
            ink = palette.accent if value >= 0 else palette.selection
            painter.fillRect(QRectF(min(zero, end), ground.top(), abs(end - zero), tall), QColor(ink))
        if column.low < 0:
            painter.fillRect(QRectF(zero - 0.5, cell.top(), 1, cell.height()), QColor(palette.muted))
