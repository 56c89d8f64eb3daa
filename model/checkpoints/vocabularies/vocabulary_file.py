"""A file → the vocabularies in it. Decides by content; limits first; nothing is run."""

from __future__ import annotations

from pathlib import Path

from model.checkpoints.vocabularies import pickled, plain, structured
from model.checkpoints.vocabularies.entries import Vocabulary, WordEntry, in_order, refuse
from model.checkpoints.vocabularies.name_parts import SIDE_NAMES, language_of
from model.common.plain_file import read_plain
from model.common.problems import Problem
from model.common.text import Text

MAX_BYTES = 64 * 2**20
PIECES = (".model", ".spm")  #: SentencePiece
PICKLE_STARTS = (b"\x80", b"PK\x03\x04")


def read_vocabularies(path: Path) -> tuple[Vocabulary, ...]:
    """One vocabulary, or both sides of one file. Raises :class:`Problem` naming the file and the line."""
    data = read_limited(path)
    sides = pickled.sides_of(data, path) if data.startswith(PICKLE_STARTS) else _text(data, path)
    if not sides:
        refuse(path, Text("there is no vocabulary in it"))
    return tuple(_vocabulary(in_order(entries, path), path, key) for key, entries in sides.items())


def _vocabulary(words: tuple[str, ...], path: Path, key: str) -> Vocabulary:
    """``key`` is a side, or says a language."""
    if key in ("", *SIDE_NAMES):
        return Vocabulary(words, path, key)
    return Vocabulary(words, path, language=language_of(key) or key, name=key)


def read_limited(path: Path) -> bytes:
    """The bytes of a regular file of a sensible size. Raises :class:`Problem`."""
    if not path.exists():
        raise Problem(str(path), Text("there is no such file"), Text("Check the path, or go on with ids"))
    try:
        if path.is_file() and (size := path.stat().st_size) > MAX_BYTES:
            refuse(path, Text("it has %1 bytes and a vocabulary at most %2", f"{size:,}", f"{MAX_BYTES:,}"))
        return read_plain(path, MAX_BYTES)
    except OSError as error:
        refuse(path, Text("it cannot be read (%1)", error.strerror))


def is_tokenizer_file(path: Path) -> bool:
    """Whether it splits words by itself: a SentencePiece model, or a ``tokenizer.json`` that is not word-level."""
    if path.suffix in PIECES:
        return True
    kind = structured.tokenizer_kind(read_limited(path)) if path.suffix == ".json" else ""
    return kind not in ("", structured.WORD_LEVEL)


def _text(data: bytes, path: Path) -> dict[str, list[WordEntry]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Problem(str(path), Text("line %1 is not UTF-8", line), _advice(data)) from error
    if "\0" in text:
        refuse(
            path, Text("line %1 holds a zero byte, so it is no text", text.count(chr(10), 0, text.index(chr(0))) + 1)
        )
    if not text.strip():
        refuse(path, Text("it is empty"))
    if path.suffix.lower() == ".json" or _looks_like_json(text):
        return structured.sides_of(text, path)
    return {"": plain.entries_of(text, path)}


def _advice(data: bytes) -> str:
    """The kind of file that it is instead, as far as that can be told."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Text("It is UTF-16, as PowerShell writes it: save it as UTF-8")
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        return Text("Save it as UTF-8, or take it away to go on with ids")
    korean = any("가" <= letter <= "힣" for letter in text)
    return Text("It is CP949, as Korean Windows writes it: save it as UTF-8") if korean else Text("Save it as UTF-8")


def _looks_like_json(text: str) -> bool:
    """A list of words may begin with ``[PAD]``."""
    start = "".join(text[:200].split())
    return start.startswith(('["', '{"', "[]", "{}"))
