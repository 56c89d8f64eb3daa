"""A SentencePiece model is asked what it makes of one letter before the library is."""

from __future__ import annotations

import pytest

from model.checkpoints.sentencepiece_model import MAX_REPLACEMENT, load_pieces, longest_replacement
from model.checkpoints.tokenizer import SubwordTokenizer
from model.common.assets import CHECKPOINTS
from model.common.problems import Problem
from tests.model.checkpoints.formats import hf_tokenizers as made_by


def field(number: int, content: bytes) -> bytes:
    """A field of bytes, as protobuf writes it."""
    size, digits = len(content), bytearray([number << 3 | 2])
    while size > 0x7F:
        digits.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes(digits) + bytes([size]) + content


def with_table(number: int, *texts: bytes) -> bytes:
    """The fixture's model and one more table: protobuf joins what is said twice."""
    table = (4).to_bytes(4, "little") + b"trie" + b"".join(text + b"\0" for text in texts)
    return made_by.pieces() + field(number, field(2, table))


@pytest.mark.parametrize("number", [3, 5])
def test_the_longest_text_in_place_of_a_letter(number: int) -> None:
    assert longest_replacement(with_table(number, b"ab", b"x" * 345, b"c")) == 345


def test_normalisation_as_it_ships_passes() -> None:
    model = (CHECKPOINTS / "everyday" / "tokenizer" / "sentencepiece.model").read_bytes()
    assert longest_replacement(model) == 33  # the ligature U+FDFA, of 18 letters
    assert load_pieces(model).get_piece_size() > 100


@pytest.mark.parametrize("number", [3, 5])
def test_a_model_that_explodes_is_refused(number: int) -> None:
    with pytest.raises(Problem, match="it makes 5,000,000 bytes out of one letter"):
        SubwordTokenizer(with_table(number, b"x" * 5_000_000))
    assert longest_replacement(with_table(number, b"x" * MAX_REPLACEMENT)) == MAX_REPLACEMENT


@pytest.mark.parametrize("model", [b"\x1a\xff", b"\x1a" + b"\xff" * 12, b"\x07", b"\x1a\x03\x12\x7f\x00", b"\x80"])
def test_what_is_no_such_file(model: bytes) -> None:
    with pytest.raises(Problem, match="damaged"):
        load_pieces(model)
