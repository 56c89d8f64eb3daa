"""Vocabularies in pickles of torchtext and of homemade classes, taken from the inert tree: nothing runs.

Known forms, by their shape rather than by their class, since classes moved and were copied:
an object with ``itos`` or ``stoi`` (torchtext's first ``Vocab``), one whose ``vocab`` is such (``Field``),
torchtext 0.9's compiled state ``(version, ints, itos, tensors)``, plain lists and dicts of words, and
containers of two (``vocab.pt`` of The Annotated Transformer, ``m30k.pkl`` of jadore801120).
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from model.checkpoints.files.pickles import Call, UnreadableError, read_pickle
from model.checkpoints.vocabularies.entries import WordEntry, refuse
from model.checkpoints.vocabularies.structured import LISTS, SIDES, TABLES
from model.common.text import Text

#: What :mod:`zipfile` raises for an archive that is none.
DAMAGE = (OSError, EOFError, ValueError, RuntimeError, ArithmeticError, LookupError, MemoryError, struct.error,
          zipfile.BadZipFile, zlib.error)  # fmt: skip
MAX_DEPTH = 8
MAX_VISITED = 5_000  #: objects that are looked into
MAX_OPERATIONS = 6_000_000  #: ``m30k.pkl`` holds all sentences too
MAX_PICKLES = 5  #: a file of old torch begins with three small ones
MAX_MEMBER = 64 * 2**20


def sides_of(data: bytes, path: Path) -> dict[str, list[WordEntry]]:
    """Side ("" where the file does not say) → entries; empty where there is none. Raises :class:`Problem`."""
    try:
        trees = list(_trees(data))
    except UnreadableError as error:
        refuse(path, error.args[0])
    except DAMAGE:
        refuse(path, Text("its %1 is damaged", "archive"))
    for tree in trees:
        found = _named(tree) or _all(tree)
        if found:
            return found
    return {}


def _trees(data: bytes) -> Iterator[Any]:
    """The pickles of a file: inside torch's archive, or one after another. Raises :class:`UnreadableError`."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = next((one for one in archive.infolist() if one.filename.endswith("data.pkl")), None)
            if member is None or member.compress_type != zipfile.ZIP_STORED or member.file_size > MAX_MEMBER:
                raise UnreadableError(Text("it holds no pickle that can be read safely"))
            yield read_pickle(archive.read(member), operations=MAX_OPERATIONS).value
        return
    end = 0
    for _ in range(MAX_PICKLES):
        pickle = read_pickle(data, end, MAX_OPERATIONS)
        yield pickle.value
        end = pickle.end
        if end >= len(data):
            return


def _named(tree: Any) -> dict[str, list[WordEntry]]:
    """The vocabularies that a mapping names by side, at any depth: ``{"vocab": {"src": …, "trg": …}}``."""
    for value in _walk(tree):
        values = _mapping(value)
        found = {}
        for side, names in SIDES.items():
            inner = next((values[name] for name in names if name in values), None)
            words = next((words for part in _walk(inner) if (words := _words(part))), [])
            if words:
                found[side] = _entries(words)
        if found:
            return found
    return {}


def _all(tree: Any) -> dict[str, list[WordEntry]]:
    """One vocabulary, or a pair: the first is the source's."""
    found: list[list[str]] = []
    for value in _walk(tree):
        words = _words(value)
        if words and words not in found:
            found.append(words)
    if len(found) == 2:
        return {"source": _entries(found[0]), "target": _entries(found[1])}
    return {"": _entries(found[0])} if len(found) == 1 else {}


def _walk(tree: Any) -> Iterator[Any]:
    """Every object of a tree once, outer ones first; trees may contain themselves."""
    level = [tree]
    seen: set[int] = set()
    for _ in range(MAX_DEPTH):
        following: list[Any] = []
        for value in level:
            if id(value) in seen or len(seen) > MAX_VISITED:
                continue
            seen.add(id(value))
            yield value
            if not _words(value):
                following += _parts(value)
        level = following


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Call):
        inside = [*value.arguments, value.state, *value.items, *(entry for _, entry in value.entries)]
    elif isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, list | tuple):
        inside = list(value)
    else:
        return []
    return [part for part in inside[:MAX_VISITED] if isinstance(part, Call | dict | list | tuple)]


def _words(value: Any) -> list[str]:
    """The words of one object in id order, [] where it is no vocabulary."""
    values = _mapping(value)
    for name in LISTS:
        if _is_words(values.get(name)):
            return list(values[name])
    for name in TABLES:
        words = _from_ids(_mapping(values.get(name)))
        if words:
            return words
    if isinstance(value, Call) and isinstance(value.state, tuple) and len(value.state) == 4:
        return _compiled(value.state[2])
    if isinstance(value, tuple) and len(value) == 4 and isinstance(value[0], str):
        return _compiled(value[2])
    if _is_words(value):
        return list(value)
    return _from_ids(values)


def _compiled(words: Any) -> list[str]:
    """torchtext up to 0.9 put the unknown token once more at the end."""
    if not _is_words(words):
        return []
    return list(words[:-1]) if words[-1] in words[:-1] else list(words)


def _from_ids(values: Mapping[Any, Any]) -> list[str]:
    if not values or not all(isinstance(key, str) for key in values):
        return []
    if sorted(index for index in values.values() if type(index) is int) != list(range(len(values))):
        return []
    return sorted(values, key=lambda word: int(values[word]))


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(isinstance(word, str) for word in value)


def _mapping(value: Any) -> Mapping[Any, Any]:
    """The attributes of an object, or what a dict of any class holds."""
    if isinstance(value, dict):
        return value
    if isinstance(value, Call):
        state = value.state if isinstance(value.state, dict) else {}
        entries = {key: entry for key, entry in value.entries if isinstance(key, str)}
        return {**entries, **state}
    return {}


def _entries(words: list[str]) -> list[WordEntry]:
    return [WordEntry(word, f"entry {number}") for number, word in enumerate(words)]
