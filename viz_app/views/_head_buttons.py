"""One small button per head of the selected layer: which heads' lines are drawn beside the selected one's."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from viz_app.pictures import _words
from viz_app.views._canvas import plain_tooltip
from viz_app.views._flow import FlowLayout
from viz_app.views._view import translate


class HeadButtons(QWidget):
    """``chosen`` carries the heads that a person wants to see, the selected one among them. It keeps no state."""

    chosen = Signal(object)  #: frozenset[int]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = FlowLayout(self)
        self._row.setContentsMargins(8, 6, 8, 0)
        label = QLabel(translate("LinksView", "Heads"))
        label.setTextFormat(Qt.TextFormat.PlainText)
        self._row.addWidget(label)
        self.buttons: list[QToolButton] = []
        self._selected, self._drawn = 0, frozenset[int]()

    def show_heads(self, count: int, selected: int, drawn: Iterable[int]) -> None:
        """One button for each of ``count`` heads; those that are drawn are down."""
        self._selected, self._drawn = selected, frozenset(drawn)
        while len(self.buttons) < count:
            self._add(len(self.buttons))
        for head, button in enumerate(self.buttons):
            button.setVisible(head < count)
            button.setChecked(head in self._drawn)
            face = button.font()
            face.setBold(head == selected)
            button.setFont(face)
            button.setToolTip(plain_tooltip(self._tip(head)))
        self.setVisible(count > 1)

    def _add(self, head: int) -> None:
        button = QToolButton()
        button.setText(str(head + 1))
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(_words.head_name(head))
        button.clicked.connect(lambda: self._press(head))
        self.buttons.append(button)
        self._row.addWidget(button)

    def _tip(self, head: int) -> str:
        if head != self._selected:
            return translate("LinksView", "Draw the lines of this head as well, named and in their own pattern.")
        return translate("LinksView", "The selected head is always drawn; press to draw it alone.")

    def _press(self, head: int) -> None:
        if head == self._selected:
            self.buttons[head].setChecked(True)
            self.chosen.emit(frozenset())
        else:
            self.chosen.emit(self._drawn ^ {head})
