"""Scores: sacreBLEU's own numbers, several references, sentences back in their order."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sacrebleu

from model.common.problems import Problem
from model.training.data import Pair
from model.training.evaluation import Scored, evaluate, score
from tests.model.sample_checkpoints import PAIRS, tiny

REFERENCES = [
    Pair("x", ("the cat is on the mat", "there is a cat on the mat")),
    Pair("y", ("Two dogs are playing.",)),
    Pair("z", ("I don't know.", "I do not know.", "No idea, sorry.")),
]
TRANSLATIONS = ["the cat sat on the mat", "two dogs are playing in snow.", "I do not know it."]


def test_several_references_equal_sacrebleu() -> None:
    bleu, detail, signature = score(TRANSLATIONS, REFERENCES, False, "13a", "en")
    streams = [[pair.references[i] if i < len(pair.references) else None for pair in REFERENCES] for i in range(3)]
    expected = sacrebleu.corpus_bleu(TRANSLATIONS, streams)
    assert bleu == expected.score
    assert 20 < bleu < 80
    assert f"{expected.precisions[0]:.1f}" in detail
    assert "tok:13a" in signature
    assert "case:mixed" in signature
    only_first = [replace(pair, references=pair.references[:1]) for pair in REFERENCES]
    assert score(TRANSLATIONS, only_first, False, "13a", "en")[0] < bleu


def test_lower_case_and_the_tutorials_tokenisation() -> None:
    mixed, lower = (score(TRANSLATIONS, REFERENCES, flag, "13a", "en") for flag in (False, True))
    assert lower[0] > mixed[0]
    assert "case:lc" in lower[2]
    bleu, _, signature = score(["I don't know."], [Pair("z", ("I don't know.",))], False, "spacy", "en")
    assert round(bleu, 6) == 100
    assert signature.endswith("spacy:blank-en")


def test_the_trained_model_scores_its_own_sentences() -> None:
    pairs = [Pair(source, (target,)) for source, target in PAIRS[:30]]
    events = list(evaluate(tiny(), pairs, beam=2))
    assert events[:-1] == [24, 30]
    result = events[-1]
    assert isinstance(result, Scored)
    assert round(result.bleu, 6) == 100
    assert result.sentences == 30
    assert list(result.translations) == [target for _, target in PAIRS[:30]]  # in the order of the file


def test_a_source_without_a_word_is_an_empty_translation_and_one_too_long_is_told_first() -> None:
    pairs = [Pair("", ("",)), *(Pair(source, (target,)) for source, target in PAIRS[:2]), Pair(" ", ("nothing",))]
    result = list(evaluate(tiny(), pairs, beam=1))[-1]
    assert isinstance(result, Scored)
    assert list(result.translations) == ["", PAIRS[0][1], PAIRS[1][1], ""]
    endless = [*pairs, Pair("Hund " * 1000, ("dog",))]
    with pytest.raises(Problem, match="sentence 5: it has") as told:
        next(evaluate(tiny(), endless, beam=1, answers=lambda _: pytest.fail("nothing is translated")))
    assert "Leave out" in str(told.value)


def test_nothing_to_evaluate() -> None:
    with pytest.raises(Problem, match="no sentence pairs"):
        list(evaluate(tiny(), [], beam=1))
