"""Help: finding, keys, the notebook cell, the program."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Menu, Section

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("help", translate("Commands", "&Help"), (_help(),))


def _help() -> Section:
    about = translate("Commands", "About Headscope")
    cell = translate("Commands", "Save my model for Headscope…")
    find = translate("Commands", "Find a command…")
    keys = ("Ctrl+Shift+P", "Ctrl+K")
    return (
        Command("help.find", find, lambda desk, _: desk.find_command(), keys, more=True),
        Command("help.keys", translate("Commands", "Keys"), lambda desk, _: desk.show_keys(), ("F1",), more=True),
        Command("help.cell", cell, lambda desk, _: desk.show_cell()),
        Command("help.about", about, lambda desk, _: desk.show_about()),
    )
