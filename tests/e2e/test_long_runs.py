"""A run that takes seconds: seen while it is computed, stepped through, cancelled. The engine is held where it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.session import DecodingSession
from model.record.trace import BY_HAND
from tests.e2e.screen import CTRL, Key, Screen
from tests.viz_app.engine.checkpoints import write_endless
from tests.viz_app.running import wait_until
from viz_app.state.intents import SetSource, Translate

WORDS = "Zwei Hunde spielen im Schnee . " * 20  #: and so hundreds of steps, which no machine takes in a moment
MOMENT = 0.002  #: seconds


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_endless(tmp_path_factory.mktemp("long") / "endless", layers=6, feed_forward=30_000)


def in_moments(screen: Screen, true: Callable[[], bool], what: str) -> None:
    """Until ``true``, the engine works for moments and stands still while the window shows what came; then it stands.

    Left alone it may be at its end before a busy machine has let the window show a part.
    """

    def seen() -> bool:
        screen.thaw_engine()
        time.sleep(MOMENT)
        screen.freeze_engine()
        QApplication.processEvents()
        return true()

    wait_until(seen, what)


@pytest.fixture
def long(qapp: QApplication, same_looks: None, endless: Path) -> Iterator[Screen]:
    """A window with an engine of its own that has sent the first rows of a long run, and stands still."""
    screen = Screen(qapp)
    try:
        screen.start()
        screen.open(endless)
        QGuiApplication.clipboard().setText(WORDS)
        screen.type("")
        screen.press(Key.Key_V, CTRL)
        screen.press(Key.Key_Return)
        in_moments(screen, lambda: screen.now.grows, "the first rows")
        yield screen
    finally:
        screen.thaw_engine()
        screen.close()


def test_a_long_run_can_be_read_while_it_is_computed(long: Screen, endless: Path) -> None:
    run = long.now.run
    assert run is not None
    shown = run.steps
    assert long.now.selection.step == shown - 1  # the newest is followed
    assert long.view.canvas.picture.alt
    wait_until(lambda: "step" in long.window.status_line.work.text(), "how far it is")
    assert long.window.status_line.cancel.isVisible()
    long.window.stepper.first.setFocus()
    for key in (Key.Key_Home, Key.Key_Right):
        long.press(key)
    assert long.now.selection.step == 1
    long.thaw_engine()
    wait_until(lambda: long.now.run is not None and long.now.run.steps > shown, "more rows")
    assert long.now.selection.step == 1
    long.until("not busy")
    assert not long.now.grows
    assert long.now.selection.step == 1
    own = open_checkpoint(endless)
    source = own.source(WORDS.strip())
    whole = DecodingSession(own, source, max_length=0).run().trace()
    run = long.now.run
    assert run is not None
    np.testing.assert_array_equal(run.produced_ids, whole.produced_ids)
    np.testing.assert_allclose(run.cross_attention, whole.cross_attention, atol=1e-6)  # type: ignore[arg-type]


def test_cancel_keeps_what_was_computed_and_undo_brings_back_what_was_before(long: Screen) -> None:
    shown = long.now.run
    assert shown is not None
    long.click(long.window.status_line.cancel)
    assert long.now.run is not None
    assert long.now.run.meta.stop_reason == BY_HAND
    assert long.now.run.source_ids is shown.source_ids
    assert long.window.status_line.message.text()
    assert long.now.problem is None
    long.thaw_engine()
    wait_until(lambda: bool(long.now.run and long.now.run.activations), "what explains it")
    assert long.now.run.source_ids is shown.source_ids
    assert long.now.run.meta.stop_reason == BY_HAND
    assert long.now.problem is None
    long.window.stepper.first.setFocus()
    long.press(Key.Key_Z, CTRL)
    assert long.now.run.source_ids is not shown.source_ids
    assert not long.now.grows


def test_a_batch_is_seen_while_it_is_computed(qapp: QApplication, same_looks: None, endless: Path) -> None:
    screen = Screen(qapp)
    try:
        screen.start()
        screen.open(endless)
        before = screen.now.run
        screen.controller.handle(SetSource(f"{WORDS.strip()}\nZwei Hunde spielen"))
        screen.controller.handle(Translate())
        in_moments(screen, lambda: screen.now.grows, "the first rows")
        assert len(screen.now.batch) == 2
        assert screen.window.status_line.cancel.isVisible()
        in_moments(screen, lambda: "left" in screen.window.status_line.work.text(), "the time that is left")
        steps = screen.now.batch[0].steps
        in_moments(screen, lambda: screen.now.batch[0].steps > steps, "more rows")
        screen.click(screen.window.status_line.cancel)
        assert len(screen.now.batch) == 2
        assert screen.now.batch[0].meta.stop_reason == BY_HAND
        screen.window.stepper.first.setFocus()
        screen.press(Key.Key_Z, CTRL)
        assert screen.now.run is before
    finally:
        screen.thaw_engine()
        screen.close()


def test_a_short_run_is_shown_once(screen: Screen) -> None:
    told = []
    screen.state.changed.connect(lambda now: told.append(now.grows))
    screen.translate("Zwei Kinder spielen im Park.")
    assert not any(told)
