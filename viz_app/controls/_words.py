"""Words and numbers as every control writes them. It draws nothing and reads no snapshot.

Token text is never rich text: sentences are plain, and tooltips, where Qt guesses, are escaped.
"""

from __future__ import annotations

import html
import re
import unicodedata

from PySide6.QtCore import QCoreApplication

from viz_app.theme import visible

translate = QCoreApplication.translate
WORD_START = "▁"  #: SentencePiece writes it before the first piece of a word
_PLACE = re.compile(r"%([1-9])")
_SPECIAL = re.compile(r"<[^<>\s]+>|\[[A-Z]+\]")


def fill(template: str, *values: object) -> str:
    """``template`` with %1, %2 … replaced in one pass, so that a token spelled ``%2`` stays as it is."""
    return _PLACE.sub(lambda place: str(values[int(place[1]) - 1]), template)


def word(token: str) -> str:
    """A token for reading: nothing hidden, and without the mark that says where a word starts."""
    bare = token.removeprefix(WORD_START)
    return visible(bare or token)


def quoted(token: str) -> str:
    """``“play”``, set off from the sentence around it whichever way its letters run."""
    text = word(token)
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        text = f"\u2068{text}\u2069"
    return f"“{text}”"


def is_special(token: str) -> bool:
    """Is it spelled like a token with a role: ``<s>``, ``</s>``, ``[PAD]``?"""
    return bool(_SPECIAL.fullmatch(token))


def is_unknown(token: str) -> bool:
    """Is it spelled like the entry that stands for every unknown word?"""
    return token.strip("<>[]").lower() in ("unk", "unknown") and is_special(token)


def short(weight: float) -> str:
    """A weight or probability in a sentence: 0.83."""
    return f"{weight:.2f}"


def exact(weight: float) -> str:
    """A weight or probability in a read-out: 0.8312."""
    return f"{weight:.4f}"


def tooltip(*lines: str) -> str:
    """Lines of plain text for a place where Qt guesses: always rich text, always escaped."""
    return "<qt>" + "<br>".join(html.escape(line) for line in lines if line) + "</qt>"


def in_menu(text: str) -> str:
    """Plain text for a menu or a button, where & marks a key and a tab starts a second column."""
    return text.replace("&", "&&").replace("\t", " ")
