"""The tokenizers of Hugging Face folders, from their files as bytes: pieces with a vocabulary, or ``tokenizer.json``.

transformers itself is never imported: SentencePiece and ``tokenizers`` read the same files, and
neither runs anything from them. Typed special tokens are text, as everywhere here.
Rules as in huggingface/transformers 5; the tests compare with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from model.checkpoints.sentencepiece_model import load_pieces
from model.checkpoints.tokenizer import Encoded
from model.checkpoints.tokenizer_process import AGAIN, TokenizerProcess
from model.common.problems import Problem
from model.common.text import Text
from model.transforms.word_groups import mark_of

SPACE = "▁"
#: Byte-level BPE writes a space as this letter.
BYTE_SPACE = "Ġ"
CODE = re.compile(r">>.*?<<")
#: A special token that is part of the vocabulary, as ``tokenizer.json`` describes it.
ADDED = {"special": True, "normalized": False, "single_word": False, "lstrip": False, "rstrip": False}
#: What transformers closes up where a folder asks for it (``clean_up_tokenization_spaces``).
CLOSED_UP = (" .", " ?", " !", " ,", " ' ", " n't", " 'm", " 's", " 've", " 're")


def repaired(text: str) -> str:
    """The text with lone surrogates, which no tokenizer can encode, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Listed:
    """A vocabulary: token ↔ id. Ids beyond it, which padded tables have, are called by their number."""

    kind = ""

    def __init__(self, vocabulary: Mapping[str, int], unknown: str, special: Iterable[str], size: int) -> None:
        self._ids = dict(vocabulary)
        self._tokens = {index: token for token, index in vocabulary.items()}
        self.unknown_id = self._ids.get(unknown, -1)
        self.special = frozenset(special)
        self._size = size

    def __len__(self) -> int:
        return self._size

    def token(self, index: int) -> str:
        return self._tokens.get(index, str(index) if index >= 0 else "")

    def id(self, token: str) -> int | None:
        return self._ids.get(token)

    @cached_property
    def word_mark(self) -> str:
        """The mark of word starts in its tokens, see :mod:`model.transforms.word_groups`."""
        return mark_of(self._ids)

    @property
    def vocabulary(self) -> dict[str, int]:
        """Token → id."""
        return dict(self._ids)

    @property
    def entries(self) -> Iterable[str]:
        """Every token."""
        return self._ids.keys()

    def _checked(self, index: int | None) -> int:
        """The id, or the unknown token's where the network has no such row."""
        if index is not None and 0 <= index < self._size:
            return index
        if self.unknown_id < 0:
            raise Problem(Text("sentence"), Text("it has a token that the network does not know"), Text("Leave it out"))
        return self.unknown_id

    def _encoded(self, ids: Sequence[int], spelling: Sequence[str]) -> Encoded:
        unknown = tuple(index == self.unknown_id for index in ids)
        return Encoded(tuple(ids), tuple(map(self.token, ids)), tuple(spelling), unknown)


