"""The two columns of tokens of the links: where they lie, how they are written, which token is under a point.

Queries stand at the left, keys at the right, one below the other. Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Label, Labels
from viz_app.platform.theme import elide, font, text_width

TALLEST = 64  #: logical pixels from token to token, at most: a short sentence has the room that there is
WIDEST = 620  #: logical pixels that lines run, at most
GAP = 6  #: logical pixels between a token and its lines


@dataclass(frozen=True)
class Side:
    """One column: its labels, and the edge of the lines that it stands beside."""

    labels: Labels
    axis: Axis  #: down the page
    edge: int  #: where its lines end
    width: int  #: of its labels; 0 where there is no room for any
    at_left: bool

    def stride(self, style: Style) -> int:
        """Every n-th token is named."""
        return token_labels.stride(self.axis, 1.1 * self.face_pixels(style))

    def face_pixels(self, style: Style) -> int:
        """Height of the font: up to a fifth smaller where rows are low."""
        return min(style.font_pixels, max(round(0.8 * style.font_pixels), int(self.axis.cell / 1.1)))

    def token_at(self, x: float, y: float, shown: int) -> int | None:
        """The token under a point; None where there is none."""
        start = self.edge - self.width if self.at_left else self.edge
        if not start <= x < start + self.width:
            return None
        found = self.axis.cells(int(y))
        return found.start if found and found.start < shown else None

    # --- painting ---

    def paint(self, painter: QPainter, shown: int, style: Style, marks: Mapping[int, str]) -> None:
        """The names of the first ``shown`` tokens, as many of them as have room; some in a frame: index → colour."""
        painter.setFont(font(self.face_pixels(style)))
        for index in range(0, shown if self.width else 0, self.stride(style)):
            if index not in marks:
                self._write(painter, self.labels[index], index, style)
        for index, colour in marks.items():
            self._mark(painter, index, colour, style)

    def _mark(self, painter: QPainter, index: int, colour: str, style: Style) -> None:
        """One token in a frame, named even where its neighbours have no room."""
        if not self.width:
            return
        face = font(self.face_pixels(style))
        text = elide(self.labels[index].text, face, self._room(style))
        wide, high = text_width(text, face) + style.px(8), 1.35 * face.pixelSize()
        left = self.edge - style.px(GAP - 4) - wide if self.at_left else self.edge + style.px(GAP - 4)
        painter.setPen(QPen(QColor(colour), style.px(1.5)))
        painter.setBrush(QColor(style.palette.paper))
        painter.drawRoundedRect(QRectF(left, self.axis.middle(index) - high / 2, wide, high), style.px(3), style.px(3))
        painter.setFont(face)
        self._write(painter, self.labels[index], index, style)

    def _write(self, painter: QPainter, label: Label, index: int, style: Style) -> None:
        painter.setPen(QColor(style.palette.muted if label.quiet else style.palette.ink))
        high = 2 * style.font_pixels
        left = self.edge - self.width if self.at_left else self.edge + style.px(GAP)
        box = QRectF(left, self.axis.middle(index) - high / 2, self.width - style.px(GAP), high)
        side = Qt.AlignmentFlag.AlignRight if self.at_left else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(box, flags, elide(label.text, painter.font(), self._room(style)))

    def _room(self, style: Style) -> float:
        return self.width - style.px(GAP + 2)


def sides(queries: Labels, keys: Labels, content: Box, style: Style) -> tuple[Side, Side]:
    """Both columns inside ``content``, rows at one pitch, so that level lines join equal positions."""
    left, top, width, height = content
    room = 0.3 * width if width >= style.px(160) else 0
    left_width, right_width = (_width(labels, room, style) for labels in (queries, keys))
    longest = max(len(queries), len(keys))
    cell = int(min(height / longest, style.px(TALLEST)))
    run = max(1, min(width - left_width - right_width, style.px(WIDEST)))
    start = left + max(0, width - left_width - right_width - run) // 2 + left_width
    top += max(0, height - _length(longest, longest, cell, height)) // 3
    axes = [Axis(top, len(labels), _length(len(labels), longest, cell, height)) for labels in (queries, keys)]
    return (
        Side(queries, axes[0], start, left_width, at_left=True),
        Side(keys, axes[1], start + run, right_width, at_left=False),
    )


def _width(labels: Labels, room: float, style: Style) -> int:
    return min(token_labels.width_of(labels, style, room), int(room)) + style.px(GAP) if room else 0


def _length(count: int, longest: int, cell: int, height: int) -> int:
    """Whole pixels per token, or a share of the height where there are more tokens than pixels."""
    return cell * count if cell else max(1, round(height * count / longest))
