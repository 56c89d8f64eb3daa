"""Words and numbers as every control writes them. It draws nothing and reads no snapshot.

Token text is never rich text: sentences are plain, and tooltips, where Qt guesses, are escaped.
"""

from __future__ import annotations

import html
import re
import unicodedata

from PySide6.QtCore import QCoreApplication

from viz_app.platform.theme import visible

translate = QCoreApplication.translate
_PLACE = re.compile(r"%([1-9])")


def fill(template: str, *values: object) -> str:
    """``template`` with %1, %2 … replaced in one pass, so that a token spelled ``%2`` stays as it is."""
    return _PLACE.sub(lambda place: str(values[int(place[1]) - 1]), template)


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
