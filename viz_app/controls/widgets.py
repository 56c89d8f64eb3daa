"""Shared by the painted controls: today's colours, drawn icons and their button, the focus ring, labels, a field.

And where a window and its columns were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QEvent, QMargins, QMimeData, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QLayout, QPlainTextEdit, QSizePolicy, QSlider, QSplitter, QToolButton, QWidget

from viz_app.platform.focus_ring import PaintedWidget, draw_focus_ring
from viz_app.platform.text import tooltip
from viz_app.platform.theme import Palette, colours, font

LONGEST_WORD = 2_000  #: characters without a blank; the time that Qt takes to break a longer one is quadratic
Icon = Literal["first", "previous", "next", "last", "play", "pause", "close", "earlier"]


def faded(colour: str, opacity: float) -> QColor:
    """``colour`` with an opacity 0…1."""
    result = QColor(colour)
    result.setAlphaF(min(max(opacity, 0.0), 1.0))
    return result


def text_pixels(widget: QWidget) -> int:
    """Height of the widget's font in its own pixels, whether it was set in points or in pixels."""
    return max(8, QFontInfo(widget.font()).pixelSize())


@lru_cache(maxsize=16)
def number_font(pixels: int, bold: bool = False) -> QFont:
    """The font of tokens with figures of one width, so that columns of numbers stand straight."""
    result = QFont(font(pixels, bold))
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def scaled(base: QFont, factor: float, family: str = "") -> QFont:
    """``base`` in another size, whether it was set in points or in pixels; and perhaps of another family."""
    result = QFont(base)
    if base.pointSizeF() > 0:
        result.setPointSizeF(base.pointSizeF() * factor)
    else:
        result.setPixelSize(max(1, round(base.pixelSize() * factor)))
    if family:
        result.setFamilies([family])
    return result


def restore_place(window: QWidget, geometry: bytes, usual: QSize) -> None:
    """Where a window was, as Qt describes it; of a ``usual`` size where that is on no screen."""
    if geometry and window.restoreGeometry(geometry):
        screens = QGuiApplication.screens()
        if not any(screen.availableGeometry().intersects(window.geometry()) for screen in screens):
            window.setGeometry(QRect(window.screen().availableGeometry().topLeft(), usual))


def restore_widths(splitter: QSplitter, widths: Sequence[int]) -> None:
    """The stored widths of columns; one that was hidden keeps what it has."""
    if len(widths) == splitter.count():
        splitter.setSizes([kept or size for kept, size in zip(widths, splitter.sizes(), strict=True)])


