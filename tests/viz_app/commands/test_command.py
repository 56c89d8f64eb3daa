"""When commands are possible, and what Esc means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.transforms.view_transform import ViewTransform
from tests.viz_app.controls.token_strip.test_token_strip_unknown_word_help import unknown_run
from tests.viz_app.recorder import EMPTY, MIDDLE, Recorder, done
from tests.viz_app.sample_trace import make_trace
from viz_app.commands.command import (
    Command,
    after_the_start,
    always,
    asking,
    before_the_end,
    can_play,
    has_assumptions,
    has_head,
    has_layer,
    has_sentence,
    has_trace,
    layer_above,
    layer_below,
    leave,
)
from viz_app.engine.messages import CheckpointInfo
from viz_app.state.classroom.presentation import Presentation
from viz_app.state.intents import CancelWork, DismissProblem, Intent, Play, Present, Select, ShowFullScreen
from viz_app.state.state import Busy, Notice, Selection, Snapshot

INFO = CheckpointInfo("tiny", "tiny", "0", "Headscope", "cpu", 9, 1, 1, 1, 1, 8, 64, "de", "en")


def at(step: int) -> Snapshot:
    return replace(MIDDLE, selection=Selection(step=step))


def test_an_act_asks_with_what_is_true_at_that_moment() -> None:
    command = Command("x", "X", asking(lambda now: Select(step=now.selection.step + 1)))
    assert done(command, at(2)) == [Select(step=3)]
    assert done(command, at(5)) == [Select(step=6)]


def test_steps_have_two_ends() -> None:
    assert [step for step in range(8) if before_the_end(at(step))] == list(range(7))
    assert [step for step in range(8) if after_the_start(at(step))] == list(range(1, 8))
    assert not before_the_end(EMPTY)
    assert not after_the_start(EMPTY)


def test_a_run_of_one_step_cannot_be_played() -> None:
    assert can_play(MIDDLE)
    assert not can_play(replace(EMPTY, trace=make_trace(target=())))
    assert not can_play(EMPTY)
    assert has_trace(replace(EMPTY, trace=make_trace(target=())))
    assert always(EMPTY)


def test_a_sentence_needs_words_and_a_checkpoint() -> None:
    ready = replace(EMPTY, source_text="Hunde", engine_ready=True, checkpoint=INFO)
    assert has_sentence(ready)
    assert has_sentence(replace(ready, engine_ready=False))  # what is asked meanwhile is kept
    assert has_sentence(replace(ready, checkpoint=None, opening="everyday"))
    for lacking in ({"source_text": " \n"}, {"checkpoint": None}):
        assert not has_sentence(replace(ready, **lacking))


def test_only_where_something_was_assumed_it_can_be_looked_at() -> None:
    foreign = replace(INFO, family="tut6", assumptions=2)
    assert has_assumptions(replace(EMPTY, checkpoint=foreign))
    assert not has_assumptions(replace(EMPTY, checkpoint=replace(foreign, assumptions=0)))
    assert not has_assumptions(EMPTY)


def test_above_is_above_on_screen() -> None:
    assert (layer_above(MIDDLE), layer_below(MIDDLE)) == (2, 0)  # the figure stacks them upwards
    grid = replace(MIDDLE, view="all_layers")  # layer 1 at the top
    assert (layer_above(grid), layer_below(grid)) == (0, 2)


def test_layers_and_heads_end() -> None:
    assert [layer for layer in range(-1, 6) if has_layer(MIDDLE, layer)] == [0, 1, 2]
    assert [head for head in range(-1, 6) if has_head(MIDDLE, head)] == [0, 1, 2, 3]
    assert not has_layer(EMPTY, 0)
    assert not has_head(EMPTY, 0)


SCORES = ViewTransform(quantity="score")
BUSY, PROBLEM = Busy("Translating"), Notice("file", "it is damaged", "Choose another")
CELL = Selection("cross", 1, 2, 3, query=1, key=2)


def test_escape_leaves_a_presentation_first_and_the_window_keeps_its_keyboard() -> None:
    desk = Recorder()
    leave(desk, replace(MIDDLE, playing=True, presentation=Presentation()))  # type: ignore[arg-type]
    assert desk.asked == [Present(None)]


@pytest.mark.parametrize(
    ("now", "way_out"),
    [
        (replace(MIDDLE, playing=True, busy=BUSY, problem=PROBLEM, selection=CELL), Play(False)),
        (replace(MIDDLE, busy=BUSY, problem=PROBLEM, selection=CELL), CancelWork()),
        (replace(MIDDLE, busy=Busy("Starting", cancellable=False), problem=PROBLEM), DismissProblem()),
        (replace(MIDDLE, problem=PROBLEM, selection=CELL), DismissProblem()),
        (replace(MIDDLE, trace=unknown_run(), problem=PROBLEM), DismissProblem()),
        (
            replace(MIDDLE, reading=ViewTransform(quantity="score"), selection=Selection()),
            DismissProblem("lacking score none"),
        ),
        (replace(MIDDLE, selection=CELL, full_screen=True), ShowFullScreen(False)),
        (replace(MIDDLE, selection=CELL), Select(query=-1, key=-1)),
    ],
)
def test_escape_stops_what_is_most_in_the_way_and_frees_the_keyboard(now: Snapshot, way_out: Intent) -> None:
    desk = Recorder()
    leave(desk, now)  # type: ignore[arg-type]  # it answers to every name
    assert desk.asked == [way_out, "free_keyboard"]
