"""Words and numbers as every control writes them. It draws nothing and reads no snapshot.

Token text is never rich text: sentences are plain, and tooltips, where Qt guesses, are escaped.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from model.common.text import Text, fill
from viz_app.platform.spelling import literal
from viz_app.platform.theme import visible

__all__ = [
    "Equation", "decimal", "digits_for", "equation", "exact", "fill", "in_menu", "localised", "on_one_line",
    "plain_tooltip", "quoted", "said", "short",
    "target_mask_elsewhere", "tooltip", "translate", "weights_elsewhere",
]  # fmt: skip
translate = QCoreApplication.translate


def localised(text: str) -> str:
    """A marked ``text`` in the interface's language, with those in it; any other, such as a name, as it is."""
    if not isinstance(text, Text):
        return text
    return fill(translate(text.context, text.template), *map(localised, text.values))


MARKS = frozenset('“”„‟"')


def quoted(label: str) -> str:
    """``“play”``, set off from the sentence around it whichever way its letters run; a mark like ours in others."""
    text = visible(label)
    if text and MARKS.issuperset(text):
        return f"‘{text}’"
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


def decimal(value: float, places: int = 4) -> str:
    """A number with so many decimals and a real minus sign; a very large one with so many digits."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:z.{places}f}" if abs(value) < 1e5 else f"{value:.{places}g}"  # z: no minus before zeros alone
    return text.replace("-", "−")


MOST_PLACES = 10  #: decimals that the given numbers of an equation may need


class Equation(NamedTuple):
    """The numbers of an equation as texts: what is given, the sign before the result, and the result."""

    given: tuple[str, ...]
    sign: str
    result: str


def equation(formula: Callable[..., float], given: Sequence[float], result: float, places: int = 4) -> Equation:
    """The numbers with as many decimals as it takes that ``formula`` of what is printed gives what is printed.

    The result has ``places`` decimals, or one more or a few less where it lies on the edge between two. The sign is ≈
    where no number of decimals will do, as where a result was computed in half precision.
    """
    for shown in (places, places + 1, *range(places - 1, 0, -1)):
        wanted = decimal(result, shown)
        texts = digits_for(formula, given, wanted, shown)
        if texts is not None:
            return Equation(texts, "=", wanted)
    return Equation(tuple(decimal(value, places) for value in given), "≈", decimal(result, places))


def digits_for(
    formula: Callable[..., float], given: Sequence[float], wanted: str, places: int
) -> tuple[str, ...] | None:
    """``given`` printed so that ``formula`` of it, to ``places`` decimals, is ``wanted`` as printed; None if never."""
    for more in range(places, MOST_PLACES + 1):
        texts = tuple(decimal(value, more) for value in given)
        found = said(decimal(_computed(formula, texts), places))
        if found == said(wanted) or (math.isnan(found) and math.isnan(said(wanted))):
            return texts
    return None


def said(number: str) -> float:
    """A printed number as a reader takes it."""
    known = {"∞": math.inf, "−∞": -math.inf}
    return known[number] if number in known else float(number.replace("−", "-"))


def _computed(formula: Callable[..., float], texts: Sequence[str]) -> float:
    try:
        return formula(*map(said, texts))
    except (ArithmeticError, ValueError):
        return math.nan


def tooltip(*lines: str) -> str:
    """Lines of plain text for a place where Qt guesses: always rich text, always escaped."""
    return "<qt>" + "<br>".join(literal(line) for line in lines if line) + "</qt>"


def plain_tooltip(text: str) -> str:
    """``text`` so that Qt shows it literally: marked as rich text, and escaped."""
    return f"<qt>{literal(text).replace(chr(10), '<br>')}</qt>" if text else ""


def in_menu(text: str) -> str:
    """Plain text for a menu or a button, where & marks a key and a tab starts a second column."""
    return text.replace("&", "&&").replace("\t", " ")


# --- what other texts call our terms ---


def weights_elsewhere() -> str:
    """Some tutorials name what comes out of softmax after what goes in."""
    return translate(
        "Terms",
        "A weight is what softmax gives, 0 … 1; some tutorials call it “score”, which here is q·k / √d_k before it.",
    )


def target_mask_elsewhere() -> str:
    """Many notes have one name for the triangle and for the triangle with padding."""
    return translate(
        "Terms", "The target mask is look-ahead and target padding together; many tutorials call it “look-ahead mask”."
    )
