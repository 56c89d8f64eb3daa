"""How runs are read, from Intent to state: the selection follows both ways, large runs wait, wishes are refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.common.text import Text
from model.transforms import view_transform
from model.transforms.view_transform import PLAIN, ViewTransform, conflict, missing
from tests.model.subwords import CONSUMED_WORDS, PRODUCED_WORDS, make_run
from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.messages import CheckpointInfo
from viz_app.handlers.view_transforms import unread_yet
from viz_app.state.intents import ForceToken, Redo, Select, SetReading, Undo
from viz_app.state.state import Selection

RUN = make_run(activations=True)
WORDS, MEAN = ViewTransform(words=True), ViewTransform(aggregate="heads")


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run at a head, a step and a cell, and no engine."""
    running = Running.without_window()
    running.state.update(trace=RUN)
    running.controller.handle(Select(kind="cross", layer=1, head=2, step=5, query=2, key=2))
    yield running
    running.controller.stop()


def test_a_run_is_read_and_is_itself_again(still: Running) -> None:
    stood = still.now.selection
    still.controller.handle(SetReading(MEAN))
    assert still.now.unread is still.now.run is RUN
    assert still.now.trace is not None
    assert still.now.trace.heads("cross") == 1
    assert still.now.selection == replace(stood, head=0)
    assert still.now.run_selection == stood
    still.controller.handle(SetReading(PLAIN))
    assert still.now.trace is RUN
    assert still.now.unread is None
    assert still.now.selection == stood


def test_steps_and_cells_become_words_and_tokens_again(still: Running) -> None:
    stood = still.now.selection
    still.controller.handle(SetReading(WORDS))
    assert still.now.trace is not None
    assert still.now.trace.steps == len(PRODUCED_WORDS)
    assert still.now.selection == replace(stood, step=2, query=1, key=1)
    still.controller.handle(SetReading(PLAIN))
    assert still.now.selection == stood, "nothing was changed in between"


def test_what_is_changed_in_words_is_changed_in_tokens(still: Running) -> None:
    still.controller.handle(SetReading(WORDS))
    still.controller.handle(Select(step=1, key=2))
    assert still.now.run_selection == Selection("cross", 1, 2, PRODUCED_WORDS[1][-1], None, 3)
    still.controller.handle(Select(kind="decoder", step=2, query=2, key=1))
    still.controller.handle(SetReading(PLAIN))
    step, row = PRODUCED_WORDS[2][-1], CONSUMED_WORDS[2][0]
    assert still.now.selection == Selection("decoder", 1, 2, step, row, 1)


def test_one_reading_after_another_keeps_the_place(still: Running) -> None:
    stood = still.now.selection
    for reading in (MEAN, ViewTransform(aggregate="all"), WORDS, ViewTransform(aggregate="rollout", words=True), PLAIN):
        still.controller.handle(SetReading(reading))
        assert still.now.reading == reading
    assert still.now.selection == stood


def test_another_run_is_read_the_same_way(still: Running) -> None:
    still.controller.handle(SetReading(ViewTransform(aggregate="heads", source_columns=(1,))))
    other = make_trace()
    still.state.update(trace=other, selection=Selection("encoder", 2, 3, 4))
    assert still.now.reading == MEAN, "a column is one of this run"
    assert still.now.run is other
    assert still.now.trace is not other
    assert still.now.run_selection == Selection("encoder", 2, 3, 4)


def test_a_run_that_gets_its_activations_keeps_its_reading(still: Running) -> None:
    still.controller.handle(SetReading(ViewTransform(source_columns=(1,))))
    more = replace(RUN, activations={})
    still.state.update(trace=more)
    assert still.now.run is more
    assert still.now.reading == ViewTransform(source_columns=(1,))
    assert still.now.trace is not None
    assert still.now.trace.meta.reading is not None


def test_a_run_that_lacks_the_numbers_shows_its_weights(still: Running) -> None:
    still.controller.handle(SetReading(ViewTransform(quantity="score")))
    bare = make_trace()
    still.state.update(trace=bare)
    assert still.now.trace is bare
    assert unread_yet(still.now) is None
    still.state.update(trace=RUN)
    assert still.now.unread is RUN, "the wish stands"


def test_a_wish_that_cannot_be_met_is_refused_in_words(still: Running) -> None:
    still.controller.handle(SetReading(ViewTransform(quantity="score", aggregate="rollout")))
    assert still.now.reading == PLAIN
    assert still.now.problem is not None
    assert "rollout" in still.now.problem.why
    still.state.update(trace=make_trace())
    still.controller.handle(SetReading(ViewTransform(quantity="norm")))
    assert still.now.reading == PLAIN
    assert "values" in still.now.problem.why


def test_every_refusal_can_be_translated() -> None:
    bare = make_run(encoder_attention=None)
    wishes = [ViewTransform(quantity="score", aggregate="rollout"), ViewTransform(quantity="score", words=True),
              ViewTransform(quantity="norm", aside="specials", renormalise=True)]  # fmt: skip
    problems = [conflict(wish) for wish in wishes]
    problems += [missing(bare, ViewTransform(aggregate="rollout")), missing(bare, ViewTransform(quantity="score"))]
    problems += [missing(bare, ViewTransform(quantity="norm"))]
    for problem in problems:
        assert problem is not None
        assert all(isinstance(part, Text) for part in (problem.what, problem.why, problem.next_step))
    assert len(problems) == 6


def test_a_reading_can_be_taken_back(still: Running) -> None:
    still.controller.handle(SetReading(WORDS))
    assert still.now.undo == "Sub-words merged into words"
    still.controller.handle(Undo())
    assert still.now.trace is RUN
    still.controller.handle(Redo())
    assert still.now.unread is RUN


def test_a_large_run_is_read_beside_the_window(still: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_transform, "AT_ONCE", 10)
    run = make_run()
    still.state.update(trace=run)
    still.controller.handle(SetReading(MEAN))
    assert still.now.trace is run, "nobody waits"
    assert still.now.busy is not None
    end = time.monotonic() + 30
    while still.now.unread is None and time.monotonic() < end:
        QTest.qWait(5)
    assert still.now.unread is run
    assert still.now.busy is None
    assert still.now.trace is not None
    assert still.now.trace.heads("cross") == 1


def test_nothing_is_read_twice(still: Running) -> None:
    still.controller.handle(SetReading(MEAN))
    first = still.now.trace
    still.controller.handle(Select(layer=0))
    assert still.now.trace is first
    still.controller.handle(SetReading(PLAIN))
    still.controller.handle(SetReading(MEAN))
    assert still.now.trace is first
    assert np.isfinite(first.attention("cross")).all()  # type: ignore[union-attr,arg-type]


def test_a_token_forced_in_words_is_forced_at_their_first_piece(still: Running) -> None:
    opened = CheckpointInfo("pieces", "", RUN.meta.checkpoint_sha256, "", "cpu", 0, 2, 3, 2, 3, 4, 9, "", "")
    still.state.update(checkpoint=opened)
    still.controller.handle(SetReading(WORDS))
    still.controller.handle(Select(step=2))
    still.controller.handle(ForceToken(2, 77))
    wanted = still.controller.running._work._wanted
    assert wanted is not None
    assert RUN.produced_ids is not None
    first = PRODUCED_WORDS[2][0]
    assert wanted.forced == (*RUN.produced_ids[:first].tolist(), 77)
    assert still.now.run_selection.step == first, "the new run is shown where it branches"
