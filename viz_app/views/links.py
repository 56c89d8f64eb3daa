"""Links: heads as lines between tokens, with whose lines they are, how weak and how many they may be.

One small button per head of the selected layer: which heads' lines are drawn beside the selected one's.
"""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QLineF, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.picture import Cell, PictureModule
from viz_app.pictures.links import picture as links
from viz_app.pictures.links.heads import Bundle, line_pen, shown_heads
from viz_app.platform.number_box import NumberBox
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import ChangeSettings, Select, ShowHeads
from viz_app.state.state import Snapshot
from viz_app.views.shared import view
from viz_app.views.shared.flow_layout import FlowLayout
from viz_app.views.shared.view import translate

SAMPLE, HIGH = 28, 8  #: logical pixels of a line on its button
WIDE = 2

LOW = 9  #: heights of a letter: a lower view has one line of controls
LEAST = 0.5  #: of a view's height is the picture's, before both numbers go


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


class LinksView(view.HoveringView):
    """Pointing at a token or a line selects it. The two numbers are settings: they last, and exports keep them."""

    module: ClassVar[PictureModule] = links
    name = "links"
    reads_activations = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.threshold, self.count = NumberBox(places=2), NumberBox()
        self.threshold.setRange(0, 100)
        self.count.setRange(0, 20)
        self.count.setSpecialValueText(translate("LinksView", "all"))
        self._row = row = FlowLayout()
        self._numbers: list[QWidget] = []
        self._fitted: tuple[Any, ...] = ()  # for what size, letters and heads that was decided last
        for box, name, tip in self._words():
            label = QLabel(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            for part in (label, box):
                part.setToolTip(plain_tooltip(tip))
            box.setAccessibleName(name)
            row.addWidget(label)
            row.addWidget(box)
            self._numbers += (label, box)
        self.column.setStretchFactor(self.canvas, 1)
        self.column.addLayout(row)
        self.heads = HeadButtons(row, self)
        self.heads.chosen.connect(lambda heads: self.requested.emit(ShowHeads(heads)))
        self.threshold.valueChanged.connect(lambda value: self._change(link_threshold=value))
        self.count.valueChanged.connect(lambda value: self._change(link_count=value))

    def _words(self) -> tuple[tuple[NumberBox, str, str], ...]:
        return (
            (
                self.threshold,
                translate("LinksView", "Weakest line"),
                translate("LinksView", "A weight below this has no line. Each row of weights sums to 1."),
            ),
            (
                self.count,
                translate("LinksView", "Lines per row"),
                translate("LinksView", "Only the strongest lines of each row are drawn."),
            ),
        )

    def display(self, snapshot: Snapshot) -> None:
        settings = snapshot.settings
        for box, value in ((self.threshold, settings.link_threshold), (self.count, settings.link_count)):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        super().display(snapshot)
        self._show_heads()

    def subject(self, snapshot: Snapshot) -> tuple[Any, ...]:
        return *super().subject(snapshot), snapshot.link_heads

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """A low view has room for the heads alone; both numbers are in the settings too."""
        shown = self.size(), self.font().key(), [button.isVisibleTo(self) for button in self.heads.buttons]
        if shown == self._fitted:
            return
        self._fitted = shown
        for part in self._numbers:
            part.setVisible(True)  # what they take is measured
        left = self.height() - self._row.heightForWidth(self.width())
        letters = LOW * QFontInfo(self.font()).pixelSize()
        for part in self._numbers if self.height() < letters or left < LEAST * self.height() else ():
            part.setVisible(False)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Light or dark has changed: so have the inks; and other letters take another room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show_heads()

    def _show_heads(self) -> None:
        trace, chosen = self.snapshot.trace, self.snapshot.selection
        bundle = Bundle(shown_heads(self.snapshot), self.style_on_screen(self.devicePixelRatioF()))
        self.heads.show_heads(0 if trace is None else trace.heads(chosen.kind), chosen.head, bundle)
        self._fit()

    def click(self, cell: Cell) -> None:
        """What is pointed at stays selected; so does the head whose line it is."""
        if cell.head != self.snapshot.selection.head:
            self.requested.emit(ShowHeads(frozenset(shown_heads(self.snapshot))))
            self.requested.emit(Select(head=cell.head))
        super().click(cell)

    def explain(self, cell: Cell) -> str:
        """Pointing has selected it already, and the inspector reads it out: a tooltip would only hide others.

        With several heads it says whose line this is: the inspector speaks of the selected one.
        """
        return super().explain(cell) if len(shown_heads(self.snapshot)) > 1 and cell.query is not None else ""

    def _change(self, **changes: int) -> None:
        self.requested.emit(ChangeSettings(dict(changes)))
