"""Exact sums: the same in every order, and equal to what Python's own statistics say."""

from __future__ import annotations

import json
import math
import random
import statistics

import numpy as np
import pytest

from model.corpus import corpus_totals
from model.corpus.corpus_totals import Totals


def totals_of(tables: list[np.ndarray]) -> Totals:
    result = Totals()
    for table in tables:
        corpus_totals.add(result, corpus_totals.of_sentence("cross/focus", table))
    return result


def test_means_and_spreads_are_those_of_plain_statistics_in_every_order() -> None:
    chance = np.random.default_rng(5)
    tables = [chance.normal(3, 2, (2, 3)) * 10.0**power for power in range(-3, 4) for _ in range(6)]
    for table in tables[::5]:
        table[1, 2] = math.nan
    found = totals_of(tables)
    for layer in range(2):
        for head in range(3):
            numbers = [float(table[layer, head]) for table in tables if not math.isnan(table[layer, head])]
            assert found["cross/focus/n"][layer, head] == len(numbers)
            mean = corpus_totals.mean(found, "cross/focus")[layer, head]
            assert mean == pytest.approx(statistics.fmean(numbers), rel=1e-9)
            spread = corpus_totals.spread(found, "cross/focus")[layer, head]
            assert spread == pytest.approx(statistics.stdev(numbers), rel=1e-9)
    for seed in range(5):
        mixed = list(tables)
        random.Random(seed).shuffle(mixed)
        parts = [totals_of(mixed[:7]), totals_of(mixed[7:9]), totals_of(mixed[9:])]
        joined = Totals()
        for part in parts:
            corpus_totals.add(joined, corpus_totals.from_json(json.loads(json.dumps(corpus_totals.to_json(part)))))
        assert corpus_totals.to_json(joined) == corpus_totals.to_json(found)


def test_no_sentence_and_one() -> None:
    found = totals_of([np.array([[math.nan, 0.25]])])
    assert np.isnan(corpus_totals.mean(found, "cross/focus")).tolist() == [[True, False]]
    assert corpus_totals.mean(found, "cross/focus")[0, 1] == 0.25
    assert np.isnan(corpus_totals.spread(found, "cross/focus")).all()


def test_infinite_numbers_are_none_and_large_ones_do_not_overflow() -> None:
    found = totals_of([np.array([[math.inf, 1e300]])] * 3)
    assert found["cross/focus/n"].tolist() == [[0, 3]]
    assert corpus_totals.mean(found, "cross/focus")[0, 1] == corpus_totals.LARGEST
    assert corpus_totals.spread(found, "cross/focus")[0, 1] == 0


@pytest.mark.parametrize("said", [None, [], {"a": [1.5]}, {"a": "x"}, {"a": [[1], [2, 3]]}, {"a": [True]}])
def test_what_is_no_table_of_whole_numbers_is_refused(said: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        corpus_totals.from_json(said)


def test_tables_of_two_shapes_are_not_added() -> None:
    held = totals_of([np.zeros((2, 2))])
    with pytest.raises(ValueError, match="cross/focus/n"):
        corpus_totals.add(held, totals_of([np.zeros((2, 3))]))
