"""A SentencePiece model out of a file of unknown origin. sentencepiece, which runs nothing from it.

Its table of normalisation may put a text of any length in place of a letter, and the library follows it until memory
ends; so the longest is looked up before. Layout of the file: ``sentencepiece_model.proto`` in google/sentencepiece.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.common.problems import Problem
from model.common.text import Text

NORMALIZERS = (3, 5)  #: fields of the model: its normalizer_spec, its denormalizer_spec
CHARACTER_MAP = 2  #: of those: precompiled_charsmap
MAX_REPLACEMENT = 1_000  #: bytes in place of a letter; those of NFKC are 33 at most
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  #: kinds of fields


def load_pieces(
    model: bytes, name: str = Text("tokenizer"), next_step: str = Text("Download the folder again")
) -> Any:  # fmt: skip
    """The library's processor. Raises :class:`Problem` about ``name`` for a damaged model or one that explodes."""
    from sentencepiece import SentencePieceProcessor

    processor = SentencePieceProcessor()
    try:
        longest = longest_replacement(model)
        if longest <= MAX_REPLACEMENT:
            processor.LoadFromSerializedProto(model)
            processor.id_to_piece(list(range(processor.get_piece_size())))
    except (RuntimeError, TypeError, ValueError) as error:  # also a piece that is no text
        raise Problem(name, Text("its %1 is damaged", "SentencePiece model"), next_step) from error
    if longest > MAX_REPLACEMENT:
        why = Text("it makes %1 bytes out of one letter, and %2 are the limit", f"{longest:,}", f"{MAX_REPLACEMENT:,}")
        raise Problem(name, why, next_step)
    return processor


def longest_replacement(model: bytes) -> int:
    """The most bytes that normalisation puts in place of one letter. Raises ValueError for what is no such file."""
    tables = [
        table
        for kind, spec in _fields(model)
        if kind in NORMALIZERS
        for field, table in _fields(spec)
        if field == CHARACTER_MAP
    ]
    texts = [table[4 + int.from_bytes(table[:4], "little") :] for table in tables]  # after the trie that leads there
    return max((len(text) for found in texts for text in found.split(b"\0")), default=0)


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each field of a protobuf message; numbers have none. Raises ValueError."""
    place = 0
    while place < len(message):
        tag, place = _varint(message, place)
        size = {VARINT: 0, FIXED64: 8, FIXED32: 4}.get(tag & 7)
        if tag & 7 == VARINT:
            _, place = _varint(message, place)
        elif tag & 7 == BYTES:
            size, place = _varint(message, place)
        if size is None or place + size > len(message):
            raise ValueError("a field ends beyond its message")
        yield tag >> 3, message[place : place + size]
        place += size


def _varint(message: bytes, place: int) -> tuple[int, int]:
    """The number at a place, and the place after it."""
    value = 0
    for shift in range(0, 70, 7):
        if place >= len(message):
            break
        byte = message[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
    raise ValueError("a number does not end")
