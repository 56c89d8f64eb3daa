"""The chips of the token strip: what they are, where they stand and how they are drawn. No widget.

A chip's role and presence have shapes of their own; colour only repeats them.

| state | shape |
|---|---|
| special token | square corners, slanted |
| padding | dots behind the label |
| unknown | a flag in the corner |
| not yet decoded | dashed outline, no ground |
| consumed by this step | thick outline |
| produced by this step | filled |
| query, key of the cell | frame with a tab Q or K |
| forced | a line under the label |
| another token than before a change | ◆ in the upper right corner |
| weight in the current row | bar under the chip; a dot under the largest |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QPolygonF

from model.common.lazy_dataclass import dataclass
from viz_app.controls.widgets import faded
from viz_app.pictures.drawing.tokens import Role
from viz_app.platform.theme import Palette, elide, font, shorten, text_width

#: source or consumed; consumed by this step; produced by this step; not yet decoded, or only typed
Presence = Literal["there", "read", "new", "later"]


@dataclass(frozen=True)
class Chip:
    """One token as the strip shows it."""

    label: str
    role: Role = "plain"
    presence: Presence = "there"
    joined: bool = False  #: continues the word of the chip before
    forced: bool = False
    weight: float | None = None  #: of this key in the current row
    strongest: bool = False  #: of the row
    query: bool = False
    key: bool = False
    changed: bool = False  #: another token than before a change of the network
    gloss: str = ""  #: of the word that begins here
    pieces: int = 1  #: chips that it stands under


@dataclass(frozen=True)
class Metrics:
    """Sizes of a row of chips, in logical pixels."""

    font: QFont
    pixels: int  #: of the font

    @property
    def height(self) -> int:
        return round(self.pixels * 1.75)

    @property
    def padding(self) -> float:
        return self.pixels * 0.6

    @property
    def gap(self) -> float:
        return self.pixels * 0.45

    @property
    def gloss_pixels(self) -> int:
        """Letters of a gloss."""
        return max(8, round(0.82 * self.pixels))

    @property
    def gloss_line(self) -> int:
        """What a line of glosses takes under the weights."""
        return round(1.3 * self.gloss_pixels)

    @property
    def widest(self) -> float:
        """Of a label."""
        return self.pixels * 14.0


@dataclass(frozen=True)
class ChipPlaces:
    """Where the chips of a row stand, from the row's own left edge. Chips stand in reading order."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]

    @property
    def total(self) -> float:
        return self.lefts[-1] + self.widths[-1] if self.lefts else 0.0

    def at(self, x: float) -> int | None:
        """The chip under ``x``."""
        index = bisect_right(self.lefts, x) - 1
        return index if index >= 0 and x < self.lefts[index] + self.widths[index] else None

    def between(self, left: float, right: float) -> range:
        """The chips that can be seen between two edges."""
        first = max(0, bisect_right(self.lefts, left) - 1)
        return range(first, bisect_right(self.lefts, right))


def place(chips: Sequence[Chip], metrics: Metrics) -> ChipPlaces:
    """One after the other; the pieces of a word touch."""
    lefts: list[float] = []
    widths: list[float] = []
    x = least = 0.0
    for chip in chips:
        if lefts:
            x = max(x + (1 if chip.joined else metrics.gap), 0.0 if chip.joined else least)
        if chip.gloss:  # the next word makes room for it
            least = x + gloss_width(chip, metrics) + metrics.gap
        label = elide(chip.label, metrics.font, metrics.widest)
        width = max(text_width(label, metrics.font) + 2 * metrics.padding, metrics.height * 0.9)
        lefts.append(x)
        widths.append(width)
        x += width
    return ChipPlaces(tuple(lefts), tuple(widths))


def gloss_width(chip: Chip, metrics: Metrics) -> float:
    """What a gloss takes; a very long one is cut."""
    face = font(metrics.gloss_pixels)
    return text_width(shorten(chip.gloss, face, metrics.widest), face)


def draw_gloss(painter: QPainter, rect: QRectF, chip: Chip, metrics: Metrics, palette: Palette) -> None:
    """Under the chips of a word, ``rect``: in their middle, or from their left on where it is longer."""
    face = font(metrics.gloss_pixels)
    shown, wide = shorten(chip.gloss, face, metrics.widest), gloss_width(chip, metrics)
    painter.setFont(face)
    painter.setPen(QColor(palette.muted))
    box = QRectF(rect.left() + max(0.0, (rect.width() - wide) / 2), rect.top(), wide + 2, rect.height())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


BAR = 4  #: height of a weight's bar


