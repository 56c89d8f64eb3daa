"""Two runs compared: differences and ranks against plain loops over values that differ everywhere."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from model.analysis.comparison.token_alignment import ALONE
from model.analysis.comparison.two_runs import compare
from model.common.problems import Problem
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.sample_trace import make_trace


def two_runs() -> tuple[Trace, Trace]:
    """Zwei [grosse] Hunde spielen [im → am] Schnee ., with another word in the target."""
    first = make_trace(source=("Zwei", "Hunde", "spielen", "im", "Schnee", "."), seed=1)
    second = make_trace(
        source=("Zwei", "grosse", "Hunde", "spielen", "am", "Schnee", "."),
        target=("Two", "big", "dogs", "play", "in", "the", "snow", "."), seed=2,
    )  # fmt: skip
    return first, second


@pytest.mark.parametrize("kind", KINDS)
def test_differences_and_ranks_equal_a_plain_loop(kind: Kind) -> None:
    first, second = two_runs()
    both = compare(first, second)
    source = [(0, 0), (ALONE, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)]
    target = [(0, 0), (1, 1), (ALONE, 2), *((at, at + 1) for at in range(2, 8))]
    rows = source if kind == "encoder" else target
    columns = target if kind == "decoder" else source
    for layer, head in np.ndindex(3, 4):
        told, sizes = both.difference(kind, layer, head), {}
        for (row, (q, r)), (column, (k, m)) in product(enumerate(rows), enumerate(columns)):
            if ALONE in (q, r, k, m):
                assert np.isnan(told[row, column])
                continue
            expected = np.float32(second.maps(kind)[layer, head, r, m]) - np.float32(
                first.maps(kind)[layer, head, q, k]
            )
            assert told[row, column] == expected
            sizes[row, column] = abs(float(expected))
        ranked = next(one for one in both.ranking if (one.kind, one.layer, one.head) == (kind, layer, head))
        assert ranked.mean == pytest.approx(sum(sizes.values()) / len(sizes), rel=1e-5)
        shared = {row for row, _ in sizes}
        totals = [sum(size for (row, _), size in sizes.items() if row == each) / 2 for each in shared]
        assert ranked.per_row == pytest.approx(sum(totals) / len(totals), rel=1e-5)
        assert (ranked.row, ranked.column) == max(sizes, key=lambda place: sizes[place])
        assert ranked.largest == told[ranked.row, ranked.column]
    means = [one.mean for one in both.ranking]
    assert len(means) == 36
    assert means == sorted(means, reverse=True)


def test_one_planted_cell_is_found() -> None:
    run = make_trace()
    weights = run.maps("decoder").copy()
    weights[1, 2, 5, 3] += np.float32(0.25)
    found = compare(run, replace(run, decoder_attention=weights)).ranking
    first = found[0]
    assert (first.kind, first.layer, first.head, first.row, first.column) == ("decoder", 1, 2, 5, 3)
    assert first.largest == pytest.approx(0.25)
    assert {one.mean for one in found[1:]} == {0.0}
    assert [(one.kind, one.layer, one.head) for one in found[1:5]] == [("encoder", 0, head) for head in range(4)]


def test_what_is_no_number_is_the_largest_change_unless_both_have_it() -> None:
    run = make_trace()
    weights = run.maps("cross").copy()
    weights[0, 3, 2, 4] = np.nan
    broken = replace(run, cross_attention=weights)
    assert compare(run, broken).ranking[0].mean == np.inf
    assert compare(broken, replace(broken, meta=run.meta)).ranking[0].mean == 0


def test_networks_of_other_sizes_are_compared_only_where_both_have_something_and_only_when_asked() -> None:
    small, large = make_trace(layers=2, heads=3), make_trace(layers=3, heads=4, seed=5)
    with pytest.raises(Problem, match="2 layers of 3 heads"):
        compare(small, large)
    both = compare(small, large, common=True)
    assert both.shape("cross") == (2, 3)
    assert not both.whole
    assert len(both.ranking) == 3 * 2 * 3
    assert compare(small, make_trace(layers=2, heads=3, seed=4)).whole
    alone = replace(small, decoder_attention=None, cross_attention=None)
    assert compare(alone, large, common=True).kinds == ("encoder",)
    with pytest.raises(Problem, match="in common"):
        compare(alone, replace(large, encoder_attention=None))


def test_a_comparison_keeps_no_run_alive() -> None:
    first, second = make_trace(), make_trace(seed=3)
    assert compare(first, second).ranking
    gone = weakref.ref(first), weakref.ref(second)
    del first, second
    gc.collect()
    assert gone[0]() is None
    assert gone[1]() is None
