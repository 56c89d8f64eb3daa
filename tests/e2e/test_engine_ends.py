"""An engine that ends at any moment: what was on screen is there afterwards, and what was asked for is done."""

from __future__ import annotations

import sys

import pytest

from model.record.trace import Trace
from tests.e2e.screen import Screen
from tests.viz_app.engine.listener import engine_pid
from tests.viz_app.running import wait_until
from viz_app.engine import connection
from viz_app.state.intents import AddPadding, ForceToken
from viz_app.state.sentences import padding_of


def changed(screen: Screen) -> Trace:
    """A run with a token of a person's and three ``<pad>``, which are not what the model would do by itself."""
    first = screen.now.run
    assert first is not None
    assert first.candidate_ids is not None
    screen.controller.handle(ForceToken(1, int(first.candidate_ids[1, 2])))
    screen.until("not busy")
    screen.controller.handle(AddPadding(3))
    screen.until("not busy")
    run = screen.now.run
    assert run is not None
    assert run.origin is not None
    assert "forced" in run.origin
    assert padding_of(run) == 3
    return run


def asked_more(screen: Screen) -> int:
    """A token at a later step of the run on screen, while the engine does not answer."""
    run = screen.now.run
    assert run is not None
    assert run.candidate_ids is not None
    token = int(run.candidate_ids[3, 1])
    screen.controller.handle(ForceToken(3, token))
    return token


@pytest.mark.parametrize("moment", ["idle", "running", "before it is ready"])
def test_the_window_returns_to_what_was_on_screen(mortal: Screen, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run, stood, words = changed(mortal), mortal.now.selection, mortal.view.canvas.picture.alt
    token = 0
    if moment == "running":
        mortal.freeze_engine()
        token = asked_more(mortal)
    if moment == "before it is ready":  # a forked one would be ready at once
        monkeypatch.setattr(connection, "command", lambda: [sys.executable, "-P", "-m", "viz_app.engine.process"])
    first = engine_pid(mortal.client)
    mortal.kill_engine()
    mortal.until("problem")
    assert mortal.now.run is run
    assert (mortal.now.selection, mortal.view.canvas.picture.alt) == (stood, words)
    if moment == "before it is ready":
        wait_until(lambda: engine_pid(mortal.client) not in (0, first), "another engine")
        token = asked_more(mortal)  # is kept, though nothing can answer yet
        mortal.kill_engine()
    wait_until(lambda: mortal.now.engine_ready and mortal.now.busy is None, "the engine to have done it")
    if moment != "idle":
        wait_until(lambda: mortal.now.run is not run and mortal.now.busy is None, "the forced token's run")
    again = mortal.now.run
    assert again is not None
    if moment == "idle":
        assert again is run
        assert (mortal.now.selection, mortal.view.canvas.picture.alt) == (stood, words)
    else:
        assert again.produced_ids is not None
        assert run.produced_ids is not None
        assert again.produced_ids[:4].tolist() == [*run.produced_ids[:3].tolist(), token]
        assert padding_of(again) == 3
    assert mortal.window.source_box.field.text() == run.meta.source_text
