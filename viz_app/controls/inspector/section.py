"""A part of the inspector that opens and closes: a line to press, and what it hides. It keeps no state."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from viz_app.controls.widgets import colours
from viz_app.platform.text import tooltip
from viz_app.platform.theme import without_gloss
from viz_app.state.state import Snapshot


def has_next_tokens(now: Snapshot) -> bool:
    """The run has a distribution over next tokens."""
    return now.run is not None and now.run.meta.vocabulary_head


def has_map(now: Snapshot) -> bool:
    """The run has maps of the selected kind."""
    return now.trace is not None and now.trace.attention(now.selection.kind) is not None


def has_cross(now: Snapshot) -> bool:
    """The run has maps of cross attention."""
    return now.trace is not None and now.trace.cross_attention is not None


class Section(QWidget):
    """``opened`` carries whether a person wants to see it; what is in it is only told while it is open."""

    opened = Signal(bool)
    setting: ClassVar[str]  #: it is open where this one is on
    result: ClassVar[str] = ""  #: of the snapshot: what was measured for it
    is_there: Callable[[Snapshot], bool] = staticmethod(has_map)  #: whether there is anything to tell

    def __init__(self, title: str, tip: str, parent: QWidget | None = None, short: str = "") -> None:
        super().__init__(parent)
        self._measured = False
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

    def display(self, snapshot: Snapshot) -> None:
        """Open or closed, there or not; and filled where it can be seen."""
        self._measured = bool(self.result) and getattr(snapshot, self.result) is not None
        self.setVisible(self.is_there(snapshot))
        self.set_open(getattr(snapshot.settings, self.setting))
        if getattr(snapshot.settings, self.setting) and not self.isHidden():
            self.fill(snapshot)

    def fill(self, snapshot: Snapshot) -> None:
        """Show what is in it."""

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
