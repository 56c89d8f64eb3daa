"""Lines translated in pieces are those translated alone, an empty line stays one, and another order is put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from model.corpus.opened import address_of
from model.corpus.translations import piece_of_lines, piece_of_sources, translated_lines
from model.decoding.beam_tree import SearchRules
from model.decoding.sampling import Sampling
from model.training.data import Pair
from model.training.evaluation import Scored, evaluate
from tests.model.sample_checkpoints import PAIRS, tiny

GREEDY = SearchRules(1)


def test_each_line_is_what_it_is_alone_and_a_worker_says_the_same() -> None:
    lines = [PAIRS[0][0], "", PAIRS[30][0], "   "]
    found = translated_lines(tiny(), lines, GREEDY)
    assert found == [PAIRS[0][1], "", PAIRS[30][1], ""]
    assert [translated_lines(tiny(), [line], GREEDY)[0] for line in lines] == found
    address = address_of(tiny(), {})
    assert piece_of_lines(address, lines, GREEDY, None, False) == found
    assert piece_of_sources(address, [PAIRS[30][0], PAIRS[0][0]], GREEDY) == [found[2], found[0]]
    drawn = Sampling(temperature=3.0, seed=5)
    assert (
        piece_of_lines(address, lines, GREEDY, drawn, False) == translated_lines(tiny(), lines, GREEDY, drawn) != found
    )


def test_the_score_is_the_same_whoever_translates_and_in_whatever_order() -> None:
    pairs = [Pair(source, (target,)) for source, target in PAIRS[:30]]
    address = address_of(tiny(), {})

    def backwards(batches: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
        for number in reversed(range(len(batches))):
            yield number, piece_of_sources(address, batches[number], GREEDY)

    (*_, here), (*progress, there) = (list(evaluate(tiny(), pairs, 1, answers=who)) for who in (None, backwards))
    assert isinstance(here, Scored) and isinstance(there, Scored)
    assert replace(there, seconds=here.seconds) == here
    assert progress == [6, 30]
    assert here.bleu == pytest.approx(100)
