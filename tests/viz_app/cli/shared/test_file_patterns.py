"""Names from a pattern: what each field becomes, and that no two files can get one name."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from model.common.problems import Problem
from viz_app.cli.shared.file_patterns import check_pattern, digits, fill, of_sentence

FIELDS = ("number", "sentence", "view", "kind", "layer", "head", "step")


@pytest.mark.parametrize(
    "pattern",
    [
        "f/{number}-{view}-{layer}.{head}-{step}.png",
        "{view}/{number} {sentence}.png",
        "{sentence}/{number}.svg",
        "a{number}{step}{layer}.pdf",
        "{kind}-{view}{number}{sentence}.png",
    ],
)
def test_a_safe_pattern(pattern: str) -> None:
    check_pattern(pattern, FIELDS, several=True)


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("f.png", "two sentences could get the same name"),
        ("{sentence}.png", "two sentences could get the same name"),
        ("{sentence}-{number}.png", "two sentences could get the same name"),
        ("{step}{number}.png", "two sentences could get the same name"),
        ("{layer}/{number}.png", "is no folder"),
        ("{number}-{token}.png", "nothing is known as {token}"),
        ("{number}-{}.png", "nothing is known as {}"),
        ("{number}-{0.__class__}.png", "nothing is known as"),
    ],
)
def test_a_pattern_that_is_refused(pattern: str, said: str) -> None:
    with pytest.raises(Problem) as caught:
        check_pattern(pattern, FIELDS, several=True)
    assert said in caught.value.why
    assert caught.value.what == f"--out {pattern}"


def test_one_sentence_needs_no_number() -> None:
    check_pattern("f.png", FIELDS, several=False)
    check_pattern("{sentence}-{step}.png", FIELDS, several=False)


def test_no_two_files_share_a_name() -> None:
    """Sentences, steps and layers made to run into each other, in every pattern that is allowed."""
    texts = ["a", "a1", "a11", "1", "11", "a-1", "", "A", "002"]
    for pattern in ("{number}{sentence}{step}", "x{number}{step}{sentence}", "{number}-{sentence}-{step}"):
        check_pattern(pattern, FIELDS, several=True)
        names = [
            fill(pattern, of_sentence(text, number, len(texts)) | {"step": digits(step, 30)}).casefold()
            for (number, text), step in product(enumerate(texts, 1), range(1, 31))
        ]
        assert len(set(names)) == len(texts) * 30


HOSTILE = (
    "../../etc/passwd", "a/b\\c:d*?\"<>|", "con", "\x00\x1b[31m", "\u202egnp", "가나다" * 60, " .hidden. ", "a\nb",
    "{layer}{step}", "\ud800", "it's", "~", "-rf", "🐶" * 40, "",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_a_sentence_in_a_name_is_harmless(text: str) -> None:
    words = of_sentence(text, 7, 20)
    assert words["number"] == "007"
    held = words["sentence"]
    assert 0 < len(held.encode()) <= 60
    assert not set("/\\:*?\"<>|{}'") & set(held)
    assert not [letter for letter in held if unicodedata.category(letter).startswith("C")]
    assert held == held.strip(" .")


def test_numbers_sort_as_they_count() -> None:
    assert [digits(number, 1200) for number in (1, 20, 1200)] == ["0001", "0020", "1200"]
    assert of_sentence("x", 5, 12_000)["number"] == "00005"


def test_fields_that_are_not_filled_yet_stay() -> None:
    assert fill("{number}-{layer}.png", {"number": "001"}) == "001-{layer}.png"
