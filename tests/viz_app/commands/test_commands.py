"""Everything a person can do: unique names and keys, possible exactly when it makes sense."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QKeySequence

from model.decoding.run import run_sentence
from tests.model.sample_checkpoints import PAIRS, tiny
from tests.viz_app.recorder import EMPTY, MIDDLE, done
from viz_app.commands import all_commands, all_menus
from viz_app.commands.command import Command, Menu
from viz_app.state.export_choices import Copy
from viz_app.state.intents import AddPadding, ChangeSettings, Intent, Play, RecallSentence, Select, SetView
from viz_app.state.state import Memory, Selection

VIEWS = (("one_head", "One head"), ("one_layer", "One layer"), ("all_layers", "All layers"), ("masks", "Masks"))


@pytest.fixture
def menus(qapp: object) -> tuple[Menu, ...]:
    return all_menus(VIEWS)


@pytest.fixture
def commands(menus: tuple[Menu, ...]) -> dict[str, Command]:
    return {command.name: command for command in all_commands(menus)}


def test_names_and_texts_are_unique(menus: tuple[Menu, ...]) -> None:
    found = all_commands(menus)
    assert len({command.name for command in found}) == len(found)
    assert len({command.text for command in found}) == len(found)


def test_every_shortcut_is_unique_and_known_to_qt(menus: tuple[Menu, ...]) -> None:
    keys = [QKeySequence(key) for command in all_commands(menus) for key in command.keys]
    assert all(key.count() == 1 and key.toString() for key in keys)
    twice = [name for name, count in Counter(key.toString() for key in keys).items() if count > 1]
    assert not twice


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("Right", "step.next"), ("Alt+Right", "step.next"), ("Left", "step.previous"), ("Alt+Left", "step.previous"),
        ("Home", "step.first"), ("End", "step.last"), ("Space", "step.play"), ("Up", "layer.above"),
        ("Down", "layer.below"), ("[", "head.previous"), ("Alt+Up", "head.previous"), ("]", "head.next"),
        ("Alt+Down", "head.next"), ("1", "kind.encoder"), ("2", "kind.decoder"), ("3", "kind.cross"),
        ("Esc", "edit.leave"), ("F6", "pane.next"), ("F1", "help.keys"), ("Ctrl+O", "file.open"),
        ("Ctrl+E", "file.export"), ("Ctrl+Shift+E", "file.save_trace"), ("Ctrl+C", "edit.copy_picture"),
        ("Ctrl+Shift+C", "edit.copy_translation"), ("Ctrl++", "text.larger"), ("Ctrl+-", "text.smaller"),
        ("R", "look.sqrt"), ("Ctrl+Z", "edit.undo"), ("Ctrl+S", "file.save_session"),
        ("Ctrl+Shift+S", "file.save_session_as"),
    ],
)  # fmt: skip
def test_the_keys_that_the_product_promises(commands: dict[str, Command], key: str, name: str) -> None:
    assert key in commands[name].keys


def test_without_a_run_nothing_can_be_done_with_one(commands: dict[str, Command]) -> None:
    possible = {name for name, command in commands.items() if command.enabled(EMPTY)}
    assert possible == {
        "file.open", "file.open_folder", "file.learning", "file.start_engine", "file.quit",
        "file.train", "file.watch_training",
            "edit.sentence", "edit.begin", "edit.given", "edit.leave",
        "pane.next", "pane.previous", "pane.reset", "pane.what_if", "help.keys", "help.find", "help.lessons",
        "edit.settings",
        "help.about",
        "help.cell", "file.inspect", "look.sqrt", "look.per_map",
        "look.values", "look.dots", "look.captions", "look.computation", "look.squares",
        "look.row_totals", "look.masks_in_code", "pane.map", "pane.inspector", "pane.notes",
        "theme.system", "theme.light", "theme.dark", "text.larger", "text.smaller",
        "window.full_screen", "language.system", "language.en", "language.ko", "language.ko+en",
        "look.glosses", "preset.student", "preset.lecture", "preset.research",
        *(f"view.{name}" for name, _ in VIEWS),
        *(f"pane.{name}_window" for name in ("map", "inspector", "notes", "what_if")), "help.manual",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("step.next", Select(step=4)),
        ("step.previous", Select(step=2)),
        ("step.first", Select(step=0)),
        ("step.last", Select(step=7)),
        ("step.play", Play(True)),
        ("layer.above", Select(layer=2)),
        ("layer.below", Select(layer=0)),
        ("head.previous", Select(head=1)),
        ("head.next", Select(head=3)),
        ("kind.encoder", Select(kind="encoder")),
        ("view.masks", SetView("masks")),
        ("look.sqrt", ChangeSettings({"scale": "sqrt"})),
        ("look.dots", ChangeSettings({"dots": False})),
        ("text.larger", ChangeSettings({"text_size": 1})),
        ("theme.dark", ChangeSettings({"theme": "dark"})),
        ("edit.pad", AddPadding(4)),
        ("file.export", "export"),
        ("file.page", "export page"),
        ("file.handout", "export handout"),
        ("edit.copy_numbers", Copy("numbers")),
        ("edit.copy_citation", "copy_citation"),
        ("edit.copy_image", Copy("image")),
        ("edit.copy_picture", Copy("picture")),
        ("pane.next", "next_pane"),
        ("help.keys", "show_keys"),
        ("pane.map", ChangeSettings({"map_shown": False})),
    ],
)
def test_what_a_command_asks_for(commands: dict[str, Command], name: str, asked: Intent | str) -> None:
    assert commands[name].enabled(MIDDLE)
    assert done(commands[name], MIDDLE) == [asked]


def test_recalling_a_sentence_puts_the_cursor_into_it(commands: dict[str, Command]) -> None:
    now = replace(MIDDLE, memory=Memory(sentences=("Hunde",)))
    assert commands["edit.earlier"].enabled(now)
    assert not commands["edit.earlier"].enabled(MIDDLE)
    assert done(commands["edit.earlier"], now) == [RecallSentence(1), "edit_sentence"]
    assert done(commands["edit.later"], now) == [RecallSentence(-1), "edit_sentence"]


def test_resetting_the_layout_brings_every_pane_back(commands: dict[str, Command]) -> None:
    asked = done(commands["pane.reset"], MIDDLE)
    shown = {"map_shown": True, "inspector_shown": True, "notes_shown": False, "what_if_shown": False}
    place = {"map_place": "left", "inspector_place": "right", "notes_place": "right", "what_if_place": "right"}
    usual: dict[str, object] = {**shown, **place}
    assert asked == [ChangeSettings(usual), "reset_layout"]


def test_at_the_edges_a_command_is_off(commands: dict[str, Command]) -> None:
    first = replace(MIDDLE, selection=Selection("cross", 0, 0, 0))
    last = replace(MIDDLE, selection=Selection("cross", 2, 3, 7))
    for name in ("step.previous", "step.first", "layer.below", "head.previous"):
        assert not commands[name].enabled(first)
        assert commands[name].enabled(last)
    for name in ("step.next", "step.last", "layer.above", "head.next"):
        assert not commands[name].enabled(last)
        assert commands[name].enabled(first)


def test_what_is_on_is_checked(commands: dict[str, Command]) -> None:
    on = {name for name, command in commands.items() if command.checked is not None and command.checked(MIDDLE)}
    assert on == {
        "view.one_head", "kind.cross", "theme.system", "look.values", "look.dots", "look.captions", "language.system",
        "pane.map", "pane.inspector", "reading.each", "reading.weight", "edit.greedy", "preset.student",
    }  # fmt: skip


def test_the_number_of_the_selected_cell_is_copied_with_every_digit(commands: dict[str, Command]) -> None:
    """Written out, it is that float32 again; without a cell it is the one that the inspector reads out."""
    command, trace = commands["edit.copy_number"], MIDDLE.trace
    assert trace is not None
    assert trace.cross_attention is not None
    row = trace.cross_attention[1, 2, 3]
    for key, expected in ((4, row[4]), (None, row.max())):
        (asked,) = done(command, replace(MIDDLE, selection=Selection("cross", 1, 2, 3, key=key)))
        name, number = str(asked).split(" ", 1)
        assert name == "copy_text"
        assert np.float32(number) == expected
    assert not command.enabled(EMPTY)


def test_the_menu_of_a_cell_is_made_of_commands(menus: tuple[Menu, ...]) -> None:
    names = {command.name for command in all_commands(menus) if command.of_cell}
    assert names >= {"edit.copy_number", "look.computation", "reading.column", "ask.head"}


@pytest.mark.parametrize("given", [False, True])
def test_decoder_attention_is_said_to_reach_what_it_reaches(commands: dict[str, Command], given: bool) -> None:
    """Each token itself is among them: a map that left it out would have an empty first row."""
    assert commands["kind.decoder"].hint_now(MIDDLE).startswith("Each target token to itself and to earlier ones only;")
    checkpoint = tiny()
    run = run_sentence(checkpoint, PAIRS[0][0], target=PAIRS[1][1] if given else None)
    assert run.decoder_attention is not None
    for query, row in enumerate(run.decoder_attention.min(axis=(0, 1))):
        assert [key for key, weight in enumerate(row) if weight > 0] == list(range(query + 1))
