"""Search by a few letters. Pure: it knows nothing of commands and shows nothing.

Every word of the query must be found: at the start of a word, inside the text, among its
aliases, or as letters in order; in a sentence that somebody wrote, in one of its words. Hangul is compared by its
letters, so that a syllable which is still being typed finds already; British spelling as American.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from model.common.lazy_dataclass import dataclass

FEWEST_LETTERS = 3  #: of a query word that may be found as letters in order
START, INSIDE, EXACTLY, ALSO, ALSO_INSIDE, IN_ORDER = 100, 60, 54, 50, 30, 10  #: what a match is worth
LONGEST_NAME = 40  #: letters of a text in which letters in order mean something
IMPOSSIBLE = 90  #: less for what cannot be done now: it is found, and stands below what can
MEANT = 4  #: more for the first of the other words, which say it best
WHOLE = 20  #: more for a text that says nothing else
SAID = 60  #: less for a sentence: it holds many words, and is called by none of them
SPELLINGS = (("colou", "colo"), ("grey", "gray"), ("normalis", "normaliz"), ("tokenis", "tokeniz"),
             ("optimis", "optimiz"), ("regularis", "regulariz"), ("neighbou", "neighbo"))  # fmt: skip
_FINAL, _INITIAL = "HANGUL JONGSEONG ", "HANGUL CHOSEONG "


@dataclass(frozen=True, eq=False)
class SearchEntry:
    """One line of the palette."""

    text: str
    run: Callable[[], None]
    keys: str = ""
    hint: str = ""
    words: str = ""  #: what else people call it; never shown as a whole
    enabled: bool = True
    on: bool = False
    said: bool = False  #: the text holds a sentence that somebody wrote


@dataclass(frozen=True, eq=False)
class SearchHit:
    """An entry, and the word by which it was found where its text does not say it."""

    entry: SearchEntry
    word: str = ""


def search(entries: Sequence[SearchEntry], query: str) -> tuple[SearchHit, ...]:
    """The entries that fit ``query``, the best first; all of them for an empty one."""
    wanted = [word for word in map(squashed, query.split()) if word]
    if not wanted:
        return tuple(map(SearchHit, entries))
    found = [(entry, _match(entry, wanted)) for entry in entries]
    fitting = [(entry, match) for entry, match in found if match is not None]
    fitting.sort(key=lambda pair: -pair[1][0])  # stable: equals stay in the order of the menus
    return tuple(SearchHit(entry, word) for entry, (_, word) in fitting)


def _match(entry: SearchEntry, wanted: Sequence[str]) -> tuple[int, str] | None:
    """What the entry is worth and the word it was found by; None if it does not fit."""
    worth, by = -SAID if entry.said else 0, ""
    for word in wanted:
        own = _in_sentence(entry.text, word) if entry.said else _in_text(entry.text, word)
        other, name = (0, "") if own > EXACTLY + MEANT else _in_words(entry.words, word)
        best = max(own, other)
        if not best:
            return None
        worth += best
        by = name if other > own else by
    named = "".join(wanted) == squashed(entry.text)  # whoever types all of it means nothing else
    return worth - (0 if entry.enabled or named else IMPOSSIBLE), by


def _in_text(text: str, word: str) -> int:
    whole = squashed(text)
    if any(part.startswith(word) for part in _parts(text)):
        return START + WHOLE * len(word) // len(whole)
    if word in whole:
        return INSIDE
    named = len(word) >= FEWEST_LETTERS and len(whole) <= LONGEST_NAME  # in a sentence any letters are in order
    return IN_ORDER if named and _in_order(word, whole) else 0


def _in_sentence(text: str, word: str) -> int:
    """Letters of two words that happen to meet are no word."""
    parts, whole = _spaced(text), squashed(text)
    if any(part.startswith(word) for part in parts):
        return START + WHOLE * len(word) // len(whole)
    return INSIDE if any(word in part for part in parts) else 0


def _in_words(words: str, word: str) -> tuple[int, str]:
    """What the best of the other words is worth, and which it is."""
    names = words.split()
    exact = next((name for name in names if squashed(name) == word), "")
    if exact:
        return EXACTLY + (MEANT if exact == names[0] else 0), exact
    at_start = next((name for name in names if squashed(name).startswith(word)), "")
    if at_start:
        return ALSO, at_start
    inside = next((name for name in names if word in squashed(name)), "")
    return (ALSO_INSIDE, inside) if inside else (0, "")


def _in_order(word: str, whole: str) -> bool:
    letters = iter(whole)
    return whole[:1] == word[0] and all(letter in letters for letter in word)


@lru_cache(maxsize=4096)
def squashed(text: str) -> str:
    """``text`` as it is compared: small letters without accents, Hangul as its letters, nothing between words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(_letter(sign) for sign in plain if sign.isalnum())
    for british, american in SPELLINGS:
        letters = letters.replace(british, american)
    return letters


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(squashed(part) for part in re.findall(r"[^\W_]+", text))


@lru_cache(maxsize=4096)
def _spaced(text: str) -> tuple[str, ...]:
    return tuple(map(squashed, text.split()))


@lru_cache(maxsize=256)
def _letter(sign: str) -> str:
    """A letter at the end of a syllable is the same letter at the start of one."""
    name = unicodedata.name(sign, "")
    if not name.startswith(_FINAL):
        return sign
    parts = name.removeprefix(_FINAL).split("-")
    try:
        return "".join(unicodedata.lookup(_INITIAL + part) for part in parts)
    except KeyError:
        return sign
