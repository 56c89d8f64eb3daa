"""A part of the inspector that a person opens and closes: a line to press, and what it hides. It keeps no state."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from viz_app.controls.widgets import colours
from viz_app.platform.text import tooltip
from viz_app.platform.theme import without_gloss


class Section(QWidget):
    """``opened`` carries whether a person wants to see it; the snapshot's answer comes by :meth:`set_open`."""

    opened = Signal(bool)

    def __init__(self, title: str, tip: str, parent: QWidget | None = None, short: str = "") -> None:
        super().__init__(parent)
        self._wordings = (title, without_gloss(title), short or without_gloss(title))
        self.button = QToolButton()
        self.button.setText(title)
        self.button.setAccessibleName(title)
        self.button.setToolTip(tooltip(tip))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setMinimumWidth(60)
        self.button.clicked.connect(self.opened)
        self.body = QWidget()
        self.box = QVBoxLayout(self.body)
        self.box.setContentsMargins(2, 2, 0, 4)
        self.box.setSpacing(4)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 2, 0, 0)
        outer.setSpacing(2)
        outer.addWidget(self.button)
        outer.addWidget(self.body)
        self.set_open(False)

    def set_open(self, on: bool) -> None:
        """Show what is hidden, or hide it."""
        self.button.setChecked(on)
        self.button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self.body.setVisible(on)

    def add_text(self, *, quiet: bool = False) -> QLabel:
        """A new label under what is there: plain text that wraps and can be copied."""
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("quiet", quiet)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.box.addWidget(label)
        return label

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The first wording of the title that has room."""
        super().resizeEvent(event)
        for wording in self._wordings:
            self.button.setText(wording)
            if self.button.sizeHint().width() <= self.width():
                break

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another palette changes the quiet texts too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            quieten(self)


class SectionChoice(QComboBox):
    """A choice that the wheel passes by: it scrolls what is around."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        event.ignore()


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
