"""Commands as Qt wants them: one QAction each, in menus, with shortcuts that follow the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from viz_app.commands import all_commands
from viz_app.commands.command import Command, Desk, Menu, Section
from viz_app.platform.text import plain_tooltip
from viz_app.state.state import Snapshot

SEVERAL = 4  #: commands of one place that stay together in *More*
ONE_COLUMN: Final = "QMenu { menu-scrollable: 1 }"  #: in which Qt scrolls what is higher than the screen


class Actions(QObject):
    """The window's actions, by the name of their command."""

    def __init__(self, menus: tuple[Menu, ...], desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._menus = menus
        self._desk = desk
        self._snapshot = Snapshot()
        self._commands = {command.name: command for command in all_commands(menus)}
        self._groups: dict[str, QActionGroup] = {}
        self.by_name = {name: self._action(command, window) for name, command in self._commands.items()}

    def display(self, snapshot: Snapshot) -> None:
        """What is possible now, and what is on."""
        before, self._snapshot = self._snapshot, snapshot
        if snapshot.settings.keys_off != before.settings.keys_off:
            self._set_keys(snapshot.settings.keys_off)
        if snapshot.differs(before, ("run", "checkpoint")) or snapshot.selection.kind != before.selection.kind:
            self._teach()
        for name, action in self.by_name.items():
            command = self._commands[name]
            enabled = command.enabled(snapshot)
            if action.isEnabled() != enabled:
                action.setEnabled(enabled)
            if command.checked is not None:
                action.setChecked(command.checked(snapshot))
            if command.naming is not None:
                action.setText(command.naming(snapshot).replace("&", "&&"))

    def _teach(self) -> None:
        """Hints with a formula have that of the run's own network."""
        for name, command in self._commands.items():
            if callable(command.hint):
                self._hint(self.by_name[name], command)

    def _hint(self, action: QAction, command: Command) -> None:
        off = command.name in self._snapshot.settings.keys_off
        action.setToolTip(tip_of(replace(command, keys=()) if off else command, self._snapshot))
        action.setStatusTip(command.hint_now(self._snapshot))

    def _set_keys(self, off: tuple[str, ...]) -> None:
        """Every command its keys, but for those that are off."""
        for name, command in self._commands.items():
            keys = () if name in off else command.keys
            self.by_name[name].setShortcuts([QKeySequence(key) for key in keys])
            self._hint(self.by_name[name], command)

    def fill_bar(self, bar: QMenuBar, ready: Mapping[str, QMenu] = MappingProxyType({})) -> None:
        """The menu bar. A menu that is ``ready`` takes the place of the command of that name, which it holds itself."""
        for menu in self._menus:
            self._fill(bar.addMenu(menu.title), menu.sections, ready)

    def fill_more(self, menu: QMenu) -> None:
        """*More* in the toolbar: what is worth finding without the menu bar and stands nowhere else in the window.

        What lies in a menu of its own does so here too, where it is several: all of it is to fit a small screen.
        """
        self._fill(menu, self._chosen(lambda command: command.more, several=SEVERAL), {})

    def fill_cell(self, menu: QMenu) -> None:
        """The menu of a cell: what can be done with the selected place, nothing a step deeper."""
        self._fill(menu, self._chosen(lambda command: command.of_cell), {})

    def _chosen(self, wanted: Callable[[Command], bool], several: int = 0) -> tuple[Section, ...]:
        """The sections of all menus with the commands that are wanted; at the top all but ``several`` of one place."""
        sections = (tuple(filter(wanted, section)) for each in self._menus for section in each.sections)
        return tuple(_raised(section, several) for section in sections if section)

    def _fill(self, menu: QMenu, sections: tuple[Section, ...], ready: Mapping[str, QMenu]) -> None:
        """A line between two sections, but none between two that are each a menu of their own."""
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(lambda: keep_on_screen(menu))
        before = ""
        for section in sections:
            if not menu.isEmpty() and not (section[0].within and before):
                menu.addSeparator()
            for within, commands in groupby(section, key=lambda command: command.within):
                place = menu.addMenu(within) if within else menu
                place.setToolTipsVisible(True)
                for command in commands:
                    if command.name in ready:
                        place.addMenu(ready[command.name])
                    else:
                        place.addAction(self.by_name[command.name])
                before = within

    def _action(self, command: Command, window: QWidget) -> QAction:
        action = QAction(command.text.replace("&", "&&"), self)
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        self._hint(action, command)
        action.setCheckable(command.checked is not None)
        action.setAutoRepeat(command.checked is None)
        if command.one_of:
            self._groups.setdefault(command.one_of, QActionGroup(self)).addAction(action)
        action.setMenuRole(ROLES.get(command.name, QAction.MenuRole.NoRole))
        action.triggered.connect(lambda: self._run(command))
        window.addAction(action)
        return action

    def _run(self, command: Command) -> None:
        if command.enabled(self._snapshot):
            command.act(self._desk, self._snapshot)
        if command.checked is not None:
            self.display(self._snapshot)  # a click has toggled what perhaps did not change


def _raised(section: Section, several: int) -> Section:
    """Each command at the top but those of which ``several`` lie in one place; 0: all."""
    places = [command.within for command in section]
    deep = {place for place in places if several and places.count(place) >= several}
    return tuple(command if command.within in deep else replace(command, within="") for command in section)


def keep_on_screen(menu: QMenu) -> None:
    """Qt breaks a menu that is too high into columns, of which those beyond the screen's width could not be reached."""
    if menu.styleSheet():
        menu.setStyleSheet("")
    if menu.sizeHint().width() >= menu.screen().availableGeometry().width():
        menu.setStyleSheet(ONE_COLUMN)


#: Where macOS expects these; Qt would otherwise guess from the text.
ROLES = {
    "help.about": QAction.MenuRole.AboutRole,
    "file.quit": QAction.MenuRole.QuitRole,
    "edit.settings": QAction.MenuRole.PreferencesRole,
}
ARROWS = {"Right": "→", "Left": "←", "Up": "↑", "Down": "↓"}


def shown_keys(command: Command) -> str:
    """The keys of a command as this system writes them: ``→   Alt+→``."""
    names = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in command.keys]
    return "   ".join("+".join(ARROWS.get(part, part) for part in name.split("+")) for name in names)


def tip_of(command: Command, now: Snapshot) -> str:
    """The sentence of a command and its keys, for where Qt guesses whether a text is rich."""
    return plain_tooltip("\n".join(filter(None, (command.hint_now(now) or command.text, shown_keys(command)))))
