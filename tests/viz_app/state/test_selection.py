"""The rules by which a selection changes."""

from __future__ import annotations

import pytest

from model.record.trace import KINDS, Kind
from viz_app.state.intents import CLEAR, Select
from viz_app.state.selection import Selection, select


def test_another_kind_clears_the_cell() -> None:
    before = Selection("cross", layer=2, head=3, step=4, query=1, key=5)
    assert select(before, Select(kind="decoder")) == Selection("decoder", 2, 3, 4, None, None)


def test_another_kind_may_bring_its_own_cell() -> None:
    before = Selection("cross", 0, 0, 4, query=1, key=5)
    assert select(before, Select(kind="encoder", query=6)) == Selection("encoder", 0, 0, 4, 6, None)


@pytest.mark.parametrize("kind", KINDS)
def test_another_step_takes_the_row_of_a_decoder_side_map_with_it(kind: Kind) -> None:
    before = Selection(kind, 1, 2, step=4, query=3, key=0)
    after = select(before, Select(step=5))
    assert after == Selection(kind, 1, 2, 5, 3 if kind == "encoder" else None, 0)


def test_the_same_step_leaves_the_row_alone() -> None:
    before = Selection("cross", 1, 2, step=4, query=3, key=0)
    assert select(before, Select(step=4)) == before


def test_a_step_may_bring_its_own_row() -> None:
    assert select(Selection(step=4, query=3), Select(step=2, query=1)) == Selection(step=2, query=1)


def test_clear_empties_the_cell() -> None:
    assert select(Selection(query=3, key=0), Select(query=CLEAR, key=CLEAR)) == Selection()
