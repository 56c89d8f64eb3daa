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
MAX_LOOKED = 20_000_000  #: entries of lists and tables in all; a vocabulary is looked at a dozen times
MAX_OPERATIONS = 6_000_000  #: ``m30k.pkl`` holds all sentences too
MAX_PICKLES = 5  #: a file of old torch begins with three small ones
MAX_MEMBER = 64 * 2**20


def sides_of(data: bytes, path: Path) -> dict[str, list[WordEntry]]:
    """Side ("" where the file does not say) → entries; empty where there is none. Raises :class:`Problem`."""
    try:
        trees = list(_trees(data))
        for tree in trees:
            search = _Search()
            found = search.named(tree) or search.all(tree)
            if found:
                return found
    except UnreadableError as error:
        refuse(path, error.args[0])
    except DAMAGE:
        refuse(path, Text("its %1 is damaged", "archive"))
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


class _Search:
    """One look through a tree. What occurs in many places is looked at once, and so many parts in all."""

    def __init__(self) -> None:
        self._left = MAX_LOOKED
        # by the identity of objects of the tree, which stay:
        self._known: dict[int, list[str]] = {}
        self._lists: dict[int, list[str]] = {}
        self._tables: dict[int, list[str]] = {}

    def named(self, tree: Any) -> dict[str, list[WordEntry]]:
        """The vocabularies that a mapping names by side, at any depth: ``{"vocab": {"src": …, "trg": …}}``."""
        for value in self._walk(tree):
            values = self._mapping(value)
            found = {}
            for side, names in SIDES.items():
                inner = next((values[name] for name in names if name in values), None)
                words = next((words for part in self._walk(inner) if (words := self._words(part))), [])
                if words:
                    found[side] = _entries(words)
            if found:
                return found
        return {}

    def all(self, tree: Any) -> dict[str, list[WordEntry]]:
        """One vocabulary, or a pair: the first is the source's."""
        found: list[list[str]] = []
        for value in self._walk(tree):
            words = self._words(value)
            if not words or any(words is one for one in found):
                continue
            self._spend(len(words) * len(found))
            if words not in found:
                found.append(words)
            if len(found) > 2:
                return {}
        if len(found) == 2:
            return {"source": _entries(found[0]), "target": _entries(found[1])}
        return {"": _entries(found[0])} if len(found) == 1 else {}

    def _spend(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            raise UnreadableError(Text("there are more than %1 parts to look at in its pickle", f"{MAX_LOOKED:,}"))

    def _walk(self, tree: Any) -> Iterator[Any]:
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
                if not self._words(value):
                    following += self._parts(value)
            level = following

    def _parts(self, value: Any) -> list[Any]:
        if isinstance(value, Call):
            inside = [*value.arguments, value.state, *value.items, *(entry for _, entry in value.entries)]
        elif isinstance(value, dict):
            inside = list(value.values())
        elif isinstance(value, list | tuple):
            inside = list(value)
        else:
            return []
        self._spend(len(inside))
        return [part for part in inside[:MAX_VISITED] if isinstance(part, Call | dict | list | tuple)]

    def _words(self, value: Any) -> list[str]:
        """The words of one object in id order, [] where it is no vocabulary."""
        if id(value) not in self._known:
            self._known[id(value)] = self._read(value)
        return self._known[id(value)]

    def _read(self, value: Any) -> list[str]:
        values = self._mapping(value)
        for name in LISTS:
            if words := self._list(values.get(name)):
                return words
        for name in TABLES:
            if words := self._from_ids(values.get(name)):
                return words
        if isinstance(value, Call) and isinstance(value.state, tuple) and len(value.state) == 4:
            return self._compiled(value.state[2])
        if isinstance(value, tuple) and len(value) == 4 and isinstance(value[0], str):
            return self._compiled(value[2])
        return self._list(value) or self._from_ids(value)

    def _list(self, value: Any) -> list[str]:
        """A list of words as it is."""
        if not isinstance(value, list) or len(value) < 2 or not isinstance(value[0], str):
            return []
        if id(value) not in self._lists:
            self._spend(len(value))
            self._lists[id(value)] = value if all(isinstance(word, str) for word in value) else []
        return self._lists[id(value)]

    def _compiled(self, value: Any) -> list[str]:
        """torchtext up to 0.9 put the unknown token once more at the end."""
        words = self._list(value)
        self._spend(len(words))
        return words[:-1] if words and words[-1] in words[:-1] else words

    def _from_ids(self, value: Any) -> list[str]:
        """The keys of a table of ids, in their order."""
        if not isinstance(value, Call | dict):
            return []
        if id(value) not in self._tables:
            self._tables[id(value)] = _in_order(self._mapping(value))
        return self._tables[id(value)]

    def _mapping(self, value: Any) -> Mapping[Any, Any]:
        """The attributes of an object, or what a dict of any class holds."""
        if isinstance(value, dict):
            return value
        if isinstance(value, Call):
            state = value.state if isinstance(value.state, dict) else {}
            self._spend(len(value.entries) + len(state))
            entries = {key: entry for key, entry in value.entries if isinstance(key, str)}
            return {**entries, **state}
        return {}


def _in_order(values: Mapping[Any, Any]) -> list[str]:
    if not values or not all(isinstance(key, str) for key in values):
        return []
    ids = [index for index in values.values() if type(index) is int]
    if len(ids) != len(values) or sorted(ids) != list(range(len(values))):
        return []
    return sorted(values, key=values.__getitem__)


def _entries(words: list[str]) -> list[WordEntry]:
    return [WordEntry(word, f"entry {number}") for number, word in enumerate(words)]
