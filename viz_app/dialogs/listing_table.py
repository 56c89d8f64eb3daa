"""A listing as a table of Qt's, which a screen reader reads line by line."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView

from viz_app.tables.parts.listings import Listing

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
NOTHING = Listing("", (), ())


class ListingTable(QAbstractTableModel):
    """Shows one listing; the first heading of a line is its number."""

    def __init__(self) -> None:
        super().__init__()
        self.listing = NOTHING

    def display(self, listing: Listing) -> None:
        """Show another one, or the same with another line that is current."""
        before, self.listing = self.listing, listing
        if (before.headings, before.lines) != (listing.headings, listing.lines):
            self.beginResetModel()
            self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.listing.lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.listing.headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        return self.listing.lines[index.row()][index.column()]

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.listing.headings[section] if orientation == Qt.Orientation.Horizontal else str(section + 1)

    def text(self) -> str:
        """All of it, as a spreadsheet reads it."""
        return "".join("\t".join(line) + "\n" for line in (self.listing.headings, *self.listing.lines))


def view_of(table: ListingTable) -> QTableView:
    """Whole lines are chosen in it."""
    view = QTableView()
    view.setModel(table)
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    view.verticalHeader().hide()
    view.setAlternatingRowColors(True)
    return view


def show_in(view: QTableView, table: ListingTable, listing: Listing) -> None:
    """Another listing; its current line is chosen where anything has changed."""
    view.setAccessibleName(listing.title)
    if listing != table.listing:
        table.display(listing)
        view.resizeColumnsToContents()
        view.selectRow(listing.current)
