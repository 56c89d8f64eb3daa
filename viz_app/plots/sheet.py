"""*Plots*: curves, points and the map explorer beside the window, which follow the run and the selection.

It stays open; what is clicked in it is selected in the window, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from viz_app.platform.appearance import without_icons
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.file_names import safe_name
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.window_room import AROUND
from viz_app.plots import plot_module, titles
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.maps.map_plot import MapPlot, Part
from viz_app.plots.maps.pane import MapPane
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.caption import caption, changes_of, notes
from viz_app.plots.shared.files import SUFFIXES, encoded, made, written
from viz_app.plots.shared.plot import Lacking, Option, Plot, chosen_of
from viz_app.plots.shared.slow_copy import SlowCopy
from viz_app.state.export_choices import SavePlot
from viz_app.state.state import Snapshot
from viz_app.views.shared.flow_layout import FlowLayout

translate = QCoreApplication.translate
WIDE, HIGH = 960, 700
SHARE = 0.55  #: of a large screen's sides
#: What a plot is made from; while all of it is the same object, so is the plot.
FOLLOWED = (
    "trace", "unread", "selection", "early_guesses", "described", "learning", "file_heads",
    "settings.scale", "settings.per_map_scale",
)  # fmt: skip


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
        self._row = FlowLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.which)
        self.choices: dict[str, QComboBox] = {}
        self._offered: tuple[Option, ...] = ()
        self._option_widgets: list[QWidget] = []
        self._curves = PlotCanvas()
        self._connect(self._curves)
        self._explorer: MapPane | None = None  # made when first shown
        self.canvas: PlotCanvas | MapCanvas = self._curves  #: what the plot is drawn on
        self.lacking, self.offer = _plain(wraps=True), QPushButton()
        self.lacking.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.offer.setAutoDefault(False)
        self.offer.clicked.connect(self._take_offer)
        self._copying = SlowCopy(self)
        self._copying.progressed.connect(self._tell_copying)
        self._copying.done.connect(self._tell_copied)
        self._lack: Lacking | None = None
        self._drawn = ""  # name of the plot on the canvas
        self._nothing = _stacked(self.lacking, self.offer)
        self._stack = QStackedLayout()
        for each in (self._curves, self._nothing):
            self._stack.addWidget(each)
        self.point, self.base = _plain(wraps=True), _plain(wraps=True)
        box = QVBoxLayout(self)
        box.addLayout(self._row)
        box.addLayout(self._stack, 1)
        for line in (self.point, self.base):
            box.addWidget(line)
        box.addWidget(self._buttons())
        self.fit(self.screen().availableSize())

    def fit(self, screen: QSize) -> None:
        """As large as a plot is read well, and larger on a large ``screen``."""
        self.resize((screen * SHARE).expandedTo(QSize(WIDE, HIGH)).boundedTo(screen - AROUND))

    def _connect(self, canvas: PlotCanvas | MapCanvas) -> None:
        canvas.requested.connect(self.requested)
        canvas.pointed.connect(self._say)

    def _buttons(self) -> QDialogButtonBox:
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        self.whole = self._button(
            buttons, translate("PlotSheet", "Show all"),
            translate("PlotSheet", "Ends zoom and pan. Also: a double click, or 0."), self._show_all,
        )  # fmt: skip
        self.copy = self._button(
            buttons, translate("PlotSheet", "Copy numbers"),
            translate("PlotSheet", "All numbers of the plot, for a spreadsheet; of a map those in view or marked."),
            self._copy,
        )  # fmt: skip
        self.save = self._button(
            buttons, translate("PlotSheet", "Save…"),
            translate("PlotSheet", "The plot as vectors (SVG, PDF) or as a picture (PNG), or its numbers (CSV)."),
            self._ask_where,
        )  # fmt: skip
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # Enter in a box must close nothing
        return buttons

    @staticmethod
    def _button(buttons: QDialogButtonBox, text: str, hint: str, act: Callable[[], None]) -> QPushButton:
        button = buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.setToolTip(plain_tooltip(hint))
        button.clicked.connect(lambda _: act())
        return button

    def _show_all(self) -> None:
        self.canvas.show_all()

    @property
    def shown(self) -> str:
        """The name of the plot."""
        return self.names[self.which.currentIndex()]

    def show_named(self, name: str) -> None:
        """Go to one plot, and the keyboard with it."""
        self.which.setCurrentIndex(self.names.index(name))
        self._draw()
        self.canvas.setFocus()

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
        self._copying.stop()  # it would be of another plot
        module = plot_module(self.shown)
        offered = module.options(self._snapshot)
        chosen = chosen_of(offered, self._wanted.get(self.shown, {}))
        self._offer(offered, chosen)
        plot = module.plot(self._snapshot, chosen)
        self._lack = plot if isinstance(plot, Lacking) else None
        if isinstance(plot, Lacking):
            self.lacking.setText(plot.why)
            self.offer.setText("" if plot.offer is None else plot.offer[0])
            self.offer.setVisible(plot.offer is not None)
            self.base.clear()
            self._stack.setCurrentWidget(self._nothing)
        else:
            waited = self.offer.hasFocus()
            self._show(plot, keep and self._drawn == self.shown)  # what is in view belongs to one plot
            if waited:
                self.canvas.setFocus()  # the button has gone: what it asked for is there
            self.base.setText(notes(plot, self._snapshot.run))
            self.canvas.setAccessibleName(plot.title)
        self.base.setVisible(bool(self.base.text()))
        self._drawn = "" if self._lack is not None else self.shown
        self._say(self.canvas.told_now)
        for button in (self.whole, self.copy, self.save):
            button.setEnabled(not isinstance(plot, Lacking))

    def _take_offer(self) -> None:
        """It stays enabled while the engine works: a button that goes grey hands the keyboard on."""
        if self._snapshot.busy is None and self._lack is not None and self._lack.offer is not None:
            self.requested.emit(self._lack.offer[1])

    def _show(self, plot: Plot | MapPlot, keep: bool) -> None:
        """Draw a plot on the canvas of its kind."""
        if isinstance(plot, MapPlot):
            if self._explorer is None:
                self._explorer = MapPane()
                self._connect(self._explorer.canvas)
                self._stack.addWidget(self._explorer)
            self.canvas = self._explorer.canvas
            self._stack.setCurrentWidget(self._explorer)
            self._explorer.show_plot(plot, keep)
        else:
            self.canvas = self._curves
            self._stack.setCurrentWidget(self._curves)
            self._curves.show_plot(plot, keep)

    def _offer(self, offered: tuple[Option, ...], chosen: dict[str, str]) -> None:
        """A box for each option; those that are the same stay, and with them the keyboard."""
        if offered != self._offered:
            for gone in self._option_widgets:
                self._row.removeWidget(gone)
                gone.hide()
                gone.deleteLater()
            self._offered, self.choices, self._option_widgets = offered, {}, []
            for option in offered:
                box = self.choices[option.name] = QComboBox()
                box.setAccessibleName(option.label)
                box.addItems([text for _, text in option.values])
                box.activated.connect(partial(self._choose, option))
                both = _named("" if option.selects else option.label, box)  # what the window selects names itself
                self._row.addWidget(both)
                both.show()
                self._option_widgets.append(both)
            for before, after in pairwise((self.which, *self.choices.values())):
                QWidget.setTabOrder(before, after)  # else what comes last is reached last
        for option in offered:
            self.choices[option.name].setCurrentIndex([value for value, _ in option.values].index(chosen[option.name]))

    def _choose(self, option: Option, index: int) -> None:
        if option.selects:
            self.requested.emit(option.selects[index])
            return
        self._wanted.setdefault(self.shown, {})[option.name] = option.values[index][0]
        self._draw()

    def _say(self, told: str) -> None:
        if self._copying.works:
            return  # how far that is
        self.point.setText(told or ("" if self._lack is not None else self.canvas.hint))
        self.canvas.setAccessibleDescription(told)

    def _copy(self) -> None:
        plot = self.canvas.plot
        assert plot is not None, "else there is no button"
        rows, columns = (0, 0) if not isinstance(plot, MapPlot) else map(len, self._part or map(range, plot.shape))
        self._copying.start(written(plot, self._part), rows + 1, columns)

    def _tell_copying(self, share: float) -> None:
        self.point.setText(fill(translate("PlotSheet", "Copying… %1 %"), round(100 * share)))

    def _tell_copied(self) -> None:
        self.point.setText(translate("PlotSheet", "The numbers are in the clipboard."))

    @property
    def _part(self) -> Part | None:
        """What of a map is marked, or in view."""
        return (self.canvas.region or self.canvas.part) if isinstance(self.canvas, MapCanvas) else None

    def _ask_where(self) -> None:
        dialog = FileDialog(self, translate("PlotSheet", "Save the plot"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        names = [
            (translate("PlotSheet", "Vectors (SVG)"), ".svg"), (translate("PlotSheet", "Vectors (PDF)"), ".pdf"),
            (translate("PlotSheet", "Picture (PNG)"), ".png"), (translate("PlotSheet", "Numbers (CSV)"), ".csv"),
        ]  # fmt: skip
        in_view = translate("PlotSheet", "Numbers in view (CSV)")
        if isinstance(self.canvas, MapCanvas) and self.canvas.region is not None:
            in_view = translate("PlotSheet", "Numbers of the rectangle (CSV)")
        if self._part is not None:
            names.append((in_view, ".csv"))
        filters = {f"{name} (*{suffix})": suffix for name, suffix in names}
        dialog.setNameFilters(list(filters))
        dialog.setDefaultSuffix(SUFFIXES[0].removeprefix("."))
        dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix(filters[name].removeprefix(".")))
        dialog.selectFile(safe_name(self.which.currentText(), SUFFIXES[0]))
        dialog.fileSelected.connect(
            lambda name: self.save_as(name, self._part if dialog.selectedNameFilter().startswith(in_view) else None)
        )
        dialog.open()

    def save_as(self, name: str, part: Part | None = None) -> None:
        """The numbers of a map are put together beside the window: there may be a million."""
        path = Path(name)
        suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else SUFFIXES[0]
        plot, run = self.canvas.plot, self._snapshot.run
        assert plot is not None, "else there is no button"
        if suffix == ".csv":
            content = partial(encoded, written(plot, part, changes_of(plot, run)))
        else:
            words = caption(plot, run) if self._snapshot.settings.captions else ()
            content = partial(bytes, made(self.canvas, suffix, words))
        self.requested.emit(SavePlot(path, suffix, content))


def _plain(text: str = "", wraps: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label


def _named(name: str, box: QComboBox) -> QWidget:
    """A box and its name, which stay together."""
    holder, label = QWidget(), _plain(name)
    label.setBuddy(box)
    line = QHBoxLayout(holder)
    line.setContentsMargins(0, 0, 0, 0)
    for each in (label, box) if name else (box,):
        line.addWidget(each)
    return holder


def _stacked(*widgets: QWidget) -> QWidget:
    """In the middle of a page, one below the other; texts as wide as it."""
    holder = QWidget()
    box = QVBoxLayout(holder)
    box.addStretch(1)
    for each in widgets:
        box.addWidget(each, 0, Qt.AlignmentFlag(0) if isinstance(each, QLabel) else Qt.AlignmentFlag.AlignHCenter)
    box.addStretch(1)
    return holder
