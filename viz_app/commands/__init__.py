"""Everything a person can do, one entry each. Menus, shortcuts, the palette and the key sheet are made from it.

Each entry says what it is called, which keys it has, when it is possible and what it asks for; it does
nothing itself. One file per menu; read them from top to bottom to know the program.
"""

from __future__ import annotations

from viz_app.command import Command, Menu
from viz_app.commands import _edit, _file, _help, _step, _view


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    return (_file.menu(), _edit.menu(), _view.menu(views), _step.menu(), _help.menu())


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)
