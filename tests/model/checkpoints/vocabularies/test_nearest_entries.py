"""Likeness of spelling against a plain recursion, and what is proposed in which order."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.checkpoints.vocabularies.nearest_entries import distances, nearest_words

VOCABULARY = ("<unk>", "<pad>", "Haus", "Hauses", "haus", "Maus", "Hut", "spielen", "spielt", "Fußball", ".", ",", "x")


@cache
def plain(one: str, other: str) -> int:
    if not one or not other:
        return len(one) + len(other)
    same = plain(one[1:], other[1:]) + (one[0] != other[0])
    return min(same, plain(one[1:], other) + 1, plain(one, other[1:]) + 1)


TEXT = st.text(alphabet="abcé", max_size=6)


@given(word=TEXT, others=st.lists(TEXT, max_size=6))
@settings(max_examples=60, deadline=None)
def test_distances_are_those_of_a_plain_recursion(word: str, others: list[str]) -> None:
    np.testing.assert_array_equal(distances(word, others), [plain(word, other) for other in others])


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("HAUS", ("Haus", "haus", "Maus")),
        ("Hauss", ("Haus", "Hauses", "haus")),
        ("Haus", ("haus", "Maus", "Hauses")),
        ("spiele", ("spielen", "spielt")),
        ("Fußballspieler", ("Fußball",)),
        ("x", ()),
        ("zzzzz", ()),
        ("漢字", ()),
        ("!", ()),
    ],
)
def test_the_likest_come_first(word: str, expected: tuple[str, ...]) -> None:
    assert nearest_words(word, VOCABULARY)[: len(expected) or None] == expected


def test_special_tokens_and_punctuation_are_never_proposed() -> None:
    assert not {"<unk>", "<pad>", ".", ","} & set(nearest_words("<unk", VOCABULARY, 20))


def test_no_more_than_asked_for() -> None:
    assert len(nearest_words("HAUS", VOCABULARY, 2)) == 2
    assert nearest_words("Haus", (), 2) == ()


def test_long_words_and_a_large_vocabulary() -> None:
    words = [f"wort{number:05d}" for number in range(32_000)]
    assert nearest_words("Wort00017", words)[0] == "wort00017"
    assert nearest_words("w" * 5_000, words) == ()
