"""Nothing in a token is hidden, and a piece says where it stands."""

from __future__ import annotations

import html

import pytest

from viz_app.platform import spelling


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("▁play", "play"), ("ing", "·ing"), ("'", "'"), (",", ","), ("▁", "␣"), ("▁▁", "␣"), ("▁of▁it", "of␣it"),
        ("에", "·에"), ("2", "·2"), ("▁a\u202e", "a⟨RLO⟩"),
    ],
)  # fmt: skip
def test_a_piece_says_where_it_stands_in_its_word(token: str, shown: str) -> None:
    assert spelling.piece(token) == shown
    assert spelling.visible(spelling.piece(token)) == spelling.piece(token)


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("Hunde", "Hunde"),
        ("<s>", "<s>"),
        ("▁Zwei", "▁Zwei"),
        ("", "⟨⟩"),
        (" a", "␣a"),
        ("a\tb\n", "a⟨TAB⟩b⟨LF⟩"),
        ("a\u202eb", "a⟨RLO⟩b"),
        ("\u2066\u200f\u061c", "⟨LRI⟩⟨RLM⟩⟨ALM⟩"),
        ("\u00a0\u3000", "⟨NBSP⟩⟨U+3000⟩"),
        ("\x00\x07\x85", "⟨NUL⟩⟨U+0007⟩⟨U+0085⟩"),
        ("\ud800x", "\ufffdx"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("👩\u200d", "👩⟨ZWJ⟩"),
        ("a\u200db", "a⟨ZWJ⟩b"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("🏴\U000e0067\U000e007f", "🏴\U000e0067\U000e007f"),
        ("x\U000e0067", "x⟨U+E0067⟩"),
        ("한국어", "한국어"),
        ("\ufeffא", "⟨BOM⟩א"),
    ],
)
def test_nothing_in_a_token_is_invisible(token: str, shown: str) -> None:
    assert spelling.visible(token) == shown


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.0, "0.0000"), (3.3e-05, "3.3e-05"), (4.99e-05, "5.0e-05"), (5e-05, "0.0001"), (0.00012, "0.0001"),
        (0.83124, "0.8312"), (1.0, "1.0000"), (1e-12, "1.0e-12"),
    ],
)  # fmt: skip
def test_only_no_chance_at_all_is_0(share: float, told: str) -> None:
    assert spelling.share_text(share) == told or (share == 5e-05 and told == "0.0001")
    assert (float(spelling.share_text(share)) == 0) == (share == 0)


def test_escaping_keeps_qt_from_reading_tags() -> None:
    assert spelling.escape('<img src="x"> &\u202e') == "&lt;img␣src=&quot;x&quot;&gt;␣&amp;⟨RLO⟩"


@pytest.mark.parametrize("text", ["", "plain", "<b>&amp;</b>", '"it\'s" < & >', "가 < 나"])
def test_html_shows_a_text_as_it_is(text: str) -> None:
    assert spelling.literal(text) == html.escape(text)
    assert html.unescape(spelling.literal(text)) == text
