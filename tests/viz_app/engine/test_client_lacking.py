"""Where torch was not installed no engine is started, and a sentence says what to do."""

from __future__ import annotations

import importlib.util

import pytest
from pytestqt.qtbot import QtBot

from model.common.installed import EXTRA, installing
from viz_app.engine.client import EngineClient
from viz_app.handlers.engine_notices import stays_down


def test_the_first_time_it_is_a_mark_and_when_asked_a_sentence(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    client, said = EngineClient(), list[str]()
    client.died.connect(said.append)
    client.start()
    assert not client.alive
    assert client.hopeless
    first = stays_down(said[-1], False, client)
    assert first.mark
    assert first.calm
    client.restart()
    second = stays_down(said[-1], False, client)
    assert not second.mark
    assert (second.what, second.why) == ("torch", "it is not installed; it is for opening checkpoints and translating")
    assert second.next_step == f"Run: {installing(EXTRA)}"
    client.stop()
