"""*Show as table*: the map on screen as numbers, beside the window, for keyboards and screen readers.

It reads the run's array, cell by cell. What the picture shows by colour and pattern is said in words: blocked and why,
set aside, not yet decoded. Its current cell is the selected one, both ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QTableView, QVBoxLayout, QWidget

from model.record.trace import Array
from viz_app.dialogs.listing_table import ListingTable, show_in, view_of
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.legends import Entry, entry_text
from viz_app.platform.dialog_buttons import without_icons
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.window_room import room_for
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot
from viz_app.tables.parts.listings import candidate_listing, token_listing

Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
DECIMALS = 6
REASONS: dict[int, Entry] = {
    cell_states.FUTURE: "future", cell_states.PADDING: "padding", cell_states.ASIDE: "aside",
    cell_states.BY_HAND: "changed",
}  # fmt: skip
NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WORDS = Qt.AlignmentFlag.AlignCenter


class WeightTable(QAbstractTableModel):
    """Rows are queries, columns are keys, as in every picture and file."""

    def __init__(self) -> None:
        super().__init__()
        self._snapshot = Snapshot()
        self._values: Array | None = None  # [Q,K] of the selected head
        self._states: Array | None = None
        self._rows: Sequence[str] = ()
        self._columns: Sequence[str] = ()
        self._reasons = {state: entry_text(entry) for state, entry in REASONS.items()}
        self._later = entry_text("undecoded")

    def display(self, snapshot: Snapshot) -> None:
        """Show the selected head of ``snapshot``; nothing is said where nothing of it has changed."""
        before, self._snapshot = self._snapshot, snapshot
        if (before.trace, before.selection.kind) != (snapshot.trace, snapshot.selection.kind):
            self.beginResetModel()
            self._read()
            self.endResetModel()
        elif _place(before) != _place(snapshot) and self._values is not None:
            self._read()
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _read(self) -> None:
        trace, chosen = self._snapshot.trace, self._snapshot.selection
        attention = None if trace is None else trace.attention(chosen.kind)
        if trace is None or attention is None or 0 in attention.shape:
            self._values, self._states, self._rows, self._columns = None, None, (), ()
            return
        queries, keys = attention.shape[-2:]
        self._values, self._states = attention[chosen.layer, chosen.head], cell_states.states(trace, chosen.kind)
        self._rows = [label.text for label in picture_texts.row_labels(trace, chosen.kind, queries)]
        self._columns = [label.text for label in picture_texts.column_labels(trace, chosen.kind, keys)]

    # --- what a cell says ---

    def is_decoded(self, query: int, key: int) -> bool:
        """Does the cell exist at the selected step?"""
        return key < self._decoded(query)

    def _decoded(self, query: int) -> int:
        """How many keys of a row exist at the selected step."""
        trace, chosen = self._snapshot.trace, self._snapshot.selection
        if trace is None or not trace.grows(chosen.kind):
            return len(self._columns)
        if query > chosen.step:
            return 0
        return len(self._columns) if chosen.kind == "cross" else chosen.step + 1

    def text(self, query: int, key: int) -> str:
        """The exact number, or why there is none to speak of."""
        return self._line(query, range(key, key + 1))[0]

    def _line(self, query: int, keys: range) -> list[str]:
        """A stretch of a row. A whole map is copied at once, so ordinary cells take no question each."""
        trace = self._snapshot.trace
        if self._values is None or trace is None:
            return [""] * len(keys)
        stretch = slice(keys.start, keys.stop)
        values, done = self._values[query, stretch].tolist(), trace.meta.reading
        quantity = "weight" if done is None else done.quantity
        if quantity == "weight":
            texts = [f"{value:.{DECIMALS}f}" for value in values]
        else:
            texts = [quantities.figure(value, quantity, DECIMALS) for value in values]
        states = np.zeros(len(keys)) if self._states is None else self._states[query, stretch]
        for place in np.flatnonzero(states).tolist():
            reason = self._reasons[int(states[place])]
            leaks = trace.meta.leaky_mask and values[place]
            texts[place] = f"{texts[place]} ({reason})" if leaks else reason
        end = max(0, self._decoded(query) - keys.start)
        return texts[:end] + [self._later] * (len(keys) - end)

    def spoken(self, query: int, key: int) -> str:
        """The cell in a sentence that needs no headers."""
        words = translate("WeightTable", "row {row}, {query}; column {column}, {key}: {number}")
        return words.format(
            row=query + 1, query=self._rows[query], column=key + 1, key=self._columns[key], number=self.text(query, key)
        )

    def copied(self, rows: range, columns: range) -> str:
        """A range as lines of tab-separated text, under and beside its tokens; one cell is its text alone."""
        return "".join(self.lines(rows, columns))

    def lines(self, rows: range, columns: range) -> Iterator[str]:
        """The same line by line: a large map takes a while."""
        if len(rows) == len(columns) == 1:
            yield self.text(rows[0], columns[0]).replace("−", "-")
            return
        yield "\t".join(["", *(self._columns[key] for key in columns)]) + "\n"
        for query in rows:
            line = "\t".join([self._rows[query], *self._line(query, columns)])
            yield line.replace("\t−", "\t-") + "\n"  # a program reads no other minus sign

    # --- what Qt asks ---

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's name and default
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's name and default
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Text, the same in a sentence, and where it stands."""
        query, key = index.row(), index.column()
        if not index.isValid() or self._values is None:
            return None
        if role == Role.DisplayRole:
            return self.text(query, key)
        if role == Role.AccessibleTextRole:
            return self.spoken(query, key)
        if role == Role.TextAlignmentRole:
            plain = self.is_decoded(query, key) and (self._states is None or not self._states[query, key])
            return NUMBERS if plain else WORDS
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:  # noqa: N802 - Qt's name
        """Tokens; for screen readers with their number, since one word may come twice."""
        labels = self._rows if orientation == Qt.Orientation.Vertical else self._columns
        if not 0 <= section < len(labels):
            return None
        if role == Role.DisplayRole:
            return labels[section]
        if role == Role.AccessibleTextRole:
            place = (
                translate("WeightTable", "row %1") if labels is self._rows else translate("WeightTable", "column %1")
            )
            return f"{labels[section]}, {fill(place, section + 1)}"
        return None


