"""Where a run was changed by hand: planted changes, counted by plain loops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.network.interventions import CellFlipped, HeadAblated, Intervention, MaskOff, RowSet, to_json
from model.record.changed_places import changed_places, flipped_cells, unflipped
from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from viz_app.state.state import Snapshot, State

CHANGES = (
    CellFlipped("decoder", 3, 1), CellFlipped("decoder", 1, 4), CellFlipped("cross", 2, 5), CellFlipped("cross", 90, 0),
    HeadAblated("cross", 1, 2), HeadAblated("cross", 0, 1, "uniform"), HeadAblated("encoder", 1, 0),
    RowSet("cross", 1, 0, 4, (0.0, 1.0)), RowSet("cross", 1, 0, 2, (0.25, 0.75)), MaskOff("padding"),
)  # fmt: skip


def changed(*changes: Intervention) -> Trace:
    run = make_run()
    return replace(run, meta=replace(run.meta, interventions=tuple(map(to_json, changes))))


def test_each_kind_has_its_own_places() -> None:
    run = changed(*CHANGES)
    cross = changed_places(run, "cross")
    assert cross.cells == {(2, 5), (90, 0)}
    assert cross.heads == {(1, 2): CHANGES[4], (0, 1): CHANGES[5]}
    assert cross.rows == {(1, 0): {4, 2}}
    assert changed_places(run, "encoder").heads == {(1, 0): CHANGES[6]}
    assert not changed_places(run, "encoder").cells
    assert not changed_places(make_run(), "cross")


def test_a_mask_without_what_was_flipped_where_both_tokens_were_there() -> None:
    run = changed(*CHANGES)
    assert flipped_cells(run, "cross") == {(2, 5)}
    assert flipped_cells(run, "decoder") == {(3, 1)}, "a later token was not there while this was decoded"
    for kind, place in (("decoder", (3, 1)), ("cross", (2, 5))):
        mask = run.mask(kind)  # type: ignore[arg-type]  # one of its kinds
        assert mask is not None
        before = unflipped(run, kind, mask)  # type: ignore[arg-type]
        for cell in np.ndindex(*mask.shape):
            assert before[cell] == (mask[cell] != (cell == place))
    whole = make_run().encoder_mask
    assert whole is not None
    assert unflipped(run, "encoder", whole) is whole


def test_where_heads_or_tokens_are_joined_there_are_none() -> None:
    state = State(Snapshot())
    state.update(trace=changed(*CHANGES))
    for reading in (ViewTransform(aggregate="heads"), ViewTransform(words=True)):
        state.update(reading=reading)
        shown = state.snapshot.trace
        assert shown is not None and shown is not state.snapshot.run
        assert not changed_places(shown, "cross")
    state.update(reading=ViewTransform(quantity="weight", aside="specials"))
    assert state.snapshot.trace is not None
    assert changed_places(state.snapshot.trace, "cross").cells
