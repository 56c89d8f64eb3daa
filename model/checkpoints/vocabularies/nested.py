"""Vocabularies in plain data, wherever in it: what lies beside weights in one file, or in one JSON file. stdlib only.

The keys on the way say whose a vocabulary is: ``src_vocab``, ``vocab.de``, ``SRC.stoi``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from model.checkpoints.vocabularies.name_parts import are_languages, language_of, side_of
from model.checkpoints.vocabularies.pickled import words_of

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
            parts += len(value)
            if id(value) in seen or len(seen) > MAX_VISITED or parts > MAX_PARTS:
                continue
            seen.add(id(value))
            words = words_of(value) if depth else []
            if len(words) > 1:
                yield keys, tuple(words), tongue
            elif isinstance(value, Mapping):
                following += _inside(keys, value, tongue)
        level = following


def _inside(
    keys: tuple[str, ...], values: Mapping[Any, Any], tongue: str
) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    spoken = are_languages(values)
    for key, value in values.items():
        if isinstance(key, str) and isinstance(value, Mapping | list | tuple):
            yield (*keys, key), value, language_of(key) or key if spoken else tongue
