"""*Show as table*: the maps on screen as numbers, beside the window, for keyboards and screen readers.

The weights of one head (:mod:`viz_app.dialogs.weight_table`), the other maps of *Masks* and *Compare*
(:mod:`viz_app.dialogs.grid_table`), candidates and tokens. The current cell is the selected one, both ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QTableView, QVBoxLayout, QWidget

from viz_app.dialogs.grid_table import GridTable
from viz_app.dialogs.listing_table import ListingTable, show_in, view_of
from viz_app.dialogs.weight_table import WeightTable
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.legends import entry_text
from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.window_room import grown
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot
from viz_app.tables.parts.listings import candidate_listing, token_listing
from viz_app.tables.parts.map_grids import MapGrid, grids_of

translate = QCoreApplication.translate
WIDE, HIGH = 860, 520
CELLS_AT_ONCE = 20_000  #: that are copied without a pause
Flag = QItemSelectionModel.SelectionFlag


class TableSheet(QDialog):
    """Stays beside the window and goes with it: step, kind, layer, head, run."""

    requested = Signal(object)  #: an Intent

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("TableSheet", "Weights as a table"))
        self.setObjectName("table_sheet")
        self._displaying = False
        self._shown = Snapshot()
        self._copied: list[str] = []  # lines that are on their way to the clipboard
        self._to_copy: Iterator[str] = iter(())
        self._lines_at_once = 1
        self._copying = QTimer(self, singleShot=True, interval=0)
        self._copying.timeout.connect(self._copy_on)
        self.heading = QLabel()
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self.which = QComboBox()
        self._grids: tuple[MapGrid, ...] = ()
        self._name_parts()
        self.which.setAccessibleName(translate("TableSheet", "What the table shows"))
        self.which.activated.connect(lambda _: self.display(self._shown))
        self.model, self.lines = WeightTable(), ListingTable()
        self.cells = GridTable()
        self.table, self.grid = (self._view(model) for model in (self.model, self.cells))
        self.table.selectionModel().currentChanged.connect(self._cell_chosen)
        self.grid.selectionModel().currentChanged.connect(self._grid_cell_chosen)
        self.list = view_of(self.lines)
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        self.copy = buttons.addButton(translate("TableSheet", "Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        tip = translate(
            "TableSheet",
            "Copies the selected cells with their tokens, as a spreadsheet or pandas.read_table reads them.",
        )
        self.copy.setToolTip(plain_tooltip(tip))
        self.copy.clicked.connect(self.copy_selection)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # Enter in the table must close nothing
        box = QVBoxLayout(self)
        for widget in (self.which, self.heading, self.table, self.grid, self.list, buttons):
            box.addWidget(widget)
        self.resize(grown(self, WIDE, HIGH))
        self.table.setFocus()

    def _view(self, model: WeightTable | GridTable) -> QTableView:
        """Columns are all alike, for the longest thing a cell says: measuring 512 × 512 would take seconds."""
        view = QTableView()
        view.setModel(model)
        view.setWordWrap(False)
        view.setCornerButtonEnabled(False)
        view.setAlternatingRowColors(True)
        said = [entry_text(entry) for entry in ("future", "padding", "undecoded")]
        measures = view.fontMetrics()
        view.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        view.horizontalHeader().setDefaultSectionSize(max(map(measures.horizontalAdvance, said)) + 18)
        view.verticalHeader().setDefaultSectionSize(round(1.8 * measures.height()))
        action = QAction(translate("TableSheet", "Copy"), view)
        action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.copy_selection)
        view.addAction(action)
        return view

    def _name_parts(self) -> None:
        """All that can be shown: the other maps of the view, where it has some, come first, and are shown first."""
        names = [*(grid.name for grid in self._grids), translate("TableSheet", "Weights of the map"),
                 translate("TableSheet", "Candidates"), translate("TableSheet", "Tokens")]  # fmt: skip
        if names != [self.which.itemText(at) for at in range(self.which.count())]:
            self.which.clear()
            self.which.addItems(names)

    @property
    def part(self) -> int:
        """What is shown: 0 weights, 1 candidates, 2 tokens; below 0 one of the other maps."""
        return self.which.currentIndex() - len(self._grids)

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``, and make its selected cell the current one."""
        before, self._shown = self._shown, snapshot
        self._displaying = True
        self._grids = grids_of(snapshot)
        self._name_parts()
        self.model.display(snapshot)
        if before.trace is not snapshot.trace or before.selection != snapshot.selection:
            index = self.model.index(*cell_spoken_of(snapshot))
            if index != self.table.currentIndex():
                self.table.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect)
        self._displaying = False
        self.heading.setText(heading(snapshot))
        self.table.setAccessibleName(self.heading.text())
        self._display_grid(before)
        self._display_lines(snapshot)
        models = self.model, self.lines, self.lines, *(self.cells for _ in self._grids)
        self.copy.setEnabled(models[self.part].rowCount() > 0)

    @property
    def listed(self) -> bool:
        """Are there lines of texts in the place of a map's numbers?"""
        return self.part > 0

    def _display_grid(self, before: Snapshot) -> None:
        """One of the other maps, with its selected cell as the current one."""
        self.table.setVisible(self.part == 0)
        self.grid.setVisible(self.part < 0)
        if self.part >= 0:
            return
        shown, now = self._grids[self.part], self._shown
        other = shown.name != self.cells.grid.name or before.selection != now.selection or before.run is not now.run
        self._displaying = True
        self.cells.display(shown)
        if other or not self.grid.currentIndex().isValid():
            self.grid.selectionModel().setCurrentIndex(self.cells.index(*shown.current), Flag.ClearAndSelect)
        self._displaying = False
        self.heading.setText(shown.title)
        self.grid.setAccessibleName(shown.title)

    def _display_lines(self, snapshot: Snapshot) -> None:
        """The candidates or the tokens, with the line of the step as the current one."""
        self.list.setVisible(self.listed)
        if not self.listed:
            return
        found = candidate_listing(snapshot) if self.part == 1 else token_listing(snapshot)
        self.heading.setText(found.title)
        show_in(self.list, self.lines, found)

    def _cell_chosen(self, index: QModelIndex) -> None:
        if not self._displaying and index.isValid() and self.model.is_decoded(index.row(), index.column()):
            self.requested.emit(Select(query=index.row(), key=index.column()))

    def _grid_cell_chosen(self, index: QModelIndex) -> None:
        place = self.cells.grid.place(index.row(), index.column()) if index.isValid() else None
        if not self._displaying and place is not None:
            self.requested.emit(Select(query=place[0], key=place[1]))

    def copy_selection(self) -> None:
        """The smallest range that holds what is selected, as tab-separated text; all where nothing is."""
        if self.listed:
            QGuiApplication.clipboard().setText(self.lines.text())
            return
        view, model = (self.grid, self.cells) if self.part < 0 else (self.table, self.model)
        parts = view.selectionModel().selection().toList()
        if not parts:
            rows, columns = range(model.rowCount()), range(model.columnCount())
        else:
            rows = range(min(part.top() for part in parts), max(part.bottom() for part in parts) + 1)
            columns = range(min(part.left() for part in parts), max(part.right() for part in parts) + 1)
        frozen, grid = WeightTable(), GridTable()  # what is shown may change before the last line is written
        frozen.display(self._shown)
        grid.display(self.cells.grid)
        self._copied, self._to_copy = [], (grid if self.part < 0 else frozen).lines(rows, columns)
        self._lines_at_once = max(1, CELLS_AT_ONCE // max(1, len(columns)))
        self._copy_on()

    def _copy_on(self) -> None:
        """Some lines, and the rest when the window has had its turn; the clipboard gets all of them together."""
        lines = list(islice(self._to_copy, self._lines_at_once))
        self._copied += lines
        if len(lines) < self._lines_at_once:
            QGuiApplication.clipboard().setText("".join(self._copied))
        else:
            self._copying.start()


def cell_spoken_of(snapshot: Snapshot) -> tuple[int, int]:
    """The selected row and column; for what is not selected the step's row, and the row's largest number."""
    trace, chosen = snapshot.trace, snapshot.selection
    attention = None if trace is None else trace.attention(chosen.kind)
    if trace is None or attention is None or 0 in attention.shape:
        return 0, 0
    query = chosen.query if chosen.query is not None else min(chosen.step, attention.shape[-2] - 1)
    key = chosen.key
    if key is None:
        key = picture_texts.largest_key(trace, chosen.kind, chosen.layer, chosen.head, query) or 0
    return query, key


def heading(snapshot: Snapshot) -> str:
    """Which map this is, up to which step, and what stands where."""
    trace, chosen = snapshot.trace, snapshot.selection
    if trace is None:
        return picture_texts.nothing_yet()
    if trace.attention(chosen.kind) is None:
        return picture_texts.no_such_attention(chosen.kind)
    done = trace.meta.reading
    name = [picture_texts.map_name(trace, chosen), picture_texts.step_of(trace, chosen)]
    axes = translate("TableSheet", "Rows: %1. Columns: %2. Numbers: %3.")
    rows, columns = (
        picture_texts.row_axis(chosen.kind, trace, pairs=False),
        picture_texts.column_axis(chosen.kind, trace),
    )
    quantity = quantities.name("weight" if done is None else done.quantity)
    return " · ".join(part for part in name if part) + "\n" + fill(axes, rows, columns, quantity)
