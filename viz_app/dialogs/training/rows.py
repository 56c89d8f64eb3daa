"""Small parts of the dialog: a choice, a quiet line, boxes side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget


def combo() -> QComboBox:
    """A choice that is no wider than its place, however long its words."""
    box = QComboBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(14)
    return box


def note(text: str = "", quiet: bool = False) -> QLabel:
    """A line or more, as they are."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if quiet:
        label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label


def row(*widgets: QWidget, stretch: bool = False) -> QWidget:
    """Side by side; the first may take all the room."""
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        line.addWidget(widget)
    if stretch:
        line.setStretch(0, 1)
    else:
        line.addStretch(1)
    return holder


def same_width(*widgets: QWidget) -> None:
    """As wide as the widest of them."""
    widest = max(max(each.sizeHint().width(), each.minimumWidth()) for each in widgets)
    for each in widgets:
        each.setMinimumWidth(widest)
