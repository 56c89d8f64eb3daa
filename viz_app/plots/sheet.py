"""*Plots*: curves and points beside the window, which follow the run and the selection.

It stays open; what is clicked in it is selected in the window, and the other way round.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from viz_app.dialogs.file_dialog import FileDialog
from viz_app.platform.file_names import safe_name
from viz_app.platform.text import plain_tooltip
from viz_app.plots import plot_module, titles
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.files import SUFFIXES, made, numbers
from viz_app.plots.shared.plot import Lacking, Option, chosen_of
from viz_app.state.export_choices import SavePlot
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
WIDE, HIGH = 900, 600
NARROWEST = 90  #: logical pixels of a choice
#: What a plot is made from; while all of it is the same object, so is the plot.
FOLLOWED = ("trace", "unread", "selection", "early_guesses", "described", "learning", "file_heads")


class PlotSheet(QDialog):
    """A list of plots, what can be chosen of each, the plot, and its files."""

    requested = Signal(object)  #: an Intent

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("PlotSheet", "Plots"))
        self.setObjectName("plot_sheet")
        self._snapshot = Snapshot()
        self._wanted: dict[str, dict[str, str]] = {}  # plot → option → value
        self.names = list(titles())
        self.which = QComboBox()
        self.which.setAccessibleName(translate("PlotSheet", "plot"))
        self.which.addItems(list(titles().values()))
        self.which.activated.connect(lambda _: self._draw())
        self._row = QHBoxLayout()
        self._row.addWidget(self.which)
        self._row.addStretch(1)
        self.choices: dict[str, QComboBox] = {}
        self._offered: tuple[Option, ...] = ()
        self._option_widgets: list[QWidget] = []
        self.canvas = PlotCanvas()
        self.canvas.requested.connect(self.requested)
        self.lacking = _plain(wraps=True)
        self.lacking.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout()
        for each in (self.canvas, self.lacking):
            self._stack.addWidget(each)
        self.point, self.base = _plain(), _plain()
        self.canvas.pointed.connect(self._say)
        box = QVBoxLayout(self)
        box.addLayout(self._row)
        box.addLayout(self._stack, 1)
        for line in (self.point, self.base):
            box.addWidget(line)
        box.addWidget(self._buttons())
        self.resize(WIDE, HIGH)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.whole = buttons.addButton(translate("PlotSheet", "Show all"), role)
        self.whole.setToolTip(plain_tooltip(translate("PlotSheet", "Ends zoom and pan. Also: a double click, or 0.")))
        self.copy = buttons.addButton(translate("PlotSheet", "Copy numbers"), role)
        self.copy.setToolTip(plain_tooltip(translate("PlotSheet", "All numbers of the plot, for a spreadsheet.")))
        self.save = buttons.addButton(translate("PlotSheet", "Save…"), role)
        self.save.setToolTip(
            plain_tooltip(translate("PlotSheet", "The plot as vectors (SVG, PDF), or its numbers (CSV)."))
        )
        self.whole.clicked.connect(self.canvas.show_all)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._ask_where)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # Enter in a box must close nothing
        return buttons

    @property
    def shown(self) -> str:
        """The name of the plot."""
        return self.names[self.which.currentIndex()]

    def show_named(self, name: str) -> None:
        """Go to one plot."""
        self.which.setCurrentIndex(self.names.index(name))
        self._draw()

    def display(self, snapshot: Snapshot) -> None:
        """Follow the run and what is selected; zoom stays while the run does."""
        before, self._snapshot = self._snapshot, snapshot
        if snapshot.differs(before, FOLLOWED):
            self._draw(keep=before.run is snapshot.run)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw(keep=True)

    def _draw(self, keep: bool = False) -> None:
        module = plot_module(self.shown)
        offered = module.options(self._snapshot)
        chosen = chosen_of(offered, self._wanted.get(self.shown, {}))
        self._offer(offered, chosen)
        plot = module.plot(self._snapshot, chosen)
        if isinstance(plot, Lacking):
            self.lacking.setText(plot.why)
            self.base.clear()
        else:
            self.canvas.show_plot(plot, keep)
            self.base.setText(plot.base)
            self.canvas.setAccessibleName(plot.title)
        self._stack.setCurrentWidget(self.lacking if isinstance(plot, Lacking) else self.canvas)
        self._say("")
        for button in (self.whole, self.copy, self.save):
            button.setEnabled(not isinstance(plot, Lacking))

    def _offer(self, offered: tuple[Option, ...], chosen: dict[str, str]) -> None:
        """A box for each option; those that are the same stay, and with them the keyboard."""
        if offered != self._offered:
            for gone in self._option_widgets:
                self._row.removeWidget(gone)
                gone.hide()
                gone.deleteLater()
            self._offered, self.choices, self._option_widgets = offered, {}, []
            for option in offered:
                label, box = _plain(option.label), QComboBox()
                label.setBuddy(box)
                box.setAccessibleName(option.label)
                box.setMinimumWidth(NARROWEST)  # four of them fit a small screen
                box.addItems([text for _, text in option.values])
                box.activated.connect(partial(self._choose, option))
                for each in (label, box):
                    self._row.insertWidget(self._row.count() - 1, each)
                    self._option_widgets.append(each)
                self.choices[option.name] = box
        for option in offered:
            self.choices[option.name].setCurrentIndex([value for value, _ in option.values].index(chosen[option.name]))

    def _choose(self, option: Option, index: int) -> None:
        self._wanted.setdefault(self.shown, {})[option.name] = option.values[index][0]
        self._draw()

    def _say(self, told: str) -> None:
        usual = translate("PlotSheet", "The wheel zooms, dragging moves, a click selects; ← and → go along.")
        self.point.setText(told or ("" if self._stack.currentWidget() is self.lacking else usual))
        self.canvas.setAccessibleDescription(told)

    def _copy(self) -> None:
        assert self.canvas.plot is not None, "else there is no button"
        QGuiApplication.clipboard().setText(numbers(self.canvas.plot).decode("utf-8-sig"))

    def _ask_where(self) -> None:
        dialog = FileDialog(self, translate("PlotSheet", "Save the plot"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        names = (
            translate("PlotSheet", "Vectors (SVG)"),
            translate("PlotSheet", "Vectors (PDF)"),
            translate("PlotSheet", "Numbers (CSV)"),
        )
        filters = {f"{name} (*{suffix})": suffix for name, suffix in zip(names, SUFFIXES, strict=True)}
        dialog.setNameFilters(list(filters))
        dialog.setDefaultSuffix(SUFFIXES[0].removeprefix("."))
        dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix(filters[name].removeprefix(".")))
        dialog.selectFile(safe_name(self.which.currentText(), SUFFIXES[0]))
        dialog.fileSelected.connect(self._save)
        dialog.open()

    def _save(self, name: str) -> None:
        path = Path(name)
        suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else SUFFIXES[0]
        self.requested.emit(SavePlot(path, suffix, made(self.canvas, suffix)))


def _plain(text: str = "", wraps: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label
