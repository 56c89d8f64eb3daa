"""A changed run beside its baseline: differences by a plain loop, what leaked, which words are others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.analysis.baseline import baseline_of, changed_steps, difference, holding_baseline, incomparable, leaked
from model.record.trace import KINDS
from tests.model.subwords import make_run

RUN = make_run()


def test_the_difference_is_after_minus_before_in_every_cell() -> None:
    other = replace(RUN, cross_attention=(RUN.maps("cross") * np.float32(0.5)).copy())
    held = holding_baseline(other, RUN)
    assert incomparable(held) is None
    for kind in KINDS:
        found = difference(held, kind)
        assert found is not None
        for place in np.ndindex(found.shape):
            assert found[place] == other.maps(kind)[place] - RUN.maps(kind)[place]


def test_a_run_alone_has_no_baseline_and_says_so() -> None:
    assert baseline_of(RUN) is None
    assert incomparable(RUN) is not None


def test_other_words_are_found_and_keep_maps_from_being_compared() -> None:
    assert RUN.produced_ids is not None
    ids = RUN.produced_ids.copy()
    ids[1] += 1
    held = holding_baseline(replace(RUN, produced_ids=ids), RUN)
    assert changed_steps(held) == {1}
    assert incomparable(held) is not None


def test_leaked_is_the_sum_over_later_tokens() -> None:
    weights = np.arange(2 * 3 * 4 * 4, dtype=np.float32).reshape(2, 3, 4, 4)
    run = replace(RUN, decoder_attention=weights)
    found = leaked(run, "decoder", "future")
    assert found is not None
    for layer, head, query in np.ndindex(2, 3, 4):
        assert found[layer, head, query] == sum(float(weights[layer, head, query, key]) for key in range(query + 1, 4))
