"""The key sheet (F1), made from the commands and from what the focused panes do with keys."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viz_app.commands import all_commands
from viz_app.commands.actions import shown_keys
from viz_app.commands.command import Menu
from viz_app.commands.search import SearchEntry, search
from viz_app.platform.appearance import without_icons
from viz_app.platform.window_room import room_for

translate = QCoreApplication.translate
Row = tuple[str, str]  # keys, what they do
Block = tuple[str, list[Row]]  # title (empty: the block before goes on), rows
COLUMNS = 3
SPARE = 120  #: pixels beyond what the columns need at least
LETTERS = 22  #: of what a key does, before its line breaks


class KeySheet(QDialog):
    """Every key on one page that fits a small screen; a few letters leave those that are meant."""

    def __init__(self, menus: tuple[Menu, ...], off: tuple[str, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("KeySheet", "Keys"))
        self._rows: list[tuple[SearchEntry, tuple[QLabel, QLabel]]] = []
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(translate("KeySheet", "Find a key by what it does"))
        self.filter.setAccessibleName(translate("KeySheet", "Find a key by what it does"))
        self.filter.setToolTip(translate("KeySheet", "Shows matching entries; synonyms count"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        words = {command.text: command.words for command in all_commands(menus)}
        page, room, blocks = QWidget(), room_for(self), key_blocks(menus, off)
        bands = QVBoxLayout(page)
        count = columns_in(room.width(), self.fontMetrics())
        keys = max(self.fontMetrics().horizontalAdvance(each) for _, rows in blocks for each, _ in rows)
        for title, of_menu in in_bands(blocks):
            bands.addWidget(_label(title, bold=True))
            columns = QHBoxLayout()
            columns.setSpacing(24)
            for part in in_columns(of_menu, count):
                columns.addLayout(self._column(part, words, keys), 1)
            bands.addLayout(columns)
        bands.addStretch(1)
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(self.filter)
        box.addWidget(_scrolling(page), 1)
        box.addWidget(buttons)
        least = self.minimumSizeHint().width()
        self.resize(QSize(least + SPARE, page.sizeHint().height() + SPARE).boundedTo(room))

    def _column(self, blocks: list[list[Row]], words: dict[str, str], keys: int) -> QGridLayout:
        """``keys`` is the width of those of all columns, which stand below each other from menu to menu."""
        grid = QGridLayout()
        grid.setColumnMinimumWidth(0, keys)
        grid.setColumnMinimumWidth(1, self.fontMetrics().horizontalAdvance("n" * LETTERS))
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for rows in blocks:
            line = grid.rowCount()
            grid.setRowMinimumHeight(line, 5)
            for number, (told, text) in enumerate(rows, start=line + 1):
                pair = (_label(told), _label(text))
                pair[1].setWordWrap(True)
                pair[1].setMinimumWidth(self.fontMetrics().horizontalAdvance("n" * LETTERS))
                grid.addWidget(pair[0], number, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(pair[1], number, 1, Qt.AlignmentFlag.AlignTop)
                self._rows.append((SearchEntry(text, self.reject, told, words=words.get(text, "")), pair))
        grid.setRowStretch(grid.rowCount(), 1)
        return grid

    def _narrow(self, text: str) -> None:
        """What is meant stays as it is, the rest is grey: nothing moves."""
        fitting = {id(found.entry) for found in search([entry for entry, _ in self._rows], text)}
        for entry, pair in self._rows:
            for label in pair:
                label.setEnabled(id(entry) in fitting)


def key_blocks(menus: tuple[Menu, ...], off: tuple[str, ...] = ()) -> list[Block]:
    """One block per section of a menu, the first with the menu's title.

    Commands without a key are left out, and those whose keys are ``off``.
    """
    blocks: list[Block] = []
    for menu in menus:
        title = re.sub(r"\(&.\)|&", "", menu.title)
        for section in menu.sections:
            listed = (command for command in section if command.keys and command.name not in off)
            rows = [(shown_keys(command), command.text) for command in listed]
            if rows:
                blocks.append((title, rows))
                title = ""
    pane = [
        (translate("KeySheet", "Enter"), translate("KeySheet", "Translate, in the sentence")),
        (translate("KeySheet", "Arrows"), translate("KeySheet", "Move the cell, in a focused map")),
        (translate("KeySheet", "Arrows"), translate("KeySheet", "Walk the blocks, in the focused map of the model")),
        (translate("KeySheet", "Tab"), translate("KeySheet", "Next control")),
    ]
    return [*blocks, (translate("KeySheet", "Inside a pane"), pane)]


def columns_in(width: int, letters: QFontMetrics) -> int:
    """How many columns have room, at most :data:`COLUMNS`; large letters have fewer."""
    one = letters.horizontalAdvance("n" * LETTERS) + letters.horizontalAdvance("Ctrl+Shift+Z  Ctrl+Y") + SPARE
    return min(COLUMNS, max(1, width // one))


def in_bands(blocks: list[Block]) -> list[tuple[str, list[list[Row]]]]:
    """Menu by menu, so that one reads on downwards: columns that go on below a screen are read up and down."""
    bands: list[tuple[str, list[list[Row]]]] = []
    for title, rows in blocks:
        if title:
            bands.append((title, []))
        bands[-1][1].append(rows)
    return bands


def in_columns(blocks: list[list[Row]], count: int = COLUMNS) -> list[list[list[Row]]]:
    """The blocks in order, in ``count`` columns of about the same height."""
    heights = [len(rows) + 1 for rows in blocks]
    columns: list[list[list[Row]]] = [[] for _ in range(count)]
    above = 0
    for block, height in zip(blocks, heights, strict=True):
        columns[min(count - 1, count * (above + height // 2) // sum(heights))].append(block)
        above += height
    return columns


def _scrolling(page: QWidget) -> QScrollArea:
    """As wide as the page needs; as high as the screen has room."""
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(page.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
    area.setAccessibleName(translate("KeySheet", "Keys"))
    return area


def _label(text: str, bold: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if bold:
        font = QFont(label.font())
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
    return label
