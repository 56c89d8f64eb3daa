"""Words with their ids and places in a file → a checked list of words. stdlib only.

A vocabulary that is wrong by one entry translates into nonsense without any sign of it, so nothing is
repaired here: a repeated word or an id out of range is refused, with the line that it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from model.common.problems import Problem
from model.common.text import Text

MAX_ENTRIES = 2_000_000
MAX_LETTERS = 1_000  #: in one word
SHOWN = 30


@dataclass(frozen=True)
class WordEntry:
    """One word of a file. ``index`` is None where the order says it."""

    word: str
    place: str  #: ``line 7``
    index: int | None = None


@dataclass(frozen=True)
class Vocabulary:
    """Words in id order, the file that they came from, and the side where the file itself says it."""

    words: tuple[str, ...]
    path: Path
    side: str = ""  #: source, target, or unknown
    language: str = ""  #: where the file says that instead
    name: str = ""  #: what it is called inside its file


def in_order(entries: Sequence[WordEntry], path: Path) -> tuple[str, ...]:
    """The words by id. Raises :class:`Problem` for repeated words or ids, gaps, and what is no word."""
    if not entries:
        refuse(path, Text("it has no %1", "entries"))
    if len(entries) > MAX_ENTRIES:
        refuse(path, Text("it has %1 entries and %2 are the limit", f"{len(entries):,}", f"{MAX_ENTRIES:,}"))
    words: list[str | None] = [None] * len(entries)
    words_at: dict[str, str] = {}
    for number, entry in enumerate(entries):
        index = number if entry.index is None else entry.index
        check_word(entry, path)
        if entry.word in words_at:
            refuse(
                path,
                Text(
                    "%1 repeats the word %2 of %3",
                    located(entry.place),
                    shown(entry.word),
                    located(words_at[entry.word]),
                ),
            )
        if not 0 <= index < len(entries):
            rule = Text("%1 has the id %2, and its %3 entries have ids from 0 to %4")
            count, where = len(entries), located(entry.place)
            refuse(path, rule.filled(where, str(index)[:SHOWN], f"{count:,}", f"{count - 1:,}"))
        if words[index] is not None:
            refuse(
                path,
                Text("%1 repeats the id %2 of the word %3", located(entry.place), index, shown(words[index] or "")),
            )
        words[index], words_at[entry.word] = entry.word, entry.place
    return tuple(word for word in words if word is not None)


def check_word(entry: WordEntry, path: Path) -> None:
    """Raise :class:`Problem` for an empty or endless word and for half of a surrogate pair."""
    if not entry.word:
        refuse(path, Text("%1 has no word", located(entry.place)))
    if len(entry.word) > MAX_LETTERS:
        refuse(path, Text("%1 has %2 letters, which is no word", located(entry.place), f"{len(entry.word):,}"))
    if any("\ud800" <= letter <= "\udfff" for letter in entry.word):
        refuse(path, Text("%1 holds half of a surrogate pair, which is no text", located(entry.place)))


def located(place: str) -> str:
    """``line 7`` and its like marked for translation, only now: there are as many places as words."""
    kind, _, number = place.partition(" ")
    marked = {"line": Text("line %1"), "entry": Text("entry %1"), "id": Text("id %1")}
    return marked[kind].filled(number) if kind in marked and number.isdigit() else place


def refuse(path: Path, why: str) -> NoReturn:
    """A file that is meant to be a vocabulary and cannot be used."""
    raise Problem(str(path), why, Text("Correct the file, or take it away to go on with ids"))


def shown(word: str) -> str:
    """A word in a sentence for people: quoted, escaped, not too long."""
    return repr(word if len(word) <= SHOWN else word[: SHOWN - 1] + "…")