def _place(snapshot: Snapshot) -> tuple[int, int, int]:
    chosen = snapshot.selection
    return chosen.layer, chosen.head, chosen.step


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
        self.which.addItems([translate("TableSheet", "Weights of the map"), translate("TableSheet", "Candidates"),
                             translate("TableSheet", "Tokens")])  # fmt: skip
        self.which.setAccessibleName(translate("TableSheet", "What the table shows"))
        self.which.activated.connect(lambda _: self.display(self._shown))
        self.model, self.lines = WeightTable(), ListingTable()
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setWordWrap(False)
        self.table.setCornerButtonEnabled(False)
        self.table.setAlternatingRowColors(True)
        self._size_columns()
        self.table.selectionModel().currentChanged.connect(self._cell_chosen)
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
        for widget in (self.which, self.heading, self.table, self.list, buttons):
            box.addWidget(widget)
        self._add_copy_key()
        self.resize(QSize(WIDE, HIGH).boundedTo(room_for(self)))
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
        self._display_lines(snapshot)
        self.copy.setEnabled((self.lines if self.listed else self.model).rowCount() > 0)

    @property
    def listed(self) -> bool:
        """Are there lines of texts in the place of a map's numbers?"""
        return self.which.currentIndex() > 0

    def _display_lines(self, snapshot: Snapshot) -> None:
        """The candidates or the tokens, with the line of the step as the current one."""
        self.table.setVisible(not self.listed)
        self.list.setVisible(self.listed)
        if not self.listed:
            return
        found = candidate_listing(snapshot) if self.which.currentIndex() == 1 else token_listing(snapshot)
        self.heading.setText(found.title)
        show_in(self.list, self.lines, found)

    def _cell_chosen(self, index: QModelIndex) -> None:
        if not self._displaying and index.isValid() and self.model.is_decoded(index.row(), index.column()):
            self.requested.emit(Select(query=index.row(), key=index.column()))

    def copy_selection(self) -> None:
        """The smallest range that holds what is selected, as tab-separated text; all where nothing is."""
        if self.listed:
            QGuiApplication.clipboard().setText(self.lines.text())
            return
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
    rows, columns = (
        picture_texts.row_axis(chosen.kind, trace, pairs=False),
        picture_texts.column_axis(chosen.kind, trace),
    )
    quantity = quantities.name("weight" if done is None else done.quantity)
    return " · ".join(part for part in name if part) + "\n" + fill(axes, rows, columns, quantity)
