"""Runs get the vectors that they were recorded without, from the checkpoint that recorded them and from no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.analysis.baseline import has_vectors
from model.record.session_file import read_session
from model.record.trace import Trace
from tests.viz_app.controls.parts import info
from tests.viz_app.handlers.test_engine_session import Script
from tests.viz_app.running import Running, wait_until
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.engine.messages import Cancel, RunSentence
from viz_app.handlers import sessions
from viz_app.handlers.sessions import can_repeat, complete, request_for, with_vectors
from viz_app.state.intents import AddPadding, AddSentence, ForceToken, SaveSession, SetNotes
from viz_app.state.state import Busy, Snapshot


def bare(run: Trace) -> Trace:
    """As ``main.py trace`` writes it."""
    return replace(run, activations={})


def saved(window: Running, path: Path) -> tuple[Trace, ...]:
    """The runs that lie in a session saved now."""
    window.controller.handle(SaveSession(path))
    window.until("not busy", "message")
    return read_session(path).runs


@pytest.mark.parametrize("change", ["none", "padding", "forced", "batch"])
def test_what_a_run_lacks_is_recorded_again_and_is_the_same(engine: Running, tmp_path: Path, change: str) -> None:
    window = engine
    window.fresh()
    run = window.now.run
    assert run is not None
    assert run.candidate_ids is not None
    intents: dict[str, Any] = {
        "padding": AddPadding(3), "forced": ForceToken(1, int(run.candidate_ids[1, 2])), "batch": AddSentence("Hunde."),
    }  # fmt: skip
    if change in intents:
        window.controller.handle(intents[change])
        window.until("not busy")
    runs = window.now.batch or ((window.now.run,) if window.now.run is not None else ())
    window.state.update(trace=bare(runs[0]), batch=tuple(map(bare, runs)) if len(runs) > 1 else ())
    found = saved(window, tmp_path / "a.headscope")
    assert "without" not in window.now.message
    for whole, again in zip(runs, found, strict=True):
        assert again.activations.keys() == whole.activations.keys()
        for name, array in whole.activations.items():
            np.testing.assert_allclose(again.activations[name], array, atol=1e-4, err_msg=name)
        np.testing.assert_array_equal(again.cross_attention, whole.cross_attention)


def test_with_another_checkpoint_it_is_saved_as_it_is(engine: Running, tmp_path: Path) -> None:
    engine.fresh()
    engine.state.update(trace=make_trace())
    engine.controller.handle(SetNotes("x"))
    (found,) = saved(engine, tmp_path / "a.headscope")
    assert not found.activations
    assert "without the vectors" in engine.now.message


@pytest.fixture
def lacking() -> Snapshot:
    """An open checkpoint, and a run of it without its vectors."""
    run = bare(make_trace())
    return Snapshot(trace=run, checkpoint=info(sha256=run.meta.checkpoint_sha256), engine_ready=True)


def test_an_engine_that_says_nothing_keeps_nobody_waiting(
    qapp: QApplication, lacking: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE", 1)
    heard: list[tuple[Trace, ...]] = []
    engine = Script()
    engine.runs = True
    runs = (lacking.trace,) if lacking.trace is not None else ()
    complete(engine, lacking, runs, heard.append)
    asked = engine.last(RunSentence)
    assert not heard
    wait_until(lambda: bool(heard))
    assert heard == [runs]
    assert engine.sent == [asked, Cancel(asked.ticket)]
    complete(engine, lacking, runs, heard.append)
    engine.cancel("vectors")
    QTest.qWait(50)
    assert len(heard) == 1
    complete(engine, replace(lacking, busy=Busy("Translating…")), runs, heard.append)
    assert len(heard) == 2


def test_without_an_engine_nobody_waits_at_all(qapp: QApplication, lacking: Snapshot) -> None:
    heard: list[tuple[Trace, ...]] = []
    runs = (lacking.trace,) if lacking.trace is not None else ()
    complete(Script(), lacking, runs, heard.append)
    assert heard == [runs]


def test_nothing_is_asked_where_nothing_is_lacking(qapp: QApplication, lacking: Snapshot) -> None:
    heard: list[tuple[Trace, ...]] = []
    engine, runs = Script(), (with_scores(make_trace()),)
    engine.runs = True
    complete(engine, lacking, runs, heard.append)
    assert heard == [runs]
    assert engine.sent == []


# --- which runs ---


def test_what_was_measured_does_not_explain() -> None:
    run = make_trace()
    assert not has_vectors(run)
    assert not has_vectors(replace(run, activations={"early/ids": np.zeros(1)}))
    assert has_vectors(with_scores(run))


def test_only_the_checkpoint_that_recorded_a_run_repeats_it() -> None:
    run = make_trace()
    now = Snapshot(checkpoint=info(sha256=run.meta.checkpoint_sha256), engine_ready=True)
    assert can_repeat(now, run)
    assert not can_repeat(replace(now, engine_ready=False), run)
    assert not can_repeat(replace(now, checkpoint=info(sha256="1" * 64)), run)
    wrong: tuple[dict[str, Any], ...] = (
        {"source_text": ""},
        {"recorded": {"a": 1}},
        {"interventions": (1,)},
        {"decoding": {}},
    )
    for changes in wrong:
        assert not can_repeat(now, replace(run, meta=replace(run.meta, **changes)))


def test_every_token_is_given_again() -> None:
    run = make_trace(padding=2)
    asked = request_for(run)
    assert run.produced_ids is not None
    assert asked.forced == tuple(run.produced_ids.tolist())
    assert (asked.pad_to, asked.max_length) == (9, 8)
    assert request_for(make_trace()).pad_to == 0


def test_another_run_gives_nothing() -> None:
    run, whole = make_trace(), with_scores(make_trace())
    assert with_vectors(run, whole).activations.keys() == whole.activations.keys()
    assert with_vectors(run, with_scores(make_trace(seed=1))) is run
    assert with_vectors(run, with_scores(make_trace(source=("Hunde",)))) is run
