"""Text files as people write them: lines, tables, fairseq's dictionaries, and the dump without line ends."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.checkpoints.vocabularies.entries import in_order
from model.checkpoints.vocabularies.plain import entries_of
from model.common.problems import Problem

WORDS = ("<unk>", "<pad>", "<sos>", "<eos>", "Hund", "7", "2")
PATH = Path("vocab.txt")


def read(text: str, path: Path = PATH) -> tuple[str, ...]:
    return in_order(entries_of(text, path), path)


def lines(*rows: str, end: str = "\n") -> str:
    return "".join(row + end for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        lines(*WORDS),
        lines(*WORDS).removesuffix("\n"),
        lines(*WORDS, end="\r\n"),
        lines(*(f"{word}\t{index}" for index, word in enumerate(WORDS))),
        lines(*(f"{index}\t{word}" for index, word in enumerate(WORDS)), end="\r\n"),
        lines(*(f"{index}\t{word}" for index, word in reversed(list(enumerate(WORDS))))),
        lines("token\tindex", *(f"{word}\t{index}" for index, word in enumerate(WORDS))),
        lines("Index\tWord", *(f"{index}\t{word}" for index, word in enumerate(WORDS))),
        "".join(f"{index}\t{word}" for index, word in enumerate(WORDS)),
        lines(*(f"{word}\t{-index * 1.5}" for index, word in enumerate(WORDS))),
        lines(*(f"{word}\t{9000 - index * 100}" for index, word in enumerate(WORDS))),
        lines(*(f"{word} {index}" for index, word in enumerate(WORDS))),
    ],
    ids=[
        "lines", "no last line end", "windows", "token, id", "id, token", "shuffled", "header", "header first",
        "no line ends", "log probabilities", "counts", "blank",
    ],
)  # fmt: skip
def test_every_form(text: str) -> None:
    assert read(text) == WORDS


def test_fairseqs_dictionary_leaves_its_first_four_out() -> None:
    assert read("der 900\ndie 800\n", Path("dict.de.txt")) == ("<s>", "<pad>", "</s>", "<unk>", "der", "die")
    spaced = read("a\u00a0b 900\n\u3000 800\n", Path("dict.de.txt"))
    assert spaced[4:] == ("a\u00a0b", "\u3000")


def test_spreadsheets_put_commas_between() -> None:
    text = 'index,token\n0,<unk>\n1,","\n2,"say ""yes"""\n'
    assert read(text, Path("vocab.csv")) == ("<unk>", ",", 'say "yes"')
    with pytest.raises(Problem, match="cells between commas"):
        read('0,"a', Path("vocab.csv"))


def test_blank_lines_at_the_end_are_nothing() -> None:
    assert read("a\nb\n\n\n") == ("a", "b")


def test_a_dump_whose_numbers_skip_one_is_none() -> None:
    assert len(read("0\ta1\tb3\tc")) == 1  # one odd word, which will not be as many as the network has


def test_words_may_hold_what_other_systems_call_a_line_end() -> None:
    assert read("a\u2028b\n\x85\n \n") == ("a\u2028b", "\x85", " ")


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\t"), min_size=1), unique=True, min_size=2))
def test_a_dump_without_line_ends_comes_back(words: list[str]) -> None:
    text = "".join(f"{index}\t{word}" for index, word in enumerate(words))
    if "\n" not in text:
        assert read(text) == tuple(words)


@given(st.text(alphabet="0123456789ab \t\n\r<>", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Problem):  # and nothing else
        words = read(text)
        assert len(set(words)) == len(words) > 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a\nb\na\n", "line 3 repeats the word 'a' of line 1"),
        ("a\t0\nb\t9\nc\t2\n", "line 2 has the id 9, and its 3 entries have ids from 0 to 2"),
        ("a\t0\nb\tx\nc\t2\n", "line 2 has no id but 'x'"),
        ("a\t0\nb\t1\nb\t2\n", "line 3 repeats the word 'b' of line 2"),
        ("a\n\nb\n", "line 2 has no word"),
        ("token\tid\na\t0\nb\t0\n", "line 3 repeats the id 0 of the word 'a'"),
        ("".join(f"{index}\tw{index}\n" for index in range(12)) + "w12\n", "line 13 has one cell, unlike the others"),
    ],
)
def test_faults_name_their_line(text: str, why: str) -> None:
    with pytest.raises(Problem) as caught:
        read(text)
    assert caught.value.why == why
