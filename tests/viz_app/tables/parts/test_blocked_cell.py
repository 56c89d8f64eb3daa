"""The sentence under the views says why a cell that is pointed at has no weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Trace
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.platform.translations import speak
from viz_app.state.state import Selection
from viz_app.tables.parts.current_row import wordings

TRACE = make_trace(padding=2)  # S = 9, T = 8


def own_mask(recorded: bool) -> Trace:
    """A cell of cross attention is blocked that no padding is in."""
    mask, weights = np.array(TRACE.cross_mask), np.array(TRACE.cross_attention)
    mask[2, 1], weights[..., 2, 1] = False, 0
    meta = replace(TRACE.meta, recorded={"blocks": ()}) if recorded else TRACE.meta
    return replace(TRACE, cross_mask=mask, cross_attention=weights, meta=meta)


@pytest.mark.parametrize(
    ("run", "chosen", "why"),
    [
        (TRACE, Selection("decoder", 0, 0, 5, query=2, key=3),
         "“play” came later: not there when this row was computed, it has no score"),
        (taught(TRACE, wrong=()), Selection("decoder", 0, 0, 5, query=2, key=3),
         "“play” comes later: the look-ahead mask blocks it"),
        (TRACE, Selection("cross", 0, 0, 5, query=2, key=8), "“<pad>” is padding: the padding mask blocks it"),
        (TRACE, Selection("encoder", 0, 0, 5, query=2, key=7), "“<pad>” is padding: the padding mask blocks it"),
        (own_mask(False), Selection("cross", 0, 0, 5, query=2, key=1), "“Hunde” is blocked by a change to the mask"),
        (own_mask(True), Selection("cross", 0, 0, 5, query=2, key=1),
         "“Hunde” is blocked by the mask of your own code"),
    ],
)  # fmt: skip
def test_each_reason(run: Trace, chosen: Selection, why: str) -> None:
    said = wordings(ready(run, selection=chosen))
    assert said[-1] == why, "alone where nothing else has room"
    assert all(each.endswith(why) for each in said)
    rows = {"encoder": 1, "decoder": 4, "cross": 4}
    assert len(said) == rows[chosen.kind]
    assert chosen.kind == "encoder" or said[0].startswith("pointing at step 3 / 8: input “dogs” → ")


def test_a_cell_that_may_be_attended_to_leaves_the_sentence_of_its_row() -> None:
    for kind in KINDS:
        row = Selection(kind, 0, 0, 5, query=4)
        assert wordings(ready(TRACE, selection=replace(row, key=1))) == wordings(ready(TRACE, selection=row))


def test_a_blocked_cell_that_has_weight_all_the_same_is_not_said_to_have_none() -> None:
    """A mask that is added with the wrong sign, or is too small, leaks."""
    weights = np.array(TRACE.cross_attention)
    weights[0, 0, 2, :] = 1 / weights.shape[-1]
    leaky, row = replace(TRACE, cross_attention=weights), Selection("cross", 0, 0, 5, query=2)
    said = wordings(ready(leaky, selection=replace(row, key=8)))
    assert said == wordings(ready(leaky, selection=row))
    assert "most weight: " in said[0]


def test_a_row_that_may_attend_to_nothing_says_that() -> None:
    mask = np.zeros_like(np.array(TRACE.cross_mask))
    blind = replace(TRACE, cross_mask=mask)
    assert "no column may be attended to" in wordings(ready(blind, selection=Selection("cross", 0, 0, 2, key=1)))[0]


def test_in_korean_too(qapp: QApplication) -> None:
    speak(qapp, "ko")
    try:
        said = wordings(ready(TRACE, selection=Selection("decoder", 0, 0, 5, query=2, key=3)))
        assert said[-1].startswith("“play”: ") and said[-1].endswith("없습니다")
    finally:
        speak(qapp, "en")