class PieceTokenizer(_Listed):
    """SentencePiece pieces under the ids of a vocabulary of its own (Marian, M2M100, mBART, T5).

    ``decoder`` is the model that joins pieces, where it is another one. ``codes``: a source may begin
    with its target language, ``>>fra<<`` (Marian).
    """

    kind = "pieces"

    def __init__(
        self, model: bytes, vocabulary: Mapping[str, int], special: Iterable[str], size: int, *,
        decoder: bytes = b"", codes: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(vocabulary, "<unk>", special, size)
        self.model, self.decoder, self.codes = model, decoder, codes
        self._processor = load_pieces(model)
        self._joiner = load_pieces(decoder) if decoder else self._processor

    def encode(self, text: str) -> Encoded:
        text = repaired(text)
        found = CODE.match(text) if self.codes else None
        code = [found.group()] if found else []
        pieces = code + self._processor.encode(text[len("".join(code)) :], out_type=str)  # unknown ones as typed
        return self._encoded([self._checked(self._ids.get(piece, self.unknown_id)) for piece in pieces], pieces)

    def decode(self, ids: Iterable[int]) -> str:
        tokens = [self._tokens.get(index, "") for index in ids]
        said = [token for token in tokens if token and token not in self.special]
        return str(self._joiner.decode_pieces(said)).replace(SPACE, " ").strip()


class JsonTokenizer(_Listed):
    """A ``tokenizer.json``, read by the library ``tokenizers`` in a process of its own."""

    kind = "tokenizer.json"

    def __init__(self, content: bytes, size: int, *, closes_up: bool = False) -> None:
        self._process = TokenizerProcess(content)
        try:
            described = json.loads(content)
        except (ValueError, RecursionError) as error:  # numbers and brackets without end, which the library skips
            raise Problem("tokenizer.json", Text("it is not valid JSON"), AGAIN) from error
        model = described["model"]
        self._bytes = (described.get("decoder") or {}).get("type") == "ByteLevel"
        vocabulary = self._process.description["vocabulary"]
        super().__init__(vocabulary, _unknown(model, vocabulary), self._process.description["special"], size)
        self.content, self.closes_up = content, closes_up
        self._closes_up = closes_up and model.get("type") != "BPE"

    @property
    def around(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The tokens that the file puts before and after every text."""
        plain, _ = self._process.encode("a")
        whole, _ = self._process.encode("a", around=True)
        for first in range(len(whole) - len(plain) + 1):
            if whole[first : first + len(plain)] == plain:
                return tuple(whole[:first]), tuple(whole[first + len(plain) :])
        return (), ()

    def encode(self, text: str) -> Encoded:
        text = repaired(text)
        found, places = self._process.encode(text)
        ids = [self._checked(None if self.token(index) in self.special else index) for index in found]
        spelling = [self._spelt(text, index, *place) for index, place in zip(ids, places, strict=True)]
        return self._encoded(ids, spelling)

    def decode(self, ids: Iterable[int]) -> str:
        known = [index for index in ids if index in self._tokens]
        text = self._process.decode(known)
        if self._closes_up:
            for apart in CLOSED_UP:
                text = text.replace(apart, apart.strip())
        return text

    def _spelt(self, text: str, index: int, first: int, last: int) -> str:
        """The piece; what was typed, where that is unknown or the token is made of bytes."""
        token = self.token(index)
        if index != self.unknown_id and not self._bytes:
            return token
        mark = SPACE if token.startswith(BYTE_SPACE) else ""
        return mark + text[first:last].strip() or token


def byte_level(vocabulary: bytes, merges: bytes, special: Sequence[str]) -> bytes:
    """BART's ``vocab.json`` and ``merges.txt`` as a ``tokenizer.json``. Raises :class:`Problem`."""
    ids = read_vocabulary(vocabulary, "vocab.json")
    try:
        lines = [line for line in merges.decode("utf-8").split("\n") if line and not line.startswith("#version")]
    except UnicodeDecodeError as error:
        raise Problem("merges.txt", Text("byte %1 is not UTF-8", error.start), AGAIN) from error
    pairs = [tuple(line.split(" ")) for line in lines]
    wrong = next((number for number, pair in enumerate(pairs, 1) if len(pair) != 2), 0)
    if wrong:
        raise Problem("merges.txt", Text("pair %1 is not two tokens with a blank between", wrong), AGAIN)
    if any(part not in ids for pair in pairs for part in (*pair, "".join(pair))):
        raise Problem("merges.txt", Text("it does not fit vocab.json"), AGAIN)
    known = [{"id": ids[token], "content": token, **ADDED} for token in special if token in ids]
    built = {
        "version": "1.0",
        "added_tokens": known,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "vocab": ids, "merges": pairs},
    }
    return json.dumps(built, ensure_ascii=False).encode("utf-8", "backslashreplace")


def read_vocabulary(content: bytes, name: str, size: int = 0) -> dict[str, int]:
    """A JSON object token → id; ids below ``size`` where one is given. Raises :class:`Problem` naming an entry."""
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Problem(name, Text("it is not valid JSON"), AGAIN) from error
    if not isinstance(values, dict) or not values:
        raise Problem(name, Text("it is not an object of tokens with their ids"), AGAIN)
    for token, index in values.items():
        if type(index) is not int or index < 0 or (size and index >= size):
            limit = Text("from 0 to %1", f"{size - 1:,}") if size else Text("from 0")
            raise Problem(
                name,
                Text("the id of %1 is %2 and must be a number %3", repr(token[:40]), repr(index)[:40], limit),
                AGAIN,
            )
    return values


def _unknown(model: Mapping[str, Any], vocabulary: Mapping[str, int]) -> str:
    """The unknown token's spelling, by name or by place in the model's list."""
    named, place = model.get("unk_token"), model.get("unk_id")
    if isinstance(named, str):
        return named
    if isinstance(place, int):
        return next((token for token, index in vocabulary.items() if index == place), "")
    return "<unk>"
