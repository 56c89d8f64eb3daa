"""Where in the *What if* dock the keyboard is, and where it goes when its row is made anew or its button has no use.

Without it the focus would leave the dock, and Ctrl+Z and Esc with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication, QWidget

from model.common.lazy_dataclass import dataclass
from viz_app.controls.what_if.change_rows import ChangeRow


@dataclass(frozen=True, eq=False)
class HeldKeyboard:
    """The widget that has it; of a row its number and what it is there."""

    widget: QWidget
    row: int = -1
    part: str = ""

    @property
    def stays(self) -> bool:
        """Can that widget go on having it?"""
        return self.widget.isVisible() and self.widget.isEnabled()

    def heir(self, rows: Sequence[ChangeRow], others: Sequence[QWidget]) -> QWidget | None:
        """The same place of the row that has come instead, else of the last one; else the first that can have it."""
        found: list[QWidget] = []
        if self.row >= 0 and rows:
            row = rows[min(self.row, len(rows) - 1)]
            found = [widget for name, widget in row.places.items() if name == self.part] + [row.on]
        return next((each for each in (*found, *others) if each.isVisible() and each.isEnabled()), None)


def held_keyboard(dock: QWidget, rows: Sequence[ChangeRow]) -> HeldKeyboard | None:
    """None while it is elsewhere."""
    focused = QApplication.focusWidget()
    if focused is None or not dock.isAncestorOf(focused):
        return None
    for number, row in enumerate(rows):
        for name, widget in row.places.items():
            if focused is widget:
                return HeldKeyboard(focused, number, name)
    return HeldKeyboard(focused)
