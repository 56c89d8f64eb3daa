"""*Show as table*: the map on screen as numbers, beside the window. Its current cell is the selected one, both ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTableView, QVBoxLayout, QWidget

from viz_app.dialogs.weight_table import WeightTable
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.legends import entry_text
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

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
        self.model = WeightTable()
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setWordWrap(False)
        self.table.setCornerButtonEnabled(False)
        self.table.setAlternatingRowColors(True)
        self._size_columns()
        self.table.selectionModel().currentChanged.connect(self._cell_chosen)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
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
        for widget in (self.heading, self.table, buttons):
            box.addWidget(widget)
        self._add_copy_key()
        self.resize(WIDE, HIGH)
        self.table.setFocus()

    def _size_columns(self) -> None:
        """All alike, for the longest thing a cell says: measuring 512 × 512 would take seconds."""
        said = [entry_text(entry) for entry in ("future", "padding", "undecoded")]
        measures = self.table.fontMetrics()
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.horizontalHeader().setDefaultSectionSize(max(map(measures.horizontalAdvance, said)) + 18)
        self.table.verticalHeader().setDefaultSectionSize(round(1.8 * measures.height()))

    def _add_copy_key(self) -> None:
        action = QAction(self.copy.text(), self.table)
        action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.copy_selection)
        self.table.addAction(action)

    def display(self, snapshot: Snapshot) -> None:
        """Show ``snapshot``, and make its selected cell the current one."""
        before, self._shown = self._shown, snapshot
        self._displaying = True
        self.model.display(snapshot)
        if before.trace is not snapshot.trace or before.selection != snapshot.selection:
            index = self.model.index(*cell_spoken_of(snapshot))
            if index != self.table.currentIndex():
                self.table.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect)
        self._displaying = False
        self.heading.setText(heading(snapshot))
        self.table.setAccessibleName(self.heading.text())
        self.copy.setEnabled(self.model.rowCount() > 0)

    def _cell_chosen(self, index: QModelIndex) -> None:
        if not self._displaying and index.isValid() and self.model.is_decoded(index.row(), index.column()):
            self.requested.emit(Select(query=index.row(), key=index.column()))

    def copy_selection(self) -> None:
        """The smallest range that holds what is selected, as tab-separated text; all where nothing is."""
        parts = self.table.selectionModel().selection().toList()
        if not parts:
            rows, columns = range(self.model.rowCount()), range(self.model.columnCount())
        else:
            rows = range(min(part.top() for part in parts), max(part.bottom() for part in parts) + 1)
            columns = range(min(part.left() for part in parts), max(part.right() for part in parts) + 1)
        frozen = WeightTable()  # what is shown may change before the last line is written
        frozen.display(self._shown)
        self._copied, self._to_copy = [], frozen.lines(rows, columns)
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
    axes = axes.replace("%1", picture_texts.row_axis(chosen.kind, trace, pairs=False))
    axes = axes.replace("%2", picture_texts.column_axis(chosen.kind, trace))
    axes = axes.replace("%3", quantities.name("weight" if done is None else done.quantity))
    return " · ".join(part for part in name if part) + "\n" + axes
