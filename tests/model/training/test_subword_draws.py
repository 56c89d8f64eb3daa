"""Sub-words drawn for training: as often as their probabilities say, the same for a seed, and never another text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from model.checkpoints.tokenizer import SubwordTokenizer
from model.training.data import Pair, build_tokenizers, encode_pairs, special_ids
from model.training.recipe import Data, Recipe, Schedule, VocabularyRecipe
from model.training.subword_draws import SubwordDraws

RECIPE = Recipe("small", Data("de", "en"), VocabularyRecipe("sentencepiece", size=20), Schedule("constant"))
TEXT = "anna banane ananas band banda anna banana nadann band and dann anna an ab ananas banane nanna dada"
PAIRS = [Pair("anna banane", ("ananas band",)), Pair("banda anna", ("banana",)), Pair("banana nna", ("band and",))]
SPECIAL = special_ids(RECIPE)
ALPHA, DRAWS = 0.35, 3_000


@cache
def tokenizer() -> SubwordTokenizer:
    found, _ = build_tokenizers(RECIPE, [Pair(TEXT, (TEXT,))])
    assert isinstance(found, SubwordTokenizer)
    return found


def draws(max_tokens: int = 100) -> SubwordDraws:
    best = encode_pairs(PAIRS, tokenizer(), tokenizer(), SPECIAL, 100)
    return SubwordDraws(PAIRS, best, tokenizer(), tokenizer(), SPECIAL, max_tokens, ALPHA)


def segmentations(text: str) -> Iterator[tuple[str, ...]]:
    """Every way to spell ``text`` with pieces of the vocabulary."""
    if not text:
        yield ()
    for end in range(1, len(text) + 1):
        if tokenizer().id(text[:end]) is not None:
            yield from ((text[:end], *rest) for rest in segmentations(text[end:]))


def test_a_seed_decides_them_and_they_spell_the_same_text() -> None:
    found = [draws().of([0, 2, 1], seed) for seed in range(40)]
    assert draws().of([0, 2, 1], 7) == found[7]
    assert len({str(one[0]) for one in found}) > 5
    for one in found:
        for index, (left, right) in one.items():
            assert left[-1] == SPECIAL.ends[0] and right[0] == SPECIAL.start and right[-1] == SPECIAL.ends[0]
            said = tokenizer().decode(left[:-1]), tokenizer().decode(right[1:-1])
            assert said == (PAIRS[index].source, PAIRS[index].references[0])


def test_they_come_as_often_as_their_probability_to_the_power_says() -> None:
    """Against all segmentations, enumerated; a chi-squared statistic of what is expected five times and more."""
    from sentencepiece import SentencePieceProcessor

    pieces = SentencePieceProcessor()
    pieces.LoadFromSerializedProto(tokenizer().model)
    every = list(segmentations("▁banana▁nna"))
    assert len(every) > 8
    weights = [math.exp(ALPHA * sum(pieces.get_score(pieces.piece_to_id(each)) for each in one)) for one in every]
    only = SubwordDraws([PAIRS[2]] * DRAWS, [], tokenizer(), tokenizer(), SPECIAL, 100, ALPHA)
    drawn = only.of(range(DRAWS), 3)
    seen = Counter(tuple(map(tokenizer().token, left[:-1])) for left, _ in drawn.values())
    assert set(seen) <= set(every)
    expected = [DRAWS * weight / sum(weights) for weight in weights]
    often = [(seen[one], wanted) for one, wanted in zip(every, expected, strict=True) if wanted >= 5]
    statistic = sum((count - wanted) ** 2 / wanted for count, wanted in often)
    freedom = len(often) - 1
    assert statistic < freedom + 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize(("limit", "same"), [(3, True), (100, False)])
def test_what_became_too_long_is_split_as_ever(limit: int, same: bool) -> None:
    found = draws(limit)
    drawn = [found.of([0], seed)[0] for seed in range(20)]
    assert all(one == found.best[0] for one in drawn) is same
