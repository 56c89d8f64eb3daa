"""The key sheet (F1), made from the commands and from what the focused panes do with keys."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from viz_app.actions import shown_keys
from viz_app.command import Menu

translate = QCoreApplication.translate
Row = tuple[str, str]  # keys, what they do
Block = tuple[str, list[Row]]  # title (empty: the block before goes on), rows
COLUMNS = 3


class KeySheet(QDialog):
    """Every key on one page that fits a small screen."""

    def __init__(self, menus: tuple[Menu, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("KeySheet", "Keys"))
        columns = QHBoxLayout()
        columns.setSpacing(32)
        for part in in_columns(key_blocks(menus)):
            columns.addLayout(_column(part))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addLayout(columns)
        box.addWidget(buttons)


def key_blocks(menus: tuple[Menu, ...]) -> list[Block]:
    """One block per section of a menu, the first with the menu's title; commands without a key are left out."""
    blocks: list[Block] = []
    for menu in menus:
        title = re.sub(r"\(&.\)|&", "", menu.title)
        for section in menu.sections:
            rows = [(shown_keys(command), command.text) for command in section if command.keys]
            if rows:
                blocks.append((title, rows))
                title = ""
    pane = [
        (translate("KeySheet", "Enter"), translate("KeySheet", "Translate, in the sentence")),
        (translate("KeySheet", "Arrows"), translate("KeySheet", "Move the cell, in a focused map")),
        (translate("KeySheet", "Tab"), translate("KeySheet", "Next control")),
    ]
    return [*blocks, (translate("KeySheet", "Inside a pane"), pane)]


def in_columns(blocks: list[Block]) -> list[list[Block]]:
    """The blocks in order, in :data:`COLUMNS` columns of about the same height."""
    heights = [len(rows) + 1 for _, rows in blocks]
    columns: list[list[Block]] = [[] for _ in range(COLUMNS)]
    above = 0
    for block, height in zip(blocks, heights, strict=True):
        columns[min(COLUMNS - 1, COLUMNS * (above + height // 2) // sum(heights))].append(block)
        above += height
    return columns


def _column(blocks: list[Block]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(3)
    for title, rows in blocks:
        line = grid.rowCount()
        grid.setRowMinimumHeight(line, 6)
        if title:
            grid.addWidget(_label(title, bold=True), line + 1, 0, 1, 2)
        for number, (keys, text) in enumerate(rows, start=line + 2):
            grid.addWidget(_label(keys), number, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(_label(text), number, 1)
    grid.setRowStretch(grid.rowCount(), 1)
    return grid


def _label(text: str, bold: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if bold:
        font = QFont(label.font())
        font.setBold(True)
        label.setFont(font)
    return label
