"""Tokens of what is typed: asked for once it rests, while a checkpoint is open, and not of what an engine died over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.handlers.test_engine_session import Script
from tests.viz_app.running import wait_until
from viz_app.engine.messages import Failed, Tokenize, Tokens
from viz_app.handlers.quiet_questions import TOKENIZE_MILLISECONDS, LiveTokens
from viz_app.state.state import State


@pytest.fixture
def talk(qapp: QApplication) -> Iterator[tuple[State, Script, LiveTokens]]:
    state, engine = State(), Script()
    tokens = LiveTokens(state, engine)
    state.update(engine_ready=True, source_text="Zwei Hunde")
    tokens.opened(True)
    yield state, engine, tokens
    tokens.stop()


def asked(engine: Script) -> list[str]:
    return [request.text for request in engine.sent if isinstance(request, Tokenize)]


def test_many_letters_are_one_question(talk: tuple[State, Script, LiveTokens]) -> None:
    state, engine, tokens = talk
    for text in ("Z", "Zw", "Zwei"):
        state.update(source_text=text)
        tokens.soon()
    assert asked(engine) == []
    wait_until(lambda: bool(engine.sent))
    assert asked(engine) == ["Zwei"]
    engine.received.emit(Tokens(engine.sent[-1].ticket, (7,), ("Zwei",), ("Zwei",), (False,), 64))
    assert state.snapshot.tokens is not None
    assert state.snapshot.tokens.ids == (7,)
    tokens.ask()
    engine.received.emit(Failed(engine.sent[-1].ticket, "a", "b", "c"))
    assert state.snapshot.tokens is None


def test_nothing_is_asked_where_nothing_can_be_said(talk: tuple[State, Script, LiveTokens]) -> None:
    state, engine, tokens = talk
    tokens.leave_killer()
    tokens.ask()
    state.update(source_text="  ")
    tokens.ask()
    state.update(source_text="Zwei")
    tokens.opened(False)
    tokens.ask()
    tokens.soon()
    tokens.stop()
    QTest.qWait(2 * TOKENIZE_MILLISECONDS)
    assert asked(engine) == []
    tokens.opened(True)
    tokens.ask()
    assert asked(engine) == ["Zwei"], "another text than the deadly one"


@pytest.mark.parametrize("asked_before", [False, True], ids=["nobody to ask", "it ends over the question"])
def test_while_no_engine_answers_there_is_no_number_of_another_text(
    talk: tuple[State, Script, LiveTokens], asked_before: bool
) -> None:
    state, engine, tokens = talk
    tokens.ask()
    told = Tokens(engine.sent[-1].ticket, (7, 8), ("Zwei", "Hunde"), ("Zwei", "Hunde"), (False,) * 2, 64)
    engine.received.emit(told)
    state.update(engine_ready=False)
    tokens.ask()
    assert state.snapshot.tokens == told, "it is of this text"
    state.update(engine_ready=asked_before, source_text="Drei Hunde schlafen")
    tokens.ask()
    if asked_before:
        assert state.snapshot.tokens == told, "the answer comes in a moment"
        engine.died.emit("killed")
    assert state.snapshot.tokens is None
