"""Corpus BLEU of a checkpoint on held-out pairs (sacreBLEU, several references)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import split_words
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam import beam_search, together
from model.decoding.beam_tree import SearchRules
from model.training.data import Pair

BATCH = 24  #: sentences of like length searched together


@dataclass(frozen=True)
class Scored:
    bleu: float  #: 0…100
    detail: str  #: n-gram precisions and length ratio
    signature: str  #: sacreBLEU's, so that the number can be compared
    sentences: int
    seconds: float
    translations: tuple[str, ...]


def evaluate(
    checkpoint: Checkpoint,
    pairs: Sequence[Pair],
    beam: SearchRules | int,
    lowercase: bool = False,
    tokenize: str = "13a",
) -> Iterator[int | Scored]:
    """Translate every source and score it; yields sentences done so far, then the result.

    ``beam`` are its rules, or its width alone. ``tokenize`` is ``13a`` (sacreBLEU's own, for detokenised text) or
    ``spacy`` (the target language's blank pipeline, as tutorials score). Raises :class:`Problem` for an empty set.
    """
    if not pairs:
        raise Problem(Text("evaluation"), Text("there are no sentence pairs"), Text("Give a file with at least one"))
    start = time.monotonic()
    translations = [""] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index].source))
    rules = SearchRules(beam) if isinstance(beam, int) else beam
    size = together(rules.width, BATCH)
    for first in range(0, len(order), size):
        batch = order[first : first + size]
        for index, text in zip(batch, _translate(checkpoint, [pairs[i].source for i in batch], rules), strict=True):
            translations[index] = text
        yield min(first + size, len(order))
    bleu, detail, signature = score(translations, pairs, lowercase, tokenize, checkpoint.languages[1] or "xx")
    yield Scored(bleu, detail, signature, len(pairs), time.monotonic() - start, tuple(translations))


def _translate(checkpoint: Checkpoint, sources: list[str], rules: SearchRules) -> list[str]:
    encoded = [checkpoint.source(text) for text in sources]
    ends = checkpoint.special.ends
    return [
        checkpoint.target_tokenizer.decode([token for token in found.ids if token not in ends])
        for found in beam_search(checkpoint, encoded, rules.width, rules.penalty, stop=rules.stop)
    ]


def score(
    translations: Sequence[str], pairs: Sequence[Pair], lowercase: bool, tokenize: str, language: str
) -> tuple[float, str, str]:
    """(BLEU, its parts, signature). A sentence with fewer references than others is allowed."""
    from sacrebleu.metrics.bleu import BLEU

    hypotheses = list(translations)
    width = max(len(pair.references) for pair in pairs)
    references: list[list[str | None]] = [
        [pair.references[column] if column < len(pair.references) else None for pair in pairs]
        for column in range(width)
    ]
    if tokenize == "spacy":
        hypotheses = [" ".join(split_words(text, language)) for text in hypotheses]
        references = [
            [None if text is None else " ".join(split_words(text, language)) for text in row] for row in references
        ]
    metric = BLEU(lowercase=lowercase, tokenize="none" if tokenize == "spacy" else tokenize, force=True)
    result = metric.corpus_score(hypotheses, references)
    signature = str(metric.get_signature())
    suffix = f"|spacy:blank-{language}" if tokenize == "spacy" else ""
    return float(result.score), str(result).split(" ", 3)[-1], signature + suffix
