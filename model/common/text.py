"""Sentences for people: English by themselves, and marked for translation where they are said. stdlib only.

``Text("it has %1 tokens", 130)`` is the string ``it has 130 tokens`` to everything that prints, compares or stores
it. The window says its template in another language, with the same values. ``scripts/translations.py`` collects
the templates from the source, so each is a literal.
"""

from __future__ import annotations

import json
import re

_PLACE = re.compile("%([1-9])")
LONGEST_VALUE = 60  #: letters of an answer that are shown
MOST_PLACES = 9  #: of a template: what comes from elsewhere cannot grow beyond all bounds
DEEPEST = 5  #: marked texts within one another
_MARK = "\0"


def fill(template: str, *values: object) -> str:
    """``template`` with %1, %2 … replaced in one pass, so that a value spelled ``%2`` stays as it is."""

    def value(place: re.Match[str]) -> str:
        number = int(place[1])
        return str(values[number - 1]) if number <= len(values) else place[0]

    return _PLACE.sub(value, template)


class Text(str):
    """A marked sentence: a string in English that knows its ``template`` and the ``values`` in its places.

    A value may be a marked sentence itself, which is said in the same language as the one around it.
    ``context`` tells sentences apart that are one in English and two in another language.
    """

    context: str
    template: str
    values: tuple[str, ...]

    def __new__(cls, template: str, *values: object, context: str = "Text") -> Text:
        text = super().__new__(cls, fill(template, *values))
        text.context, text.template = context, template
        text.values = tuple(value if isinstance(value, Text) else str(value) for value in values)
        return text

    def filled(self, *values: object) -> Text:
        """The same sentence with other values in its places."""
        return Text(self.template, *values, context=self.context)


def plain_value(value: object) -> str:
    """A value as it is typed as an answer: ``yes``, ``8``, ``none`` for nothing; one line, not endless."""
    words = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return " ".join(words.split())[:LONGEST_VALUE] or "none"


def spelled(text: str) -> str:
    """``text`` for another process: a plain string from which :func:`read` makes it again, mark and all."""
    if isinstance(text, Text):
        return _MARK + json.dumps([text.context, text.template, *map(spelled, text.values)])
    return _MARK + text if text.startswith(_MARK) else text


def read(spelling: str, depth: int = 0) -> str:
    """The text that was spelled. Raises ValueError for a mark with anything else behind it."""
    if not spelling.startswith(_MARK) or spelling.startswith(_MARK * 2):
        return spelling.removeprefix(_MARK)
    try:
        parts = json.loads(spelling[1:])
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(parts, list) or len(parts) < 2 or not all(isinstance(part, str) for part in parts):
        raise ValueError("a marked text is its context, its template and its values")
    context, template, *values = parts
    if len(_PLACE.findall(template)) > MOST_PLACES or len(values) > MOST_PLACES:
        raise ValueError("a marked text has too many places")
    if depth >= DEEPEST:
        raise ValueError("a marked text holds others too deeply")
    return Text(template, *(read(value, depth + 1) for value in values), context=context)
