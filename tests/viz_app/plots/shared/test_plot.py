"""A plot as a value: its table has every number once, with the names of what it is."""

from __future__ import annotations

import numpy as np
import pytest

from viz_app.plots.shared.plot import Curve, Option, Plot, PlotPanel, chosen_of, table
from viz_app.state.intents import Select

X = np.array([1.0, 2.0, 3.0])
FIRST = Curve("a", X, np.array([0.5, np.nan, 1 / 3]), selects=tuple(Select(step=at) for at in range(3)))
SECOND = Curve("b", X + 0.5, np.array([7.0, 8.0, -9.0]), points=("x", "=y", "z"), joined=False)
PLOT = Plot("T", "step", (PlotPanel("p", (FIRST,), 0.0, 1.0), PlotPanel("q", (SECOND,))), ticks=("가", "b", "c"))


def test_the_table_has_every_number_of_every_curve() -> None:
    head, *rows = table(PLOT)
    assert head == ["quantity", "curve", "point", "step", "value"]
    assert rows == [
        ["p", "a", "가", 1, 0.5], ["p", "a", "b", 2, None], ["p", "a", "c", 3, 1 / 3],
        ["q", "b", "x", 1.5, 7], ["q", "b", "=y", 2.5, 8], ["q", "b", "z", 3.5, -9],
    ]  # fmt: skip


def test_a_choice_that_is_gone_gives_way_to_the_usual_one() -> None:
    options = (Option("kind", "Kind", (("all", "all"), ("cross", "cross"))),)
    assert chosen_of(options, {"kind": "cross"}) == {"kind": "cross"}
    assert chosen_of(options, {"kind": "none"}) == chosen_of(options, {}) == {"kind": "all"}


def test_a_curve_has_as_many_names_as_points() -> None:
    with pytest.raises(AssertionError):
        Curve("c", X, X[:2])
    with pytest.raises(AssertionError):
        Curve("c", X, X, points=("one",))
