"""Parallel text: the files, the vocabularies built from them, and the batches."""

from __future__ import annotations

import gzip
import io
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Special
from model.checkpoints.tokenizer import SubwordTokenizer, Tokenizer, WordTokenizer, clean, split_words
from model.common.problems import Problem
from model.common.text import Text
from model.training.recipe import Recipe

MAX_LINE, MAX_PAIRS = 1_000_000, 50_000_000  #: letters of a line, and lines
REFERENCES = " ||| "  #: between several translations of one source
PADDING_ID = 1  #: in every vocabulary built here
POOL = 20_000  #: sentences sorted by length together; larger pools pad less and shuffle less
WORD_SPECIALS = ("<unk>", "<pad>", "<sos>", "<eos>")  #: ids 0…3, torchtext's order (tut6)
PIECE_SPECIALS = ("<unk>", "<pad>", "<s>", "</s>")
Encoded = Sequence[tuple[list[int], list[int]]]  #: ids of both sides, with their specials


@dataclass(frozen=True)
class Pair:
    source: str
    references: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Batch:
    source: Tensor  # [B,S] int64
    target: Tensor  # [B,T] int64, from the start token to the end token

    @property
    def predictions(self) -> int:
        """Target tokens that count, as the loss sees them: everything after the start token."""
        return int((self.target[:, 1:] != PADDING_ID).sum())

    def on(self, device: torch.device) -> Batch:
        """The same where the network is."""
        return Batch(self.source.to(device), self.target.to(device))

    def twice(self) -> Batch:
        """Every pair of it once more, after the last: each of the two passes drops other units."""
        return Batch(self.source.repeat(2, 1), self.target.repeat(2, 1))


def read_pairs(path: Path, languages: tuple[str, str] = ("", "")) -> list[Pair]:
    """Read a TSV, optionally gzipped: source TAB target [TAB ignored]. Raises :class:`Problem`.

    See :func:`each_pair`.
    """
    return list(each_pair(path, languages))


def each_pair(path: Path, languages: tuple[str, str] = ("", "")) -> Iterator[Pair]:
    """The pairs one by one, and none held. Raises :class:`Problem` with the first thing that is wrong.

    Where it is not there, ``train.de`` and ``train.en`` are read for a ``train.tsv.gz`` in these ``languages``, line
    by line, or both with ``.gz``.
    """
    beside = None if path.exists() else _sides(path, languages)
    if beside is not None:
        yield from _each_of_sides(*beside)
        return
    if not path.exists():
        stem = _stem(path)
        why = Text("it is not there, nor are %1 and %2", *(f"{stem}.{language or '…'}" for language in languages))
        raise Problem(str(path), why, Text("Choose the folder that holds the recipe's files"))
    number = 0
    for number, line in _lines(path):
        columns = line.split("\t")
        if len(columns) < 2 or not columns[0].strip() or not columns[1].strip():
            why = Text("it is not source TAB target")
            raise Problem(Text("%1, line %2", path.name, number), why, Text("Correct the line"))
        yield Pair(columns[0], tuple(columns[1].split(REFERENCES)))
    if not number:
        raise Problem(str(path), Text("it holds no sentence pairs"), Text("Choose another file"))


def _sides(path: Path, languages: tuple[str, str]) -> tuple[Path, Path] | None:
    """The two files that stand for a TSV, if one of them is there."""
    stem = _stem(path)
    for packed in ("", ".gz"):
        source, target = (path.with_name(f"{stem}.{language}{packed}") for language in languages)
        if all(languages) and source != target and (source.exists() or target.exists()):
            return source, target
    return None


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".tsv")


def _each_of_sides(source: Path, target: Path) -> Iterator[Pair]:
    """Two files with one sentence per line, the same number in both; where one is short, that is what is said."""
    number, empty = 0, None
    for number, both in enumerate(zip_longest(_lines(source), _lines(target)), 1):
        if None in both:
            raise _unequal(source, target, number, both[0] is None)
        lines = [line for _, line in both]
        missing = next((side for side, line in zip((source, target), lines, strict=True) if not line.strip()), None)
        if missing is not None and empty is None:
            advice = Text("Correct the line, or remove it from both files")
            empty = Problem(Text("%1, line %2", missing.name, number), Text("it is empty"), advice)
        if empty is None:
            yield Pair(lines[0], (lines[1],))
    if not number:
        what = Text("%1 and %2", source.name, target.name)
        raise Problem(what, Text("they hold no sentence pairs"), Text("Choose other files"))
    if empty is not None:
        raise empty


