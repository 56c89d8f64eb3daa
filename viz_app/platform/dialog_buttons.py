"""The buttons of dialogs have words alone: the icons that some desktops add are black in the dark."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox


def without_icons(buttons: QDialogButtonBox) -> QDialogButtonBox:
    """The same box, its standard buttons without what a desktop draws beside their words."""
    for button in buttons.buttons():
        button.setIcon(QIcon())
    return buttons
