"""All heads by two measures: each point is the head that it names, with that head's own two numbers."""

from __future__ import annotations

import math

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.state.test_file_heads import now, table
from viz_app.plots.heads import options, plot
from viz_app.plots.shared.plot import Lacking, Plot, chosen_of
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace(layers=2, heads=3)
NOW = Snapshot(trace=TRACE, selection=Selection("decoder", 1, 2))


def drawn(**wanted: str) -> Plot:
    found = plot(NOW, chosen_of(options(NOW), wanted))
    assert isinstance(found, Plot)
    return found


def test_a_point_has_the_entropy_and_the_focus_of_the_head_it_selects() -> None:
    found = drawn(x="focus", y="entropy")
    kinds = {curve.selects[0].kind: curve for curve in found.panels[0].curves}
    assert set(kinds) == {"encoder", "decoder", "cross"}
    for kind, curve in kinds.items():
        assert kind is not None
        weights = TRACE.attention(kind)
        assert weights is not None
        assert len(curve.x) == 6
        for at, select in enumerate(curve.selects):
            assert select.layer is not None
            assert select.head is not None
            rows = weights[select.layer, select.head].tolist()
            focus = sum(max(row) for row in rows) / len(rows)
            bits = sum(-sum(value * math.log2(value) for value in row if value) for row in rows) / len(rows)
            assert math.isclose(curve.x[at], focus, rel_tol=1e-5)
            assert math.isclose(curve.y[at], bits, rel_tol=1e-5)
            assert str(select.layer + 1) in curve.points[at]
            assert str(select.head + 1) in curve.points[at]
    assert found.current == Select(kind="decoder", layer=1, head=2)
    assert any(found.current in curve.selects for curve in kinds.values())


def test_one_kind_alone_and_measures_that_it_lacks() -> None:
    assert [curve.selects[0].kind for curve in drawn(kind="cross").panels[0].curves] == ["cross"]
    chosen = chosen_of(options(NOW), {"kind": "cross", "x": "previous"})
    assert isinstance(plot(NOW, chosen), Lacking)  # cross attention has no previous token


def test_without_a_run_it_says_so() -> None:
    assert isinstance(plot(Snapshot(), chosen_of(options(Snapshot()), {})), Lacking)


def test_over_a_file_points_lie_where_its_numbers_say() -> None:
    snapshot = now(table())
    chosen = chosen_of(options(snapshot), {"x": "focus", "y": "aer", "base": "file"})
    found = plot(snapshot, chosen)
    assert isinstance(found, Plot)
    (curve,) = found.panels[0].curves  # cross attention alone has an error rate
    cross = table().kinds["cross"]
    for at, select in enumerate(curve.selects):
        assert select.layer is not None and select.head is not None
        assert curve.x[at] == cross["focus"].mean[select.layer, select.head]
        assert curve.y[at] == cross["aer"].mean[select.layer, select.head]
    assert found.base == "Means over 200 sentences of pairs.tsv."
    other = plot(snapshot, {**chosen, "base": "sentence"})
    assert isinstance(other, Lacking) and "over a file only" in other.why
