"""A place that is not there is one sentence with the range; one that may come is said when it has not come."""

from __future__ import annotations

import pytest

from model.common.problems import Problem
from model.network.interventions import (
    CHANGES,
    CellFlipped,
    HeadAblated,
    Intervention,
    PositionMoved,
    RowSet,
    TargetForced,
)
from model.network.what_if_places import places, require_places, unreached

SOURCE, TARGET = 5, 7


@pytest.mark.parametrize(
    ("one", "beyond"),
    [
        (CellFlipped("encoder", 4, 4), ""),
        (CellFlipped("encoder", 5, 0), "source has positions 0 to 4"),
        (CellFlipped("encoder", 0, 5), "source has positions 0 to 4"),
        (CellFlipped("cross", 6, 4), ""),
        (CellFlipped("cross", 6, 5), "source has positions 0 to 4"),
        (CellFlipped("cross", 7, 0), "7"),
        (CellFlipped("decoder", 0, 6), ""),
        (CellFlipped("decoder", 0, 7), "7"),
        (RowSet("cross", 0, 0, 6, (0.0, 0.0, 0.0, 0.0, 1.0)), ""),
        (RowSet("cross", 0, 0, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)), "source has positions 0 to 4"),
        (RowSet("decoder", 0, 0, 7, (1.0,)), "7"),
        (PositionMoved("source", 5, 0), "source has positions 0 to 4"),
        (PositionMoved("target", 6, 11), ""),
        (TargetForced(6, "A"), ""),
        (TargetForced(7, "A"), "7"),
        (HeadAblated("cross", 0, 0), ""),
    ],
)
@pytest.mark.parametrize("given", [False, True])
def test_the_range_is_named(one: Intervention, beyond: str, given: bool) -> None:
    if not beyond:
        require_places((one,), SOURCE, TARGET, given)
        return
    told = {False: "at most 7 steps", True: "target has positions 0 to 6"}[given] if beyond == "7" else beyond
    with pytest.raises(Problem, match=told) as refusal:
        require_places((HeadAblated("cross", 0, 0), one), SOURCE, TARGET, given)
    assert str(one.said) in str(refusal.value)


def test_what_a_run_did_not_come_to() -> None:
    changes = (
        CellFlipped("cross", 3, 0), CellFlipped("decoder", 0, 3), CellFlipped("encoder", 4, 4), TargetForced(2, "A"),
        TargetForced(3, "A"), RowSet("cross", 0, 0, 1, (0.0, 0.0, 0.0, 0.0, 1.0)), PositionMoved("source", 4, 4),
        PositionMoved("target", 3, 0),
    )  # fmt: skip
    assert unreached(changes, 4) == ()
    assert unreached(changes, 3) == (0, 1, 4, 7)


def test_every_kind_of_change_that_counts_places_is_looked_at() -> None:
    counting = {kind.made for kind in CHANGES if {"query", "key", "step", "position"} & set(kind.fields)}
    some = CellFlipped("cross", 0, 0), RowSet("cross", 0, 0, 0, (1.0,)), PositionMoved("source", 0, 0)
    assert counting == {type(one) for one in (*some, TargetForced(0, "A")) if any(places(one))}
