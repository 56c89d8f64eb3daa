"""From a reading's places to the run's and back, and what a number is made of."""

from __future__ import annotations

import numpy as np
import pytest

from model.record.trace import KINDS, Kind, ReadAs
from model.transforms.places import Place, first_step, in_reading, in_run, made_of
from model.transforms.view_transform import ViewTransform, conflict, read
from tests.model.subwords import CONSUMED_WORDS, PRODUCED_WORDS, WORDS, make_run
from tests.model.transforms.test_view_transform import EVERYTHING

DONE = ReadAs(source_words=WORDS, consumed_words=CONSUMED_WORDS, produced_words=PRODUCED_WORDS)


def test_into_words() -> None:
    assert in_reading(DONE, "cross", Place(2, 2, 2)) == Place(1, 1, 1)
    assert in_reading(DONE, "decoder", Place(4, 4, 5)) == Place(2, 2, 3)
    assert in_reading(DONE, "encoder", Place(6, 5, None)) == Place(3, 4, None)


def test_out_of_words() -> None:
    assert in_run(DONE, "cross", Place(1, 1, 1)) == Place(3, 1, 1)  # the word is written after step 3
    assert in_run(DONE, "decoder", Place(2, 2, 3)) == Place(5, 2, 5)
    assert in_run(DONE, "encoder", Place(0, None, 4)) == Place(0, None, 5)


@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back(kind: Kind) -> None:
    for step in range(len(PRODUCED_WORDS)):
        for query in range(len(DONE.query_words(kind))):
            place = Place(step, query, query)
            assert in_reading(DONE, kind, in_run(DONE, kind, place)) == place


def test_tokens_stay_where_they_are() -> None:
    assert in_reading(ReadAs(), "cross", Place(5, 4, 3)) == in_run(ReadAs(), "cross", Place(5, 4, 3)) == Place(5, 4, 3)


def test_the_step_of_a_words_candidates() -> None:
    assert [first_step(DONE, step) for step in range(4)] == [0, 1, 4, 6]
    assert first_step(None, 3) == first_step(ReadAs(), 3) == 3


@pytest.mark.parametrize("aggregate", sorted({each.aggregate for each in EVERYTHING}))
def test_a_number_is_what_it_is_made_of(aggregate: str) -> None:
    for reading in (each for each in EVERYTHING if each.aggregate == aggregate and conflict(each) is None):
        _is_what_it_is_made_of(reading)


def _is_what_it_is_made_of(reading: ViewTransform) -> None:
    run = make_run(activations=True)
    shown = read(run, reading)
    for kind in KINDS:
        values = shown.attention(kind)
        assert values is not None
        done = shown.meta.reading
        if done is None:
            return
        for place in ((0, 0, 1, 1), tuple(size - 1 for size in values.shape), (0, 0, 2, 0)):
            made = made_of(run, shown, kind, *place)
            if reading.aggregate == "rollout" and reading.words:
                assert made is None
                continue
            assert made is not None
            assert (made.terms is not None) == (reading.aggregate == "rollout")
            if made.terms is not None:
                np.testing.assert_allclose(made.terms.own.sum() + made.terms.source.sum(), made.whole, atol=1e-6)
            assert made.shown == values[place]
            away = place[3] in done.aside_keys(kind)
            rest = made.rest if done.renormalised else 1
            np.testing.assert_allclose(made.shown, 0 if away else made.whole / rest, atol=1e-5)
            if made.heads is not None:
                np.testing.assert_allclose(made.heads.mean(), made.whole, atol=1e-5)
            if made.pieces is not None:
                np.testing.assert_allclose(made.pieces.sum(axis=1).mean(), made.whole, atol=1e-5)
                assert made.pieces.shape == (len(made.queries), len(made.keys))


def test_a_run_made_of_itself_has_no_parts() -> None:
    assert made_of(make_run(), make_run(), "cross", 0, 0, 0, 0) is None
