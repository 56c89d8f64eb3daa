"""A map of *Masks* or *Compare* as a table of Qt's, which a screen reader reads cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from viz_app.platform.text import fill, translate
from viz_app.tables.parts.map_grids import MapGrid

Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
MIDDLE = Qt.AlignmentFlag.AlignCenter
NOTHING = MapGrid("", "", (), (), lambda *_: "", lambda *_: None, (0, 0))


class GridTable(QAbstractTableModel):
    """Shows one grid."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = NOTHING

    def display(self, grid: MapGrid) -> None:
        """Another one; where its rows and columns are the same, its cells are read anew."""
        before, self.grid = self.grid, grid
        if (before.rows, before.columns) != (grid.rows, grid.columns):
            self.beginResetModel()
            self.endResetModel()
        elif grid.rows and grid.columns:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def lines(self, rows: range, columns: range) -> Iterator[str]:
        """A range as lines of tab-separated text, under and beside its tokens; one cell is its text alone."""
        grid = self.grid
        if len(rows) == len(columns) == 1:
            yield grid.text(rows[0], columns[0]).replace("−", "-")
            return
        yield "\t".join(["", *(grid.columns[column] for column in columns)]) + "\n"
        for row in rows:
            line = "\t".join([grid.rows[row], *(grid.text(row, column) for column in columns)])
            yield line.replace("\t−", "\t-") + "\n"  # a program reads no other minus sign

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.grid.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Text, the same in a sentence, and where it stands."""
        if not index.isValid():
            return None
        if role == Role.DisplayRole:
            return self.grid.text(index.row(), index.column())
        if role == Role.AccessibleTextRole:
            return self.grid.told(index.row(), index.column())
        return MIDDLE if role == Role.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:  # noqa: N802 - Qt's name
        """Tokens; for screen readers with their number, since one word may come twice."""
        upright = orientation == Qt.Orientation.Vertical
        labels = self.grid.rows if upright else self.grid.columns
        if not 0 <= section < len(labels):
            return None
        if role == Role.DisplayRole:
            return labels[section]
        if role == Role.AccessibleTextRole:
            place = translate("WeightTable", "row %1") if upright else translate("WeightTable", "column %1")
            return f"{labels[section]}, {fill(place, section + 1)}"
        return None
