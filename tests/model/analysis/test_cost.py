"""The cost against length, counted cell by cell."""

from __future__ import annotations

import pytest

from model.analysis.cost import Sizes, multiplications, sizes_of, widths
from tests.viz_app.controls.explained import explained
from tests.viz_app.sample_trace import make_trace


@pytest.mark.parametrize("stepwise", [True, False])
def test_scores_are_counted_one_by_one(stepwise: bool) -> None:
    sizes = Sizes(3, 5, (2, 3), (4, 2), (4, 1), stepwise)
    own = sum(1 for row in range(5) for key in range(5) if key <= row or not stepwise)
    assert sizes.scores == (2 * 3 * 9, 4 * 2 * own, 4 * 1 * 15)
    assert sizes.longer(2).scores[0] == 4 * sizes.scores[0]


def test_the_sizes_of_a_run() -> None:
    trace = make_trace()
    sizes = sizes_of(trace)
    assert (sizes.source, sizes.target) == (trace.source_length, trace.steps)
    for kind, shape in (("encoder", sizes.encoder), ("decoder", sizes.decoder), ("cross", sizes.cross)):
        attention = trace.attention(kind)  # type: ignore[arg-type]  # a kind
        assert attention is not None
        assert shape == attention.shape[:2]
    assert widths(trace) is None
    checkpoint, run = explained()
    assert widths(run) == (checkpoint.transformer.config.width, 6)


def test_both_parts_are_equal_at_twice_the_width() -> None:
    fixed, square = multiplications(14, 256, 4, 64)
    assert (fixed, square) == (sum(14 * 256 * 256 for _ in range(4)), 2 * 14 * 14 * 4 * 64)
    assert len(set(multiplications(512, 256, 4, 64))) == 1
