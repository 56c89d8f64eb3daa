"""The kind of attention as a switch of three, in the corner of the tabs: encoder, decoder, cross."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from model.record.trace import KINDS, Kind
from viz_app.controls.widgets import faded, text_pixels
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.text import tooltip, translate
from viz_app.platform.theme import colours
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

RADIUS = 4.0
ANY = 9999  #: pixels: nobody has said how wide it may be
LEAST = 5.6  #: heights of a letter that all three take at least
SMALLEST = 11  #: pixels of letters, however little room there is
PADDING, CLOSE = 1.1, 0.5  #: of a letter's height, beside a name; where there is little room
AROUND = 12  #: pixels of the switch beside its three parts


class KindButton(QAbstractButton):
    """One part of the switch: filled where it is on."""

    rings_itself = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.padding = PADDING
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        wide = self.fontMetrics().horizontalAdvance(self.text()) + round(text_pixels(self) * self.padding)
        return QSize(wide, round(text_pixels(self) * 1.7))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(24, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, painter = colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(box, RADIUS, RADIUS)
        on = self.isChecked()
        ground = QColor(palette.accent) if on else QColor(palette.paper)
        if self.underMouse() and self.isEnabled() and not on:
            ground = faded(palette.accent, 0.12)
        painter.fillPath(shape, ground if self.isEnabled() else faded(palette.paper, 0.4))
        painter.setPen(QColor(palette.accent if on else palette.line))
        painter.drawPath(shape)
        ink = QColor(palette.paper if on else palette.ink) if self.isEnabled() else faded(palette.muted, 0.6)
        painter.setPen(ink)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown if len(shown) > 2 else self.text()[:1])
        if self.hasFocus():
            inset = 1.0 if on else 0.0  # within the blue, or its page and it would be one
            ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            draw_focus_ring(painter, ring, RADIUS, palette.paper if on else "")
        painter.end()


class KindSwitch(QWidget):
    """Says Select. A kind of which the run holds no weights cannot be chosen, and says so."""

    requested = Signal(object)
    shows = ("trace", "selection.kind")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("KindSwitch", "Kind of attention"))
        self._kind: Kind = "cross"
        self._short, self._padding, self._most = False, PADDING, ANY
        self.buttons: dict[Kind, KindButton] = {kind: KindButton(self) for kind in KINDS}
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 4, 1)
        layout.setSpacing(2)
        for kind, button in self.buttons.items():
            self._group.addButton(button)
            layout.addWidget(button)
            button.clicked.connect(lambda _=False, kind=kind: self._choose(kind))
        self._word()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Mark the snapshot's kind; those that its run lacks are out of reach."""
        self._kind, trace = snapshot.selection.kind, snapshot.trace
        for kind, button in self.buttons.items():
            there = trace is not None and trace.attention(kind) is not None
            button.setEnabled(there)
            button.setChecked(kind == self._kind)
            lacking = translate("KindSwitch", "This run holds no weights of this kind.")
            if trace is None:
                lacking = translate("KindSwitch", "There is no run yet.")
            button.setToolTip(tooltip(_names()[kind][2], "" if there else lacking))

    @property
    def rooms(self) -> tuple[int, ...]:
        """Pixels that it takes in each of its wordings, the widest first."""
        return tuple(sorted({need for need, _, _ in self._ways()}, reverse=True))

    def _ways(self) -> list[tuple[int, bool, float]]:
        """What it takes: with whole or short words, close together or not."""
        metrics, high = QFontMetrics(self.font()), text_pixels(self)
        words = [sum(metrics.horizontalAdvance(_names()[kind][short]) for kind in KINDS) for short in (False, True)]
        return [(words[short] + 3 * round(high * padding) + AROUND, short, padding)
                for short in (False, True) for padding in (PADDING, CLOSE)]  # fmt: skip

    def give_room(self, pixels: int) -> None:
        """Parts come closer where the switch would be wider than that, and then have shorter words."""
        ways = self._ways()
        _, short, padding = next((way for way in ways if way[0] <= pixels), ways[-1])
        most = max(pixels, round(LEAST * text_pixels(self)))
        if (short, padding, most) == (self._short, self._padding, self._most):
            return
        if (short, padding) != (self._short, self._padding):
            self._short, self._padding = short, padding
            self._word()
        self._most = most
        self._write()
        self.updateGeometry()

    def _write(self) -> None:
        """In smaller letters, as the tabs beside it, before a name is cut."""
        letters, usual = QFont(self.font()), text_pixels(self)
        metrics = QFontMetrics(letters)
        words = sum(metrics.horizontalAdvance(button.text()) for button in self.buttons.values())
        share = (self._most - AROUND) / max(1, words + 3 * round(usual * self._padding))
        if share < 1:
            letters.setPixelSize(max(SMALLEST, int(share * usual)))
        for button in self.buttons.values():
            if button.font() != letters:
                button.setFont(letters)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """No wider than it may be: the tabs take the rest."""
        usual = super().sizeHint()
        return QSize(min(usual.width(), self._most), usual.height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Larger text needs more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._write()
            self.updateGeometry()

    def _word(self) -> None:
        for kind, button in self.buttons.items():
            whole, short, _ = _names()[kind]
            button.setText(short if self._short else whole)
            button.padding = self._padding
            button.setAccessibleName(whole)
            button.updateGeometry()
        self.updateGeometry()

    def _choose(self, kind: Kind) -> None:
        self.buttons[self._kind].setChecked(True)  # until the state says otherwise
        self.requested.emit(Select(kind=kind))


def _names() -> dict[Kind, tuple[str, str, str]]:
    """Name, short name, and what it teaches with its key."""
    return {
        "encoder": (
            translate("KindSwitch", "Encoder"), translate("KindSwitch", "Enc."),
            translate("KindSwitch", "Encoder self-attention: source tokens to source tokens (1)"),
        ),
        "decoder": (
            translate("KindSwitch", "Decoder"), translate("KindSwitch", "Dec."),
            translate("KindSwitch", "Decoder self-attention: each target token to itself and earlier ones (2)"),
        ),
        "cross": (
            translate("KindSwitch", "Cross"), translate("KindSwitch", "Cross"),
            translate("KindSwitch", "Cross attention: target tokens to source tokens (3)"),
        ),
    }  # fmt: skip
