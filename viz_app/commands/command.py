"""A command, and the questions that decide whether one is possible. The list is :mod:`viz_app.commands`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from model.common.lazy_dataclass import dataclass
from model.transforms.view_transform import PLAIN
from viz_app.state.export_choices import What
from viz_app.state.intents import (
    CLEAR,
    CancelWork,
    ChangeSettings,
    DismissProblem,
    Intent,
    Play,
    Present,
    Select,
    SetReading,
    ShowFullScreen,
)
from viz_app.state.questions import opened, opening
from viz_app.state.state import Snapshot, map_shape
from viz_app.tables.parts.remarks import remarks


class Desk(Protocol):
    """What a command may use besides Intents: dialogs, the clipboard, the window."""

    def request(self, intent: Intent) -> None: ...
    def open_file(self) -> None: ...
    def open_folder(self) -> None: ...
    def export(self, what: What | None = None) -> None: ...
    def save_trace(self) -> None: ...
    def copy_citation(self) -> None: ...
    def copy_translation(self) -> None: ...
    def copy_text(self, text: str) -> None: ...
    def edit_sentence(self) -> None: ...
    def write_gloss(self) -> None: ...
    def free_keyboard(self) -> None: ...
    def next_pane(self) -> None: ...
    def previous_pane(self) -> None: ...
    def reset_layout(self) -> None: ...
    def diagnose(self) -> None: ...
    def find_command(self) -> None: ...
    def show_table(self) -> None: ...
    def show_plots(self, name: str = "") -> None: ...
    def measure_heads(self) -> None: ...
    def train(self) -> None: ...
    def watch_training(self) -> None: ...
    def show_settings(self, name: str = "") -> None: ...
    def show_fault(self) -> None: ...
    def show_manual(self) -> None: ...
    def show_keys(self) -> None: ...
    def show_lessons(self) -> None: ...
    def in_lesson(self, act: str) -> None: ...
    def save_checkpoint(self) -> None: ...
    def save_session(self) -> None: ...
    def save_session_as(self) -> None: ...
    def locate_checkpoint(self) -> None: ...
    def inspect_file(self) -> None: ...
    def show_cell(self) -> None: ...
    def show_about(self) -> None: ...
    def choose_device(self) -> None: ...
    def choose_decoding(self) -> None: ...
    def quit(self) -> None: ...


Act = Callable[[Desk, Snapshot], None]
Question = Callable[[Snapshot], bool]
Hint = str | Callable[[Snapshot], str]  #: a function where it holds a formula of the run's own network


def always(_: Snapshot) -> bool:
    return True


@dataclass(frozen=True)
class Command:
    """One thing to do."""

    name: str  #: for code and tests: ``step.next``
    text: str  #: for people, translated
    act: Act
    keys: tuple[str, ...] = ()  #: Qt's portable names; the first one is shown in menus
    enabled: Question = always
    checked: Question | None = None  #: for what is on or off
    more: bool = False  #: also in the toolbar's *More*
    of_cell: bool = False  #: also in the menu of a cell
    one_of: str = ""  #: of the commands with the same word here, exactly one is on
    within: str = ""  #: title of the menu inside the menu where it is listed
    naming: Callable[[Snapshot], str] | None = None  #: the text where it depends on what is true: ``Undo: √ scale``
    hint: Hint = ""  #: one sentence that teaches, translated
    words: str = ""  #: what else people call it, for the palette; in any language, never shown

    def text_now(self, now: Snapshot) -> str:
        """What it is called at this moment."""
        return self.text if self.naming is None else self.naming(now)

    def hint_now(self, now: Snapshot) -> str:
        """What it teaches at this moment."""
        return self.hint(now) if callable(self.hint) else self.hint


Section = tuple[Command, ...]


@dataclass(frozen=True)
class Menu:
    """One menu: sections of commands, a line between them."""

    name: str
    title: str
    sections: tuple[Section, ...]


def within(title: str, *commands: Command) -> Section:
    """Commands that are seldom chosen twice: they lie one step deeper, in a menu of this title."""
    return tuple(replace(command, within=title) for command in commands)


def asking(make: Callable[[Snapshot], Intent]) -> Act:
    """The act that only sends an Intent, made from what is true at that moment."""
    return lambda desk, now: desk.request(make(now))


# --- when is it possible? ---


def has_trace(now: Snapshot) -> bool:
    return now.trace is not None


def is_away(now: Snapshot) -> bool:
    """The run on screen was recorded with a checkpoint that is not open."""
    run, opened = now.run, now.checkpoint
    if run is None or run.meta.recorded:
        return False
    return opened is None or opened.sha256 != run.meta.checkpoint_sha256


def has_file(now: Snapshot) -> bool:
    """An open checkpoint that lies in a file or folder."""
    return now.checkpoint is not None and bool(now.checkpoint.path)


def has_devices(now: Snapshot) -> bool:
    """The engine has said what this computer can run a model on."""
    return bool(now.devices)


def can_cite(now: Snapshot) -> bool:
    """There is a run, or a checkpoint, to be cited."""
    return now.run is not None or now.checkpoint is not None


def has_assumptions(now: Snapshot) -> bool:
    """An open checkpoint whose files do not say everything."""
    return has_file(now) and now.checkpoint is not None and now.checkpoint.assumptions > 0


def can_save(now: Snapshot) -> bool:
    """The engine holds what is to be saved."""
    return has_file(now) and now.engine_ready


def opened_path(now: Snapshot) -> Path:
    """Where the open checkpoint lies."""
    return Path(now.checkpoint.path) if now.checkpoint is not None else Path()


def can_play(now: Snapshot) -> bool:
    return now.trace is not None and now.trace.steps > 1


def before_the_end(now: Snapshot) -> bool:
    return now.trace is not None and now.selection.step < now.trace.steps - 1


def after_the_start(now: Snapshot) -> bool:
    return now.trace is not None and now.selection.step > 0


def has_sentence(now: Snapshot) -> bool:
    """As the source box: a sentence, and a checkpoint that is open or opens; an engine that starts is waited for."""
    return bool(now.source_text.strip()) and (now.checkpoint is not None or bool(now.opening))


def has_sentences(now: Snapshot) -> bool:
    """Sentences that were translated before."""
    return bool(now.memory.sentences)


def layer_above(now: Snapshot) -> int:
    """The layer that a person sees above the chosen one.

    The figure of the model stacks them upwards, as in the paper; only *All layers* reads from the top down.
    """
    return now.selection.layer + (-1 if now.view == "all_layers" else 1)


def layer_below(now: Snapshot) -> int:
    return 2 * now.selection.layer - layer_above(now)


def has_layer(now: Snapshot, layer: int) -> bool:
    return now.trace is not None and 0 <= layer < now.trace.layers(now.selection.kind)


def has_head(now: Snapshot, head: int) -> bool:
    return now.trace is not None and 0 <= head < now.trace.heads(now.selection.kind)


def shows_one_map(now: Snapshot) -> bool:
    """One head's map is on screen."""
    return now.view == "one_head" and 0 not in map_shape(now)


