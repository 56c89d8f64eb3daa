"""What can be added under *What if*: every kind that the network knows, at what is selected."""

from __future__ import annotations

from dataclasses import replace

from model.network.interventions import WORDS, RowSet
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.what_if.change_rows import change_at, offered_changes
from viz_app.state.state import Selection


def test_every_kind_is_offered_and_made_at_the_selection() -> None:
    now = replace(ready(make_run()), selection=Selection("cross", 0, 0, 1, 1, 2))
    assert {one.what for one in offered_changes()} == set(WORDS)
    assert all(change_at(now, one.what, one.fixed) is not None for one in offered_changes())
    assert change_at(now, "row", {}) == RowSet("cross", 0, 0, 1, (0.0, 0.0, 1.0))
