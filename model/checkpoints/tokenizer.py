"""Text to token ids and back. Word level (spaCy's blank pipelines) and sub-word (SentencePiece).

A tokenizer knows one language side and no start, end or padding rules: those belong to the
checkpoint. It keeps the spelling as it was typed, so that a picture can label ``<unk>`` and a
lower-cased word with what stood in the sentence.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from model.checkpoints.sentencepiece_model import load_pieces
from model.common.garbage import no_search
from model.common.problems import Problem, shown
from model.common.text import Text
from model.transforms.word_groups import BEFORE, mark_of


@dataclass(frozen=True)
class Encoded:
    """A tokenised text: four tuples of equal length."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]  #: vocabulary entries, ``<unk>`` for unknown words
    spelling: tuple[str, ...]  #: the same stretch of the text as it was typed
    unknown: tuple[bool, ...]


class Tokenizer(Protocol):
    """One side's text ↔ ids."""

    kind: str  #: ``word``, ``sentencepiece``, ``ids`` …
    unknown_id: int

    @property
    def word_mark(self) -> str:
        """The mark of word starts in its tokens, see :mod:`model.transforms.word_groups`."""

    def __len__(self) -> int: ...
    def encode(self, text: str) -> Encoded: ...
    def decode(self, ids: Iterable[int]) -> str: ...
    def token(self, index: int) -> str: ...
    def id(self, token: str) -> int | None: ...


def clean(text: str) -> str:
    """NFC, with lone surrogates (which no tokenizer can encode) replaced by U+FFFD."""
    repaired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFC", repaired)


LANGUAGE = re.compile("[a-z]{2,3}")  #: the form of a language's code


@lru_cache(maxsize=8)
def blank_pipeline(language: str) -> Any:
    """spaCy's rule-based tokenizer of a language; needs no download.

    Korean and Japanese default to dictionaries that are not on every machine, so they get spaCy's
    general rules; so does a language spaCy does not know.
    """
    with no_search():
        import spacy

    general = {"nlp": {"tokenizer": {"@tokenizers": "spacy.Tokenizer.v1"}}}
    if language in ("ko", "ja", "zh", "th", "vi"):
        return spacy.blank(language, config=general)
    if not LANGUAGE.fullmatch(language):
        return spacy.blank("xx")  # spaCy would import whatever module of its own is called so
    try:
        return spacy.blank(language)
    except ImportError:
        return spacy.blank("xx")


def split_words(text: str, language: str) -> list[str]:
    """The words and punctuation marks of a text, without white space."""
    return [token.text for token in blank_pipeline(language).tokenizer(clean(text)) if not token.is_space]


class WordTokenizer:
    """One id per word, from a fixed list; anything else is ``<unk>``."""

    kind = "word"

    def __init__(
        self, words: Sequence[str], language: str, *, lowercase: bool, unknown: str, special: Iterable[str]
    ) -> None:
        self.words = tuple(words)
        self.language = language
        self.lowercase = lowercase
        self._ids = {word: index for index, word in enumerate(self.words)}
        if len(self._ids) != len(self.words):
            first = next(index for index, word in enumerate(self.words) if self._ids[word] != index)
            twice = self.words[first]
            why = Text(
                "the word %1 occurs twice, with the ids %2 and %3", f"'{shown(twice, 40)}'", first, self._ids[twice]
            )
            raise Problem(Text("vocabulary"), why, Text("Give every word one line"))
        if unknown not in self._ids:
            raise Problem(
                Text("vocabulary"),
                Text("it has no %1", f"{unknown} entry"),
                Text("Add the unknown token to the vocabulary"),
            )
        self.unknown_id = self._ids[unknown]
        self.word_mark = mark_of(self.words)  # such a list may hold pieces: ``un@@``, ``able``
        self.special = frozenset(special) & frozenset(self.words)
        self._special = {self._ids[token] for token in self.special}

    def __len__(self) -> int:
        return len(self.words)

    def encode(self, text: str) -> Encoded:
        spelling = split_words(text, self.language)
        ids = [self._ids.get(word.lower() if self.lowercase else word, self.unknown_id) for word in spelling]
        ids = [self.unknown_id if index in self._special else index for index in ids]  # typed "<pad>" is text
        return Encoded(
            tuple(ids),
            tuple(self.words[index] for index in ids),
            tuple(spelling),
            tuple(index == self.unknown_id for index in ids),
        )

    def decode(self, ids: Iterable[int]) -> str:
        words = [self.words[index] for index in ids if index not in self._special or index == self.unknown_id]
        return join_words(words)

    def token(self, index: int) -> str:
        return self.words[index]

    def id(self, token: str) -> int | None:
        return self._ids.get(token)


