"""File: opening, saving, inspecting, leaving."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import (
    Command,
    Menu,
    Section,
    asking,
    can_save,
    has_file,
    has_trace,
    is_away,
    is_foreign,
    opened_path,
)
from viz_app.state.intents import AskAgain, ForgetFiles, InspectFile

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("file", translate("Commands", "&File"), (_opening(), _session(), _saving(), _quitting()))


def _opening() -> Section:
    folder, inspect = translate("Commands", "Open a checkpoint folder…"), translate("Commands", "Inspect a file…")
    return (
        Command("file.open", translate("Commands", "Open…"), lambda desk, _: desk.open_file(), ("Ctrl+O",)),
        Command("file.open_folder", folder, lambda desk, _: desk.open_folder(), ("Ctrl+Shift+O",)),
        Command(
            "file.forget", translate("Commands", "Forget the opened files"), asking(lambda _: ForgetFiles()), (),
            lambda now: bool(now.memory.files),
        ),
        Command("file.inspect", inspect, lambda desk, _: desk.inspect_file(), ("Ctrl+I",)),
    )  # fmt: skip


def _session() -> Section:
    save, elsewhere = translate("Commands", "Save session…"), translate("Commands", "Save session as…")
    again, find = translate("Commands", "Save session"), translate("Commands", "Find the checkpoint of this run…")
    return (
        Command(
            "file.save_session", save, lambda desk, _: desk.save_session(), ("Ctrl+S",), has_trace, more=True,
            naming=lambda now: save if now.kept.path is None else again,
        ),
        Command(
            "file.save_session_as", elsewhere, lambda desk, _: desk.save_session_as(), ("Ctrl+Shift+S",),
            has_trace,
        ),
        Command("file.locate", find, lambda desk, _: desk.locate_checkpoint(), (), is_away),
    )  # fmt: skip


def _saving() -> Section:
    export, trace = translate("Commands", "Export…"), translate("Commands", "Save the trace…")
    page, handout = translate("Commands", "Interactive page…"), translate("Commands", "Handout…")
    model = translate("Commands", "Save as Headscope checkpoint…")
    about = translate("Commands", "About this checkpoint")
    return (
        Command("file.export", export, lambda desk, _: desk.export(), ("Ctrl+E",), has_trace, more=True),
        Command("file.page", page, lambda desk, _: desk.export("page"), (), has_trace),
        Command("file.handout", handout, lambda desk, _: desk.export("handout"), (), has_trace),
        Command("file.save_trace", trace, lambda desk, _: desk.save_trace(), ("Ctrl+Shift+E",), has_trace, more=True),
        Command("file.save_checkpoint", model, lambda desk, _: desk.save_checkpoint(), (), can_save),
        Command(
            "file.answers",
            translate("Commands", "Change what was assumed…"),
            asking(lambda _: AskAgain()),
            (),
            is_foreign,
        ),
        Command("file.about", about, asking(lambda now: InspectFile(opened_path(now))), ("Alt+Return",), has_file),
    )


def _quitting() -> Section:
    return (Command("file.quit", translate("Commands", "Quit"), lambda desk, _: desk.quit(), ("Ctrl+Q",)),)
