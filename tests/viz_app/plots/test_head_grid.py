"""Layers × heads: each cell has its head's own number, and its table says the number and not its place."""

from __future__ import annotations

import numpy as np

from model.analysis.head_facts import head_facts
from tests.viz_app.state.test_file_heads import RUN, now, table
from viz_app.plots.head_grid import options, plot
from viz_app.plots.shared.plot import Lacking, Plot, chosen_of
from viz_app.plots.shared.plot import table as numbers
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot


def drawn(snapshot: Snapshot, **wanted: str) -> Plot | Lacking:
    return plot(snapshot, chosen_of(options(snapshot), wanted))


def test_each_cell_is_the_head_that_it_selects() -> None:
    here = Snapshot(trace=RUN, selection=Selection("decoder", 1, 2))
    facts = head_facts(RUN, "decoder")
    assert facts is not None
    found = drawn(here, measure="previous")
    assert isinstance(found, Plot)
    (curve,) = found.panels[0].curves
    assert curve.values is not None
    for at, select in enumerate(curve.selects):
        assert select.kind == "decoder" and select.layer is not None and select.head is not None
        assert (curve.x[at], curve.y[at]) == (select.head + 1, select.layer + 1)
        assert curve.values[at] == facts.previous[select.layer, select.head]
    assert found.current == Select(kind="decoder", layer=1, head=2)
    rows = numbers(found)[1:]
    assert [row[-1] for row in rows] == curve.values.tolist()
    low, high = (f"{end:.2f}" for end in (min(curve.values), max(curve.values)))
    assert f"Colours go from {low}, the ground’s, to {high}. Framed: the selected head." in found.base
    other = drawn(here, kind="cross")
    assert isinstance(other, Plot) and "Colours" in other.base and "Framed" not in other.base, "it is in no cell"
    assert {row[0] for row in rows} == {"Decoder self-attention (masked): weight on the previous token"}


def test_over_a_file_it_shows_the_files_numbers() -> None:
    found = drawn(now(table()), measure="aer", base="file")
    assert isinstance(found, Plot)
    (curve,) = found.panels[0].curves
    assert curve.values is not None
    assert (curve.values == table().kinds["cross"]["aer"].mean.ravel()).all()
    assert "200 sentences of pairs.tsv" in found.base
    assert np.isfinite(curve.values).all()


def test_why_there_is_none() -> None:
    assert isinstance(drawn(Snapshot()), Lacking)
    assert isinstance(drawn(now(table()), measure="previous", kind="cross"), Lacking)
    lacking = drawn(now(table()), measure="aer", base="sentence")
    assert isinstance(lacking, Lacking) and "over a file only" in lacking.why
