"""The map of the model as it is drawn: its buttons, and the cards, boxes, arrows and texts around them.

Attention blocks, heads and the pager of a stack are real buttons, so that keyboard, focus and screen readers work as
everywhere; they paint themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from model.record.trace import Kind
from viz_app.controls.model_map.layout import Arrow, Box, Card
from viz_app.controls.widgets import faded
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.keys import PRESSING, is_kept, is_plain
from viz_app.platform.text import fill, translate
from viz_app.platform.theme import LIGHT, Palette, colours, elide, font, text_width

#: One hue per kind of part, as in the textbook figure; mixed into the paper.
HUES = {
    "attention": "",  # the accent
    "feed_forward": "#2a9d8f",
    "add_norm": "#a3800f",
    "norm": "#a3800f",
    "add": "#a3800f",
    "final_norm": "#a3800f",
    "embedding": "#c2558f",
    "positions": "#8d62c9",
    "linear": "#6a74c4",
    "softmax": "#3a9d5d",
}


def tint(palette: Palette, part: str, hot: bool = False) -> QColor:
    """The ground of a part: a little of its hue in the paper."""
    hue, paper = QColor(HUES[part] or palette.accent), QColor(palette.paper)
    share = (0.16 if palette is LIGHT else 0.24) + (0.16 if hot else 0.0)
    pairs = ((hue.redF(), paper.redF()), (hue.greenF(), paper.greenF()), (hue.blueF(), paper.blueF()))
    return QColor.fromRgbF(*(of_hue * share + of_paper * (1 - share) for of_hue, of_paper in pairs))


def fitting(names: Sequence[str], text_font: QFont, room: float) -> str:
    """The longest of ``names`` that has room; nothing where none has."""
    return next((name for name in names if text_width(name, text_font) <= room), "")


def draw_fitted(painter: QPainter, rect: QRectF, names: Sequence[str], text_font: QFont, ink: QColor) -> None:
    """The longest of ``names`` that fits, in the middle of ``rect``; the last one smaller, never without letters."""
    room = rect.width() - 2
    name = fitting(names, text_font, room)
    if not name:
        name = names[-1]
        smaller = room / max(1.0, text_width(name, text_font)) * text_font.pixelSize()
        text_font = font(max(1, int(smaller)), text_font.bold())
    _draw_name(painter, rect, name, text_font, ink)


def draw_caption(painter: QPainter, rect: QRectF, texts: Sequence[str], text_font: QFont, ink: QColor) -> None:
    """The same of words that a person has written: the last one is cut where it has no room."""
    room = rect.width() - 2
    text = fitting(texts, text_font, room) or elide_line(texts[-1], text_font, room)
    _draw_name(painter, rect, text, text_font, ink)


def _draw_name(painter: QPainter, rect: QRectF, name: str, text_font: QFont, ink: QColor) -> None:
    painter.setFont(text_font)
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, name)


def elide_line(text: str, text_font: QFont, room: float) -> str:
    """``text`` in one line; spaces stay spaces."""
    words = [elide(word, text_font, room) for word in text.split(" ")]
    while len(words) > 1 and text_width(" ".join(words), text_font) > room:
        words = [*words[:-2], "…"] if words[-1] == "…" else [*words[:-1], "…"]
    return " ".join(words)


def draw_card(painter: QPainter, card: Card, palette: Palette) -> None:
    """The ground of a layer."""
    painter.setPen(QPen(QColor(palette.selection if card.selected else palette.line), 1))
    painter.setBrush(QColor(palette.paper))
    painter.drawRoundedRect(card.rect, 5, 5)


def draw_number(painter: QPainter, card: Card, pixels: int, palette: Palette) -> None:
    """The number of a layer, from 1, on a plate."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.window))
    painter.drawRoundedRect(card.number, 3, 3)
    ink = QColor(palette.ink if card.selected else palette.muted)
    draw_fitted(painter, card.number, (str(card.layer + 1),), font(pixels, bold=card.selected), ink)


def draw_box(painter: QPainter, box: Box, learned: bool, pixels: int, palette: Palette) -> None:
    """A part of the network that is no button."""
    if box.role == "add":
        draw_sum(painter, box.rect.center(), max(box.rect.height() / 2, 0.36 * pixels), palette)
        return
    painter.setPen(Qt.PenStyle.NoPen if box.bar else QPen(faded(HUES[box.role], 0.55), 1))
    painter.setBrush(QColor(HUES[box.role]) if box.bar else tint(palette, box.role))
    radius = min(4.0, box.rect.height() / 2)
    painter.drawRoundedRect(box.rect, radius, radius)
    if box.bar:
        return
    place = label_room(box)
    if box.role == "positions":
        radius = SUM * box.rect.height()
        draw_sum(painter, QPointF(box.rect.left() + radius * 1.7, place.center().y()), radius, palette)
        wave = QRectF(place.right() - radius * 3.2, place.center().y() - radius, radius * 2.6, radius * 2)
        if not learned and place.width() > 9.5 * radius:
            draw_wave(painter, wave, palette)
            place.setRight(wave.left() - 0.6 * radius)
    draw_fitted(painter, place, names_of(box.role, learned), font(pixels), QColor(palette.ink))


