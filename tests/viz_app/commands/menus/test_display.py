"""The Reading menu: one key each, a second press goes back, a column means all pieces of its word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.transforms.view_transform import PLAIN, ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from tests.viz_app.recorder import done
from viz_app.commands import all_commands, all_menus
from viz_app.commands.command import Command
from viz_app.pictures.drawing.picture_texts import column_labels
from viz_app.state.intents import CLEAR, Select, SetReading
from viz_app.state.state import Selection, Snapshot

RUN = make_run(activations=True)


@pytest.fixture
def commands(qapp: object) -> dict[str, Command]:
    return {command.name: command for command in all_commands(all_menus(()))}


def shown(reading: ViewTransform = PLAIN, selection: Selection | None = None) -> Snapshot:
    trace = read(RUN, reading)
    unread = None if trace is RUN else RUN
    return replace(ready(trace, selection=selection or Selection()), reading=reading, unread=unread)


@pytest.mark.parametrize(
    ("name", "key", "wish"),
    [
        ("heads", "A", ViewTransform(aggregate="heads")),
        ("rollout", "O", ViewTransform(aggregate="rollout")),
        ("words", "W", ViewTransform(words=True)),
        ("score", "S", ViewTransform(quantity="score")),
        ("norm", "V", ViewTransform(quantity="norm")),
    ],
)
def test_a_key_reads_and_the_same_key_goes_back(
    commands: dict[str, Command], name: str, key: str, wish: ViewTransform
) -> None:  # fmt: skip
    command = commands[f"reading.{name}"]
    assert command.keys == (key,)
    assert command.checked is not None
    assert done(command, shown()) == [SetReading(wish)]
    assert command.checked(shown(wish))
    assert not command.checked(shown())
    assert done(command, shown(wish)) == [SetReading(PLAIN)]


def test_one_key_goes_round_what_is_set_aside(commands: dict[str, Command]) -> None:
    reading, seen = PLAIN, []
    for _ in range(3):
        (intent,) = done(commands["reading.aside"], shown(reading))
        assert isinstance(intent, SetReading)
        reading = intent.reading
        seen.append(reading.aside)
    assert seen == ["specials", "punctuation", "nothing"]


def test_the_selected_column_is_set_aside_and_brought_back(commands: dict[str, Command]) -> None:
    command = commands["reading.column"]
    assert not command.enabled(shown())
    place = Selection("cross", key=2)
    assert command.enabled(shown(selection=place))
    assert done(command, shown(selection=place)) == [SetReading(ViewTransform(source_columns=(2,)))]
    away = ViewTransform(source_columns=(2,))
    assert done(command, shown(away, place)) == [SetReading(PLAIN)]
    token = column_labels(RUN, "cross", len(RUN.source_ids))[2].text
    assert command.text_now(shown(selection=place)) == f"Set the column “{token}” aside"
    assert command.text_now(shown(away, place)) == f"Bring the column “{token}” back"
    assert command.text_now(shown()) == "Set the selected column aside"
    assert done(command, shown(selection=Selection("decoder", step=3, key=2))) == [
        SetReading(ViewTransform(target_columns=(2,)))
    ]


def test_a_column_of_words_is_all_its_pieces(commands: dict[str, Command]) -> None:
    words, place = ViewTransform(words=True), Selection("cross", key=1)
    wish = ViewTransform(words=True, source_columns=(1, 2))
    assert done(commands["reading.column"], shown(words, place)) == [SetReading(wish)]
    assert done(commands["reading.column"], shown(wish, place)) == [SetReading(words)]


def test_escape_clears_the_cell_first_and_then_the_reading(commands: dict[str, Command]) -> None:
    mean = ViewTransform(aggregate="heads")
    clear = Select(query=CLEAR, key=CLEAR)
    assert done(commands["edit.leave"], shown(mean, Selection(key=1))) == [clear, "free_keyboard"]
    assert done(commands["edit.leave"], shown(mean)) == [SetReading(PLAIN), "free_keyboard"]
    assert done(commands["reading.plain"], shown(mean)) == [SetReading(PLAIN)]
    assert not commands["reading.plain"].enabled(shown())
