"""What a few letters find, and in which order."""

from __future__ import annotations

import pytest

from viz_app.commands.search import SearchEntry, search, squashed


def entry(text: str, words: str = "", enabled: bool = True) -> SearchEntry:
    return SearchEntry(text, lambda: None, words=words, enabled=enabled)


SAVE = entry("Save the trace…", "npz record numpy 실행 기록")
MASKS = entry("Masks", "causal subsequent look-ahead src_mask trg_mask 패딩 마스크")
ROW = entry("A dot on each row’s maximum", "argmax")
SQRT = entry("√ scale: small weights become visible", "sqrt square root")
CROSS = entry("크로스 어텐션", "cross memory", enabled=False)
ALL = (SAVE, MASKS, ROW, SQRT, CROSS)


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("mas", MASKS), ("MASK", MASKS), ("trace", SAVE), ("save tr", SAVE), ("tr save", SAVE), ("causal", MASKS),
        ("look ahead", MASKS), ("lookahead", MASKS), ("look_ahead", MASKS), ("src_mask", MASKS), ("src mask", MASKS),
        ("subseq", MASKS), ("패딩", MASKS), ("ㅍㅐ", MASKS), ("팯", MASKS), ("maximum", ROW), ("svtr", SAVE),
        ("크로", CROSS), ("크롯", CROSS), ("어텐", CROSS), ("memory", CROSS), ("root", SQRT),
    ],
)  # fmt: skip
def test_what_is_meant_is_first(query: str, best: SearchEntry) -> None:
    found = search(ALL, query)
    assert found[0].entry is best


@pytest.mark.parametrize("query", ["xyzzy", "mask xyzzy", "zz", "쁅"])
def test_what_nothing_is_called_finds_nothing(query: str) -> None:
    assert search(ALL, query) == ()


def test_an_empty_query_finds_all_in_order() -> None:
    assert [found.entry for found in search(ALL, "  ")] == list(ALL)
    assert [found.entry for found in search(ALL, "…")] == list(ALL)  # no letter at all


def test_the_word_it_was_found_by_is_told_where_the_text_does_not_say_it() -> None:
    assert search(ALL, "trg_m")[0].word == "trg_mask"
    assert search(ALL, "mask")[0].word == ""


def test_its_own_words_come_before_other_names_and_what_is_possible_before_what_is_not() -> None:
    named, also = entry("Padding"), entry("Masks", "padding")
    assert [found.entry for found in search((also, named), "padd")] == [named, also]
    off, on = entry("Next step", enabled=False), entry("Next head")
    assert [found.entry for found in search((off, on), "next")] == [on, off]


def test_a_name_that_is_typed_whole_is_first_even_where_it_is_not_possible() -> None:
    undo, others = entry("Undo", enabled=False), (entry("Undone work"), entry("Save", "undo"))
    assert [found.entry for found in search((*others, undo), "undo")] == [undo, *others]
    assert [found.entry for found in search((*others, undo), "und")][-1] is undo


def test_a_sentence_stands_below_what_has_the_name_and_is_found_by_its_words() -> None:
    hound = SearchEntry("Translate “Am Morgen sang der Hund oben, und oft don’t know”", lambda: None, said=True)
    named, also, off = entry("Known heads"), entry("Save", "knowledge"), entry("Knock", enabled=False)
    for query in ("undo", "hundoben", "rs"):
        assert search((hound,), query) == (), "letters of two words that happen to meet"
    for query in ("hund", "und oft", "oben", "don’t", "orge"):
        assert [found.entry for found in search((hound,), query)] == [hound]
    assert [found.entry for found in search((hound, off, also, named), "kno")] == [named, also, hound, off]


@pytest.mark.parametrize(
    "query", ["color", "colour", "colo", "colou", "normalise", "normalize", "grayscale", "greyscale"]
)
def test_british_and_american_spelling_find_the_same(query: str) -> None:
    lines = [entry("Colour bar"), entry("Bar", "color"), entry("Normalised rows"), entry("Normalize"),
             entry("Greyscale"), entry("In print", "grayscale")]  # fmt: skip
    found = [lines.index(each.entry) for each in search(lines, query)]
    assert found == {"c": [0, 1], "n": [3, 2], "g": [4, 5]}[query[0]]


def test_equals_stay_in_the_order_of_the_menus() -> None:
    lines = [entry(f"Step {number}") for number in range(9)]
    assert [found.entry for found in search(lines, "step")] == lines


def test_letters_are_compared_without_accents_case_and_marks() -> None:
    assert squashed("Überquerte die") == "uberquertedie"
    assert squashed("각") == squashed("ㄱㅏㄱ")
    assert squashed("값") == squashed("가ㅂㅅ")
