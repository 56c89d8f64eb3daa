"""One small button per head of the selected layer: which heads' lines are drawn beside the selected one's."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QToolButton

from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.links.heads import Bundle, line_pen
from viz_app.platform.text import plain_tooltip
from viz_app.views.shared.flow_layout import FlowLayout
from viz_app.views.shared.view import translate

SAMPLE, HIGH = 28, 8  #: logical pixels of a line on its button
WIDE = 2


class HeadButtons(QObject):
    """``chosen`` carries the heads that a person wants to see, the selected one among them. It keeps no state."""

    chosen = Signal(object)  #: frozenset[int]

    def __init__(self, row: FlowLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._row = row
        self._label = QLabel(translate("LinksView", "Heads"))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._row.addWidget(self._label)
        self.buttons: list[QToolButton] = []
        self._selected, self._drawn = 0, frozenset[int]()

    def show_heads(self, count: int, selected: int, bundle: Bundle) -> None:
        """One button for each of ``count`` heads; those that are drawn are down and show their line."""
        self._selected, self._drawn = selected, frozenset(bundle.heads)
        while len(self.buttons) < count:
            self._add(len(self.buttons))
        for head, button in enumerate(self.buttons):
            button.setVisible(1 < count > head)
            button.setChecked(head in self._drawn)
            button.setIcon(_sample(bundle, head) if bundle.several and head in self._drawn else QIcon())
            face = button.font()
            face.setBold(head == selected)
            button.setFont(face)
            button.setToolTip(plain_tooltip(self._tip(head)))
        self._label.setVisible(count > 1)

    def _add(self, head: int) -> None:
        button = QToolButton()
        button.setText(str(head + 1))
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(SAMPLE, HIGH))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(picture_texts.head_name(head))
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


def _sample(bundle: Bundle, head: int) -> QIcon:
    """A piece of the head's line."""
    ratio = bundle.style.ratio
    image = QPixmap(round(SAMPLE * ratio), round(HIGH * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    dash = bundle.dash(head, WIDE * ratio)
    painter.setPen(line_pen(bundle.ink(head), 1.0, bundle.style.palette.paper, WIDE, dash))
    painter.drawLine(QLineF(0, HIGH / 2, SAMPLE, HIGH / 2))
    painter.end()
    return QIcon(image)
