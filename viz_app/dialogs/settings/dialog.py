"""The settings, each with a sentence, made from the table of settings; and which keys are on. It stores nothing.

A change applies at once and can be undone; the dialog stays open beside the window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QStyle,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.commands.command import Menu
from viz_app.dialogs.settings.keys_page import KeysPage
from viz_app.platform.settings_store import RANGES
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import ChangeSettings, Redo, Undo
from viz_app.state.settings_table import Page, Row, pages
from viz_app.state.state import Settings, Snapshot

translate = QCoreApplication.translate
DEFAULTS: dict[str, Any] = {item.name: item.default for item in fields(Settings)}
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
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        restore = buttons.addButton(
            translate("SettingsDialog", "Restore defaults"), QDialogButtonBox.ButtonRole.ResetRole
        )
        restore.setToolTip(
            translate("SettingsDialog", "Every setting as on the first day, keys too; Ctrl+Z takes it back")
        )
        restore.setAutoDefault(False)
        restore.clicked.connect(lambda: self.requested.emit(ChangeSettings(dict(DEFAULTS))))
        buttons.rejected.connect(self.reject)
        for keys, intent in (("Ctrl+Z", Undo()), ("Ctrl+Shift+Z", Redo()), ("Ctrl+Y", Redo())):
            QShortcut(QKeySequence(keys), self).activated.connect(partial(self.requested.emit, intent))
        box = QVBoxLayout(self)
        box.addWidget(self.tabs)
        box.addWidget(buttons)
        self.resize(560, 520)

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

    def _page(self, page: Page) -> QWidget:
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
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _add(self, grid: QGridLayout, row: Row) -> None:
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

    def _control(self, row: Row) -> QWidget:
        if row.choices:
            return self._choice(row)
        return self._switch(row) if isinstance(DEFAULTS[row.name], bool) else self._number(row)

    def _switch(self, row: Row) -> QWidget:
        box = QCheckBox(row.label)
        box.toggled.connect(lambda on: self._say(row.name, on))
        self._show[row.name] = box.setChecked
        return box

    def _choice(self, row: Row) -> QWidget:
        box = QComboBox()
        values = [value for value, _ in row.choices]
        box.addItems([words for _, words in row.choices])
        box.activated.connect(lambda index: self._say(row.name, values[index]))
        self._show[row.name] = lambda value: box.setCurrentIndex(values.index(value))
        return box

    def _number(self, row: Row) -> QWidget:
        box = QSpinBox()
        low, high = RANGES[row.name]
        box.setRange(low, high)
        box.setSingleStep(max(1, (high - low) // 50))
        box.setSuffix(f" {row.unit}" if row.unit else "")
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
