"""Gold links and the alignment error rate: numbers by hand from Och and Ney's definition, and against plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.corpus.gold_links import (
    GoldLinks,
    LinkCounts,
    count_links,
    error_rate,
    head_links,
    outside,
    precision,
    read_links,
    recall,
    words_of_pieces,
)


def test_the_error_rate_of_an_example_by_hand() -> None:
    """Three target words, each linked to one source word: A = {0-0, 2-1, 1-2}; S = {0-0}, P = S ∪ {1-1, 2-1}."""
    gold = read_links("0-0 1?1 2p1")
    assert gold == GoldLinks(frozenset({(0, 0)}), frozenset({(0, 0), (1, 1), (2, 1)}))
    cross = np.array([[[[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0.2, 0.5, 0.3]]]], dtype=np.float32)  # [1,1,T,S]
    rows, links = head_links(cross, [0, 1, 2], [0, 1, 2])
    assert links.tolist() == [[[0, 2, 1]]]
    counted = LinkCounts(*count_links(rows, links, gold)[0, 0].tolist())
    assert counted == (1, 2, 3, 1)
    assert error_rate(counted) == 1 - (1 + 2) / (3 + 1)
    assert precision(counted) == 2 / 3
    assert recall(counted) == 1


def test_a_head_without_a_fault_has_none_and_no_links_have_no_rate() -> None:
    assert error_rate(LinkCounts(3, 3, 3, 3)) == 0
    assert error_rate(LinkCounts(0, 0, 4, 2)) == 1
    assert all(math.isnan(measure(LinkCounts(0, 0, 0, 0))) for measure in (error_rate, precision, recall))


def test_words_are_merged_and_counted_as_plain_loops_do() -> None:
    random = np.random.default_rng(3)
    cross = random.random((2, 3, 5, 6), dtype=np.float32)  # differs in every axis
    target, source = [4, 4, 0, 1, 1], [2, 0, 0, 1, 5, 5]  # words may be missing, and stand in any order
    gold = read_links("0-0 5-4 2?1 1-0")
    rows, links = head_links(cross, target, source)
    assert rows.tolist() == [0, 1, 4]
    table = count_links(rows, links, gold)
    for layer in range(2):
        for head in range(3):
            found = set()
            for word in set(target):
                pieces = [place for place, owner in enumerate(target) if owner == word]
                weights = {
                    partner: sum(
                        float(cross[layer, head, row, column])
                        for row in pieces
                        for column, owner in enumerate(source)
                        if owner == partner
                    )
                    / len(pieces)
                    for partner in set(source)
                }
                found.add((max(weights, key=weights.__getitem__), word))
            wanted = [len(found & gold.sure), len(found & gold.possible), len(found), len(gold.sure)]
            assert table[layer, head].tolist() == wanted


@pytest.mark.parametrize(
    ("pieces", "owners"),
    [
        (["▁Zwei", "▁Hun", "de", "▁sp", "ielen", "."], (0, 1, 1, 2, 2, 2)),
        (["Zwei", "Hunde", "spielen", "."], (0, 1, 2, 2)),
        (["▁", "Z", "wei", "▁Hunde", "▁", "spielen", "."], (0, 0, 0, 1, 2, 2, 2)),
        (["▁Zwei", "▁Katzen", "▁spielen", "."], None),
        ([], None),
    ],
)
def test_pieces_belong_to_the_words_that_they_spell(pieces: list[str], owners: tuple[int, ...] | None) -> None:
    assert words_of_pieces(["Zwei", "Hunde", "spielen."], pieces) == owners


def test_links_from_one_and_bad_ones() -> None:
    assert read_links("1-1 3?2", 1).possible == {(0, 0), (2, 1)}
    assert read_links("  ").possible == frozenset()
    for line in ("0-0 1_1", "1-", "0-1", "a-b", "1-1-1", "1234567-1"):
        with pytest.raises(ValueError, match=line.split(maxsplit=1)[-1] if line != "0-0 1_1" else "0-0"):
            read_links(line, 1)
    assert outside(read_links("0-0 2-1"), ["a", "b"], ["x", "y"]) == (2, 1)
    assert outside(read_links("1-1"), ["a", "b"], ["x", "y"]) is None
