"""The changes that the selection offers, and those that it has no place for."""

from __future__ import annotations

from dataclasses import replace

from model.network.interventions import CellFlipped, HeadAblated, RowSet
from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from viz_app.state.change_here import cell_change, cell_here, click_on_head, clicks_change, head_here, row_here
from viz_app.state.state import Selection, Settings, Snapshot, State
from viz_app.state.what_if import NOTHING_CHANGED


def at(**chosen: object) -> Snapshot:
    return Snapshot(trace=make_run(), selection=Selection(**{"kind": "cross", "step": 6, **chosen}))  # type: ignore[arg-type]


def test_a_cell_a_head_and_a_row_of_what_is_selected() -> None:
    now = at(layer=1, head=2, query=3, key=4)
    assert cell_here(now) == CellFlipped("cross", 3, 4)
    assert head_here(now, "uniform") == HeadAblated("cross", 1, 2, "uniform")
    assert row_here(now) == RowSet("cross", 1, 2, 3, (0.0, 0.0, 0.0, 0.0, 1.0))
    assert cell_here(at(key=4)) == CellFlipped("cross", 6, 4), "the step's own row"
    assert cell_here(at(kind="encoder", key=4)) is None, "no row is meant"
    assert cell_here(at(query=3)) is None
    assert row_here(at(query=3)) is None


def test_a_later_token_was_not_there_while_the_run_was_decoded() -> None:
    assert cell_change(at(), "decoder", 2, 3) is None
    assert cell_change(at(), "decoder", 3, 3) == CellFlipped("decoder", 3, 3)
    assert cell_change(at(), "decoder", 70, 3) is None
    assert row_here(at(kind="decoder", query=2, key=3)) is None


def test_nothing_of_joined_heads_or_tokens_and_of_other_code() -> None:
    state = State(at(layer=1, head=2, query=3, key=4))
    state.update(reading=ViewTransform(aggregate="heads"))
    assert head_here(state.snapshot, "zero") is None
    assert row_here(state.snapshot) is None
    assert cell_here(state.snapshot) == CellFlipped("cross", 3, 4), "a mask is every head's"
    state.update(reading=ViewTransform(words=True))
    assert cell_here(state.snapshot) is None
    assert head_here(state.snapshot, "zero") is not None
    run = make_run()
    foreign = replace(at(query=3, key=4), trace=replace(run, meta=replace(run.meta, recorded={"by": "code"})))
    assert cell_here(foreign) is None
    assert not clicks_change(replace(foreign, settings=Settings(what_if_shown=True)))


def test_a_click_on_a_head_takes_back_the_form_in_which_it_is_off() -> None:
    now = at()
    assert click_on_head(now, "cross", 1, 2) == HeadAblated("cross", 1, 2)
    even = HeadAblated("cross", 1, 2, "uniform")
    asked = NOTHING_CHANGED.flipping(even)
    assert click_on_head(replace(now, what_if=asked), "cross", 1, 2) == even
    assert click_on_head(replace(now, what_if=asked), "cross", 1, 1) == HeadAblated("cross", 1, 1)
    assert not asked.flipping(even).changes
    other = asked.flipping(HeadAblated("cross", 1, 2))
    assert other.active == (HeadAblated("cross", 1, 2),), "one form makes way for the other"
    rows = other.flipping(RowSet("cross", 0, 0, 2, (1.0,))).flipping(RowSet("cross", 0, 0, 2, (0.0, 1.0)))
    assert rows.active == (HeadAblated("cross", 1, 2), RowSet("cross", 0, 0, 2, (0.0, 1.0)))


def test_clicks_change_while_the_dock_is_open() -> None:
    assert not clicks_change(at())
    assert clicks_change(replace(at(), settings=Settings(what_if_shown=True)))
    assert not clicks_change(Snapshot(settings=Settings(what_if_shown=True)))