class IdTokenizer:
    """For a model without its vocabulary: a token is its number, typed as a number."""

    kind = "ids"
    word_mark = ""
    unknown_id = -1  #: no id means unknown

    def __init__(self, size: int, names: Mapping[int, str] | None = None) -> None:
        self.size = size
        self.names = dict(names or {})  #: special tokens whose role is known

    def __len__(self) -> int:
        return self.size

    def encode(self, text: str) -> Encoded:
        words = clean(text).split()
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) < self.size):
                why = Text(
                    "%1 is no token: without a vocabulary, tokens are numbers from 0 to %2",
                    repr(word[:20]),
                    self.size - 1,
                )
                raise Problem(Text("sentence"), why, Text("Type numbers, or open a vocabulary for this model"), "cell")
        ids = tuple(map(int, words))
        tokens = tuple(map(self.token, ids))
        return Encoded(ids, tokens, tokens, (False,) * len(ids))

    def decode(self, ids: Iterable[int]) -> str:
        return " ".join(map(self.token, ids))

    def token(self, index: int) -> str:
        return self.names.get(index, str(index))

    def id(self, token: str) -> int | None:
        by_name = next((index for index, name in self.names.items() if name == token), None)
        return int(token) if by_name is None and token.isdigit() and int(token) < self.size else by_name


class SubwordTokenizer:
    """SentencePiece: ``▁`` marks the start of a word."""

    kind = "sentencepiece"
    word_mark = BEFORE

    def __init__(self, model: bytes) -> None:
        self._processor = load_pieces(model, next_step=Text("Copy the checkpoint folder again"))
        self.model = model
        self.unknown_id = int(self._processor.unk_id())

    def __len__(self) -> int:
        return int(self._processor.get_piece_size())

    def encode(self, text: str) -> Encoded:
        text = clean(text)
        ids = self._processor.encode(text, out_type=int)
        return Encoded(
            tuple(ids),
            tuple(self.token(index) for index in ids),
            tuple(self._processor.encode(text, out_type=str)),  # gives unknown pieces as typed
            tuple(index == self.unknown_id for index in ids),
        )

    def draw(self, text: str, alpha: float) -> list[int]:
        """Ids of a segmentation that is drawn with its probability to the power of ``alpha``."""
        ids: list[int] = self._processor.encode(
            clean(text), out_type=int, enable_sampling=True, alpha=alpha, nbest_size=-1
        )
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        return str(self._processor.decode([index for index in ids if not self._processor.is_control(index)]))

    def token(self, index: int) -> str:
        return str(self._processor.id_to_piece(index))

    def id(self, token: str) -> int | None:
        index = int(self._processor.piece_to_id(token))
        return index if self.token(index) == token else None


#: What a printer would close up, in this order: (pattern, replacement).
_JOINTS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r" +(?=(?:[.,!?;:…%)\]}»”]+|['’](?:s|m|re|ve|ll|d)|n['’]t)(?: |$))", ""),  # closing marks, English endings
        (r"(?<=[(\[{«‘]) +", ""),  # opening marks
        (r"(^| )' ([^']+) '(?!\w)", r"\1'\2'"),  # single quotation marks
        (r"„ *([^„“”]*?) *(?=[“”])", r"„\1"),  # German quotation marks: “ closes
        (r"(^| )“ +", r"\1“"),  # English ones: “ opens
        (r"(?<!\d )([$£€#]) +(?=\d)", r"\1"),  # $ 5, but 5 € and
        (r"(?<=\w) ([-/]) (?=\w)", r"\1"),  # well - known
        (r"\b([Cc]an) not\b", r"\1not"),  # the English tokenizer splits cannot
    )
]


def join_words(words: Sequence[str]) -> str:
    """Words and punctuation as a sentence: ``do n't stop , Tom !`` → ``don't stop, Tom!``."""
    text = " ".join(words)
    if sum(word in ("'", "’") for word in words) == 1:  # an apostrophe, not a pair of quotation marks
        text = re.sub(r"(?<=\w) (?=['’](?: |$))", "", text)
    for pattern, replacement in _JOINTS:
        text = pattern.sub(replacement, text)
    return _join_quotes(text)


def _join_quotes(text: str) -> str:
    """A straight quotation mark opens and closes in turn."""
    parts = text.split('"')
    if len(parts) < 3:
        return text
    inside = [part.strip() if index % 2 else part for index, part in enumerate(parts)]
    return '"'.join(inside)


def word_tokenizer_to_json(tokenizer: WordTokenizer) -> str:
    """The vocabulary file of one side: a JSON list of words in id order."""
    return json.dumps(list(tokenizer.words), ensure_ascii=False, indent=0)


def words_from_json(text: str, name: str) -> list[str]:
    """The inverse; raises :class:`Problem` naming the first entry that is no word."""
    try:
        words = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Problem(
            name, Text("it is not valid JSON (%1)", error), Text("Copy the checkpoint folder again")
        ) from error
    if not isinstance(words, list):
        raise Problem(name, Text("it is not a list of words"), Text("Copy the checkpoint folder again"))
    for index, word in enumerate(words):
        if not isinstance(word, str) or not _is_text(word):
            raise Problem(name, Text("entry %1 is not a word", index), Text("Copy the checkpoint folder again"))
    return words


def _is_text(word: str) -> bool:
    """False for half of a surrogate pair, which JSON can spell and nothing else can write."""
    return not any("\ud800" <= letter <= "\udfff" for letter in word)
