"""Words of pieces: every convention, scripts without spaces, bytes, punctuation, special tokens."""

from __future__ import annotations

import pytest

from model.transforms.word_groups import (
    groups,
    guessed_mark,
    is_code,
    is_punctuation,
    is_special,
    mark_of,
    piece_text,
    spelled_bytes,
    spells_bytes,
    text,
)

CASES = {
    "sentencepiece": ("▁", ["▁Der", "▁Schnee", "ball", "."], ["Der", "Schneeball", "."]),
    "quotes and an apostrophe": ("▁", ["▁„", "Hallo", "“", ",", "▁don", "'", "t"], ["„", "Hallo", "“,", "don't"]),
    "only punctuation": ("▁", ["▁.", ".", "."], ["..."]),
    "a space by itself": ("▁", ["▁Tom", "▁", "(", "x"], ["Tom", "(", "x"]),
    "Hangul": ("▁", ["▁한국", "어", "를", "▁배", "워요", "."], ["한국어를", "배워요", "."]),
    "Han": ("▁", ["▁", "我", "喜欢", "东京", "。", "▁Hi"], ["我", "喜欢", "东京", "。", "Hi"]),
    "Kana": ("▁", ["▁これ", "は", "ペン"], ["これ", "は", "ペン"]),
    "byte pieces": ("▁", ["▁", "<0xF0>", "<0x9F>", "<0x90>", "<0xB6>", "!"], ["🐶", "!"]),
    "emoji": ("▁", ["▁ok", "👍", "🏽"], ["ok👍🏽"]),
    "byte level": ("Ġ", ["Hello", "Ġíķľ", "êµŃ", "!"], ["Hello", "한국", "!"]),
    "word pieces": ("##", ["un", "##believ", "##able", ",", "yes"], ["unbelievable", ",", "yes"]),
    "subword-nmt": ("@@", ["un@@", "believ@@", "able", ",", "yes"], ["unbelievable", ",", "yes"]),
    "end of word": ("</w>", ["un", "believ", "able</w>", ",</w>", "yes</w>"], ["unbelievable", ",", "yes"]),
    "whole words": ("", ["Two", "▁dogs", "##s"], ["Two", "▁dogs", "##s"]),
}


@pytest.mark.parametrize("name", CASES)
def test_words_of(name: str) -> None:
    mark, tokens, words = CASES[name]
    found = groups(tokens, [False] * len(tokens), mark)
    assert [text([tokens[index] for index in word], mark) for word in found] == words
    assert [index for word in found for index in word] == list(range(len(tokens)))  # all, in order


def test_a_special_token_is_by_itself() -> None:
    tokens = ["▁Schnee", "ball", "</s>", "<pad>", "ing"]
    special = [False, False, True, True, False]
    assert groups(tokens, special, "▁") == ((0, 1), (2,), (3,), (4,))


def test_nothing_has_no_words() -> None:
    assert groups([], [], "▁") == ()
    assert text([], "Ġ") == ""


def test_a_byte_level_piece_is_spelled_with_the_usual_mark() -> None:
    spelled = {"play": "play", "Ġplay": "▁play", "íķľêµŃ": "한국", "ĠÃ©âĢ¦": "▁é…", "Ċ": "\n", "ĠĠ": "▁▁"}
    assert {piece: spelled_bytes(piece) for piece in spelled} == spelled
    assert spelled_bytes("íķ") == "⟨ed⟩⟨95⟩" and spelled_bytes("</s>") == "</s>" and spelled_bytes("한") == "한"
    assert spells_bytes(["<s>", "Zwei", "ĠHunde"]) and not spells_bytes(["▁Zwei", "Ġ"])
    assert not spells_bytes(["Zwei"]) and not spells_bytes([]) and not spells_bytes(["Ġwanni", "żgħir"])


def test_letters_that_are_no_bytes_stay() -> None:
    assert text(["Ġ한", "국"], "Ġ") == "한국"


def test_a_vocabulary_says_its_mark() -> None:
    assert mark_of(["▁a", "▁b", "c", "<s>"]) == "▁"
    assert mark_of(["a", "##b", "##c"]) == "##"
    assert mark_of(["a@@", "b", "c@@"]) == "@@"
    assert mark_of([*map(str, range(100)), "##"]) == ""  # one entry is no convention
    assert mark_of([]) == ""


def test_a_run_betrays_only_the_usual_mark() -> None:
    assert guessed_mark(["▁a", "b"]) == "▁"
    assert guessed_mark(["a", "b"]) == ""


def test_what_stands_for_something_else() -> None:
    assert all(map(is_code, ("<s>", "</s>", "[PAD]", "<unk>", ">>fra<<")))
    assert all(map(is_special, ("<s>", "[PAD]", ">>fra<<")))
    assert not any(map(is_special, ("<unk>", "[UNK]", "<0xF0>", "<", "a")))
    assert not any(map(is_code, ("<0xF0>", "a <b>", "▁.")))


def test_punctuation() -> None:
    assert all(map(is_punctuation, (".", "…", "»,", "。")))
    assert not any(map(is_punctuation, ("", "a.", "5", "€")))
    assert is_punctuation(piece_text("▁.", "▁"))