def draw_chip(painter: QPainter, rect: QRectF, chip: Chip, hovered: bool, metrics: Metrics, palette: Palette) -> None:
    """One chip and, under it, its weight."""
    rect = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    radius = 2.0 if chip.role == "special" else rect.height() / 4
    _draw_ground(painter, rect, radius, chip, hovered, palette)
    if chip.role == "unknown":
        _draw_flag(painter, rect, palette)
    text_font = font(metrics.pixels, bold=chip.presence == "new")
    if chip.role == "special":
        text_font = type(text_font)(text_font)
        text_font.setItalic(True)
    painter.setFont(text_font)
    painter.setPen(_ink(chip, palette))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, elide(chip.label, metrics.font, metrics.widest))
    if chip.forced:
        painter.setPen(QPen(_ink(chip, palette), 1.6))
        y = rect.bottom() - 3.5
        painter.drawLine(QPointF(rect.left() + metrics.padding, y), QPointF(rect.right() - metrics.padding, y))
    if chip.query or chip.key:
        _draw_tab(painter, rect, radius, chip, palette)
    if chip.changed:
        _draw_diamond(painter, rect, palette)
    if chip.weight is not None:
        _draw_weight(painter, rect, chip, palette)


def draw_caption(painter: QPainter, rect: QRectF, text: str, palette: Palette) -> None:
    """A row's title, or what stands where its chips will be: quietly."""
    painter.setFont(font(max(9, round(rect.height() * 0.5))))
    painter.setPen(QColor(palette.muted))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(rect.width()))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def draw_edge(painter: QPainter, rect: QRectF, text: str, palette: Palette, left: bool, glosses: int = 0) -> None:
    """The row goes on beyond this edge: it fades with its line of ``glosses``, and says how many chips are there."""
    from PySide6.QtGui import QLinearGradient  # with the names of all its presets

    fade = QLinearGradient(rect.topLeft(), rect.topRight())
    fade.setColorAt(0 if left else 1, QColor(palette.window))
    fade.setColorAt(0.7 if left else 0.3, QColor(palette.window))
    fade.setColorAt(1 if left else 0, faded(palette.window, 0))
    painter.fillRect(rect.adjusted(0, 0, 0, glosses), fade)
    painter.setFont(font(max(9, round(rect.height() * 0.3)), bold=True))
    painter.setPen(QColor(palette.accent))
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
    painter.drawText(rect.adjusted(4, 0, -4, -6), side | Qt.AlignmentFlag.AlignVCenter, text)


def _ink(chip: Chip, palette: Palette) -> QColor:
    if chip.presence == "new":
        return QColor(palette.paper)
    quiet = chip.presence == "later" or chip.role in ("padding", "special")
    return QColor(palette.muted if quiet else palette.ink)


def _draw_ground(painter: QPainter, rect: QRectF, radius: float, chip: Chip, hovered: bool, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.accent if hovered else palette.line), 1))
    painter.setBrush(QColor(palette.paper))
    if chip.presence == "new":
        painter.setPen(QPen(QColor(palette.accent), 1))
        painter.setBrush(QColor(palette.accent))
    elif chip.presence == "read":
        painter.setPen(QPen(QColor(palette.accent), 2))
    elif chip.presence == "later":
        painter.setPen(QPen(QColor(palette.accent if hovered else palette.undecoded), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif chip.role == "padding":
        painter.setBrush(QColor(palette.blocked))
    elif chip.role == "unknown":
        painter.setPen(QPen(QColor(palette.error), 1))
    painter.drawRoundedRect(rect, radius, radius)
    if chip.role == "padding" and chip.presence == "there":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(faded(palette.dots, 0.55), Qt.BrushStyle.Dense6Pattern))
        painter.drawRoundedRect(rect, radius, radius)


def _draw_flag(painter: QPainter, rect: QRectF, palette: Palette) -> None:
    side = rect.height() * 0.32
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.error))
    corner = rect.topRight()
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(side, 0), corner + QPointF(0, side)]))


def _draw_tab(painter: QPainter, rect: QRectF, radius: float, chip: Chip, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.selection), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    letters = ("Q" if chip.query else "") + ("K" if chip.key else "")
    size = max(7, round(rect.height() * 0.36))
    tab = QRectF(rect.left() - 1, rect.top() - 3, size * (0.6 + 0.7 * len(letters)), size * 1.15)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.selection))
    painter.drawRoundedRect(tab, 2, 2)
    painter.setFont(font(size, bold=True))
    painter.setPen(QColor(palette.paper))
    painter.drawText(tab, Qt.AlignmentFlag.AlignCenter, letters)


def _draw_diamond(painter: QPainter, rect: QRectF, palette: Palette) -> None:
    """As the dock and the maps mark what was changed; its rim shows on a filled chip too."""
    size = max(3.5, rect.height() * 0.18)
    middle = QPointF(rect.right() - size * 0.4, rect.top() + size * 0.4)
    painter.setPen(QPen(QColor(palette.paper), 1.2))
    painter.setBrush(QColor(palette.accent))
    corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
    painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))


def _draw_weight(painter: QPainter, rect: QRectF, chip: Chip, palette: Palette) -> None:
    if chip.weight is None:
        return
    bar = QRectF(rect.left(), rect.bottom() + 2, rect.width(), BAR)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.grid))
    painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
    painter.setBrush(faded(palette.accent, chip.weight))
    painter.drawRoundedRect(bar, BAR / 2, BAR / 2)
    if chip.strongest:
        painter.setBrush(QColor(palette.selection))
        painter.setPen(QPen(QColor(palette.window), 1))
        painter.drawEllipse(bar.center(), BAR * 0.7, BAR * 0.7)