def _unequal(source: Path, target: Path, number: int, short: bool) -> Problem:
    """Of two files of which one, the source where it is ``short``, has ended before the line ``number``."""
    whole = sum(1 for _ in _lines(target if short else source))
    counts = (number - 1, whole) if short else (whole, number - 1)
    why = Text("they have %1 and %2 lines", *(f"{count:,}" for count in counts))
    what = Text("%1 and %2", source.name, target.name)
    return Problem(what, why, Text("Each line of one belongs to the same line of the other; find what is missing"))


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines of a file in UTF-8, without their ends; only line feeds end one. Raises :class:`Problem`."""
    packed = path.suffix == ".gz"
    most = 4 * MAX_LINE  #: bytes of the longest line
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            for number, content in enumerate(iter(lambda: file.readline(most + 1), b""), 1):
                yield number, _line(path.name, number, content)
    except (OSError, EOFError, zlib.error) as error:
        raise Problem(
            str(path), Text("it cannot be read"), Text("Check the path and that the file is whole")
        ) from error


def _line(name: str, number: int, content: bytes) -> str:
    what = Text("%1, line %2", name, number)
    if number > MAX_PAIRS:
        raise Problem(what, Text("it has more than %1 pairs", f"{MAX_PAIRS:,}"), Text("Shorten it"))
    try:
        line = content.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        if len(content) <= 4 * MAX_LINE:  # else a letter may be cut in two
            why = Text("byte %1 of it is not UTF-8", error.start + 1)
            raise Problem(what, why, Text("Save the file as UTF-8")) from error
        line = ""
    if len(line) > MAX_LINE or len(content) > 4 * MAX_LINE:
        why = Text("more than %1 letters in a line are no parallel text", f"{MAX_LINE:,}")
        raise Problem(what, why, Text("Shorten it"))
    return line


def build_tokenizers(recipe: Recipe, pairs: Sequence[Pair]) -> tuple[Tokenizer, Tokenizer]:
    """Source and target tokenizer from the training text alone."""
    sides = [pair.source for pair in pairs], [pair.references[0] for pair in pairs]
    if recipe.vocabulary.kind == "sentencepiece":
        joint = _train_pieces(recipe, sides[0] + sides[1])
        return joint, joint
    languages = recipe.data.source_language, recipe.data.target_language
    source, target = (_count_words(recipe, *side) for side in zip(sides, languages, strict=True))
    return source, target


def special_ids(recipe: Recipe) -> Special:
    """Both kinds of vocabulary put unknown, padding, start and end at 0…3."""
    prefix = (2,) if recipe.architecture.source_start else ()
    return Special(PADDING_ID, PADDING_ID, start=2, ends=(3,), source_prefix=prefix, source_suffix=(3,))


def encode_pairs(
    pairs: Sequence[Pair], source: Tokenizer, target: Tokenizer, special: Special, max_tokens: int
) -> list[tuple[list[int], list[int]]]:
    """Ids of both sides with their specials; pairs over ``max_tokens`` on a side are left out."""
    return [ids for _, ids in fitting_pairs(pairs, source, target, special, max_tokens)]


def fitting_pairs(
    pairs: Sequence[Pair], source: Tokenizer, target: Tokenizer, special: Special, max_tokens: int
) -> Iterator[tuple[Pair, tuple[list[int], list[int]]]]:
    """Each pair of at most ``max_tokens`` on a side, with its ids."""
    for pair in pairs:
        ids = with_specials(source.encode(pair.source).ids, target.encode(pair.references[0]).ids, special)
        if max(map(len, ids)) <= max_tokens:
            yield pair, ids


def with_specials(source: Sequence[int], target: Sequence[int], special: Special) -> tuple[list[int], list[int]]:
    """What the network is given: ``target`` from the start token to the end token."""
    left = [*special.source_prefix, *source, *special.source_suffix]
    return left, [special.start, *target, *special.ends[:1]]


def batches(encoded: Encoded, batch_tokens: int, seed: int | None) -> Iterator[Batch]:
    """Length-bucketed batches of at most ``batch_tokens`` padded tokens on the longer side, as :func:`groups` says."""
    for group in groups(encoded, batch_tokens, seed):
        yield batch_of(encoded, group)


def groups(encoded: Encoded, batch_tokens: int, seed: int | None) -> list[list[int]]:
    """The pairs of each batch, by number. ``seed`` decides the shuffle; None keeps the order, as validation wants."""
    order = list(range(len(encoded)))
    chance = random.Random(seed)
    if seed is not None:
        chance.shuffle(order)
    found: list[list[int]] = []
    for first in range(0, len(order), POOL):
        pool = sorted(order[first : first + POOL], key=lambda index: _lengths(encoded[index]))
        found.extend(_fill(pool, encoded, batch_tokens))
    if seed is not None:
        chance.shuffle(found)
    return found


def batch_of(encoded: Encoded | Mapping[int, tuple[list[int], list[int]]], group: Sequence[int]) -> Batch:
    """These pairs, padded to the longest."""
    return Batch(_padded([encoded[i][0] for i in group]), _padded([encoded[i][1] for i in group]))


def _fill(pool: list[int], encoded: Encoded, batch_tokens: int) -> Iterator[list[int]]:
    group: list[int] = []
    longest = 0
    for index in pool:
        longest_now = max(longest, *_lengths(encoded[index]))
        if group and longest_now * (len(group) + 1) > batch_tokens:
            yield group
            group, longest_now = [], max(_lengths(encoded[index]))
        group.append(index)
        longest = longest_now
    if group:
        yield group


def _lengths(pair: tuple[list[int], list[int]]) -> tuple[int, int]:
    return len(pair[1]), len(pair[0])


def _padded(rows: list[list[int]]) -> Tensor:
    width = max(map(len, rows))
    return torch.tensor([row + [PADDING_ID] * (width - len(row)) for row in rows])


def _count_words(recipe: Recipe, texts: list[str], language: str) -> WordTokenizer:
    rules = recipe.vocabulary
    counts: Counter[str] = Counter()
    for text in texts:
        words = split_words(text, language)
        counts.update(word.lower() for word in words) if rules.lowercase else counts.update(words)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    words = [word for word, count in ranked if count >= rules.min_count and word not in WORD_SPECIALS]
    vocabulary = [*WORD_SPECIALS, *words[: rules.size - len(WORD_SPECIALS)]]
    return WordTokenizer(
        vocabulary, language, lowercase=rules.lowercase, unknown=WORD_SPECIALS[0], special=WORD_SPECIALS
    )


def _train_pieces(recipe: Recipe, texts: list[str]) -> SubwordTokenizer:
    from sentencepiece import SentencePieceTrainer

    unknown, padding, start, end = PIECE_SPECIALS
    model = io.BytesIO()
    try:
        SentencePieceTrainer.train(
            sentence_iterator=iter([clean(text) for text in texts]),
            model_writer=model,
            vocab_size=recipe.vocabulary.size,
            model_type="unigram",
            character_coverage=0.9999,
            unk_id=0,
            pad_id=1,
            bos_id=2,
            eos_id=3,
            unk_piece=unknown,
            pad_piece=padding,
            bos_piece=start,
            eos_piece=end,
            unk_surface="<unk>",
            minloglevel=1,
            num_threads=1,
        )
    except RuntimeError as error:
        most = re.search(r"<= (\d+)", str(error))
        why = Text("this text gives %1 sub-words at most", most[1]) if most else Text("this text teaches no sub-words")
        what = f"vocabulary.size {recipe.vocabulary.size}"
        raise Problem(what, why, Text("Choose a smaller one or more text")) from error
    return SubwordTokenizer(model.getvalue())
