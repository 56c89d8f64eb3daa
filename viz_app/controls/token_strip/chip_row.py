"""One row of chips, painted: only what can be seen is drawn, so 512 tokens cost what 20 do.

It knows chips, not traces: what a click means is for the strip to say.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.controls.token_strip.chips import (
    Chip,
    ChipPlaces,
    Metrics,
    draw_caption,
    draw_chip,
    draw_edge,
    draw_gloss,
    place,
)
from viz_app.controls.widgets import text_pixels
from viz_app.platform.focus_ring import PaintedWidget, draw_focus_ring
from viz_app.platform.keys import is_kept, is_plain
from viz_app.platform.text import fill, tooltip, translate
from viz_app.platform.theme import colours, font

MARGIN = 4
TOP, BELOW = 3, 7  #: pixels over the chips, for the tab of a query or key, and under them, for a weight
_MOVES: dict[int, Callable[[int, int], int]] = {  # from a chip and the number of chips to another one
    Qt.Key.Key_Left: lambda index, _: index - 1,
    Qt.Key.Key_Right: lambda index, _: index + 1,
    Qt.Key.Key_Home: lambda _, __: 0,
    Qt.Key.Key_End: lambda _, count: count - 1,
    Qt.Key.Key_PageUp: lambda index, _: index - 10,
    Qt.Key.Key_PageDown: lambda index, _: index + 10,
}


class ChipRow(PaintedWidget):
    """Chips behind a title. ``chosen`` carries the index of a chip and whether Shift was down."""

    chosen = Signal(int, bool)
    gloss_wanted = Signal(int)  #: a chip was pressed twice: what its word means is to be written
    asked = Signal(int)  #: a chip was clicked, or Enter pressed on it: what about it?
    top = TOP

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.glossed = False  #: there is a line for glosses, whether there are any or not
        self.placeholder = ""  #: what stands there while there are no chips
        self.chips: tuple[Chip, ...] = ()
        self.explain: Callable[[int], list[str]] = lambda _: []  #: lines of plain text about a chip
        self.current = -1  #: the chip that is kept in view, and where the arrow keys start from
        self.other = -1  #: where they start from with Shift
        self._metrics = Metrics(font(12), 12)
        self._places = ChipPlaces((), ())
        self._offset = 0.0  # how far the row is scrolled to the right
        self._hovered = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._measure()

    def show_chips(self, chips: tuple[Chip, ...], current: int = -1, other: int = -1) -> None:
        """Show these chips; ``current`` is scrolled into view when it changes. −1: none."""
        moved = current != self.current or len(chips) != len(self.chips)
        relabelled = [_name(chip) for chip in chips] != [_name(old) for old in self.chips]
        self.chips, self.current, self.other = chips, current, other
        if relabelled:
            self._places = place(chips, self._metrics)
            self.setAccessibleName(f"{self.title}: " + " ".join(_told(chip) for chip in chips))
        if moved or relabelled:
            self._reveal(current)
        about = self.explain(current) if 0 <= current < len(chips) else []
        self.setAccessibleDescription(", ".join(line for line in about if line))
        self.update()

    # --- geometry ---

    @property
    def gutter(self) -> int:
        """Pixels that the title takes."""
        return round(text_pixels(self) * 5.2)

    @property
    def needed(self) -> int:
        """The width in which every chip can be seen."""
        return self.gutter + math.ceil(self._places.total) + 2 * MARGIN

    def chip_rect(self, index: int) -> QRectF:
        """Where a chip stands in this widget now; it may lie outside."""
        left = self.gutter + self._places.lefts[index] - self._offset
        return QRectF(left, self.top, self._places.widths[index], self._metrics.height)

    def show_glosses(self, shown: bool) -> None:
        """With or without a line for them."""
        if shown != self.glossed:
            self.glossed = shown
            self.updateGeometry()

    def gloss_rect(self, index: int) -> QRectF:
        """Where the gloss of the word that begins at a chip stands."""
        first, last = self.chip_rect(index), self.chip_rect(min(index + self.chips[index].pieces, len(self.chips)) - 1)
        return QRectF(first.left(), first.bottom() + BELOW - 1, last.right() - first.left(), self._metrics.gloss_line)

    def chip_at(self, point: QPoint) -> int:
        """The chip under a point, −1 for none."""
        if point.x() < self.gutter or not self.top <= point.y() <= self.height():
            return -1
        found = self._places.at(point.x() - self.gutter + self._offset)
        return -1 if found is None else found

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        line = self._metrics.gloss_line if self.glossed else 0
        return QSize(400, self._metrics.height + self.top + BELOW + line)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(self.gutter + 80, self.sizeHint().height())

    def _measure(self) -> None:
        pixels = text_pixels(self)
        self._metrics = Metrics(font(pixels), pixels)
        self._places = place(self.chips, self._metrics)
        self.updateGeometry()

    def _room(self) -> float:
        return max(1.0, self.width() - self.gutter - MARGIN)

    def _scroll_to(self, offset: float) -> None:
        furthest = max(0.0, self._places.total - self._room())
        self._offset = min(max(offset, 0.0), furthest)
        self.update()

    def _reveal(self, index: int) -> None:
        """Scroll so that the chip and a piece of its neighbours can be seen."""
        if not 0 <= index < len(self._places.lefts):
            self._scroll_to(self._offset)
            return
        left, width, spare = self._places.lefts[index], self._places.widths[index], self._metrics.pixels * 6.0
        low, high = left + width + spare - self._room(), left - spare
        self._scroll_to(min(max(self._offset, low), max(high, 0.0)))

    # --- events ---

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font needs other places."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._reveal(self.current)

    def event(self, event: QEvent) -> bool:
        """Tooltips per chip; and the arrow keys are ours while we have the focus."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.chip_at(event.pos())
            if index >= 0:
                QToolTip.showText(
                    event.globalPos(), tooltip(*self.explain(index)), self, self.chip_rect(index).toRect()
                )
            else:
                QToolTip.hideText()
            return True
        return is_kept(event, self._is_ours) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows, Home, End and Page keys choose another chip; Enter chooses the same again."""
        if not self._is_ours(event):
            super().keyPressEvent(event)
            return
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        start, move = self.other if shifted else self.current, _MOVES.get(event.key())
        target = start if move is None else min(max(move(start, len(self.chips)), 0), len(self.chips) - 1)
        if target >= 0 and (move is None or target != start):
            self.chosen.emit(target, shifted)
            if move is None:
                self.asked.emit(target)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click on a chip chooses it; a click on an edge that hides chips scrolls there."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        point = event.position().toPoint()
        direction = self._edge_at(point)
        index = self.chip_at(point)
        if direction:
            self._scroll_to(self._offset + direction * 0.8 * self._room())
        elif index >= 0:
            self.chosen.emit(index, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            self.asked.emit(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        index = self.chip_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.gloss_wanted.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self._hover(self.chip_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().leaveEvent(event)
        self._hover(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Either wheel scrolls a row that is longer than its room."""
        if self._places.total <= self._room():
            event.ignore()
            return
        pixels, angle = event.pixelDelta(), event.angleDelta()
        delta = pixels.x() or pixels.y() or (angle.x() or angle.y()) * 0.5
        self._scroll_to(self._offset - delta)
        event.accept()

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.setCursor(Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def _is_ours(self, event: QKeyEvent) -> bool:
        plain = is_plain(event, Qt.KeyboardModifier.ShiftModifier)
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return plain and bool(self.chips) and (enter or event.key() in _MOVES)

    # --- what lies beyond the edges ---

    def hidden(self) -> tuple[int, int]:
        """How many chips lie outside, whole or in part, on the left and on the right."""
        low, high = self._offset - MARGIN, self._offset + self._room() + MARGIN
        before = sum(left < low for left in self._places.lefts)
        ends = (left + width for left, width in zip(self._places.lefts, self._places.widths, strict=True))
        return before, sum(end > high for end in ends)

    def _edge(self, count: int, left: bool) -> QRectF:
        """Where an edge says how many chips are beyond it."""
        width = self._metrics.pixels * (2.8 + 0.62 * len(str(count)))
        high = self._metrics.height + self.top + BELOW
        return QRectF(self.gutter - 3 if left else self.width() - width, 0, width, high)

    def _edge_at(self, point: QPoint) -> int:
        """−1 or 1 where a click on that edge scrolls; 0 elsewhere."""
        before, after = self.hidden()
        if before and self._edge(before, True).contains(point):
            return -1
        return 1 if after and self._edge(after, False).contains(point) else 0

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_caption(painter, QRectF(MARGIN, self.top, self.gutter - MARGIN, self._metrics.height), self.title, palette)
        if not self.chips:
            room = QRectF(self.gutter, self.top, self._room(), self._metrics.height)
            draw_caption(painter, room, self.placeholder, palette)
        painter.save()
        painter.setClipRect(QRectF(self.gutter - 3, 0, self._room() + 6, self.height()))
        for index in self._places.between(self._offset - 4, self._offset + self._room() + 4):
            draw_chip(painter, self.chip_rect(index), self.chips[index], index == self._hovered, self._metrics, palette)
            if self.glossed and self.chips[index].gloss:
                draw_gloss(painter, self.gloss_rect(index), self.chips[index], self._metrics, palette)
        before, after = self.hidden()
        line = self._metrics.gloss_line if self.glossed else 0
        if before:
            draw_edge(painter, self._edge(before, True), f"‹ {before}", palette, True, line)
        if after:
            draw_edge(painter, self._edge(after, False), f"{after} ›", palette, False, line)
        painter.restore()
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.rect()), 4)
        painter.end()


def _name(chip: Chip) -> tuple[str, bool, bool, str]:
    """What a chip's place and the row's name depend on."""
    return chip.label, chip.joined, chip.changed, chip.gloss


def _told(chip: Chip) -> str:
    """A chip for those who do not see its sign."""
    told = fill(translate("TokenStrip", "%1 (changed)"), chip.label) if chip.changed else chip.label
    return f"{told} = {chip.gloss}" if chip.gloss else told