def draw_icon(painter: QPainter, icon: Icon, ink: QColor) -> None:
    """An icon in a square of side 16 at the painter's origin."""
    if icon == "pause":
        painter.fillRect(QRectF(4, 3, 3, 10), ink)
        painter.fillRect(QRectF(9, 3, 3, 10), ink)
        return
    path = QPainterPath()
    if icon == "earlier":  # a clock
        path.addEllipse(QPointF(8, 8), 6, 6)
        path.addPolygon(QPolygonF([QPointF(8, 4.5), QPointF(8, 8), QPointF(10.8, 9.6)]))
        painter.strokePath(path, QPen(ink, 1.6, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        return
    if icon == "play":
        path.addPolygon(QPolygonF([QPointF(4, 2), QPointF(14, 8), QPointF(4, 14)]))
        painter.fillPath(path, ink)
        return
    strokes = {
        "first": ((11.5, 3.5), (6.5, 8), (11.5, 12.5), None, (3.8, 3.5), (3.8, 12.5)),
        "previous": ((10, 3.5), (5, 8), (10, 12.5)),
        "next": ((6, 3.5), (11, 8), (6, 12.5)),
        "last": ((4.5, 3.5), (9.5, 8), (4.5, 12.5), None, (12.2, 3.5), (12.2, 12.5)),
        "close": ((4, 4), (12, 12), None, (12, 4), (4, 12)),
    }
    lifted = True
    for point in strokes[icon]:
        if point is not None:
            (path.moveTo if lifted else path.lineTo)(QPointF(*point))
        lifted = point is None
    painter.strokePath(path, QPen(ink, 1.8, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))


def draw_produced_mark(painter: QPainter, square: QRectF, palette: Palette) -> None:
    """A triangle that points at the token which follows in this run."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.selection))
    middle = QPointF(square.right(), square.center().y())
    painter.drawPolygon(QPolygonF([square.topLeft(), middle, square.bottomLeft()]))


def icon_side(button: QWidget, in_line: bool = False) -> int:
    """How wide and high a button with an icon is; how high one is that stands in the line of a field."""
    return max(24, round(text_pixels(button) * (1.5 if in_line else 1.9)))


def paint_icon(painter: QPainter, button: QWidget, icon: Icon) -> None:
    """In the middle of a button, quiet where that is off."""
    palette = colours()
    ink = QColor(palette.ink) if button.isEnabled() else faded(palette.muted, 0.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = round(text_pixels(button) * 1.25)
    painter.translate((button.width() - side) / 2, (button.height() - side) / 2)
    painter.scale(side / 16, side / 16)
    draw_icon(painter, icon, ink)


class IconButton(QToolButton):
    """A flat button with an icon that is drawn, so that it is sharp at any scale and follows the theme."""

    def __init__(self, icon: Icon, parent: QWidget | None = None, in_line: bool = False) -> None:
        super().__init__(parent)
        self.icon_name: Icon = icon
        self._in_line = in_line
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_icon(self, icon: Icon) -> None:
        """Show another icon."""
        if icon != self.icon_name:
            self.icon_name = icon
            self.update()

    def describe(self, name: str, tip: str) -> None:
        """What a screen reader says, and the (plain) tooltip."""
        self.setAccessibleName(name)
        self.setToolTip(tip)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(icon_side(self), icon_side(self, self._in_line))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        painter = QPainter(self)
        paint_icon(painter, self, self.icon_name)
        painter.end()


class StepSlider(QSlider):
    """A slider whose focus can be seen: a ring around all of it, as around every painted control."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(60)
        self.setPageStep(5)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return super().sizeHint().grownBy(QMargins(0, 2, 0, 2))  # the ring lies beside the handle

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_focus_ring(painter, QRectF(self.rect()), 4)
            painter.end()


class ReadWidget(PaintedWidget):
    """Paints places, one of which is read: by pointing, or with keys that its class knows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.index: int | None = None  #: the place that is read
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_places(self, count: int, taller: bool) -> None:
        """There are so many now; the one that is read stays where it exists."""
        if self.index is not None and self.index >= count:
            self.index = None
        self.describe()
        if taller:
            self.updateGeometry()
        self.update()

    def read(self, index: int | None) -> None:
        """Read this place, or none."""
        if index != self.index:
            self.index = index
            self.describe()
            self.update()

    def describe(self) -> None:
        """Tell a screen reader what is read."""

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        self.read(None)
        super().leaveEvent(event)


class FittedLabel(QLabel):
    """Shows the first of several wordings that fits; the last one is cut with … if even that does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wordings: tuple[str, ...] = ("",)
        self._details: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_wordings(self, wordings: Sequence[str], details: tuple[str, ...] = ()) -> None:
        """The same statement, longest wording first. A screen reader gets the longest, so does the tooltip.

        ``details`` are lines for the tooltip instead.
        """
        if (tuple(wordings), details) != (self.wordings, self._details):
            self.wordings, self._details = tuple(wordings), details
            self.setAccessibleName(self.wordings[0])
            self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width() - 2 * self.margin()
        metrics = self.fontMetrics()
        fitting = (wording for wording in self.wordings if metrics.horizontalAdvance(wording) <= room)
        shown = next(fitting, None)
        if shown is None:
            shown = metrics.elidedText(self.wordings[-1], Qt.TextElideMode.ElideRight, room)
        if shown != self.text():
            self.setText(shown)
        lines = self._details or (() if shown == self.wordings[0] else self.wordings[:1])
        self.setToolTip(tooltip(*lines) if lines else "")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Height of one line; any width will do."""
        return QSize(200, self.fontMetrics().height() + 2 * self.margin())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(40, self.sizeHint().height())


class WrappedField(QPlainTextEdit):
    """Plain text, wrapped between words; anywhere, as soon as there is a word too long to look for its end."""

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Paste or drop."""
        if _long_words(source.text()):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        super().insertFromMimeData(source)

    def show_text(self, text: str) -> None:
        """Show ``text`` as a whole, without a signal."""
        if _long_words(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        with QSignalBlocker(self):
            self.setPlainText(text)
        if not _long_words(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


def _long_words(text: str) -> bool:
    return max(map(len, text.split()), default=0) > LONGEST_WORD


def follow_layouts(*panes: QWidget, reached_by: Qt.FocusPolicy = Qt.FocusPolicy.TabFocus) -> None:
    """Give everything in the ``panes`` that takes the keyboard so the order of the panes and of their layouts."""
    for before, after in pairwise(widget for pane in panes for widget in _reached(pane, reached_by)):
        QWidget.setTabOrder(before, after)


def _reached(widget: QWidget, by: Qt.FocusPolicy) -> Iterator[QWidget]:
    if widget.focusPolicy() & by:
        yield widget
    layout = widget.layout()
    if layout is not None:
        yield from _inside(layout, by)


def _inside(layout: QLayout, by: Qt.FocusPolicy) -> Iterator[QWidget]:
    """Of a layout's items and of those in them, first to last. Each is asked where it is: ``itemAt`` makes a Python
    object that stays when Qt deletes the item, and what comes to be at the same address is then taken for it."""
    holder = layout.parentWidget()
    beside = () if holder is None else holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    inner = (child for child in layout.children() if isinstance(child, QLayout))
    places = {item: place for item in (*beside, *inner) if (place := layout.indexOf(item)) >= 0}
    for item in sorted(places, key=places.__getitem__):
        yield from _inside(item, by) if isinstance(item, QLayout) else _reached(item, by)


SHARES = {"ModelMap": 3.0, "Inspector": 3.0, "WhatIfDock": 2.0, "Notes": 1.5}  #: of a column's height, by class
LEAST = {"WhatIfDock": 26}  #: heights of its text that one takes from the first, down to the smallest of that


class PaneColumn(QSplitter):
    """Panes one below the other. Qt would give each what it asks for, and nothing to the one that was there first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setChildrenCollapsible(False)
        self._shown: tuple[QWidget, ...] = ()
        self.away: QWidget | None = None  #: the pane in whose place another stands for a while

    def share(self) -> None:
        """Where other panes are shown than before; a person's own heights stay as long as none comes or goes."""
        panes = [pane for at in range(self.count()) if (pane := self.widget(at)) is not None]
        shown = tuple(pane for pane in panes if not pane.isHidden())
        if shown == self._shown or not shown:
            return
        self._shown, high = shown, self.height()
        shares = {pane: SHARES.get(type(pane).__name__, 1.0) for pane in shown}
        least = {pane: LEAST.get(type(pane).__name__, 0) * text_pixels(pane) for pane in shown}
        sizes = {pane: max(high * shares[pane] / sum(shares.values()), least[pane]) for pane in shown}
        sizes[shown[0]] = max(shown[0].minimumSizeHint().height(), sizes[shown[0]] - sum(sizes.values()) + high)
        self.setSizes([round(sizes.get(pane, 0)) for pane in panes])  # that give the height: Qt takes equally of more
