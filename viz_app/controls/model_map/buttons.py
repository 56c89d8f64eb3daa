"""The buttons in the map of the model: an attention block, a head, and the pager of a stack.

Real buttons, so that keyboard, focus and screen readers work as everywhere; they paint themselves.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from model.record.trace import Kind
from viz_app.controls.model_map.paint import draw_fitted, tint
from viz_app.controls.paint import colours, draw_focus_ring, faded
from viz_app.platform.text import fill, translate
from viz_app.platform.theme import font

ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


class MapButton(QAbstractButton):
    """A button whose arrow keys move the focus within the map; Enter presses it like Space."""

    moved = Signal(object)  #: Qt.Key of an arrow

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text_pixels = 11
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def reachable(self, by_tab: bool) -> None:
        """Only one button of a group is a stop of the Tab key."""
        policy = Qt.FocusPolicy.StrongFocus if by_tab else Qt.FocusPolicy.ClickFocus
        if policy != self.focusPolicy():
            self.setFocusPolicy(policy)

    def event(self, event: QEvent) -> bool:
        """Arrows, Enter and Space are ours while we have the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() in ARROWS:
            self.moved.emit(Qt.Key(event.key()))
        else:
            self.click()

    def _takes(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressing = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        return plain and event.key() in (*ARROWS, *pressing)

    def _hot(self) -> bool:
        return self.isEnabled() and (self.underMouse() or self.isDown())


class BlockButton(MapButton):
    """One attention block of one layer."""

    def __init__(self, kind: Kind, layer: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind, self.layer = kind, layer
        self.selected = False
        self.dots = QRectF()  # where heads stand inside
        self.setCheckable(True)

    def nextCheckState(self) -> None:  # noqa: N802 - Qt's name
        """A click asks; what is checked is what the snapshot says."""

    def names(self) -> tuple[str, ...]:
        """What may stand on the block, the longest first."""
        names = {
            "encoder": translate("ModelMap", "Self-attention|Self-att.|Self"),
            "decoder": translate("ModelMap", "Masked self-attention|Masked self-att.|Masked|Self"),
            "cross": translate("ModelMap", "Cross attention|Cross-att.|Cross"),
        }
        return tuple(names[self.kind].split("|"))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(palette.selection), 2) if self.selected else QPen(QColor(palette.accent), 1))
        painter.setBrush(QColor(palette.accent) if self.selected else tint(palette, "attention", self._hot()))
        if not self.isEnabled():
            painter.setPen(QPen(QColor(palette.line), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, 4, 4)
        ink = palette.paper if self.selected else palette.ink if self.isEnabled() else palette.muted
        label = QRectF(rect)
        if not self.dots.isNull():
            label.setBottom(self.dots.top())
        draw_fitted(painter, label, self.names(), font(self.text_pixels, bold=self.selected), QColor(ink))
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(1.5, 1.5, -1.5, -1.5), 3, palette.paper if self.selected else "")
        painter.end()


class HeadButton(MapButton):
    """One head of the selected block: a dot, filled when it is the selected one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head = 0
        self.selected = False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre, radius = QRectF(self.rect()).center(), min(self.width(), self.height()) * 0.30
        painter.setPen(QPen(QColor(palette.paper), 1.2))
        painter.setBrush(faded(palette.paper, 0.45) if self._hot() else Qt.BrushStyle.NoBrush)
        if self.selected:
            radius *= 1.3
            painter.setBrush(QColor(palette.selection))
        painter.drawEllipse(centre, radius, radius)
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.rect()), 3, palette.paper)
        painter.end()


class PagerButton(MapButton):
    """Layers that do not fit: a click goes to the nearest of them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.layer, self.hidden, self.up = 0, 0, False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(palette.accent if self._hot() else palette.line), 1))
        painter.setBrush(QColor(palette.paper))
        painter.drawRoundedRect(rect, 4, 4)
        names = (fill(translate("ModelMap", "%1 more layers"), self.hidden), fill("+%1", self.hidden))
        arrow = "▴ " if self.up else "▾ "
        ink = QColor(palette.accent)
        draw_fitted(painter, rect, tuple(arrow + name for name in names), font(self.text_pixels), ink)
        if self.hasFocus():
            draw_focus_ring(painter, rect, 4)
        painter.end()
