"""The settings, each with a sentence, made from the table of settings; and which keys are on. It stores nothing.

A change applies at once and can be undone; the dialog stays open beside the window.

Every command that has keys, and whether they are on. Keys are switched off, never moved: two can never collide.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStyle,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.commands.actions import shown_keys
from viz_app.commands.command import Command, Menu
from viz_app.commands.search import SearchEntry, search
from viz_app.platform.appearance import without_icons
from viz_app.platform.number_box import NumberBox
from viz_app.platform.preferences import Range
from viz_app.platform.settings_table import DEFAULTS, SettingRow, SettingsPage, pages
from viz_app.platform.text import plain_tooltip
from viz_app.platform.window_room import grown, room_for
from viz_app.state.intents import ChangeSettings, Redo, Undo
from viz_app.state.state import Snapshot

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
        self.filter.setToolTip(translate("KeysPage", "Shows matching commands"))
        self.filter.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self._lines: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []  # each menu with its commands
        self.tree.setHeaderLabels([translate("KeysPage", "Command"), translate("KeysPage", "Keys")])
        self.tree.setAccessibleName(translate("KeysPage", "Commands and their keys"))
        self.tree.setToolTip(translate("KeysPage", "Untick a command and its keys do nothing; it stays in the menus"))
        said = QLabel(
            translate(
                "KeysPage", "The keys of a command that is not ticked do nothing; the command stays in the menus."
            )
        )
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
        for item in self.items():
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

    def items(self) -> list[QTreeWidgetItem]:
        """One line per command, menu after menu."""
        return [item for _, items in self._lines for item in items]

    def _ticked(self, item: QTreeWidgetItem) -> None:
        name = str(item.data(0, NAME))
        others = tuple(off for off in self._off if off != name)
        off = others if item.checkState(0) == Qt.CheckState.Checked else (*others, name)
        self.requested.emit(ChangeSettings({"keys_off": off}))

    def _narrow(self, text: str) -> None:
        """Show what the palette would find."""
        lines = {
            name: SearchEntry(command.text, _nothing, words=command.words) for name, command in self._commands.items()
        }
        fitting = {id(found.entry) for found in search(tuple(lines.values()), text)}
        for item in self.items():
            item.setHidden(id(lines[str(item.data(0, NAME))]) not in fitting)
        for top, items in self._lines:
            top.setHidden(all(item.isHidden() for item in items))


def _nothing() -> None:
    """Nothing is run from here."""


translate = QCoreApplication.translate
Show = Callable[[Any], None]


class SettingsDialog(QDialog):
    """Says ChangeSettings; shows what the snapshot says."""

    requested = Signal(object)

    def __init__(self, menus: tuple[Menu, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("SettingsDialog", "Settings"))
        self.controls: dict[str, QWidget] = {}
        self._show: dict[str, Show] = {}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(translate("SettingsDialog", "Kinds of settings"))
        for page in pages():
            self.tabs.addTab(self._page(page), page.title)
        self.keys = KeysPage(menus)
        self.keys.requested.connect(self.requested)
        self.tabs.addTab(self.keys, translate("SettingsDialog", "Keys"))
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        restore = buttons.addButton(
            translate("SettingsDialog", "Restore defaults"), QDialogButtonBox.ButtonRole.ResetRole
        )
        restore.setToolTip(translate("SettingsDialog", "Every setting back to its default, keys too; Ctrl+Z undoes it"))
        restore.setAutoDefault(False)
        restore.clicked.connect(lambda: self.requested.emit(ChangeSettings(dict(DEFAULTS))))
        buttons.rejected.connect(self.reject)
        for keys, intent in (("Ctrl+Z", Undo()), ("Ctrl+Shift+Z", Redo()), ("Ctrl+Y", Redo())):
            QShortcut(QKeySequence(keys), self).activated.connect(partial(self.requested.emit, intent))
        box = QVBoxLayout(self)
        box.addWidget(self.tabs)
        box.addWidget(buttons)
        self.resize(self._usual_size().boundedTo(room_for(self)))

    def _usual_size(self) -> QSize:
        """Wide enough for every page beside its bar: large letters scroll in one direction only."""
        areas = self.tabs.findChildren(QScrollArea)
        insides = [(area, inside) for area in areas if (inside := area.widget()) is not None]
        wide = max(
            inside.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width() for area, inside in insides
        )
        return QSize(max(560, wide + 30), grown(self, 0, 620).height())

    def display(self, snapshot: Snapshot) -> None:
        """Show the snapshot's settings."""
        for name, show in self._show.items():
            self.controls[name].blockSignals(True)
            show(getattr(snapshot.settings, name))
            self.controls[name].blockSignals(False)
        self.keys.display(snapshot)

    def go_to(self, name: str) -> None:
        """Bring the keyboard to a setting; to nothing else for a name that is none."""
        control = self.controls.get(name)
        if control is None:
            return
        for row in range(self.tabs.count()):
            page = self.tabs.widget(row)
            if page is not None and page.isAncestorOf(control):
                self.tabs.setCurrentIndex(row)
        control.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _page(self, page: SettingsPage) -> QWidget:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setColumnStretch(0, 1)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        for row in page.rows:
            self._add(grid, row)
        grid.setRowStretch(grid.rowCount(), 1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _add(self, grid: QGridLayout, row: SettingRow) -> None:
        """A switch is its own label; a number and a choice stand right of theirs; the sentence is below."""
        line = grid.rowCount()
        control = self._control(row)
        control.setAccessibleName(row.label)
        control.setAccessibleDescription(row.sentence)
        control.setToolTip(plain_tooltip(row.sentence))
        self.controls[row.name] = control
        if isinstance(control, QCheckBox):
            grid.addWidget(control, line, 0, 1, 2)
        else:
            name = _text(row.label)
            name.setBuddy(control)
            grid.addWidget(name, line, 0)
            grid.addWidget(control, line, 1)
        sentence = _text(row.sentence)
        sentence.setWordWrap(True)
        sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        left = (
            self.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth) + 6 if isinstance(control, QCheckBox) else 0
        )
        sentence.setContentsMargins(left, 0, 0, 12)
        grid.addWidget(sentence, line + 1, 0, 1, 2)

    def _control(self, row: SettingRow) -> QWidget:
        if row.choices:
            return self._choice(row)
        return self._switch(row) if row.limits is None else self._number(row, row.limits)

    def _switch(self, row: SettingRow) -> QWidget:
        box = QCheckBox(row.label)
        box.toggled.connect(lambda on: self._say(row.name, on))
        self._show[row.name] = box.setChecked
        return box

    def _choice(self, row: SettingRow) -> QWidget:
        box = QComboBox()
        values = [value for value, _ in row.choices]
        box.addItems([words for _, words in row.choices])
        box.activated.connect(lambda index: self._say(row.name, values[index]))
        self._show[row.name] = lambda value: box.setCurrentIndex(values.index(value))
        return box

    def _number(self, row: SettingRow, limits: Range) -> QWidget:
        box = NumberBox(limits.places)
        box.setRange(limits.least, limits.most)
        box.setSingleStep(max(1, (limits.most - limits.least) // 50))
        box.setSuffix(f" {limits.unit}" if limits.unit else "")
        box.setKeyboardTracking(False)  # a number counts when it is complete
        box.valueChanged.connect(lambda value: self._say(row.name, value))
        self._show[row.name] = box.setValue
        return box

    def _say(self, name: str, value: Any) -> None:
        self.requested.emit(ChangeSettings({name: value}))


def _text(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
