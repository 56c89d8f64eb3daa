"""Everything a person can do, one entry each. Menus, shortcuts and the key sheet are made from it.

Each entry says what it is called, which keys it has, when it is possible and what it asks for; it does
nothing itself. Read it from top to bottom to know the program.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.trace import Kind
from viz_app.command import (
    Command,
    Menu,
    Section,
    after_the_start,
    asking,
    before_the_end,
    can_save,
    has_file,
    has_head,
    has_layer,
    has_sentence,
    has_steps,
    has_trace,
    is_foreign,
    layer_above,
    layer_below,
    leave,
    opened_path,
)
from viz_app.state import (
    AddPadding,
    AskAgain,
    ChangeSettings,
    InspectFile,
    Language,
    Play,
    Redo,
    Select,
    SetView,
    Theme,
    Translate,
    Undo,
)

translate = QCoreApplication.translate
MORE_PADDING = 4
SMALLEST_TEXT, LARGEST_TEXT = -2, 12  #: points beside the system's size


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    return (
        Menu("file", translate("Commands", "&File"), (_opening(), _saving(), _quitting())),
        Menu("edit", translate("Commands", "&Edit"), (_history(), _copying(), _sentence(), _leaving())),
        Menu(
            "view",
            translate("Commands", "&View"),
            (
                _views(views),
                _kinds(),
                _heads(),
                _looks(),
                _themes(),
                _text_sizes(),
                _languages(),
                _panes(),
                _diagnosis(),
            ),
        ),
        Menu("step", translate("Commands", "&Step"), (_steps(), _playing())),
        Menu("help", translate("Commands", "&Help"), (_help(),)),
    )


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)


# --- File ---


def _opening() -> Section:
    folder, inspect = translate("Commands", "Open a checkpoint folder…"), translate("Commands", "Inspect a file…")
    return (
        Command("file.open", translate("Commands", "Open…"), lambda desk, _: desk.open_file(), ("Ctrl+O",)),
        Command("file.open_folder", folder, lambda desk, _: desk.open_folder(), ("Ctrl+Shift+O",)),
        Command("file.inspect", inspect, lambda desk, _: desk.inspect_file(), ("Ctrl+I",)),
    )


def _saving() -> Section:
    picture, trace = translate("Commands", "Export the picture…"), translate("Commands", "Save the trace…")
    model = translate("Commands", "Save as Headscope checkpoint…")
    about = translate("Commands", "About this checkpoint")
    return (
        Command("file.export", picture, lambda desk, _: desk.export_picture(), ("Ctrl+E",), has_trace, more=True),
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


# --- Edit ---


def _history() -> Section:
    back, forward = translate("Commands", "Back to the run before"), translate("Commands", "Forward to the run after")
    again = ("Ctrl+Shift+Z", "Ctrl+Y")
    return (
        Command("edit.undo", back, asking(lambda _: Undo()), ("Ctrl+Z",), lambda now: now.can_undo),
        Command("edit.redo", forward, asking(lambda _: Redo()), again, lambda now: now.can_redo),
    )


def _copying() -> Section:
    picture, words = translate("Commands", "Copy the picture"), translate("Commands", "Copy the translation")
    return (
        Command("edit.copy_picture", picture, lambda desk, _: desk.copy_picture(), ("Ctrl+C",), has_trace, more=True),
        Command(
            "edit.copy_translation", words, lambda desk, _: desk.copy_translation(), ("Ctrl+Shift+C",), has_trace,
            more=True,
        ),
    )  # fmt: skip


def _sentence() -> Section:
    edit, run = translate("Commands", "Edit the sentence"), translate("Commands", "Translate")
    add, remove = translate("Commands", "Add 4 <pad>"), translate("Commands", "Remove padding")
    return (
        Command("edit.sentence", edit, lambda desk, _: desk.edit_sentence(), ("Ctrl+L",)),
        Command("edit.translate", run, asking(lambda _: Translate()), ("Ctrl+Return", "Ctrl+Enter"), has_sentence),
        Command("edit.pad", add, asking(lambda now: AddPadding(now.padding + MORE_PADDING)), (), has_trace),
        Command("edit.unpad", remove, asking(lambda _: AddPadding(0)), (), lambda now: now.padding > 0),
    )


def _leaving() -> Section:
    return (Command("edit.leave", translate("Commands", "Cancel or dismiss"), leave, ("Esc",)),)


# --- View ---


def _views(views: tuple[tuple[str, str], ...]) -> Section:
    return tuple(_view(name, title, f"Ctrl+{number}") for number, (name, title) in enumerate(views, start=1))


def _view(name: str, title: str, key: str) -> Command:
    show = asking(lambda _: SetView(name))
    return Command(f"view.{name}", title, show, (key,), checked=lambda now: now.view == name, one_of="view")


def _kinds() -> Section:
    return (
        _kind("encoder", translate("Commands", "Encoder attention"), "1"),
        _kind("decoder", translate("Commands", "Decoder attention"), "2"),
        _kind("cross", translate("Commands", "Cross attention"), "3"),
    )


def _kind(kind: Kind, text: str, key: str) -> Command:
    return Command(
        f"kind.{kind}",
        text,
        asking(lambda _: Select(kind=kind)),
        (key,),
        lambda now: now.trace is not None and now.trace.attention(kind) is not None,
        checked=lambda now: now.selection.kind == kind,
        one_of="kind",
    )


def _heads() -> Section:
    above, below = translate("Commands", "Layer above"), translate("Commands", "Layer below")
    before, after = translate("Commands", "Previous head"), translate("Commands", "Next head")
    return (
        Command(
            "layer.above", above, asking(lambda now: Select(layer=layer_above(now))), ("Up",),
            lambda now: has_layer(now, layer_above(now)),
        ),
        Command(
            "layer.below", below, asking(lambda now: Select(layer=layer_below(now))), ("Down",),
            lambda now: has_layer(now, layer_below(now)),
        ),
        Command(
            "head.previous", before, asking(lambda now: Select(head=now.selection.head - 1)), ("[", "Alt+Up"),
            lambda now: has_head(now, now.selection.head - 1),
        ),
        Command(
            "head.next", after, asking(lambda now: Select(head=now.selection.head + 1)), ("]", "Alt+Down"),
            lambda now: has_head(now, now.selection.head + 1),
        ),
    )  # fmt: skip


def _looks() -> Section:
    return (
        Command(
            "look.sqrt",
            translate("Commands", "√ scale: small weights become visible"),
            asking(lambda now: ChangeSettings({"scale": "linear" if now.settings.scale == "sqrt" else "sqrt"})),
            ("R",),
            checked=lambda now: now.settings.scale == "sqrt",
            more=True,
        ),
        _switch("look.per_map", translate("Commands", "Each map’s own maximum as full colour"), "per_map_scale", "M"),
        _switch("look.values", translate("Commands", "Numbers in cells"), "values", "N"),
        _switch("look.dots", translate("Commands", "A dot on each row’s maximum"), "dots", "D"),
        _switch("look.computation", translate("Commands", "How the selected number is computed"), "computation", "H"),
        _switch("look.captions", translate("Commands", "Caption in exported pictures"), "captions", ""),
    )


def _switch(name: str, text: str, setting: str, key: str) -> Command:
    turn = asking(lambda now: ChangeSettings({setting: not getattr(now.settings, setting)}))
    keys = (key,) if key else ()
    return Command(name, text, turn, keys, checked=lambda now: bool(getattr(now.settings, setting)), more=True)


def _themes() -> Section:
    return (
        _theme("system", translate("Commands", "Light or dark as the system")),
        _theme("light", translate("Commands", "Light")),
        _theme("dark", translate("Commands", "Dark")),
    )


def _theme(theme: Theme, text: str) -> Command:
    return Command(
        f"theme.{theme}",
        text,
        asking(lambda _: ChangeSettings({"theme": theme})),
        checked=lambda now: now.settings.theme == theme,
        more=True,
        one_of="theme",
    )


def _text_sizes() -> Section:
    normal = translate("Commands", "Normal text size")
    reset = asking(lambda _: ChangeSettings({"text_size": 0}))
    return (
        _text_size("text.larger", translate("Commands", "Larger text"), 1, ("Ctrl++", "Ctrl+=")),
        _text_size("text.smaller", translate("Commands", "Smaller text"), -1, ("Ctrl+-",)),
        Command("text.normal", normal, reset, ("Ctrl+0",), lambda now: now.settings.text_size != 0),
    )


def _text_size(name: str, text: str, by: int, keys: tuple[str, ...]) -> Command:
    return Command(
        name,
        text,
        asking(lambda now: ChangeSettings({"text_size": now.settings.text_size + by})),
        keys,
        lambda now: SMALLEST_TEXT <= now.settings.text_size + by <= LARGEST_TEXT,
    )


def _languages() -> Section:
    """Each in its own words, for those who cannot read the others. A choice counts from the next start."""
    return (
        _language("system", translate("Commands", "Language as the system")),
        _language("en", "English"),
        _language("ko", "한국어"),
        _language("ko+en", "한국어 + English terms"),
    )


def _language(language: Language, text: str) -> Command:
    return Command(
        f"language.{language}",
        text,
        asking(lambda _: ChangeSettings({"language": language})),
        checked=lambda now: now.settings.language == language,
        one_of="language",
    )


def _panes() -> Section:
    after, before = translate("Commands", "Next pane"), translate("Commands", "Previous pane")
    return (
        Command("pane.next", after, lambda desk, _: desk.next_pane(), ("F6",)),
        Command("pane.previous", before, lambda desk, _: desk.previous_pane(), ("Shift+F6",)),
        Command("pane.reset", translate("Commands", "Reset the layout"), lambda desk, _: desk.reset_layout()),
    )


def _diagnosis() -> Section:
    text = translate("Commands", "Diagnose the masks…")
    return (Command("view.diagnose", text, lambda desk, _: desk.diagnose(), ("Ctrl+D",), has_trace, more=True),)


# --- Step ---


def _steps() -> Section:
    after, before = translate("Commands", "Next step"), translate("Commands", "Previous step")
    first, last = translate("Commands", "First step"), translate("Commands", "Last step")
    forward, back = ("Right", "Alt+Right"), ("Left", "Alt+Left")
    return (
        Command("step.next", after, asking(lambda now: Select(step=now.selection.step + 1)), forward, before_the_end),
        Command(
            "step.previous", before, asking(lambda now: Select(step=now.selection.step - 1)), back, after_the_start
        ),
        Command("step.first", first, asking(lambda _: Select(step=0)), ("Home",), after_the_start),
        Command(
            "step.last", last, asking(lambda now: Select(step=now.trace.steps - 1 if now.trace else 0)), ("End",),
            before_the_end,
        ),
    )  # fmt: skip


def _playing() -> Section:
    play = asking(lambda now: Play(not now.playing))
    playing = translate("Commands", "Play")
    return (Command("step.play", playing, play, ("Space",), has_steps, checked=lambda now: now.playing),)


# --- Help ---


def _help() -> Section:
    about = translate("Commands", "About Headscope")
    cell = translate("Commands", "Save my model for Headscope…")
    return (
        Command("help.keys", translate("Commands", "Keys"), lambda desk, _: desk.show_keys(), ("F1",), more=True),
        Command("help.cell", cell, lambda desk, _: desk.show_cell()),
        Command("help.about", about, lambda desk, _: desk.show_about()),
    )
