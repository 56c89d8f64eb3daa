"""How large a window beside the main one may be."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QWidget

USUAL = 13  #: pixels of letters for which windows have their usual sizes
AROUND = QSize(40, 60)  #: pixels of a screen that are left beside a window


def room_for(window: QWidget) -> QSize:
    """How large a window can be on its screen with the bar that a desktop puts above it."""
    return window.screen().availableSize() - AROUND


def grown(window: QWidget, wide: int, high: int) -> QSize:
    """A size for usual letters, larger with larger ones, as the screen has room."""
    times = max(1.0, QFontInfo(window.font()).pixelSize() / USUAL)
    return QSize(round(wide * times), round(high * times)).boundedTo(room_for(window))
