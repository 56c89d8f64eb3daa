"""The last check of every vocabulary: each id once, each word once, nothing that is no word."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.vocabularies.entries import MAX_LETTERS, WordEntry, in_order, shown
from model.common.problems import Problem

PATH = Path("words.txt")


def test_words_stand_in_the_order_of_their_ids() -> None:
    entries = [WordEntry("c", "line 1", 2), WordEntry("a", "line 2", 0), WordEntry("b", "line 3", 1)]
    assert in_order(entries, PATH) == ("a", "b", "c")


def test_without_ids_the_order_says_them() -> None:
    assert in_order([WordEntry("z", "line 1"), WordEntry(" ", "line 2")], PATH) == ("z", " ")


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([], "it has no entries"),
        (
            [WordEntry("a", "line 1"), WordEntry("b", "line 2"), WordEntry("a", "line 3")],
            "line 3 repeats the word 'a' of line 1",
        ),
        ([WordEntry("a", "line 1", 0), WordEntry("b", "line 2", 2)],
         "line 2 has the id 2, and its 2 entries have ids from 0 to 1"),
        ([WordEntry("a", "line 1", 1), WordEntry("b", "line 2", 1)], "line 2 repeats the id 1 of the word 'a'"),
        ([WordEntry("a", "line 1"), WordEntry("", "line 2")], "line 2 has no word"),
        ([WordEntry("x" * (MAX_LETTERS + 1), "line 1")], "line 1 has 1,001 letters, which is no word"),
        ([WordEntry("a\ud800", "line 1")], "line 1 holds half of a surrogate pair, which is no text"),
    ],
)  # fmt: skip
def test_what_is_refused(entries: list[WordEntry], why: str) -> None:
    with pytest.raises(Problem) as caught:
        in_order(entries, PATH)
    assert (caught.value.what, caught.value.why) == ("words.txt", why)


def test_words_in_a_sentence_are_short_and_escaped() -> None:
    assert shown("\u202e") == r"'\u202e'"
    assert len(shown("x" * 500)) == 32
