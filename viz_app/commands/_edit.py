"""Edit: what was changed taken back, copies, the sentence, its padding."""

from __future__ import annotations

from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import (
    Act,
    Command,
    Desk,
    Menu,
    Section,
    asking,
    can_cite,
    has_sentence,
    has_sentences,
    has_trace,
    leave,
)
from viz_app.state.export_choices import Copy
from viz_app.state.intents import (
    AddPadding,
    AddSentence,
    ForgetSentences,
    NotePlace,
    RecallSentence,
    Redo,
    SetTarget,
    Translate,
    Undo,
)
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_key, current_row

translate = QCoreApplication.translate
MORE_PADDING = 4


def menu() -> Menu:
    return Menu("edit", translate("Commands", "&Edit"), (_history(), _copying(), _sentence(), _notes(), _leaving()))


def _history() -> Section:
    back, forward = translate("Commands", "Undo"), translate("Commands", "Redo")
    again = ("Ctrl+Shift+Z", "Ctrl+Y")
    return (
        Command(
            "edit.undo", back, asking(lambda _: Undo()), ("Ctrl+Z",), lambda now: bool(now.undo),
            naming=lambda now: f"{back}: {now.undo}" if now.undo else back,
        ),
        Command(
            "edit.redo", forward, asking(lambda _: Redo()), again, lambda now: bool(now.redo),
            naming=lambda now: f"{forward}: {now.redo}" if now.redo else forward,
        ),
    )  # fmt: skip


def _copying() -> Section:
    number, citation = translate("Commands", "Copy the number"), translate("Commands", "Copy the citation")
    picture, words = translate("Commands", "Copy the picture"), translate("Commands", "Copy the translation")
    numbers, alone = translate("Commands", "Copy the numbers"), translate("Commands", "Copy the picture alone")
    return (
        Command("edit.copy_picture", picture, asking(lambda _: Copy("picture")), ("Ctrl+C",), has_trace, more=True),
        Command("edit.copy_image", alone, asking(lambda _: Copy("image")), (), has_trace),
        Command("edit.copy_numbers", numbers, asking(lambda _: Copy("numbers")), (), has_trace),
        Command(
            "edit.copy_translation", words, lambda desk, _: desk.copy_translation(), ("Ctrl+Shift+C",), has_trace,
            more=True,
        ),
        Command("edit.copy_citation", citation, lambda desk, _: desk.copy_citation(), (), can_cite),
        Command("edit.copy_number", number, _copy_number, (), lambda now: _number(now) is not None, of_cell=True),
    )  # fmt: skip


def _copy_number(desk: Desk, now: Snapshot) -> None:
    """Every digit that the run holds, with a point, as programs read it."""
    number = _number(now)
    if number is not None:
        desk.copy_text(str(number))


def _number(now: Snapshot) -> np.float32 | None:
    """What the inspector reads out."""
    row = current_row(now)
    key = None if row is None else current_key(row, now.selection)
    return None if row is None or key is None else np.float32(row.weights[key])


def _sentence() -> Section:
    edit, run = translate("Commands", "Edit the sentence"), translate("Commands", "Translate")
    earlier, later = translate("Commands", "Earlier sentence"), translate("Commands", "Later sentence")
    forget = translate("Commands", "Forget the translated sentences")
    begin, given = translate("Commands", "Start the translation with…"), translate("Commands", "Give the target…")
    shorter = translate("Commands", "Add a shorter sentence")
    add, remove = translate("Commands", "Add 4 <pad>"), translate("Commands", "Remove padding")
    return (
        Command("edit.sentence", edit, lambda desk, _: desk.edit_sentence(), ("Ctrl+L",)),
        Command("edit.translate", run, asking(lambda _: Translate()), ("Ctrl+Return", "Ctrl+Enter"), has_sentence),
        Command("edit.earlier", earlier, _recalling(1), ("Ctrl+Up",), has_sentences),
        Command("edit.later", later, _recalling(-1), ("Ctrl+Down",), has_sentences),
        Command("edit.forget", forget, asking(lambda _: ForgetSentences()), (), has_sentences),
        Command("edit.begin", begin, _target("begin"), ("Ctrl+T",), checked=lambda now: now.target_use == "begin"),
        Command(
            "edit.given", given, _target("given"), ("Ctrl+Shift+T",), checked=lambda now: now.target_use == "given"
        ),
        Command("edit.shorter", shorter, asking(lambda _: AddSentence()), (), has_trace),
        Command("edit.pad", add, asking(lambda now: AddPadding(now.padding + MORE_PADDING)), (), has_trace),
        Command("edit.unpad", remove, asking(lambda _: AddPadding(0)), (), lambda now: now.padding > 0),
    )


def _target(use: Literal["begin", "given"]) -> Act:
    """Open the target line for this use; a second time closes it."""
    return asking(lambda now: SetTarget(use="" if now.target_use == use else use))


def _recalling(by: int) -> Act:
    """Fill the box with an earlier or later sentence, ready for Enter."""

    def act(desk: Desk, _: Snapshot) -> None:
        desk.request(RecallSentence(by))
        desk.edit_sentence()

    return act


def _notes() -> Section:
    text = translate("Commands", "Note this place")
    return (Command("edit.note", text, asking(lambda _: NotePlace()), ("Ctrl+M",), has_trace, more=True),)


def _leaving() -> Section:
    settings = translate("Commands", "Settings…")
    return (
        Command("edit.leave", translate("Commands", "Cancel or dismiss"), leave, ("Esc",)),
        Command("edit.settings", settings, lambda desk, _: desk.show_settings(), ("Ctrl+,",), more=True),
    )
