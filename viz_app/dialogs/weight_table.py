"""The weights of the map on screen as a table of Qt's, which a screen reader reads cell by cell.

It reads the run's array. What the picture shows by colour and pattern is said in words: blocked and why, set aside, not
yet decoded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from model.record.trace import Array
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.legends import Entry, entry_text
from viz_app.platform.text import fill
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
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
