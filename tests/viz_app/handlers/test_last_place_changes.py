"""A run that was changed under *What if* is changed again at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.analysis.baseline import baseline_of
from model.network.interventions import HeadAblated, ScoreTemperature
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, TINY, Running, wait_until
from tests.viz_app.test_app import arguments
from viz_app.example import plan
from viz_app.handlers.last_place import place_of
from viz_app.state.intents import Select
from viz_app.state.start import LastPlace, last_place
from viz_app.state.what_if import AskedChange, AskedChanges, SetChanges

PLACE = LastPlace(str(TINY), OTHER, "masks", "decoder", 1, 2, 3)


@pytest.fixture
def running(qapp: QApplication) -> Iterator[Running]:
    running = Running.without_window()
    yield running
    running.controller.stop()


def begin(running: Running, place: LastPlace) -> None:
    start, example = plan(arguments(), place)
    assert example is None
    running.state.update(view=place.view)
    running.controller.start(start)


def changed(running: Running) -> bool:
    return running.now.run is not None and bool(running.now.run.meta.interventions)


def test_a_changed_run_is_changed_again_and_says_so(running: Running) -> None:
    """With what is listed but off, its baseline and the place in it; the sentence's own tokens are not frozen."""
    off = AskedChange(ScoreTemperature(3.0), on=False)
    asked = AskedChanges((AskedChange(HeadAblated("cross", 0, 1)), off))
    begin(running, PLACE)
    running.until("trace", "not busy")
    running.controller.handle(SetChanges(asked))
    wait_until(lambda: changed(running))
    running.controller.handle(Select(kind="cross", layer=0, head=1, step=1))
    before = running.now.run
    found = place_of(running.now)
    assert found is not None and before is not None and found.changes.tokens == ()
    again = last_place(found.as_texts())
    assert again == found
    assert last_place((*found.as_texts()[:15], "{")) == replace(found, what_if="")
    assert last_place(found.as_texts()[:15]) == replace(found, what_if=""), "as the version before kept it"
    fresh = Running.without_window()
    try:
        begin(fresh, found)
        wait_until(lambda: changed(fresh) and fresh.now.busy is None)
        now = fresh.now
        assert now.run is not None and now.what_if == asked
        np.testing.assert_array_equal(now.run.cross_attention, before.cross_attention)
        plain = baseline_of(now.run)
        assert plain is not None and plain.meta.translation == OTHER_TRANSLATION
        at = now.selection
        assert (at.kind, at.layer, at.head, at.step) == ("cross", 0, 1, 1)
        assert now.problem is not None and now.problem.calm and "head 2" in now.problem.why
        assert (now.problem.offer, now.problem.other) == ("changes", "unchanged"), "the list, or the run without them"
        fresh.controller.handle(Select(step=0))
        fresh.translate(OTHER)
        assert fresh.now.problem is None, "it is said once"
    finally:
        fresh.controller.stop()
