"""The spelling of a token on screen: nothing hidden, and a piece without the marks of its vocabulary. stdlib only."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LEAST_SHARE = 5e-5  #: what four decimals would write as 0


def share_text(share: float) -> str:
    """A probability among candidates: 0.8312; below what four decimals can say, 3.3e-05. Only 0 is 0.0000."""
    return f"{share:.1e}" if 0 < share < LEAST_SHARE else f"{share:.4f}"


_NAMES = {
    0x20: "␣", 0x09: "⟨TAB⟩", 0x0A: "⟨LF⟩", 0x0D: "⟨CR⟩", 0x00: "⟨NUL⟩", 0x7F: "⟨DEL⟩", 0xA0: "⟨NBSP⟩",
    0xAD: "⟨SHY⟩", 0x061C: "⟨ALM⟩", 0x200B: "⟨ZWSP⟩", 0x200C: "⟨ZWNJ⟩", 0x200D: "⟨ZWJ⟩", 0x200E: "⟨LRM⟩",
    0x200F: "⟨RLM⟩", 0x202A: "⟨LRE⟩", 0x202B: "⟨RLE⟩", 0x202C: "⟨PDF⟩", 0x202D: "⟨LRO⟩", 0x202E: "⟨RLO⟩",
    0x2060: "⟨WJ⟩", 0x2066: "⟨LRI⟩", 0x2067: "⟨RLI⟩", 0x2068: "⟨FSI⟩", 0x2069: "⟨PDI⟩", 0xFEFF: "⟨BOM⟩",
}  # fmt: skip
_JOINERS = (0x200C, 0x200D)  # inside a word of Persian or an emoji they shape it and are no stray characters
_INVISIBLE = ("Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp")


@lru_cache(maxsize=16384)
def visible(token: str) -> str:
    """``token`` with nothing hidden: spaces, control and direction characters get names in ⟨⟩."""
    if not token:
        return "⟨⟩"
    shown = [_visible_character(token, index) for index in range(len(token))]
    if unicodedata.category(token[0]).startswith("M"):
        shown.insert(0, "◌")  # a combining mark needs something to sit on
    return "".join(shown)


def _visible_character(token: str, index: int) -> str:
    code, category = ord(token[index]), unicodedata.category(token[index])
    if category == "Cs":
        return "\ufffd"
    if category not in _INVISIBLE:
        return token[index]
    if code in _JOINERS and 0 < index < len(token) - 1 and ord(token[index - 1]) > 0x7F:
        return token[index]
    if 0xE0020 <= code <= 0xE007F and "\U0001f3f4" in token:  # flags of regions are spelled with these
        return token[index]
    return _NAMES.get(code, f"⟨U+{code:04X}⟩")


WORD_START = "▁"  #: SentencePiece writes it where a space stands, so before the first piece of a word
_GLOSS = re.compile(r"(?<=[가-힣]) ?\([^()]*[A-Za-z][^()]*\)")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
INSIDE = "·"  #: shown before a piece that goes on with a word; a mark at every start would be all over the screen


@lru_cache(maxsize=16384)
def piece(token: str) -> str:
    """A token of a vocabulary that marks where words start: ``▁play`` → ``play``, ``ing`` → ``·ing``.

    Punctuation is no word, so it is left alone; a mark that starts nothing is shown as the space it is.
    """
    if token.startswith(WORD_START):
        return visible(token[1:].replace(WORD_START, " ") or " ")
    return (INSIDE if any(letter.isalnum() for letter in token) else "") + visible(token)


@lru_cache(maxsize=1024)
def without_gloss(text: str) -> str:
    """``text`` without the English that stands in brackets behind Korean terms: it goes first where room lacks."""
    return _GLOSS.sub("", text)


def literal(text: str) -> str:
    """``text`` as HTML that shows it as it is; :mod:`html` would bring two thousand names of characters along."""
    return text.translate(_MARKUP)


def escape(token: str) -> str:
    """``token`` for a place that Qt may take for rich text, such as a tooltip."""
    return literal(visible(token))
