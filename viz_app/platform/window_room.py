"""How large a window beside the main one may be."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

AROUND = QSize(40, 60)  #: pixels of a screen that are left beside a window


def room_for(window: QWidget) -> QSize:
    """How large a window can be on its screen with the bar that a desktop puts above it."""
    return window.screen().availableSize() - AROUND
