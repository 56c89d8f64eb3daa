"""The words of the controls: placeholders, tokens for reading, and texts that Qt could mistake for markup."""

from __future__ import annotations

from viz_app.platform.text import fill, in_menu, on_one_line, quoted, tooltip


def test_placeholders_are_filled_in_one_pass() -> None:
    assert fill("%2 reads %1", "%2", "<s>") == "<s> reads %2"


def test_a_quoted_label_hides_nothing() -> None:
    assert [quoted(label) for label in ("Hunde", "·ing", "", "a\x00")] == ["“Hunde”", "“·ing”", "“⟨⟩”", "“a⟨NUL⟩”"]


def test_right_to_left_letters_stay_between_their_quotes() -> None:
    assert quoted("שלום") == "“\u2068שלום\u2069”"


def test_a_tooltip_is_always_rich_text_and_always_escaped() -> None:
    tip = tooltip("<b>x</b>", "", "a & b")
    assert tip == "<qt>&lt;b&gt;x&lt;/b&gt;<br>a &amp; b</qt>"
    assert tooltip("plain") == "<qt>plain</qt>"


def test_a_menu_text_has_no_mnemonic_and_no_second_column() -> None:
    assert in_menu("a & b\tc") == "a && b c"


def test_sentences_on_one_line() -> None:
    assert on_one_line("Ein  Hund\u202e.") == "Ein Hund⟨RLO⟩."
    assert on_one_line("Ein Hund.\n\n Zwei\tKatzen.\n") == "Ein Hund. / Zwei Katzen."
    assert on_one_line("") == ""
