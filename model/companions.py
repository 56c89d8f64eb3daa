"""What lies beside a bare state dict: vocabularies, hyper-parameters, earlier answers. Never run, only read.

A :class:`Companions` is what was found; formats take from it what their file does not hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model.problems import Problem

SIDES = ("source", "target")


@dataclass(frozen=True)
class Vocabulary:
    """A list of words in id order, and the file that it came from."""

    words: tuple[str, ...]
    path: Path


@dataclass(frozen=True)
class Companions:
    """What was found for one file."""

    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)  #: by side
    pieces: Mapping[str, Path] = field(default_factory=dict)  #: by side: a SentencePiece model
    settings: Mapping[str, Any] = field(default_factory=dict)  #: heads, languages, lowercase … under answer names
    origins: Mapping[str, str] = field(default_factory=dict)  #: setting → the file that says so


def find_companions(path: Path, answers: Mapping[str, Any], sizes: Mapping[str, int]) -> Companions:
    """Look beside ``path``; ``answers`` may name files. ``sizes`` are the entries each side must have.

    Raises :class:`Problem` for a named file that cannot be used.
    """
    folder = path if path.is_dir() else path.parent
    found: dict[str, Vocabulary] = {}
    for side in SIDES:
        name = answers.get(f"{side}_vocabulary")
        candidates = [Path(name)] if name else [folder / f"{side}_vocabulary.json", folder / f"{side}_vocabulary.txt"]
        for candidate in candidates:
            if not candidate.is_file():
                continue
            words = _words(candidate)
            if len(words) == sizes[side]:
                found[side] = Vocabulary(tuple(words), candidate)
            elif name:
                why = f"it has {len(words):,} entries and the network {sizes[side]:,}"
                raise Problem(str(candidate), why, "Choose the vocabulary of this checkpoint")
    return Companions(found)


def _words(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        values = json.loads(text)
        return values if isinstance(values, list) else sorted(values, key=values.get)
    return text.splitlines()
