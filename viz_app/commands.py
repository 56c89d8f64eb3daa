"""Everything a person can do, one entry each. Menus, shortcuts and the key sheet are made from it.

A command says what it is called, which keys it has, when it is possible and what it asks for. It
does nothing itself: most send an Intent; the rest call the :class:`Desk`, which owns dialogs and the
clipboard. Read it from top to bottom to know the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from model.trace import Kind
from viz_app.state import (
    CLEAR,
    AddPadding,
    CancelWork,
    ChangeSettings,
    DismissProblem,
    Intent,
    Language,
    Play,
    Redo,
    Scale,
    Select,
    SetView,
    Snapshot,
    Theme,
    Translate,
    Undo,
)

translate = QCoreApplication.translate


class Desk(Protocol):
    """What a command may use besides Intents: dialogs, the clipboard, the window."""

    def request(self, intent: Intent) -> None: ...
    def open_file(self) -> None: ...
    def open_folder(self) -> None: ...
    def export_picture(self) -> None: ...
    def save_trace(self) -> None: ...
    def copy_picture(self) -> None: ...
    def copy_translation(self) -> None: ...
    def edit_sentence(self) -> None: ...
    def free_keyboard(self) -> None: ...
    def next_pane(self) -> None: ...
    def previous_pane(self) -> None: ...
    def reset_layout(self) -> None: ...
    def show_keys(self) -> None: ...
    def show_about(self) -> None: ...
    def quit(self) -> None: ...


def always(_: Snapshot) -> bool:
    return True


@dataclass(frozen=True)
class Command:
    """One thing to do."""

    name: str  #: for code and tests: ``step.next``
    text: str  #: for people, translated
    act: Callable[[Desk, Snapshot], None]
    keys: tuple[str, ...] = ()  #: Qt's portable names; the first one is shown
    enabled: Callable[[Snapshot], bool] = always
    checked: Callable[[Snapshot], bool] | None = None  #: for what is on or off
    more: bool = False  #: also in the toolbar's *More*


@dataclass(frozen=True)
class Menu:
    """One menu: sections of commands, a line between them."""

    name: str
    title: str
    sections: tuple[tuple[Command, ...], ...]


def all_menus(views: tuple[tuple[str, str], ...]) -> tuple[Menu, ...]:
    """The whole menu bar. ``views`` are (name, title) in the order of the tabs."""
    return (_file_menu(), _edit_menu(), _view_menu(views), _step_menu(), _help_menu())


def all_commands(menus: tuple[Menu, ...]) -> tuple[Command, ...]:
    """Every command once, in the order of the menus."""
    return tuple(command for menu in menus for section in menu.sections for command in section)


# --- when is it possible? ---


def has_trace(now: Snapshot) -> bool:
    return now.trace is not None


def has_steps(now: Snapshot) -> bool:
    return now.trace is not None and now.trace.steps > 1


def before_the_end(now: Snapshot) -> bool:
    return now.trace is not None and now.selection.step < now.trace.steps - 1


def after_the_start(now: Snapshot) -> bool:
    return now.trace is not None and now.selection.step > 0


def layer_above(now: Snapshot) -> int:
    """The layer that a person sees above the chosen one.

    The figure of the model stacks them upwards, as in the paper; only *All layers* reads from the top down.
    """
    return now.selection.layer + (-1 if now.view == "all_layers" else 1)


def has_layer(now: Snapshot, layer: int) -> bool:
    return now.trace is not None and 0 <= layer < now.trace.layers(now.selection.kind)


def has_sentence(now: Snapshot) -> bool:
    return bool(now.source_text.strip())


def leave(now: Snapshot) -> Intent:
    """What Esc means now: stop what moves, then what works, then what is in the way, then the cell."""
    if now.playing:
        return Play(False)
    if now.busy is not None and now.busy.cancellable:
        return CancelWork()
    if now.problem is not None:
        return DismissProblem()
    return Select(query=CLEAR, key=CLEAR)


# --- the menus ---


def _intent(make: Callable[[Snapshot], Intent]) -> Callable[[Desk, Snapshot], None]:
    return lambda desk, now: desk.request(make(now))


def _leave(desk: Desk, now: Snapshot) -> None:
    desk.request(leave(now))
    desk.free_keyboard()


def _file_menu() -> Menu:
    return Menu(
        "file",
        translate("Commands", "&File"),
        (
            (
                Command("file.open", translate("Commands", "Open…"), lambda desk, _: desk.open_file(), ("Ctrl+O",)),
                Command(
                    "file.open_folder",
                    translate("Commands", "Open a checkpoint folder…"),
                    lambda desk, _: desk.open_folder(),
                    ("Ctrl+Shift+O",),
                ),
            ),
            (
                Command(
                    "file.export",
                    translate("Commands", "Export the picture…"),
                    lambda desk, _: desk.export_picture(),
                    ("Ctrl+E",),
                    has_trace,
                    more=True,
                ),
                Command(
                    "file.save_trace",
                    translate("Commands", "Save the trace…"),
                    lambda desk, _: desk.save_trace(),
                    ("Ctrl+Shift+E",),
                    has_trace,
                    more=True,
                ),
            ),
            (Command("file.quit", translate("Commands", "Quit"), lambda desk, _: desk.quit(), ("Ctrl+Q",)),),
        ),
    )


def _edit_menu() -> Menu:
    return Menu(
        "edit",
        translate("Commands", "&Edit"),
        (
            (
                Command(
                    "edit.undo",
                    translate("Commands", "Back to the run before"),
                    _intent(lambda _: Undo()),
                    ("Ctrl+Z",),
                    lambda now: now.can_undo,
                ),
                Command(
                    "edit.redo",
                    translate("Commands", "Forward to the run after"),
                    _intent(lambda _: Redo()),
                    ("Ctrl+Shift+Z", "Ctrl+Y"),
                    lambda now: now.can_redo,
                ),
            ),
            (
                Command(
                    "edit.copy_picture",
                    translate("Commands", "Copy the picture"),
                    lambda desk, _: desk.copy_picture(),
                    ("Ctrl+C",),
                    has_trace,
                    more=True,
                ),
                Command(
                    "edit.copy_translation",
                    translate("Commands", "Copy the translation"),
                    lambda desk, _: desk.copy_translation(),
                    ("Ctrl+Shift+C",),
                    has_trace,
                    more=True,
                ),
            ),
            (
                Command(
                    "edit.sentence",
                    translate("Commands", "Edit the sentence"),
                    lambda desk, _: desk.edit_sentence(),
                    ("Ctrl+L",),
                ),
                Command(
                    "edit.translate",
                    translate("Commands", "Translate"),
                    _intent(lambda _: Translate()),
                    ("Ctrl+Return", "Ctrl+Enter"),
                    has_sentence,
                ),
                Command(
                    "edit.pad",
                    translate("Commands", "Add 4 <pad>"),
                    _intent(lambda now: AddPadding(now.padding + 4)),
                    (),
                    has_trace,
                ),
                Command(
                    "edit.unpad",
                    translate("Commands", "Remove padding"),
                    _intent(lambda _: AddPadding(0)),
                    (),
                    lambda now: now.padding > 0,
                ),
            ),
            (
                Command(
                    "edit.leave",
                    translate("Commands", "Cancel or dismiss"),
                    _leave,
                    ("Esc",),
                ),
            ),
        ),
    )


def _view_menu(views: tuple[tuple[str, str], ...]) -> Menu:
    tabs = tuple(_view_command(name, title, number) for number, (name, title) in enumerate(views, start=1))
    kinds = (
        _kind_command("encoder", translate("Commands", "Encoder attention"), "1"),
        _kind_command("decoder", translate("Commands", "Decoder attention"), "2"),
        _kind_command("cross", translate("Commands", "Cross attention"), "3"),
    )
    return Menu(
        "view", translate("Commands", "&View"), (tabs, kinds, _heads(), _looks(), _sizes(), _languages(), _panes())
    )


def _view_command(name: str, title: str, number: int) -> Command:
    return Command(
        f"view.{name}",
        title,
        _intent(lambda _: SetView(name)),
        (f"Ctrl+{number}",),
        checked=lambda now: now.view == name,
    )


def _kind_command(kind: Kind, text: str, key: str) -> Command:
    return Command(
        f"kind.{kind}",
        text,
        _intent(lambda _: Select(kind=kind)),
        (key,),
        lambda now: now.trace is not None and now.trace.attention(kind) is not None,
        checked=lambda now: now.selection.kind == kind,
    )


def _heads() -> tuple[Command, ...]:
    return (
        Command(
            "layer.above",
            translate("Commands", "Layer above"),
            _intent(lambda now: Select(layer=layer_above(now))),
            ("Up",),
            lambda now: has_layer(now, layer_above(now)),
        ),
        Command(
            "layer.below",
            translate("Commands", "Layer below"),
            _intent(lambda now: Select(layer=2 * now.selection.layer - layer_above(now))),
            ("Down",),
            lambda now: has_layer(now, 2 * now.selection.layer - layer_above(now)),
        ),
        Command(
            "head.previous",
            translate("Commands", "Previous head"),
            _intent(lambda now: Select(head=now.selection.head - 1)),
            ("[", "Alt+Up"),
            lambda now: now.trace is not None and now.selection.head > 0,
        ),
        Command(
            "head.next",
            translate("Commands", "Next head"),
            _intent(lambda now: Select(head=now.selection.head + 1)),
            ("]", "Alt+Down"),
            lambda now: now.trace is not None and now.selection.head < now.trace.heads(now.selection.kind) - 1,
        ),
    )


def _looks() -> tuple[Command, ...]:
    return (
        Command(
            "look.sqrt",
            translate("Commands", "√ scale: small weights become visible"),
            _intent(lambda now: ChangeSettings({"scale": _other_scale(now)})),
            ("R",),
            checked=lambda now: now.settings.scale == "sqrt",
            more=True,
        ),
        _switch("look.per_map", translate("Commands", "Each map’s own maximum as full colour"), "per_map_scale", "M"),
        _switch("look.values", translate("Commands", "Numbers in cells"), "values", "N"),
        _switch("look.dots", translate("Commands", "A dot on each row’s maximum"), "dots", "D"),
        _switch("look.captions", translate("Commands", "Caption in exported pictures"), "captions", ""),
    )


def _switch(name: str, text: str, setting: str, key: str) -> Command:
    return Command(
        name,
        text,
        _intent(lambda now: ChangeSettings({setting: not getattr(now.settings, setting)})),
        (key,) if key else (),
        checked=lambda now: bool(getattr(now.settings, setting)),
        more=True,
    )


def _other_scale(now: Snapshot) -> Scale:
    return "linear" if now.settings.scale == "sqrt" else "sqrt"


def _sizes() -> tuple[Command, ...]:
    return (
        _theme("system", translate("Commands", "Light or dark as the system")),
        _theme("light", translate("Commands", "Light")),
        _theme("dark", translate("Commands", "Dark")),
        _text_size("text.larger", translate("Commands", "Larger text"), 1, ("Ctrl++", "Ctrl+=")),
        _text_size("text.smaller", translate("Commands", "Smaller text"), -1, ("Ctrl+-",)),
        Command(
            "text.normal",
            translate("Commands", "Normal text size"),
            _intent(lambda _: ChangeSettings({"text_size": 0})),
            ("Ctrl+0",),
            lambda now: now.settings.text_size != 0,
        ),
    )


def _theme(theme: Theme, text: str) -> Command:
    return Command(
        f"theme.{theme}",
        text,
        _intent(lambda _: ChangeSettings({"theme": theme})),
        checked=lambda now: now.settings.theme == theme,
        more=True,
    )


def _languages() -> tuple[Command, ...]:
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
        _intent(lambda _: ChangeSettings({"language": language})),
        checked=lambda now: now.settings.language == language,
    )


SMALLEST_TEXT, LARGEST_TEXT = -2, 12  #: points beside the system's size


def _text_size(name: str, text: str, by: int, keys: tuple[str, ...]) -> Command:
    return Command(
        name,
        text,
        _intent(lambda now: ChangeSettings({"text_size": now.settings.text_size + by})),
        keys,
        lambda now: SMALLEST_TEXT <= now.settings.text_size + by <= LARGEST_TEXT,
    )


def _panes() -> tuple[Command, ...]:
    return (
        Command("pane.next", translate("Commands", "Next pane"), lambda desk, _: desk.next_pane(), ("F6",)),
        Command(
            "pane.previous",
            translate("Commands", "Previous pane"),
            lambda desk, _: desk.previous_pane(),
            ("Shift+F6",),
        ),
        Command("pane.reset", translate("Commands", "Reset the layout"), lambda desk, _: desk.reset_layout()),
    )


def _step_menu() -> Menu:
    return Menu(
        "step",
        translate("Commands", "&Step"),
        (
            (
                Command(
                    "step.next",
                    translate("Commands", "Next step"),
                    _intent(lambda now: Select(step=now.selection.step + 1)),
                    ("Right", "Alt+Right"),
                    before_the_end,
                ),
                Command(
                    "step.previous",
                    translate("Commands", "Previous step"),
                    _intent(lambda now: Select(step=now.selection.step - 1)),
                    ("Left", "Alt+Left"),
                    after_the_start,
                ),
                Command(
                    "step.first",
                    translate("Commands", "First step"),
                    _intent(lambda _: Select(step=0)),
                    ("Home",),
                    after_the_start,
                ),
                Command(
                    "step.last",
                    translate("Commands", "Last step"),
                    _intent(lambda now: Select(step=now.trace.steps - 1 if now.trace else 0)),
                    ("End",),
                    before_the_end,
                ),
            ),
            (
                Command(
                    "step.play",
                    translate("Commands", "Play"),
                    _intent(lambda now: Play(not now.playing)),
                    ("Space",),
                    has_steps,
                    checked=lambda now: now.playing,
                ),
            ),
        ),
    )


def _help_menu() -> Menu:
    return Menu(
        "help",
        translate("Commands", "&Help"),
        (
            (
                Command(
                    "help.keys", translate("Commands", "Keys"), lambda desk, _: desk.show_keys(), ("F1",), more=True
                ),
                Command("help.about", translate("Commands", "About Headscope"), lambda desk, _: desk.show_about()),
            ),
        ),
    )