SUM = 0.3  #: radius of the sum on the box of the positions, as a share of its height


def label_room(box: Box) -> QRectF:
    """Where the name of a part stands; the positions have their sum before it."""
    return box.rect.adjusted(3.3 * SUM * box.rect.height() if box.role == "positions" else 0, 0, 0, 0)


def names_of(role: str, learned: bool) -> tuple[str, ...]:
    """What may stand on a part, the longest first."""
    positions = translate("ModelMap", "Learned positions|Positions|Pos.")
    if not learned:
        positions = translate("ModelMap", "Positional encoding|Positions|Pos.")
    names = {
        "feed_forward": translate("ModelMap", "Feed-forward|FFN"),
        "add_norm": translate("ModelMap", "Add & Norm"),
        "norm": translate("ModelMap", "Norm"),
        "final_norm": translate("ModelMap", "Final norm|Norm"),
        "embedding": translate("ModelMap", "Embedding|Emb."),
        "linear": translate("ModelMap", "Linear"),
        "softmax": translate("ModelMap", "Softmax"),
        "positions": positions,
    }
    return tuple(names[role].split("|"))


def draw_sum(painter: QPainter, centre: QPointF, radius: float, palette: Palette) -> None:
    """A plus in a circle: two values are added."""
    painter.setPen(QPen(QColor(palette.ink), 1.1))
    painter.setBrush(QColor(palette.paper))
    painter.drawEllipse(centre, radius, radius)
    arm = radius * 0.55
    painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0))
    painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))


def draw_wave(painter: QPainter, rect: QRectF, palette: Palette) -> None:
    """Sinusoidal positions."""
    path = QPainterPath()
    for index in range(25):
        share = index / 24
        point = QPointF(
            rect.left() + share * rect.width(), rect.center().y() - math.sin(share * 4 * math.pi) * rect.height() * 0.4
        )
        path.lineTo(point) if index else path.moveTo(point)
    painter.strokePath(path, QPen(QColor(palette.ink), 1.1))


def draw_arrow(painter: QPainter, arrow: Arrow, palette: Palette) -> None:
    """A line with a small head at its end."""
    colour = QColor(palette.selection if arrow.strong else palette.muted)
    painter.setPen(QPen(colour, 2.0 if arrow.strong else 1.0, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(list(arrow.points))
    end, before = arrow.points[-1], arrow.points[-2]
    length = math.hypot(end.x() - before.x(), end.y() - before.y())
    if length < 3 or not arrow.head:
        return
    size = 4.5 if arrow.strong else 3.2
    ahead = (end - before) / length
    side = QPointF(-ahead.y(), ahead.x())
    back = end - ahead * size * 1.3
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([end, back + side * size * 0.7, back - side * size * 0.7]))


def block_names(kind: Kind) -> tuple[str, ...]:
    """What may stand on an attention block, the longest first."""
    names = {
        "encoder": translate("ModelMap", "Self-attention|Self-att.|Self"),
        "decoder": translate("ModelMap", "Masked self-attention|Masked self-att.|Masked|Self"),
        "cross": translate("ModelMap", "Cross attention|Cross-att.|Cross"),
    }
    return tuple(names[kind].split("|"))


ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


class MapButton(QAbstractButton):
    """A button whose arrow keys move the focus within the map, where Tab has led to it; Enter presses it like Space.

    A click only presses: the keyboard leaves whatever it was in, so that arrows, Home and End step as everywhere.
    """

    rings_itself = True
    moved = Signal(object)  #: Qt.Key of an arrow

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.text_pixels = 11
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def reachable(self, by_tab: bool) -> None:
        """Only one button of a group is a stop of the Tab key."""
        policy = Qt.FocusPolicy.TabFocus if by_tab else Qt.FocusPolicy.NoFocus
        if policy != self.focusPolicy():
            self.setFocusPolicy(policy)

    def event(self, event: QEvent) -> bool:
        """Arrows, Enter and Space are ours while we have the focus."""
        return is_kept(event, self._takes) or super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The keyboard goes to the window, whose shortcuts have it."""
        self.window().setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() in ARROWS:
            self.moved.emit(Qt.Key(event.key()))
        else:
            self.click()

    def _takes(self, event: QKeyEvent) -> bool:
        return is_plain(event) and event.key() in (*ARROWS, *PRESSING)

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
        draw_fitted(painter, label, block_names(self.kind), font(self.text_pixels, bold=self.selected), QColor(ink))
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


def distance(start: QPoint, end: QPoint, key: Qt.Key) -> float | None:
    """How far ``end`` lies in the direction of an arrow key, sideways counted double; None if it does not."""
    across, down = end.x() - start.x(), end.y() - start.y()
    ahead, aside = {
        Qt.Key.Key_Up: (-down, across),
        Qt.Key.Key_Down: (down, across),
        Qt.Key.Key_Left: (-across, down),
        Qt.Key.Key_Right: (across, down),
    }[key]
    return ahead + 2.0 * abs(aside) if ahead > 2 else None
