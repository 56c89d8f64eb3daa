"""The maps of *Masks* and *Compare* cell by cell, against the arrays: no two values are alike, no map is symmetric."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.comparison.token_alignment import ALONE
from model.analysis.comparison.two_runs import compare
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.map_grids import MapGrid, grids_of

pytestmark = pytest.mark.usefixtures("qapp")
RUN = with_scores(make_trace(padding=2))
BEFORE = make_trace(source=("Zwei", "Hunde", "spielen", "im", "Schnee", "."))
AFTER = make_trace(
    source=("Zwei", "grosse", "Hunde", "spielen", "am", "Schnee"), target=("Two", "big", "dogs", "play"), seed=4
)


def texts(grid: MapGrid) -> list[list[str]]:
    return [[grid.text(row, column) for column in range(len(grid.columns))] for row in range(len(grid.rows))]


def masks(run: Trace, kind: Kind, step: int = 7) -> dict[str, MapGrid]:
    now = Snapshot(trace=run, view="masks", selection=Selection(kind, 1, 2, step))
    return {grid.name: grid for grid in grids_of(now)}


def test_the_look_ahead_mask_says_of_each_cell_whether_it_may_be_attended_to() -> None:
    grid = masks(RUN, "decoder")["Look-ahead mask"]
    size = RUN.steps
    assert texts(grid) == [["may attend" if key <= query else "blocked: future" for key in range(size)]
                           for query in range(size)]  # fmt: skip
    assert grid.columns == ("<s>", "Two", "dogs", "play", "in", "the", "snow", ".")
    assert grid.current == (7, 0)


def test_the_padding_mask_stands_above_the_mask_that_is_made_of_it() -> None:
    grid = masks(RUN, "cross")["Padding mask"]
    row = ["may attend"] * 7 + ["blocked: padding"] * 2
    assert texts(grid) == [row] * (1 + RUN.steps)
    assert grid.rows[0] == "padding mask" and grid.place(0, 3) is None and grid.place(3, 1) == (2, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_the_head_in_their_places(kind: Kind) -> None:
    grid, scores = masks(RUN, kind)["Scores before"], RUN.activations[f"{kind}_scores"][1, 2]
    said = texts(grid)
    for (query, key), score in np.ndenumerate(scores):
        shown = said[query][key].replace("−", "-")
        assert shown == "later steps" if np.isnan(score) else float(shown) == pytest.approx(score, abs=1e-5)


def test_what_is_not_decoded_is_not_told() -> None:
    grid = masks(RUN, "decoder", step=2)["Look-ahead mask"]
    assert grid.text(2, 2) == "may attend" and grid.text(1, 2) == "blocked: future"
    assert grid.text(3, 0) == grid.text(0, 3) == "later steps" and grid.place(3, 0) is None


def test_a_run_without_scores_says_how_to_get_them() -> None:
    grid = masks(make_trace(), "cross")["Scores before"]
    assert not grid.rows and "Translate the sentence again" in grid.title


@pytest.mark.parametrize("kind", KINDS)
def test_both_runs_and_their_difference_are_theirs_at_every_cell(kind: Kind) -> None:
    now = Snapshot(trace=AFTER, pinned=BEFORE, view="compare", selection=Selection(kind, 1, 2, 1))
    less, pinned, own = grids_of(now)
    both, (before, after) = compare(BEFORE, AFTER), (run.maps(kind)[1, 2] for run in (BEFORE, AFTER))
    rows, columns = both.rows(kind), both.columns(kind)
    seen = set()
    for row, (one, two) in enumerate(zip(rows.first, rows.second, strict=True)):
        for column, (left, right) in enumerate(zip(columns.first, columns.second, strict=True)):
            there = ALONE not in (one, left), ALONE not in (two, right)
            found = less.text(row, column).replace("−", "-")
            seen.add(there)
            if all(there) and "blocked" not in found:
                wanted = after[two, right] - before[one, left]
                assert float(found) == pytest.approx(wanted, abs=2e-6)
                assert float(pinned.text(row, column)) == pytest.approx(before[one, left], abs=1e-6)
                assert float(own.text(row, column)) == pytest.approx(after[two, right], abs=1e-6)
                assert f"pinned {before[one, left]:.6f}, this run {after[two, right]:.6f}" in less.told(row, column)
                assert less.place(row, column) == (two, right)
            elif not all(there):
                assert "run" in found and not any(letter.isdigit() for letter in found)
    assert len(seen) > 2, "cells of both, and of either alone"


def test_the_current_cell_of_a_comparison_is_the_largest_change_of_the_step() -> None:
    planted = AFTER.maps("cross").copy()
    planted[1, 2, 2, 4] += 0.25
    pinned = replace(AFTER, cross_attention=planted, source_ids=AFTER.source_ids.copy())
    now = Snapshot(trace=AFTER, pinned=pinned, view="compare", selection=Selection("cross", 1, 2, 2))
    assert grids_of(now)[0].current == (2, 4)


def test_other_views_have_none() -> None:
    assert not grids_of(Snapshot(trace=RUN, view="one_head"))
    assert not grids_of(Snapshot(trace=RUN, view="compare")), "nothing is pinned"
