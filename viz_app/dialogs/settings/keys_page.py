"""Every command that has keys, and whether they are on. Keys are switched off, never moved: two can never collide."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from viz_app.commands.actions import shown_keys
from viz_app.commands.command import Command, Menu
from viz_app.commands.search import Entry, search
from viz_app.state.intents import ChangeSettings
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
NAME = Qt.ItemDataRole.UserRole


class KeysPage(QWidget):
    """Says ChangeSettings; a ticked command has its keys."""

    requested = Signal(object)

    def __init__(self, menus: tuple[Menu, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._off: tuple[str, ...] = ()
        self._commands: dict[str, Command] = {}
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(translate("KeysPage", "Find a command"))
        self.filter.setAccessibleName(translate("KeysPage", "Find a command"))
        self.filter.setToolTip(translate("KeysPage", "Only commands that are called this are listed"))
        self.filter.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self._lines: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []  # each menu with its commands
        self.tree.setHeaderLabels([translate("KeysPage", "Command"), translate("KeysPage", "Keys")])
        self.tree.setAccessibleName(translate("KeysPage", "Commands and their keys"))
        self.tree.setToolTip(translate("KeysPage", "Untick a command and its keys do nothing; it stays in the menus"))
        said = QLabel(translate("KeysPage", "Keys of a command that is not ticked do nothing; it stays in the menus."))
        said.setTextFormat(Qt.TextFormat.PlainText)
        said.setWordWrap(True)
        box = QVBoxLayout(self)
        for part in (said, self.filter, self.tree):
            box.addWidget(part)
        for menu in menus:
            self._add(menu)
        self.tree.expandAll()
        self.tree.setColumnWidth(0, 330)
        self.filter.textChanged.connect(self._narrow)
        self.tree.itemChanged.connect(self._ticked)

    def display(self, snapshot: Snapshot) -> None:
        """Tick what the snapshot's settings say."""
        self._off = snapshot.settings.keys_off
        self.tree.blockSignals(True)
        for item in self._items():
            off = item.data(0, NAME) in self._off
            item.setCheckState(0, Qt.CheckState.Unchecked if off else Qt.CheckState.Checked)
        self.tree.blockSignals(False)
        self.tree.viewport().update()

    def _add(self, menu: Menu) -> None:
        commands = [command for section in menu.sections for command in section if command.keys]
        if not commands:
            return
        top = QTreeWidgetItem([re.sub(r"\(&.\)|&", "", menu.title)])
        top.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.tree.addTopLevelItem(top)
        items = []
        for command in commands:
            self._commands[command.name] = command
            item = QTreeWidgetItem([command.text, shown_keys(command)])
            item.setData(0, NAME, command.name)
            item.setCheckState(0, Qt.CheckState.Checked)
            top.addChild(item)
            items.append(item)
        self._lines.append((top, items))

    def _items(self) -> list[QTreeWidgetItem]:
        return [item for _, items in self._lines for item in items]

    def _ticked(self, item: QTreeWidgetItem) -> None:
        name = str(item.data(0, NAME))
        others = tuple(off for off in self._off if off != name)
        off = others if item.checkState(0) == Qt.CheckState.Checked else (*others, name)
        self.requested.emit(ChangeSettings({"keys_off": off}))

    def _narrow(self, text: str) -> None:
        """Show what the palette would find."""
        lines = {name: Entry(command.text, _nothing, words=command.words) for name, command in self._commands.items()}
        fitting = {id(found.entry) for found in search(tuple(lines.values()), text)}
        for item in self._items():
            item.setHidden(id(lines[str(item.data(0, NAME))]) not in fitting)
        for top, items in self._lines:
            top.setHidden(all(item.isHidden() for item in items))


def _nothing() -> None:
    """Nothing is run from here."""
