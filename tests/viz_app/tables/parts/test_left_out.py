"""What *What if … were missing?* marks, and that its mark goes with the step that it was about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import ChangeSettings, Select
from viz_app.state.questions import opening
from viz_app.state.state import Selection
from viz_app.tables.parts.left_out import is_marked, left_out


@pytest.fixture
def asked(qapp: QApplication) -> Iterator[Running]:
    """Step 0, 1, … gives most weight to source word 0, 1, 1, 2, …; the answer is open at step 1 and marks word 1."""
    run = make_trace()
    assert run.cross_attention is not None
    planted = np.full_like(run.cross_attention, 0.01)
    for step, word in enumerate((0, 1, 1, 2)):
        planted[:, :, step, word] = 0.9
    running = Running.without_window()
    running.state.update(trace=replace(run, cross_attention=planted), selection=Selection("cross", 1, 2, 1))
    running.controller.handle(ChangeSettings(opening("effects")))
    mark = left_out(running.now)
    assert mark == Select(kind="cross", key=1)
    running.controller.handle(mark)
    assert is_marked(running.now)
    yield running
    running.controller.stop()


def test_the_mark_stays_while_the_question_names_the_same_word(asked: Running) -> None:
    asked.controller.handle(Select(step=2))
    assert asked.now.selection.key == 1 and is_marked(asked.now)


@pytest.mark.parametrize("step", [0, 3])
def test_it_is_let_go_where_another_word_is_asked_about(asked: Running, step: int) -> None:
    asked.controller.handle(Select(step=step))
    assert (asked.now.selection.step, asked.now.selection.key) == (step, None)


def test_a_column_that_a_person_chose_stays_from_step_to_step(asked: Running) -> None:
    asked.controller.handle(Select(key=3))
    asked.controller.handle(Select(step=3))
    assert asked.now.selection.key == 3
    asked.controller.handle(ChangeSettings(opening("")))
    asked.controller.handle(Select(key=2))
    asked.controller.handle(Select(step=1))
    assert asked.now.selection.key == 2, "no question is open"
