"""The cells of one row as a strip: each key with its number, the selected one outlined. A press selects another key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.controls.widgets import ReadWidget, faded, number_font, text_pixels
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.keys import ENDS, is_kept, is_plain, moved
from viz_app.platform.text import exact, fill, quoted, short, tooltip, translate
from viz_app.platform.theme import colours, elide, font, text_width
from viz_app.state.intents import Select
from viz_app.tables.parts.current_row import CurrentRow

SIDEWAYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
WIDEST = 9.0  #: a cell, in heights of the text
EDGE = 20  #: the marks at the ends, where not all keys have room


class KeyStrip(ReadWidget):
    """``chosen`` carries the Intent that selects a key. It moves along so that the selected key is in sight."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row: CurrentRow | None = None
        self.key: int | None = None
        self._edges: list[float] = [0.0]
        self._offset = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(tooltip(translate("KeyStrip", "cells of the row")))  # of a cell over it, see event
        self.describe()

    def show_row(self, row: CurrentRow | None, key: int | None) -> None:
        """Show the cells of this row, and that ``key`` is selected."""
        same = row is not None and self.row is not None and row.keys == self.row.keys
        turned = not same or key != self.key
        self.row, self.key = row, key
        if not same:
            self._measure()
        if turned:
            self._follow()
        self.setVisible(row is not None)
        self.show_places(0 if row is None else len(row.keys), taller=False)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(200, round(text_pixels(self) * 3.4))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(80, self.sizeHint().height())

    # --- places ---

    def cell(self, key: int) -> QRectF:
        """Where a key is painted; it may be out of sight."""
        left, right = self._edges[key], self._edges[key + 1]
        return QRectF(left - self._offset, 1, right - left - 3, self.height() - 2)

    def key_at(self, place: QPointF) -> int | None:
        """The key under a point."""
        count = len(self._edges) - 1
        return next((key for key in range(count) if self.cell(key).contains(place)), None)

    def _measure(self) -> None:
        pixels, left, self._edges = text_pixels(self), 0.0, [0.0]
        least = text_width("0.0000", number_font(pixels)) + pixels * 0.8
        for token in () if self.row is None else self.row.keys:
            left += min(max(text_width(token, font(pixels, bold=True)) + pixels, least), WIDEST * pixels) + 3
            self._edges.append(left)

    def _follow(self) -> None:
        """The selected key in sight, in the middle where there are more keys than room."""
        beyond = max(0.0, self._edges[-1] - self.width())
        if self.key is not None and self.key + 1 < len(self._edges):
            middle = (self._edges[self.key] + self._edges[self.key + 1]) / 2
            seen = self._offset + EDGE <= self._edges[self.key] and (
                self._edges[self.key + 1] <= self._offset + self.width() - EDGE
            )
            if not seen:
                self._offset = middle - self.width() / 2
        self._offset = min(max(self._offset, 0.0), beyond)
        self.update()

    # --- reading and pressing ---

    def event(self, event: QEvent) -> bool:
        """Our keys are ours while we have the focus; a tooltip belongs to its cell."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            key = self.key_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if key is None else tooltip(self.told(key)), self)
            return True
        return is_kept(event, _takes) or super().event(event)

    def told(self, key: int) -> str:
        """One cell in words."""
        assert self.row is not None, "it has keys"
        template = translate("KeyStrip", "%1, position %2: %3")
        return fill(template, quoted(self.row.keys[key]), key, exact(float(self.row.weights[key])))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if not _takes(event) or self.row is None:
            super().keyPressEvent(event)
        else:
            self._choose(moved(Qt.Key(event.key()), SIDEWAYS, self.key, len(self.row.keys)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        key = self.key_at(event.position())
        self.read(key)
        self.setCursor(Qt.CursorShape.ArrowCursor if key is None else Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.key_at(event.position()))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        turned = event.angleDelta().x() or event.angleDelta().y()
        if self._edges[-1] <= self.width():
            event.ignore()
            return
        self._offset = min(max(self._offset - turned, 0.0), self._edges[-1] - self.width())
        self.update()

    def _choose(self, key: int | None) -> None:
        if key is not None and key != self.key:
            self.chosen.emit(Select(key=key))

    def describe(self) -> None:
        told = [translate("KeyStrip", "cells of the row")]
        shown = self.index if self.index is not None else self.key
        if self.row is not None and shown is not None and shown < len(self.row.keys):
            told.append(self.told(shown))
        self.setAccessibleName(", ".join(told))

    # --- painting ---

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._follow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font needs other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self._follow()
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key in range(len(self._edges) - 1):
            cell = self.cell(key)
            if cell.right() >= 0 and cell.left() <= self.width():
                self._draw_cell(painter, key, cell)
        self._draw_ends(painter)
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.rect()), 3)
        painter.end()

    def _draw_cell(self, painter: QPainter, key: int, cell: QRectF) -> None:
        """Token, number, and a bar along the foot: how much of the scale it is."""
        assert self.row is not None, "it has keys"
        palette, pixels, marked = colours(), text_pixels(self), key == self.key
        ink = palette.ink if self.row.allowed[key] else palette.muted
        painter.setPen(QPen(QColor(palette.selection if marked else palette.grid), 2 if marked else 1))
        painter.setBrush(faded(palette.accent, 0.1 if key == self.index else 0.0))
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 4, 4)
        inside = cell.adjusted(4, 3, -4, -7)
        upper, lower = QRectF(inside), QRectF(inside)
        upper.setBottom(inside.center().y())
        lower.setTop(inside.center().y())
        face = font(pixels, bold=marked)
        painter.setPen(QColor(ink))
        painter.setFont(face)
        painter.drawText(upper, CENTRE, elide(self.row.keys[key], face, upper.width()))
        painter.setFont(number_font(pixels, marked))
        painter.drawText(lower, CENTRE, short(float(self.row.weights[key])).replace("-", "−"))
        foot = QRectF(cell.left() + 5, cell.bottom() - 7, cell.width() - 10, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.grid))
        painter.drawRect(foot)
        painter.setBrush(QColor(palette.accent))
        painter.drawRect(QRectF(foot.left(), foot.top(), foot.width() * min(1.0, self.row.share(key)), foot.height()))

    def _draw_ends(self, painter: QPainter) -> None:
        """That there is more to the left or to the right."""
        palette, middle = colours(), self.height() / 2
        for more, edge, sign in (
            (self._offset > 0, 0.0, "‹"),
            (self._edges[-1] - self._offset > self.width() + 3, self.width() - EDGE, "›"),
        ):
            if more:
                where = QRectF(edge, middle - EDGE, EDGE, 2 * EDGE)
                painter.fillRect(QRectF(edge, 0, EDGE, self.height()), QColor(palette.paper))
                painter.setPen(QColor(palette.ink))
                painter.setFont(font(round(text_pixels(self) * 1.4), bold=True))
                painter.drawText(where, CENTRE, sign)


def _takes(event: QKeyEvent) -> bool:
    return is_plain(event) and (event.key() in SIDEWAYS or event.key() in ENDS)
