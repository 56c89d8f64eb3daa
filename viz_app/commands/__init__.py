"""Everything a person can do, one entry each. Menus, shortcuts, the palette and the key sheet are made from it.

Each entry says what it is called, which keys it has, when it is possible and what it asks for; it does
nothing itself. One file per menu; read them from top to bottom to know the program. The sentence that
teaches is in ``_hints.py``, what else people call it in ``_aliases.py``.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from viz_app.commands import _ask, _edit, _file, _help, _reading, _step, _view
from viz_app.commands._aliases import words_of
from viz_app.commands._hints import hints
from viz_app.commands.command import Command, Menu

translate = QCoreApplication.translate


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    taught, inner = hints(), submenus()
    return tuple(
        replace(
            menu,
            sections=tuple(tuple(_told(command, taught, inner) for command in section) for section in menu.sections),
        )
        for menu in (
            _file.menu(),
            _edit.menu(),
            _view.menu(views),
            _reading.menu(),
            _ask.menu(),
            _step.menu(),
            _help.menu(),
        )
    )


def _told(command: Command, taught: dict[str, str], inner: dict[str, str]) -> Command:
    """With its sentence, its other names and its place."""
    hint, words = taught.get(command.name, command.hint), f"{command.words} {words_of(command.name)}"
    within = inner.get(command.name.partition(".")[0], "")
    return replace(command, hint=hint, words=words.strip(), within=within)


def submenus() -> dict[str, str]:
    """What is seldom chosen twice lies one step deeper, by the first part of its commands' names."""
    return {
        "topic": translate("Commands", "Embeddings && layers: page"),
        "zoom": translate("Commands", "Zoom"),
        "theme": translate("Commands", "Colours"),
        "text": translate("Commands", "Size of text"),
        "language": translate("Commands", "Language"),
        "pane": translate("Commands", "Panes"),
    }


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)
