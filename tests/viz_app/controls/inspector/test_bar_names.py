"""Names under bars: the same in strips one above the other, in equal steps along an axis, none on another."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from viz_app.controls.inspector.bar_names import placed
from viz_app.controls.inspector.computation_texts import computation
from viz_app.controls.inspector.masking import masking
from viz_app.controls.inspector.number_strips import Numbers
from viz_app.controls.inspector.training import training
from viz_app.state.state import Selection
from viz_app.tables.parts.current_row import current_row

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_selected_bar_and_the_largest_have_their_names_and_none_lies_on_another() -> None:
    names = tuple(f"token {at}" for at in range(9))
    numbers = Numbers("x", np.array([1, 2, 9, 8, 3, 0, -7, 4, 5], dtype=np.float32), names, 5, bars=True)
    found = placed(numbers, QRectF(2, 0, 200, 30), 12, 13)
    assert next(iter(found)) == 5 and {5, 2} <= set(found) < set(range(9))
    assert not any(one.intersects(other) for one, other in combinations(found.values(), 2))
    assert all(box.left() >= 2 and box.right() <= 202 for box in found.values())
    ranked = replace(numbers, marked=None, ranked_by=np.arange(9)[::-1])
    assert next(iter(placed(ranked, QRectF(2, 0, 200, 30), 12, 13))) == 0


@pytest.mark.parametrize("wide", [120.0, 320.0])
def test_answers_name_the_same_keys_under_all_their_bars(wide: float) -> None:
    """Their numbers are of other sizes in each: scores of either sign, weights with and without a mask."""
    _, trace = explained()
    row = current_row(ready(trace, selection=Selection("encoder", 1, 1, 1, query=1)))
    assert row is not None
    for parts in (masking(ready(trace, selection=Selection("decoder", 1, 1, 1, query=1)))[1], computation(row, 0)):
        strips = [one for part in parts or () for one in part.numbers if one.bars]
        found = [list(placed(one, QRectF(0, 0, wide, 30), 12, 13)) for one in strips]
        orders = [np.argsort(-np.abs(one.values), kind="stable").tolist() for one in strips]
        assert len(strips) > 2 and any(order != orders[0] for order in orders), "by size they would differ"
        assert found[0] and all(each == found[0] for each in found)


@pytest.mark.parametrize("wide", [160.0, 240.0, 320.0, 900.0])
def test_a_rate_has_its_updates_in_equal_steps(wide: float) -> None:
    _, trace = explained()
    _, parts = training(ready(trace))
    rates = next(one for part in parts for one in part.numbers if one.evenly)
    updates = [int(rates.names[at].replace(",", "")) for at in placed(rates, QRectF(0, 0, wide, 30), 12, 13)]
    assert len(updates) > 1
    assert len({after - before for before, after in pairwise([0, *updates])}) == 1, updates
