"""The words of the controls: placeholders, tokens for reading, and texts that Qt could mistake for markup."""

from __future__ import annotations

import pytest

from viz_app.controls._words import fill, in_menu, is_special, is_unknown, quoted, tooltip, word


def test_placeholders_are_filled_in_one_pass() -> None:
    assert fill("%2 reads %1", "%2", "<s>") == "<s> reads %2"


@pytest.mark.parametrize(
    ("token", "shown"),
    [("▁Hunde", "Hunde"), ("ing", "ing"), ("▁", "▁"), ("<s>", "<s>"), ("", "⟨⟩"), ("a\x00", "a⟨NUL⟩")],
)
def test_a_token_for_reading(token: str, shown: str) -> None:
    assert word(token) == shown
    assert quoted(token) == f"“{shown}”"


def test_right_to_left_letters_stay_between_their_quotes() -> None:
    assert quoted("שלום") == "“\u2068שלום\u2069”"


@pytest.mark.parametrize("token", ["<s>", "</s>", "<pad>", "[CLS]", "<2de>", "<unk>"])
def test_special_spellings(token: str) -> None:
    assert is_special(token)
    assert is_unknown(token) == (token == "<unk>")


@pytest.mark.parametrize("token", ["s", "<", "a<b>c", "< s >", "[note]", "<>"])
def test_ordinary_spellings(token: str) -> None:
    assert not is_special(token)


def test_a_tooltip_is_always_rich_text_and_always_escaped() -> None:
    tip = tooltip("<b>x</b>", "", "a & b")
    assert tip == "<qt>&lt;b&gt;x&lt;/b&gt;<br>a &amp; b</qt>"
    assert tooltip("plain") == "<qt>plain</qt>"


def test_a_menu_text_has_no_mnemonic_and_no_second_column() -> None:
    assert in_menu("a & b\tc") == "a && b c"
