"""The tokens of a sentence that is being typed, in the window's one line: not beside those of the run on screen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from viz_app.controls.token_strip.chip_row import BELOW, ChipRow
from viz_app.controls.token_strip.strip_chips import typed_chips, typed_differs, typed_lines
from viz_app.platform.text import translate
from viz_app.state.state import Snapshot


class TypedRow(ChipRow):
    """Faint chips, the newest in view; hidden while the run on screen is of what stands in the source box."""

    requested = Signal(object)  #: it asks for nothing, but is wired like every control

    top = 0  # it has no weights, and no tabs

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("TokenStrip", "typed"), parent)
        self.hide()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(400, super().sizeHint().height() - BELOW + 1)

    def display(self, snapshot: Snapshot) -> None:
        """Show the tokens of the snapshot's source box, where they are others than the run's."""
        typed = typed_chips(snapshot) if typed_differs(snapshot) else ()
        self.explain = lambda index: typed_lines(snapshot, index)
        self.show_chips(typed, len(typed) - 1)  # where somebody types is in view
        self.setVisible(bool(typed))
