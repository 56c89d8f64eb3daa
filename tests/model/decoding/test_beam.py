"""Beam search against every possible translation, and against greedy decoding."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint, Special
from model.common.problems import Problem
from model.decoding import beam as search
from model.decoding.beam import Hypothesis, beam_search
from model.decoding.beam_tree import SearchRules
from model.decoding.session import DecodingSession
from tests import oracle
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import PAIRS, SPECIAL, make_checkpoint, tiny

LIMIT = 3


def every_hypothesis(checkpoint: Checkpoint, seed: int, text: str, penalty: float) -> list[Hypothesis]:
    """All token sequences that end by themselves or at the limit, best first, by the plain-loop reference."""
    config, special = checkpoint.transformer.config, checkpoint.special
    weights = make_weights(config, seed)
    source = list(checkpoint.source(text).ids)
    distributions: dict[tuple[int, ...], np.ndarray] = {}
    result = []

    def log_probabilities(prefix: tuple[int, ...]) -> np.ndarray:
        if prefix not in distributions:
            logits = oracle.run(config, weights, source, [special.start, *prefix], PAD).logits[-1].copy()
            logits[list(special.suppressed)] = -np.inf
            distributions[prefix] = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
        return distributions[prefix]

    for length in range(1, LIMIT + 1):
        for ids in itertools.product(range(config.target_vocabulary), repeat=length):
            ended = [token in special.ends for token in ids]
            if any(ended[:-1]) or not (ended[-1] or length == LIMIT) or set(ids) & set(special.suppressed):
                continue
            total = sum(log_probabilities(ids[:index])[token] for index, token in enumerate(ids))
            result.append(Hypothesis(ids, float(total), float(total) / length**penalty))
    return sorted(result, key=lambda hypothesis: -hypothesis.score)


@pytest.mark.parametrize("penalty", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_wide_beam_finds_the_best_of_all(seed: int, penalty: float) -> None:
    checkpoint = make_checkpoint(seed, words=6, special=replace(SPECIAL, suppressed=(0, 2)))
    best = every_hypothesis(checkpoint, seed, "a b a", penalty)
    (found,) = beam_search(checkpoint, [checkpoint.source("a b a")], len(best) + 1, penalty, LIMIT)
    assert found.ids == best[0].ids
    assert np.isclose(found.score, best[0].score, rtol=1e-4)
    assert np.isclose(found.log_probability, best[0].log_probability, rtol=1e-4)


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_each_hypothesis_goes_on_from_its_own_parent(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its tokens, and from the keys and values that were kept of them: every row against the reference."""
    checkpoint = make_checkpoint(seed, words=6, special=replace(SPECIAL, suppressed=(0, 2)))
    config, weights = checkpoint.transformer.config, make_weights(checkpoint.transformer.config, seed)
    source = checkpoint.source("a b a c")
    living: list[list[tuple[int, ...]]] = [[()]]
    parents: set[int] = set()
    real_next, real_extend = search._next, search._extend

    def extended(sentence: Any, *given: Any) -> list[tuple[int, int]]:
        before = [one.ids for one in sentence.alive]
        kept: list[tuple[int, int]] = real_extend(sentence, *given)
        living.append([one.ids for one in sentence.alive])
        parents.update(before.index(ids[:-1]) for ids in living[-1])
        return kept

    def checked(_: Any, consumed: Any, *given: Any) -> Any:
        assert [tuple(row[1:]) for row in consumed.tolist()] == living[-1]
        found = real_next(checkpoint, consumed, *given)
        for row, told in zip(consumed.tolist(), found.numpy(), strict=True):
            logits = oracle.run(config, weights, list(source.ids), row, PAD).logits[-1].copy()
            logits[[0, 2]] = -np.inf
            np.testing.assert_allclose(told, logits - logits.max() - np.log(np.exp(logits - logits.max()).sum()),
                                       atol=1e-4)  # fmt: skip
        return found

    monkeypatch.setattr(search, "_next", checked)
    monkeypatch.setattr(search, "_extend", extended)
    beam_search(checkpoint, [source], 4, 0.0, 5)
    assert len(parents) > 1, "else one parent would do for all"


@pytest.mark.parametrize("seed", range(6))
def test_a_beam_of_one_is_greedy(seed: int) -> None:
    checkpoint = make_checkpoint(seed)
    source = checkpoint.source("a b c zzz")
    session = DecodingSession(checkpoint, source, max_length=9).run()
    (found,) = beam_search(checkpoint, [source], 1, max_length=9)
    assert list(found.ids) == [step.produced_id for step in session.steps]
    total = sum(np.log(step.produced_probability) for step in session.steps)
    assert np.isclose(found.log_probability, total, rtol=1e-4)
    assert np.isclose(found.score, total / len(found.ids), rtol=1e-4)


