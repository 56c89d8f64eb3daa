"""What the player begins with and what it brings back; a whole lesson is played in tests/e2e/test_lessons.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.common.assets import CHECKPOINTS, DEFAULT_CHECKPOINT
from model.lessons.lesson import Bilingual, Lesson, LessonOpening, LessonStep
from model.record.trace import Trace
from tests.viz_app.controls.parts import info as opened
from viz_app.handlers.lessons.player import TURNED, Lessons, shipped_run
from viz_app.handlers.undo import shown
from viz_app.state.intents import TakeLesson
from viz_app.state.lessons.play import StartLesson
from viz_app.state.state import State


def test_the_run_that_ships_comes_with_what_explains_it() -> None:
    run = shipped_run(DEFAULT_CHECKPOINT)
    assert run.steps and "cross_scores" in run.activations


def test_the_picture_and_the_panes_come_back_and_what_is_of_the_person_does_not() -> None:
    assert {"scale", "inspector_shown", "what_if_shown", "answer"} <= set(TURNED)
    assert not {"language", "theme", "text_size", "keys_off"} & set(TURNED)


@pytest.mark.parametrize("forced", [True, False])
def test_a_lesson_begins_with_its_own_run_and_not_with_one_of_its_sentence(qapp: QApplication, forced: bool) -> None:
    """Somebody's own run is on screen: with a forced token, or while the lesson's is still being read."""
    run = shipped_run(DEFAULT_CHECKPOINT)
    assert run.origin is not None
    own = replace(
        run, origin=np.where(np.arange(run.steps) == 8, "forced", run.origin) if forced else run.origin.copy()
    )
    state, jobs = State(), list[tuple[Callable[[], Trace], Callable[[Trace], None]]]()
    state.update(**shown(own, 0.0), checkpoint=opened(path=str(CHECKPOINTS / DEFAULT_CHECKPOINT)))
    running: Any = SimpleNamespace(show=lambda new, *_, **__: state.update(**shown(new, 0.0)))
    undoing: Any = SimpleNamespace(change_history=lambda history: history)
    files: Any = SimpleNamespace(run=lambda work, done, _: jobs.append((work, done)))
    lessons = Lessons(state, running, undoing, files, lambda intent: None, lambda name: None)
    opening = LessonOpening(DEFAULT_CHECKPOINT, run.meta.source_text)
    steps = (LessonStep(Bilingual("Read.")), LessonStep(Bilingual("Read on.")))
    lessons.handlers[TakeLesson](TakeLesson(StartLesson(Lesson("own", Bilingual("Own"), 1, steps, opening), Path())))
    qapp.processEvents()
    assert state.snapshot.lesson is not None and not state.snapshot.lesson.ready
    ((work, done),) = jobs
    done(work())
    qapp.processEvents()
    assert state.snapshot.lesson.ready
    assert state.snapshot.run is not own
    lessons.stop()
