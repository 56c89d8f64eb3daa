"""A tokenizer as an entry of ``config.json`` with files beside it, and back: one line per kind.

Shared by the formats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.checkpoints.tokenizer import (
    IdTokenizer,
    SubwordTokenizer,
    Tokenizer,
    WordTokenizer,
    word_tokenizer_to_json,
    words_from_json,
)
from model.common.problems import Problem
from model.common.text import Text

if TYPE_CHECKING:
    from model.checkpoints.hf_tokenizer import JsonTokenizer, PieceTokenizer

FOLDER = "tokenizer"  #: where files that are not ours lie, byte for byte
PIECES = f"{FOLDER}/sentencepiece.model"
WORDS = {"source": "source_vocabulary.json", "target": "target_vocabulary.json"}
INSIDE = re.compile(rf"{FOLDER}/[^/\\.][^/\\]*")  #: a name that cannot leave the folder
Header = dict[str, Any]
Read = Callable[[str], bytes]


class Shelf:
    """The files of both tokenizers by their path in the folder; one content lies there once."""

    def __init__(self, originals: Mapping[str, bytes]) -> None:
        self.files = {f"{FOLDER}/{name}": content for name, content in originals.items()}

    def put(self, content: bytes, *names: str) -> str:
        """The name of ``content`` if it lies there already, else the first free one of ``names``, where it lies now."""
        found = next((name for name, known in self.files.items() if known == content), None)
        name = found or next(name for name in names if name not in self.files)
        self.files[name] = content
        return name


@dataclass(frozen=True)
class TokenizerKind:
    """The storage of one kind of tokenizer."""

    store: Callable[[Any, str, Shelf], Header]  #: tokenizer, side → its entry; its files go to the shelf
    build: Callable[[Header, str, Read], Tokenizer]  #: entry, side, reader of a file → tokenizer


def store(source: Tokenizer, target: Tokenizer, originals: Mapping[str, bytes]) -> tuple[Header, dict[str, bytes]]:
    """Both entries of ``config.json``, and the files by their path in the folder."""
    shelf = Shelf(originals)
    sides = (("source", source), ("target", target))
    entries = {side: {"kind": one.kind} | _kind(one.kind).store(one, side, shelf) for side, one in sides}
    return entries, shelf.files


def restore(entry: Mapping[str, Any], side: str, read: Read) -> Tokenizer:
    """The inverse for one side. ``read`` gives a file of the folder. Raises :class:`Problem`."""
    return _kind(str(entry.get("kind", "xx"))).build(dict(entry), side, read)


def _kind(name: str) -> TokenizerKind:
    if name not in KINDS:
        raise Problem(
            "config.json", Text("the tokenizer kind %1 is unknown", repr(name[:40])), Text("Update Headscope")
        )
    return KINDS[name]


def _store_words(tokenizer: WordTokenizer, side: str, shelf: Shelf) -> Header:
    shelf.files[WORDS[side]] = (word_tokenizer_to_json(tokenizer) + "\n").encode("utf-8")
    return {
        "language": tokenizer.language,
        "lowercase": tokenizer.lowercase,
        "unknown": tokenizer.token(tokenizer.unknown_id),
        "special": sorted(tokenizer.special),
    }


def _words(entry: Header, side: str, read: Read) -> WordTokenizer:
    language, name = str(entry.get("language", "xx")), WORDS[side]
    if not re.fullmatch("[a-z]{2,3}", language):
        raise Problem(
            "config.json", Text("%1 is no language code", repr(language[:40])), Text("Use a code such as de or ko")
        )
    try:
        words = words_from_json(read(name).decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise Problem(name, Text("byte %1 is not UTF-8", error.start), Text("Save it as UTF-8")) from error
    special = entry.get("special")
    try:
        return WordTokenizer(
            words,
            language,
            lowercase=bool(entry.get("lowercase", False)),
            unknown=str(entry.get("unknown", "<unk>")),
            special=[str(token) for token in special] if isinstance(special, list) else [],
        )
    except Problem as problem:
        raise Problem(name, problem.why, problem.next_step) from problem


def _store_pieces(tokenizer: SubwordTokenizer, side: str, shelf: Shelf) -> Header:
    return {"file": shelf.put(tokenizer.model, PIECES, f"{FOLDER}/{side}.model")}


def _pieces(entry: Header, _side: str, read: Read) -> SubwordTokenizer:
    name = inside(entry.get("file", PIECES))
    try:
        return SubwordTokenizer(read(name))
    except Problem as problem:
        raise problem if problem.what != "tokenizer" else Problem(name, problem.why, problem.next_step) from problem


def _store_ids(tokenizer: IdTokenizer, _side: str, _shelf: Shelf) -> Header:
    return {"size": len(tokenizer), "names": {name: index for index, name in tokenizer.names.items()}}


def _ids(entry: Header, side: str, _read: Read) -> IdTokenizer:
    size, names = _size(entry, side), entry.get("names", {})
    names = names if isinstance(names, dict) else {}
    return IdTokenizer(size, {index: str(name) for name, index in names.items() if type(index) is int})


def _store_listed(tokenizer: PieceTokenizer, side: str, shelf: Shelf) -> Header:
    """SentencePiece under another vocabulary: token → id as it was put together from the original files."""
    listed = json.dumps(tokenizer.vocabulary, ensure_ascii=False).encode("utf-8")
    entry = {
        "file": shelf.put(tokenizer.model, f"{FOLDER}/{side}.model"),
        "vocabulary": shelf.put(listed, f"{FOLDER}/{side}.headscope.json", f"{FOLDER}/{side}.headscope.2.json"),
        "special": sorted(tokenizer.special),
        "size": len(tokenizer),
        "codes": tokenizer.codes,
    }
    return entry | ({"decoder": shelf.put(tokenizer.decoder, f"{FOLDER}/decoder.model")} if tokenizer.decoder else {})


def _listed(entry: Header, side: str, read: Read) -> Tokenizer:
    from model.checkpoints.hf_tokenizer import PieceTokenizer, read_vocabulary

    size, special, name = _size(entry, side), entry.get("special"), inside(entry.get("vocabulary"))
    return PieceTokenizer(
        read(inside(entry.get("file"))),
        read_vocabulary(read(name), name),
        [str(token) for token in special] if isinstance(special, list) else [],
        size,
        decoder=read(inside(entry["decoder"])) if "decoder" in entry else b"",
        codes=entry.get("codes") is True,
    )


def _store_json(tokenizer: JsonTokenizer, side: str, shelf: Shelf) -> Header:
    file = shelf.put(tokenizer.content, f"{FOLDER}/tokenizer.json", f"{FOLDER}/{side}.tokenizer.json")
    return {"file": file, "size": len(tokenizer), "closes_up": tokenizer.closes_up}


def _json(entry: Header, side: str, read: Read) -> Tokenizer:
    from model.checkpoints.hf_tokenizer import JsonTokenizer

    return JsonTokenizer(read(inside(entry.get("file"))), _size(entry, side), closes_up=entry.get("closes_up") is True)


def _size(entry: Header, side: str) -> int:
    size = entry.get("size")
    if type(size) is not int or size < 1:
        raise Problem(
            "config.json", Text("the %1 tokenizer has no size", side), Text("Copy the checkpoint folder again")
        )
    return size


def inside(name: Any) -> str:
    """The path of a tokenizer's file in the folder. Raises :class:`Problem` for any other place."""
    if not isinstance(name, str) or not INSIDE.fullmatch(name):
        raise Problem(
            "config.json",
            Text("%1 is no file in %2/", repr(name)[:40], FOLDER),
            Text("Copy the checkpoint folder again"),
        )
    return name


KINDS = {
    WordTokenizer.kind: TokenizerKind(_store_words, _words),
    SubwordTokenizer.kind: TokenizerKind(_store_pieces, _pieces),
    IdTokenizer.kind: TokenizerKind(_store_ids, _ids),
    "pieces": TokenizerKind(_store_listed, _listed),
    "tokenizer.json": TokenizerKind(_store_json, _json),
}
