"""Tasks that need the engine, counted by the hands of ``scripts/tasks.py``, on the shipped checkpoint."""

from __future__ import annotations

import pytest
import tasks_list
from PySide6.QtWidgets import QApplication
from tasks_hands import Hands

from tests.e2e.screen import Screen
from tests.viz_app.running import wait_until
from viz_app.example import load_example
from viz_app.platform.translations import speak
from viz_app.state.start import Start

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ("force", "translate")), ("ko", ("translate", "padding"))],  # a bar knows no language
)
def test_translating_padding_and_forcing_keep_their_bars(
    qapp: QApplication, language: str, names: tuple[str, ...]
) -> None:
    speak(qapp, language)
    example = load_example("everyday")
    assert example is not None and example.checkpoint is not None
    screen = Screen(qapp, example)
    try:
        screen.window.resize(1024, 600)
        assert screen.program.actions.by_name, "the keys are there"
        screen.controller.start(Start(checkpoint=example.checkpoint.path))
        screen.until("engine_ready", "not busy")
        for name in names:
            task, hands = tasks_list.all_tasks()[name], Hands(screen.program)
            assert task.do(hands)
            assert len(hands.actions) <= task.bar, hands.actions
            wait_until(lambda: screen.now.busy is None)
    finally:
        screen.close()
        speak(qapp, "en")


@pytest.mark.parametrize("name", ["why", "first-input", "cost"])
def test_a_further_question_is_answered_in_three_actions(screen: Screen, name: str) -> None:
    assert screen.program.actions.by_name, "the menus are there"
    hands = Hands(screen.program)
    assert tasks_list.all_tasks()[name].do(hands)
    assert len(hands.actions) <= tasks_list.MOST
