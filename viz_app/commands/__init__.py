"""Everything a person can do, one entry each. Menus, shortcuts, the palette and the key sheet are made from it.

Each entry says what it is called, which keys it has, when it is possible, what it asks for, what it teaches and what
else people call it; it does nothing itself. One file per menu in :mod:`viz_app.commands.menus`; read them from top to
bottom to know the program.
"""

from __future__ import annotations

from viz_app.commands.command import Command, Menu
from viz_app.commands.menus import ask, display, edit, file, step, view
from viz_app.commands.menus import help as help_menu


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    return (file.menu(), edit.menu(), view.menu(views), display.menu(), ask.menu(), step.menu(), help_menu.menu())


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)