def is_zoomed(now: Snapshot) -> bool:
    """And only a part of it."""
    return now.view == "one_head" and now.zoom is not None


# --- what Esc means ---


def leave(desk: Desk, now: Snapshot) -> None:
    """Stop what is most in the way, and let the arrows step again."""
    way = _way_out(now)
    desk.request(way)
    if not isinstance(way, (ChangeSettings, Present)):  # what closes gives the keyboard back
        desk.free_keyboard()


def _way_out(now: Snapshot) -> Intent:
    """Stop what moves, close an answer, then stop what works, then what is in the way; full screen; cell; reading."""
    if now.presentation is not None:
        return Present(None)
    if now.playing:
        return Play(False)
    if opened(now.settings):
        return ChangeSettings(opening(""))
    if now.busy is not None and now.busy.cancellable:
        return CancelWork()
    if now.problem is not None:
        return DismissProblem()
    if found := remarks(now):
        return DismissProblem(found[0].name)
    if now.settings.what_if_shown:
        return ChangeSettings({"what_if_shown": False})
    if now.full_screen:
        return ShowFullScreen(False)
    if (now.selection.query, now.selection.key) == (None, None) and not now.reading.is_plain:
        return SetReading(PLAIN)
    return Select(query=CLEAR, key=CLEAR)
