"""Matrices are asked for while an answer shows them, of the selected place, and never of another checkpoint."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.controls.measured import RUN, shown
from viz_app.engine.measurement_messages import ReadWeights, WeightsRead
from viz_app.handlers.quiet_questions import ReadingWeights
from viz_app.platform.preferences import Settings
from viz_app.state.questions import opening
from viz_app.state.state import Selection, State

OPEN = replace(Settings(), **opening("projections"))


class Line:
    """The engine's line: what was asked, and who waits for the answer."""

    def __init__(self) -> None:
        self.asked: list[ReadWeights] = []
        self.done: list[Any] = []

    def ask(self, about: str, request: ReadWeights, done: Any) -> None:
        assert about == "weights"
        self.asked.append(request)
        self.done.append(done)


@pytest.fixture
def line(qapp: QApplication) -> Line:
    return Line()


def state_with(line: Line, **changes: Any) -> tuple[State, ReadingWeights]:
    state = State(replace(shown(), settings=Settings()))
    info = state.snapshot.checkpoint
    assert info is not None
    state.snapshot = replace(
        state.snapshot, checkpoint=replace(info, sha256=RUN.meta.checkpoint_sha256), engine_ready=True, **changes
    )
    return state, ReadingWeights(state, line)  # type: ignore[arg-type]  # as much as it uses


def test_they_are_read_while_the_answer_is_open_and_follow_the_selection(line: Line) -> None:
    state, reading = state_with(line)
    state.update(message="nothing is open")
    assert line.asked == []
    state.update(settings=OPEN)
    state.update(selection=Selection("encoder", 1, 2, 3))
    assert [(each.part, each.layer, each.head) for each in line.asked] == [("cross", 1, 2), ("encoder", 1, 2)]
    arrays = {"query": np.ones((2, 3), dtype=np.float32)}
    line.done[-1](WeightsRead(1, arrays))
    assert state.snapshot.weights is not None
    assert state.snapshot.weights.place == ("encoder", 1, 2)
    state.update(selection=Selection("encoder", 1, 2, 4))
    assert len(line.asked) == 2, "they are known"
    state.update(trace=replace(RUN, source_ids=RUN.source_ids.copy()))
    assert state.snapshot.weights is None, "they were read for another run"
    reading.deleteLater()


def test_nothing_is_asked_without_the_checkpoint_of_the_run(line: Line) -> None:
    state, reading = state_with(line)
    info = state.snapshot.checkpoint
    assert info is not None
    state.update(settings=OPEN, checkpoint=replace(info, sha256="another"))
    state.update(checkpoint=None)
    state.update(checkpoint=info, engine_ready=False)
    assert line.asked == []
    reading.deleteLater()
