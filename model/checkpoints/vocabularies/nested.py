"""Vocabularies in plain data, wherever in it: what lies beside weights in one file, or in one JSON file. stdlib only.

The keys on the way say whose a vocabulary is: ``src_vocab``, ``vocab.de``, ``SRC.stoi``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from model.checkpoints.vocabularies.name_parts import are_languages, language_of, side_of
from model.checkpoints.vocabularies.structured import LISTS, MOST_DIGITS, TABLES

MAX_DEPTH = 6
MAX_VISITED = 5_000  #: objects that are looked into
MAX_PARTS = 8_000_000  #: words that are looked at, each as often as it is


@dataclass(frozen=True)
class NestedWords:
    """One vocabulary and the way to it."""

    keys: tuple[str, ...]
    words: tuple[str, ...]
    side: str = ""  #: where the nearest key that says one says so
    language: str = ""

    @property
    def name(self) -> str:
        """The way, for people: ``vocabs.de``."""
        return ".".join(self.keys)


def nested(content: Mapping[Any, Any]) -> list[NestedWords]:
    """Every vocabulary of ``content``, outer ones first, one that lies there in two forms once."""
    found: dict[tuple[str, str, tuple[str, ...]], NestedWords] = {}
    for keys, words, tongue in _walk(content):
        side = next((side for key in reversed(keys) if (side := side_of(key))), "")
        language = tongue or next((code for key in reversed(keys) if (code := language_of(key))), "")
        language = "" if side else language
        found.setdefault((side, language, words), NestedWords(keys, words, side, language))
    return list(found.values())


def _walk(content: Mapping[Any, Any]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], str]]:
    """The way to each vocabulary, its words, and the language that a pair of keys tells."""
    level: list[tuple[tuple[str, ...], Any, str]] = [((), content, "")]
    seen: set[int] = set()
    parts = 0
    for depth in range(MAX_DEPTH):
        following: list[tuple[tuple[str, ...], Any, str]] = []
        for keys, value, tongue in level:
            parts += _size(value)
            if id(value) in seen or len(seen) > MAX_VISITED or parts > MAX_PARTS:
                continue
            seen.add(id(value))
            words = words_of(value) if depth else []
            if len(words) > 1:
                yield keys, tuple(words), tongue
            elif isinstance(value, Mapping):
                following += _inside(keys, value, tongue)
        level = following


def _size(value: Any) -> int:
    """Entries that :func:`words_of` may look at: one list may lie in many objects."""
    inner = [value.get(name) for name in (*LISTS, *TABLES)] if isinstance(value, Mapping) else value[2:3]
    return len(value) + sum(len(each) for each in inner if isinstance(each, Mapping | list | tuple))


def _inside(
    keys: tuple[str, ...], values: Mapping[Any, Any], tongue: str
) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    spoken = are_languages(values)
    for key, value in values.items():
        if isinstance(key, str) and isinstance(value, Mapping | list | tuple):
            yield (*keys, key), value, language_of(key) or key if spoken else tongue


def words_of(value: Any) -> list[str]:
    """The words of one object in id order, [] where it is no vocabulary."""
    if isinstance(value, Mapping):
        for name in (*LISTS, *TABLES):  # an object's list counts, not the table that it makes of it
            inner = value.get(name)
            words = inner if _is_words(inner) else _from_ids(inner) if isinstance(inner, Mapping) else []
            if words:
                return list(words)
        return _from_ids(value)
    if isinstance(value, tuple) and len(value) == 4 and isinstance(value[0], str) and _is_words(value[2]):
        listed = list(value[2])  # torchtext's compiled state; up to 0.9 the unknown token stands once more at its end
        return listed[:-1] if listed[-1] in listed[:-1] else listed
    return list(value) if _is_words(value) else []


def _from_ids(values: Mapping[Any, Any]) -> list[str]:
    """``{word: id}`` or ``{id: word}``, with every id from 0 on."""
    if values and all(isinstance(word, str) for word in values.values()):
        values = {word: int(key) if _is_number(key) else key for key, word in values.items()}
    if not all(isinstance(key, str) for key in values):
        return []
    if sorted(index for index in values.values() if type(index) is int) != list(range(len(values))):
        return []
    return sorted(values, key=lambda word: int(values[word]))


def _is_number(key: Any) -> bool:
    return isinstance(key, str) and key.isascii() and key.isdecimal() and len(key) <= MOST_DIGITS


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(isinstance(word, str) for word in value)