@pytest.mark.parametrize("seed", [None, 0, 1, 2])
def test_a_batch_finds_what_its_sentences_find_alone(seed: int | None) -> None:
    """Sentences of different lengths end at different steps and leave the batch; None is the trained model."""
    checkpoint = tiny() if seed is None else make_checkpoint(seed, words=12)
    random = ["a", "a b c d e f", "b b", "h g f e d c b a", "zzz"]
    sources = [checkpoint.source(text) for text in ([pair[0] for pair in PAIRS[::13]] if seed is None else random)]
    together = beam_search(checkpoint, sources, 3)
    alone = [beam_search(checkpoint, [source], 3)[0] for source in sources]
    assert [found.ids for found in together] == [found.ids for found in alone]
    np.testing.assert_allclose([f.score for f in together], [f.score for f in alone], rtol=1e-4)
    if seed is None:
        assert len({len(found.ids) for found in together}) > 1


def test_a_wider_beam_never_scores_worse_without_a_penalty() -> None:
    """Not a law of beam search, but true here; a beam that loses hypotheses breaks it."""
    for seed in range(6):
        checkpoint = make_checkpoint(seed, words=6)
        source = checkpoint.source("b a")
        scores = [beam_search(checkpoint, [source], beam, 0.0, LIMIT)[0].score for beam in (1, 2, 4, 300)]
        assert scores[-1] >= max(scores) - 1e-5


def test_forced_suppressed_and_several_ends() -> None:
    special = Special(1, 1, 2, (3, 8), source_suffix=(3,), forced=(7, 5), suppressed=(4, 6))
    checkpoint = make_checkpoint(1, special=special)
    for beam in (1, 4):
        (found,) = beam_search(checkpoint, [checkpoint.source("a b")], beam, max_length=8)
        assert found.ids[:2] == (7, 5)
        assert not {4, 6} & set(found.ids)
        assert not {3, 8} & set(found.ids[:-1])
        assert found.ids[-1] in (3, 8) or len(found.ids) == 8


def test_an_end_does_not_come_before_the_least() -> None:
    def produced(special: Special, beam: int = 1) -> tuple[int, ...]:
        checkpoint = make_checkpoint(special=special)
        source = checkpoint.source("a b a")
        (found,) = beam_search(checkpoint, [source], beam, max_length=6)
        said = DecodingSession(checkpoint, source, max_length=6).run().trace().produced_ids
        assert said is not None
        assert beam > 1 or found.ids == tuple(said.tolist())
        return found.ids

    first = produced(SPECIAL)[0]
    assert produced(replace(SPECIAL, ends=(first,))) == (first,)
    for beam in (1, 3):
        found = produced(replace(SPECIAL, ends=(first,), least=2), beam)
        assert len(found) > 2
        assert first not in found[:2]


def test_the_last_token_of_a_model_is_its_last() -> None:
    checkpoint = make_checkpoint(special=replace(SPECIAL, suppressed=(3,), last=(5,)))
    for beam in (1, 3):
        long, short = beam_search(checkpoint, [checkpoint.source("a b"), checkpoint.source("a")], beam, max_length=6)
        assert [len(found.ids) for found in (long, short)] == [6, 6]
        assert (long.ids[-1], short.ids[-1]) == (5, 5)


def test_the_limit_holds() -> None:
    checkpoint = make_checkpoint(special=replace(SPECIAL, suppressed=(3,)))
    for limit, expected in ((1, 1), (4, 4), (0, 16), (1000, 16)):
        assert len(beam_search(checkpoint, [checkpoint.source("a")], 2, max_length=limit)[0].ids) == expected


def test_a_beginning_of_more_tokens_than_there_are_positions_is_refused() -> None:
    """It was cut off without a word, in a search as in a run."""
    checkpoint = tiny()
    limit, source = checkpoint.transformer.config.target_limit, checkpoint.source("Hund")
    whole = DecodingSession(checkpoint, source, forced=(7,) * limit).run().trace()
    assert whole.produced_ids is not None and whole.produced_ids.tolist() == [7] * limit
    with pytest.raises(Problem, match="beginning of the target"):
        DecodingSession(checkpoint, source, forced=(7,) * (limit + 1))
    with pytest.raises(Problem, match="Leave out 1 of them"):
        search.search_tree(checkpoint, source, SearchRules(2), given=(7,) * (limit + 1))


def test_the_trained_model_translates_by_beam() -> None:
    checkpoint = tiny()
    pairs = PAIRS[::4]
    found = beam_search(checkpoint, [checkpoint.source(source) for source, _ in pairs])
    decoded = [checkpoint.target_tokenizer.decode(one.ids) for one in found]
    assert decoded == [target for _, target in pairs]
    assert [one.ids[-1] for one in found] == [3] * len(pairs)
