"""The quick check of head counts: its loss is that of a forced run, and a trained model prefers its own count."""

from __future__ import annotations

import math

import pytest
import torch

from model.checkpoints.head_count_check import mean_loss, read_pairs
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from tests.model.sample_checkpoints import make_checkpoint


def test_the_loss_is_that_of_a_run_forced_along_the_target() -> None:
    checkpoint = make_checkpoint(seed=3)
    pairs = [("a b c", "B A"), ("d", "E D C")]
    surprises: list[float] = []
    for source, target in pairs:
        given = (*checkpoint.target_tokenizer.encode(target).ids, checkpoint.special.ends[0])
        run = DecodingSession(checkpoint, checkpoint.source(source), forced=given, origin="teacher").run().trace()
        assert run.produced_probability is not None
        surprises += [-math.log(value) for value in run.produced_probability.tolist()]
    assert mean_loss(checkpoint, pairs) == pytest.approx(sum(surprises) / len(surprises), rel=1e-5)


def test_pairs_are_read_as_people_write_them() -> None:
    text = "Zwei Hunde.\tTwo dogs.\n\n Ein Hund | A dog \nKatze ||| cat | animal\n"
    assert read_pairs(text) == [("Zwei Hunde.", "Two dogs."), ("Ein Hund", "A dog"), ("Katze", "cat | animal")]


@pytest.mark.parametrize(("text", "why"), [
    ("", "there are none"), ("\n \n", "there are none"),
    ("a | b\nnur Deutsch", "line 2 is no sentence with its translation"),
    ("a\t", "line 1 is no sentence with its translation"),
])  # fmt: skip
def test_what_is_no_pair(text: str, why: str) -> None:
    with pytest.raises(Problem) as caught:
        read_pairs(text)
    assert caught.value.why == why


def test_what_does_not_fit_is_said() -> None:
    checkpoint = make_checkpoint()
    with pytest.raises(Problem, match="a translation has 21 tokens and there are positions for 16"):
        mean_loss(checkpoint, [("a", "A " * 20)])
    checkpoint.transformer.vocabulary = None
    with pytest.raises(Problem, match="it has no vocabulary head"):
        mean_loss(checkpoint, [("a", "A")])


def test_nothing_is_trained() -> None:
    checkpoint = make_checkpoint()
    before = {name: value.clone() for name, value in checkpoint.transformer.named_parameters()}
    mean_loss(checkpoint, [("a", "A")])
    assert all(torch.equal(before[name], value) for name, value in checkpoint.transformer.named_parameters())
