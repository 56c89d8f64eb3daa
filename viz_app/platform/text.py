"""Words and numbers as every control writes them. It draws nothing and reads no snapshot.

Token text is never rich text: sentences are plain, and tooltips, where Qt guesses, are escaped.
"""

from __future__ import annotations

import html
import unicodedata

from PySide6.QtCore import QCoreApplication

from model.common.text import Text, fill
from viz_app.platform.theme import visible

__all__ = [
    "exact", "fill", "in_menu", "localised", "on_one_line", "plain_tooltip", "quoted", "short", "tooltip", "translate",
]  # fmt: skip
translate = QCoreApplication.translate


def localised(text: str) -> str:
    """A marked ``text`` in the interface's language; any other, such as a name, as it is."""
    return fill(translate(text.context, text.template), *text.values) if isinstance(text, Text) else text


def quoted(label: str) -> str:
    """``“play”``, set off from the sentence around it whichever way its letters run."""
    text = visible(label)
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        text = f"\u2068{text}\u2069"
    return f"“{text}”"


def on_one_line(text: str) -> str:
    """A sentence for a menu: nothing hides in it; of several, one a line, ``one / another``."""
    lines = (" ".join(visible(word) for word in line.split()) for line in text.splitlines())
    return " / ".join(line for line in lines if line)


def short(weight: float) -> str:
    """A weight or probability in a sentence: 0.83."""
    return f"{weight:.2f}"


def exact(weight: float) -> str:
    """A weight or probability in a read-out: 0.8312."""
    return f"{weight:.4f}"


def tooltip(*lines: str) -> str:
    """Lines of plain text for a place where Qt guesses: always rich text, always escaped."""
    return "<qt>" + "<br>".join(html.escape(line) for line in lines if line) + "</qt>"


def plain_tooltip(text: str) -> str:
    """``text`` so that Qt shows it literally: marked as rich text, and escaped."""
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if text else ""


def in_menu(text: str) -> str:
    """Plain text for a menu or a button, where & marks a key and a tab starts a second column."""
    return text.replace("&", "&&").replace("\t", " ")
