"""Vocabularies as JSON: a list, ``{token: id}``, ``{id: token}``, ``{"itos": …}``, both sides in one file.

Also the word-level kind of ``tokenizer.json``; its other kinds are no vocabularies but programs for
splitting words, and :mod:`model.checkpoints.hf_tokenizer` opens them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.checkpoints.vocabularies.entries import WordEntry, refuse, shown
from model.checkpoints.vocabularies.name_parts import are_languages, side_of
from model.common.text import Text

LISTS = ("itos", "idx2word", "index2word", "id2token", "index_word", "words", "tokens")
TABLES = ("stoi", "word2idx", "word2index", "token2id", "token2idx", "word_index", "vocab", "vocabulary")
SIDES = {
    "source": ("source", "src", "source_vocab", "src_vocab", "source_vocabulary", "encoder", "input"),
    "target": ("target", "trg", "tgt", "target_vocab", "trg_vocab", "tgt_vocab", "target_vocabulary", "decoder",
               "output"),
}  # fmt: skip
WORD_LEVEL = "WordLevel"
MOST_DIGITS = 12  #: of an id; Python refuses to read a number of some thousands


@dataclass(frozen=True)
class _Twice:
    """A JSON object that has a key twice, of which :mod:`json` would keep the last."""

    key: str
    values: Mapping[str, Any]


def sides_of(text: str, path: Path) -> dict[str, list[WordEntry]]:
    """Side, or language, or "" where the file does not say → entries. Empty for JSON that is no vocabulary.

    Raises :class:`Problem` for what is no JSON, or is a vocabulary with a fault.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object)
        return _sides(value, text, path)
    except RecursionError:
        refuse(path, Text("it is nested too deeply"))
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        refuse(path, Text("line %1 is not valid JSON", line))


def _sides(value: Any, text: str, path: Path) -> dict[str, list[WordEntry]]:
    entries = _entries(value, text, path)
    if entries:
        return {"": entries}
    values = value.values if isinstance(value, _Twice) else value
    while isinstance(values, dict) and len(values) == 1 and isinstance(inner := next(iter(values.values())), dict):
        values = inner  # {"vocab": {"src": …, "trg": …}}
    found = {}
    for side, names in SIDES.items():
        inner = next((values[name] for name in names if name in values), None) if isinstance(values, dict) else None
        entries = _entries(inner, text, path)
        if entries:
            found[side] = entries
    return found or _named(values, text, path)


def _named(values: Any, text: str, path: Path) -> dict[str, list[WordEntry]]:
    """Two vocabularies under names that say their sides or languages: ``vocab_src``, ``de``."""
    if not isinstance(values, dict):
        return {}
    sides = {key: side for key in values if (side := side_of(key))}
    if sorted(sides.values()) != ["source", "target"]:
        sides = {key: key for key in values} if are_languages(values) else {}
    found = {side: _entries(values[key], text, path) for key, side in sides.items()}
    return found if all(found.values()) else {}


def tokenizer_kind(text: str | bytes) -> str:
    """``WordLevel``, ``BPE`` … where this is a ``tokenizer.json``, else nothing."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    inner = value.get("model") if isinstance(value, dict) else None
    if not isinstance(inner, dict) or not isinstance(inner.get("vocab"), dict | list):
        return ""
    return str(inner.get("type", "BPE"))


def tokenizer_size(text: str | bytes) -> int:
    """The number of ids in a ``tokenizer.json``, added tokens included."""
    value = json.loads(text)
    vocabulary, added = value["model"]["vocab"], value.get("added_tokens")
    ids = list(vocabulary.values()) if isinstance(vocabulary, dict) else list(range(len(vocabulary)))
    ids += [token.get("id") for token in added if isinstance(token, dict)] if isinstance(added, list) else []
    return 1 + max((index for index in ids if _is_id(index)), default=-1)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Twice:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    seen: set[str] = set()
    twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return _Twice(twice, values)


def _entries(value: Any, text: str, path: Path) -> list[WordEntry]:
    """The entries of a list or an object, [] for another value."""
    if isinstance(value, _Twice):
        if all(map(_is_id, value.values.values())):
            refuse(path, Text("%1 repeats the word %2", _place(text, value.key, last=True), shown(value.key)))
        value = value.values
    if isinstance(value, list) and value and isinstance(value[0], str):
        return _list(value, text, path)
    if not isinstance(value, dict) or not value:
        return []
    if all(map(_is_id, value.values())):
        return [WordEntry(word, "", index) for word, index in value.items()] if _fits(value, text, path) else []
    if all(key.isdecimal() for key in value) and all(isinstance(word, str) for word in value.values()):
        long = next((key for key in value if len(key) > MOST_DIGITS), None)
        if long is not None:
            refuse(path, Text("the entry %1 is no id", shown(long)))
        return [WordEntry(word, f"id {key}", int(key)) for key, word in value.items()]
    inner = value.get("model")
    if isinstance(inner, dict) and inner.get("type") == WORD_LEVEL:
        return _entries(inner.get("vocab"), text, path)
    names: Iterable[str] = (name for name in (*LISTS, *TABLES) if name in value)
    return next((entries for name in names if (entries := _entries(value[name], text, path))), [])


def _list(values: list[Any], text: str, path: Path) -> list[WordEntry]:
    seen: set[str] = set()
    for number, word in enumerate(values):
        if not isinstance(word, str):
            refuse(path, Text("entry %1 is no word but %2", number, str(word)[:20]))
        if word in seen:
            refuse(path, Text("%1 repeats the word %2", _place(text, word, last=True), shown(word)))
        seen.add(word)
    return [WordEntry(word, f"entry {number}") for number, word in enumerate(values)]


def _fits(ids: Mapping[str, int], text: str, path: Path) -> bool:
    """Whether these numbers are ids; settings of a model are numbers too. Raises :class:`Problem` for a stray one."""
    count = len(ids)
    inside = {index for index in ids.values() if 0 <= index < count}
    if len(inside) * 2 < count:
        return False
    outside = next((word for word, index in ids.items() if not 0 <= index < count), None)
    if outside is not None:
        rule = Text("%1 has the id %2, and its %3 entries have ids from 0 to %4")
        index = str(ids[outside])[:20]
        refuse(path, rule.filled(_place(text, outside), index, f"{count:,}", f"{count - 1:,}"))
    if len(inside) < count:
        taken: dict[int, str] = {}
        twice = next(word for word, index in ids.items() if taken.setdefault(index, word) != word)
        refuse(path, Text("%1 repeats the id %2 of %3", _place(text, twice), ids[twice], shown(taken[ids[twice]])))
    return True


def _place(text: str, word: str, last: bool = False) -> str:
    """``line 7``: where a word stands in the file."""
    for spelling in (json.dumps(word, ensure_ascii=False), json.dumps(word)):
        place = text.rfind(spelling) if last else text.find(spelling)
        if place >= 0:
            return Text("line %1", text.count(chr(10), 0, place) + 1)
    return Text("the entry %1", shown(word))


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
