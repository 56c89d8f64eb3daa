"""The map explorer with its controls: what the curves are of, and which numbers have the palest and the full colour."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from viz_app.platform.text import plain_tooltip
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.views.shared.flow_layout import FlowLayout

translate = QCoreApplication.translate
LARGEST = 1e6


class MapPane(QWidget):
    """One line of controls above a :class:`MapCanvas`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = MapCanvas()
        self.curves = QComboBox()
        self.curves.setAccessibleName(translate("MapPane", "what the curves show"))
        self.curves.addItems([
            translate("MapPane", "selected row and column"), translate("MapPane", "mean of what is in view"),
        ])  # fmt: skip
        self.curves.activated.connect(lambda index: self.canvas.set_averages(index == 1))
        self.low = self._field(translate("MapPane", "number of the palest colour"))
        self.high = self._field(translate("MapPane", "number of full colour"))
        self.usual = QPushButton(translate("MapPane", "As in the views"))
        self.usual.setAutoDefault(False)
        self.usual.setToolTip(plain_tooltip(translate("MapPane", "A number has the colour that it has in the views.")))
        self.usual.clicked.connect(lambda: self.canvas.set_levels(None))
        self.canvas.levels_shown.connect(self._follow)
        line = FlowLayout()
        line.setContentsMargins(0, 0, 0, 0)
        for each in (
            _together(_name(translate("MapPane", "Curves"), self.curves), self.curves),
            _together(_name(translate("MapPane", "Colours from"), self.low), self.low,
                      _name(translate("MapPane", "to"), self.high), self.high), self.usual,
        ):  # fmt: skip
            line.addWidget(each)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addLayout(line)
        box.addWidget(self.canvas, 1)

    def _field(self, name: str) -> QDoubleSpinBox:
        field = QDoubleSpinBox()
        field.setAccessibleName(name)
        field.setKeyboardTracking(False)
        field.setDecimals(4)
        field.setMaximum(LARGEST)
        field.valueChanged.connect(lambda _: self._set())
        return field

    def show_plot(self, plot: MapPlot, keep: bool = False) -> None:
        """Draw a map; see :meth:`MapCanvas.show_plot`."""
        self.canvas.show_plot(plot, keep)

    def _set(self) -> None:
        low, high = self.low.value(), self.high.value()
        if high > low:
            self.canvas.set_levels((low, high))

    def _follow(self, low: float, high: float) -> None:
        """What the marks on the bar say; the palest of numbers of either sign is 0."""
        style = self.canvas.style_now
        self.low.setEnabled(style is None or style.below is None)
        for field, value in ((self.low, low), (self.high, high)):
            field.blockSignals(True)
            field.setSingleStep(max(high / 20, 1e-4))
            field.setValue(value)
            field.blockSignals(False)


def _together(*widgets: QWidget) -> QWidget:
    """Side by side, in whichever line."""
    holder = QWidget()
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    for each in widgets:
        line.addWidget(each)
    return holder


def _name(text: str, of: QWidget) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setBuddy(of)
    return label
