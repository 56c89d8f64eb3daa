"""What an open answer asks the engine for has come when the survey takes its picture."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
import survey_engine
from PySide6.QtWidgets import QApplication

from viz_app.app import Program
from viz_app.engine.measurement_messages import ReadWeights, WeightsRead
from viz_app.example import load_example
from viz_app.platform.preferences import Settings
from viz_app.state.questions import asking


def test_an_answer_is_there_after_it_was_asked_for(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine itself takes seconds to load; what it answers is tested beside it."""

    def run(request: ReadWeights) -> Iterator[WeightsRead]:
        assert request.part == "parameters"
        yield WeightsRead(request.ticket, {"planted": np.array([2, 3], dtype=np.float32)})

    monkeypatch.setattr(survey_engine, "_engine", lambda _path: SimpleNamespace(run=run))
    program = Program(qapp, Settings(), load_example())
    try:
        program.state.update(engine_ready=True)
        survey_engine.ask(program, *asking("parameters", program.state.snapshot))
        held = program.state.snapshot.weights
        assert held is not None
        assert list(held.arrays) == ["planted"]
    finally:
        program.window.close()
        program.stop()
