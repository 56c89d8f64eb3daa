"""Corpus BLEU of a checkpoint on held-out pairs (sacreBLEU, several references)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import split_words
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam import beam_search, together
from model.decoding.beam_tree import SearchRules
from model.training.data import Pair

BATCH = 24  #: sentences of like length searched together
#: Batches of sources → number and translations of each, in any order.
Answers = Callable[[list[list[str]]], Iterator[tuple[int, list[str]]]]


@dataclass(frozen=True)
class Scored:
    bleu: float  #: 0…100
    detail: str  #: n-gram precisions and length ratio
    signature: str  #: sacreBLEU's, so that the number can be compared
    sentences: int
    seconds: float
    translations: tuple[str, ...]


def evaluate(
    checkpoint: Checkpoint, pairs: Sequence[Pair], beam: SearchRules | int, lowercase: bool = False,
    tokenize: str = "13a", answers: Answers | None = None,
) -> Iterator[int | Scored]:  # fmt: skip
    """Translate every source and score it; yields sentences done so far, then the result.

    ``beam`` are its rules, or its width alone. ``answers`` translates batches elsewhere
    (:mod:`model.corpus.executors`).

    ``tokenize`` is ``13a`` (sacreBLEU's own, for detokenised text) or ``spacy`` (the target
    language's blank pipeline, as tutorials score). Raises :class:`Problem` for an empty set, and before anything is
    translated for a source that is too long.
    """
    if not pairs:
        raise Problem(Text("evaluation"), Text("there are no sentence pairs"), Text("Give a file with at least one"))
    start = time.monotonic()
    _check_lengths(checkpoint, pairs)
    said = [""] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda index: len(pairs[index].source))
    rules = SearchRules(beam) if isinstance(beam, int) else beam
    size = together(rules.width, BATCH)
    batches = [order[first : first + size] for first in range(0, len(order), size)]
    sources = [[pairs[index].source for index in batch] for batch in batches]
    found = answers(sources) if answers else enumerate(translations(checkpoint, batch, rules) for batch in sources)
    done = 0
    for number, texts in found:
        for index, text in zip(batches[number], texts, strict=True):
            said[index] = text
        done += len(batches[number])
        yield done
    bleu, detail, signature = score(said, pairs, lowercase, tokenize, checkpoint.languages[1] or "xx")
    yield Scored(bleu, detail, signature, len(pairs), time.monotonic() - start, tuple(said))


def translations(checkpoint: Checkpoint, sources: Sequence[str], rules: SearchRules) -> list[str]:
    """The best translation of each source, found together; of one without a word nothing, as ``translate`` has it."""
    filled = [index for index, text in enumerate(sources) if _has_words(checkpoint, text)]
    encoded, ends, texts = [checkpoint.source(sources[index]) for index in filled], checkpoint.special.ends, {}
    if encoded:
        searched = beam_search(checkpoint, encoded, rules.width, rules.penalty, stop=rules.stop)
        for index, found in zip(filled, searched, strict=True):
            said = [token for token in found.ids if token not in ends]
            texts[index] = checkpoint.target_tokenizer.decode(said)
    return [texts.get(index, "") for index in range(len(sources))]


def _has_words(checkpoint: Checkpoint, text: str) -> bool:
    return bool(text.strip() and checkpoint.source_tokenizer.encode(text).ids)


def _check_lengths(checkpoint: Checkpoint, pairs: Sequence[Pair]) -> None:
    """The longest come last: nobody waits an hour to hear that one has no room."""
    sure = checkpoint.transformer.config.max_length // 8  # letters that have room, whatever tokens are made of
    for number, pair in enumerate(pairs, 1):
        if len(pair.source) < sure or not _has_words(checkpoint, pair.source):
            continue
        try:
            checkpoint.source(pair.source)
        except Problem as problem:
            where = Text("sentence %1", f"{number:,}")
            raise Problem(where, problem.why, problem.next_step) from problem


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


def bleu_counts(translation: str, references: Sequence[str]) -> list[int]:
    """What corpus BLEU (13a, case as it is) adds up over sentences: both lengths, hits and totals of 1- to 4-grams."""
    from sacrebleu.metrics.bleu import BLEU

    found = BLEU(effective_order=True, smooth_method="none").sentence_score(translation, list(references))
    return [int(found.sys_len), int(found.ref_len), *map(int, found.counts), *map(int, found.totals)]
