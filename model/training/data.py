"""Parallel text: the files, the vocabularies built from them, and the batches."""

from __future__ import annotations

import gzip
import io
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


def read_pairs(path: Path) -> list[Pair]:
    """Read a TSV, optionally gzipped: source TAB target [TAB ignored]. Raises :class:`Problem`."""
    opener: Callable[..., io.TextIOWrapper] = gzip.open if path.suffix == ".gz" else open
    pairs = []
    try:
        with opener(path, "rt", encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), ""), 1):
                if len(line) > MAX_LINE or number > MAX_PAIRS:
                    why = Text("more than %1 letters in a line are no parallel text", f"{MAX_LINE:,}")
                    if number > MAX_PAIRS:
                        why = Text("it has more than %1 pairs", f"{MAX_PAIRS:,}")
                    raise Problem(Text("%1, line %2", path.name, number), why, Text("Shorten it"))
                columns = line.rstrip("\r\n").split("\t")
                if len(columns) < 2 or not columns[0] or not columns[1]:
                    raise Problem(
                        Text("%1, line %2", path.name, number),
                        Text("it is not source TAB target"),
                        Text("Correct the line"),
                    )
                pairs.append(Pair(columns[0], tuple(columns[1].split(REFERENCES))))
    except (OSError, EOFError, zlib.error) as error:
        raise Problem(
            str(path), Text("it cannot be read"), Text("Check the path and that the file is whole")
        ) from error
    except UnicodeDecodeError as error:
        raise Problem(str(path), Text("it is not UTF-8"), Text("Save it as UTF-8")) from error
    if not pairs:
        raise Problem(str(path), Text("it holds no sentence pairs"), Text("Choose another file"))
    return pairs


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
    result = []
    for pair in pairs:
        left = [*special.source_prefix, *source.encode(pair.source).ids, *special.source_suffix]
        right = [special.start, *target.encode(pair.references[0]).ids, *special.ends[:1]]
        if max(len(left), len(right)) <= max_tokens:
            result.append((left, right))
    return result


def batches(encoded: Sequence[tuple[list[int], list[int]]], batch_tokens: int, seed: int | None) -> Iterator[Batch]:
    """Length-bucketed batches of at most ``batch_tokens`` padded tokens on the longer side.

    ``seed`` decides the shuffle; None keeps the order, as validation wants.
    """
    order = list(range(len(encoded)))
    chance = random.Random(seed)
    if seed is not None:
        chance.shuffle(order)
    groups: list[list[int]] = []
    for first in range(0, len(order), POOL):
        pool = sorted(order[first : first + POOL], key=lambda index: _lengths(encoded[index]))
        groups.extend(_fill(pool, encoded, batch_tokens))
    if seed is not None:
        chance.shuffle(groups)
    for group in groups:
        yield Batch(_padded([encoded[i][0] for i in group]), _padded([encoded[i][1] for i in group]))


def _fill(pool: list[int], encoded: Sequence[tuple[list[int], list[int]]], batch_tokens: int) -> Iterator[list[int]]:
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
