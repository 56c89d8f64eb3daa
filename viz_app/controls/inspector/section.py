"""An answer in the sheet: texts, tables and choices one under the other. It keeps no state."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QVBoxLayout, QWidget

from viz_app.controls.inspector.bar_table import BarTable
from viz_app.platform.text import tooltip
from viz_app.platform.theme import colours
from viz_app.state.state import Snapshot

WIDEST = 62  #: of a line of plain text in the sheet, in widths of the font's figures: longer ones are hard to read
TALL, AIR, AIRY = 60, 0.05, 2.8  #: heights of the text of a pane whose rows are higher; by how much; at most


class Section(QWidget):
    """``requested`` carries an Intent, ``reached`` a place that the keyboard has come to, in a widget of the answer."""

    requested = Signal(object)
    reached = Signal(QWidget, QRect)
    result: ClassVar[str] = ""  #: of the snapshot: what was measured for it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measured = False
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(6)

    def display(self, snapshot: Snapshot) -> None:
        """Tell what the snapshot says; it is only told while it is on screen and there is something to tell."""
        self._measured = bool(self.result) and getattr(snapshot, self.result) is not None
        self.fill(snapshot)

    def fill(self, snapshot: Snapshot) -> None:
        """Show what is in it."""

    def as_text(self) -> str:
        """All of it to paste, or "" where there is nothing that its tables do not copy themselves."""
        return ""

    def add_table(self, table: BarTable) -> None:
        """A table under what is there; the sheet follows the keyboard through its rows."""
        table.grows = True
        self.box.addWidget(table)
        table.chosen.connect(self.requested)
        table.reached.connect(lambda row: self.reached.emit(table, row.toRect()))

    def add_text(self, *, quiet: bool = False) -> QLabel:
        """A new label under what is there: plain text that wraps and can be copied."""
        label = plain_label(quiet=quiet)
        self.box.addWidget(label)
        return label

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another palette changes the quiet texts too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            quieten(self)


class SectionChoice(QComboBox):
    """A choice that the wheel passes by: it scrolls what is around."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        event.ignore()


def plain_label(text: str = "", *, quiet: bool = False, wraps: bool = True) -> QLabel:
    """Plain text; it wraps and can be copied where it can be long."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    label.setProperty("quiet", quiet)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    if wraps:
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
    return label


def name_label(text: str) -> QLabel:
    """What a value is called, quietly."""
    label = plain_label(text, quiet=True, wraps=False)
    label.setWordWrap(True)
    return label


def airy(high: float, least: float) -> float:
    """The height of a row in a pane so ``high``, all in heights of the text: a tall one is not left empty.

    What stands in the pane changes nothing, so that no row moves from step to step.
    """
    return min(least + max(0.0, high - TALL) * AIR, AIRY)


def heading_font(base: QFont) -> QFont:
    """Of headings: half bold, a weight that the fonts we ship have. A bolder one is smeared, and Hangul unreadable."""
    result = QFont(base)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def quieten(widget: QWidget) -> None:
    """Give every quiet label under ``widget`` its ink."""
    for label in widget.findChildren(QLabel):
        if label.property("quiet"):
            ink = QPalette(label.palette())
            ink.setColor(QPalette.ColorRole.WindowText, QColor(colours().muted))
            label.setPalette(ink)


def say(label: QLabel, text: str) -> None:
    """Show ``text``, or nothing at all where it is empty."""
    if label.text() != text:
        label.setText(text)
    label.setVisible(bool(text))


def say_inside(label: QLabel, whole: str, room: int) -> None:
    """All of its words inside the ``room``; what is left out is in the tooltip."""
    cut = label.fontMetrics().elidedText
    text = " ".join(cut(word, Qt.TextElideMode.ElideMiddle, room) for word in whole.split(" "))
    if label.text() != text:
        label.setText(text)
    label.setToolTip(tooltip(whole) if text != whole else "")
