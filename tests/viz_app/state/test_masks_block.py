"""On which block *Masks* opens, what a person's choice keeps, and where padding that was added is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Kind
from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import Select, SetView
from viz_app.state.landing import land
from viz_app.state.masks_block import seen_padding, turn_told
from viz_app.state.state import Selection, Snapshot


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run and no engine, on cross attention as after every translation."""
    running = Running.without_window()
    running.state.update(trace=make_trace(), selection=Selection("cross", 1, 2, 4, 4, 3))
    yield running
    running.controller.stop()


def open_masks(window: Running, *before: object) -> str:
    """The kind that is shown then."""
    for intent in (*before, SetView("masks")):
        window.controller.handle(intent)  # type: ignore[arg-type]
    assert window.now.view == "masks"
    return window.now.selection.kind


def test_it_opens_where_there_is_something_to_see(still: Running) -> None:
    assert open_masks(still) == "decoder"
    chosen = still.now.selection
    assert (chosen.layer, chosen.head, chosen.step, chosen.query) == (1, 2, 4, None)
    still.controller.handle(SetView("one_head"))
    still.state.update(trace=make_trace(padding=2))
    assert open_masks(still) == "encoder"


def test_whoever_goes_back_without_choosing_finds_what_was_there(still: Running) -> None:
    before = still.now.selection
    open_masks(still)
    still.controller.handle(SetView("one_layer"))
    assert (still.now.selection, still.now.turned) == (before, None)
    open_masks(still, Select(query=4, key=3))
    still.controller.handle(Select(step=6))
    still.controller.handle(SetView("one_head"))
    assert still.now.selection == Selection("cross", 1, 2, 6), "the cell was of another step"


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_chosen_in_masks_stays(still: Running, kind: str) -> None:
    open_masks(still)
    still.controller.handle(Select(kind=kind))  # type: ignore[arg-type]
    still.controller.handle(SetView("one_head"))
    assert still.now.selection.kind == kind
    assert open_masks(still) == kind


def test_what_was_chosen_elsewhere_stays_where_its_mask_hides_something(still: Running) -> None:
    assert open_masks(still, Select(kind="encoder")) == "decoder", "there is no padding"
    still.controller.handle(SetView("one_head"))
    assert still.now.selection.kind == "encoder"
    still.state.update(trace=make_trace(padding=2))
    assert open_masks(still, Select(kind="cross")) == "cross", "the encoder's has padding too"
    still.controller.handle(SetView("one_head"))
    still.state.update(selection=Selection("encoder"), trace=make_trace(), chosen_kind=None)
    assert open_masks(still, Select(kind="cross", query=1, key=1)) == "decoder", "a cell of the map on screen"


@pytest.mark.parametrize("chosen", ["cross", None])
def test_another_sentence_is_seen_where_there_is_something(still: Running, chosen: Kind | None) -> None:
    """Also where the last one was looked at elsewhere, and where *Masks* is the first that is seen."""
    open_masks(still)
    still.controller.handle(Select(kind=chosen or "decoder"))
    before = still.now if chosen else replace(still.now, trace=None, selection=Selection("cross"), turned=None)
    run = make_trace(source=("Eine", "Frau", "geht", "</s>"))
    changes = land(before, run)
    assert (changes["selection"].kind, changes["chosen_kind"]) == ("decoder", None)
    still.state.update(trace=run, **changes)
    still.controller.handle(SetView("one_head"))
    assert still.now.selection.kind == "cross", "what is looked at in the other views"
    assert land(replace(before, view="one_head"), run)["selection"].kind == "cross"


def test_where_no_mask_hides_anything_nothing_turns(still: Running) -> None:
    still.state.update(trace=make_trace(target=()), selection=Selection("cross"))
    assert open_masks(still) == "cross"
    empty = Running.without_window()
    assert open_masks(empty) == "cross"
    empty.controller.stop()


def test_added_padding_is_shown_in_a_block_that_has_it() -> None:
    run, padded = make_trace(), make_trace(padding=4)
    for kind, shown in (("decoder", "encoder"), ("encoder", "encoder"), ("cross", "cross")):
        chosen = Selection(kind, 1, 2, 3)  # type: ignore[arg-type]
        now = Snapshot(trace=run, selection=chosen, view="masks")
        assert seen_padding(now, padded, chosen) == Selection(shown, 1, 2, 3)  # type: ignore[arg-type]
        assert seen_padding(now, make_trace(), chosen) == chosen, "another run without padding"
        elsewhere = Snapshot(trace=run, selection=chosen, view="one_head")
        assert seen_padding(elsewhere, padded, chosen) == chosen
    already = Snapshot(trace=padded, selection=Selection("decoder"), view="masks")
    assert seen_padding(already, make_trace(padding=2), Selection("decoder")) == Selection("decoder")


def test_whoever_added_padding_in_another_block_is_told_where_it_is() -> None:
    assert turn_told("cross", "cross") == turn_told("encoder", "encoder") == {}
    assert turn_told("decoder", "encoder") == {"message": "Padding is in the source: the encoder’s mask shows it"}
    assert "cross attention" in turn_told("decoder", "cross")["message"]
