"""Everything a person can do, one entry each. Menus, shortcuts, the palette and the key sheet are made from it.

Each entry says what it is called, which keys it has, when it is possible and what it asks for; it does
nothing itself. One file per menu; read them from top to bottom to know the program. The sentence that
teaches is in ``_hints.py``, what else people call it in ``_aliases.py``.
"""

from __future__ import annotations

from dataclasses import replace

from viz_app.command import Command, Menu
from viz_app.commands import _ask, _edit, _file, _help, _step, _view
from viz_app.commands._aliases import words_of
from viz_app.commands._hints import hints


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    taught = hints()
    return tuple(
        replace(menu, sections=tuple(tuple(_told(command, taught) for command in section) for section in menu.sections))
        for menu in (_file.menu(), _edit.menu(), _view.menu(views), _ask.menu(), _step.menu(), _help.menu())
    )


def _told(command: Command, taught: dict[str, str]) -> Command:
    """With its sentence and its other names."""
    hint, words = taught.get(command.name, command.hint), f"{command.words} {words_of(command.name)}"
    return replace(command, hint=hint, words=words.strip())


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)
