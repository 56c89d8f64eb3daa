"""One update: the loss of the right tokens, gradients accumulated or not, and no step on what is no number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from model.common.problems import Problem
from model.network.transformer import Transformer
from model.training.data import Batch, batch_of, groups
from model.training.learner import Learner, forward_loss, shares, validation_loss
from model.training.loss import whole_head_loss
from model.training.precision import Precision
from model.training.processes import ALONE, Processes
from model.training.recipe import Optimisation
from tests import oracle
from tests.model.networks import BASE, PAD, make_batch, make_network, make_weights

ENCODED = [([4 + n % 5] * (1 + n % 6) + [3], [2, *[5 + n % 3] * (1 + n % 4), 3]) for n in range(23)]
SETTINGS = Optimisation(label_smoothing=0.1, clip=0.05)
EXACT = Precision("float64", torch.device("cpu"), torch.float64)


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_the_loss_is_that_of_the_next_token(smoothing: float) -> None:
    """Row i predicts token i + 1; padding is not predicted. By the plain-loop reference."""
    weights = make_weights(BASE, 3)
    source, target = make_batch(3, BASE, (5, 3, 4), (4, 6, 2))
    found, plain = forward_loss(make_network(BASE, weights), Batch(source, target), smoothing, 0.5)
    expected, without = 0.0, 0.0
    for row in range(len(target)):
        ids = target[row].tolist()
        logits = oracle.run(BASE, weights, source[row].tolist(), ids[:-1], PAD).logits
        for position, label in enumerate(ids[1:]):
            if label != PAD:
                log_probability = logits[position] - np.log(np.exp(logits[position]).sum())
                without -= log_probability[label]
                expected -= (1 - smoothing) * log_probability[label] + smoothing * log_probability.mean()
    assert np.isclose(float(found.detach()), 0.5 * expected, rtol=1e-9)
    assert np.isclose(float(plain.detach()), without, rtol=1e-9)


def test_the_validation_loss_is_a_mean_over_tokens_without_dropout() -> None:
    network = make_network(BASE, make_weights(BASE, 3)).train()
    encoded = [([4, 5, 3], [2, 6, 3]), ([7, 3], [2, 5, 6, 7, 3]), ([4, 4, 4, 4, 3], [2, 3])]
    total = 0.0
    for source, target in encoded:
        batch = Batch(torch.tensor([source]), torch.tensor([target]))
        total += float(forward_loss(make_network(BASE, make_weights(BASE, 3)), batch, 0.0)[1].detach())
    for batch_tokens in (1, 12, 1000):
        assert np.isclose(validation_loss(network, encoded, batch_tokens), total / 7, rtol=1e-9)


# One update --------------------------------------------------------------------------------------


def learner(settings: Optimisation = SETTINGS) -> Learner:
    return Learner(make_network(BASE, make_weights(BASE, 3)), settings, EXACT, ALONE)


def updated(accumulate: int, settings: Optimisation = SETTINGS) -> Learner:
    """After two batches of all pairs, each in so many parts."""
    found = learner(settings)
    tokens = sum(len(target) - 1 for _, target in ENCODED)
    for number in (1, 2):
        parts = shares(range(len(ENCODED)), accumulate, ALONE)
        assert len(parts) == min(accumulate, len(ENCODED))
        found.update(number, [batch_of(ENCODED, part) for part in parts], tokens, 1e-3)
    return found


@pytest.mark.parametrize("accumulate", [3, 40])
def test_accumulated_gradients_are_those_of_the_larger_batch(accumulate: int) -> None:
    """Divided by all tokens, not by those of each part, which differ."""
    whole, parts = updated(1), updated(accumulate)
    names = [name for name, _ in whole.master.named_parameters()]
    for name, one, other in zip(names, whole.copies(), parts.copies(), strict=True):
        if not name.endswith("key.bias"):
            assert float((one - other).abs().max()) < 1e-9, name
    begun = make_network(BASE, make_weights(BASE, 3)).parameters()
    assert any(bool((one != other).any()) for one, other in zip(begun, whole.weights, strict=True))


def test_two_passes_without_dropout_learn_what_one_learns() -> None:
    """And both are weighed as one: else a rate that is right for one would be wrong for two."""
    one, two = updated(1), updated(3, replace(SETTINGS, consistency=5.0))
    for (name, _), own, other in zip(one.master.named_parameters(), one.copies(), two.copies(), strict=True):
        if not name.endswith("key.bias"):
            assert float((own - other).abs().max()) < 1e-9, name


def test_batches_of_an_accumulated_update_hold_what_the_larger_would() -> None:
    many = Processes()
    many.size = 2
    for group in groups(ENCODED, 40, 1):
        parts = []
        for many.rank in range(2):
            parts += shares(group, 3, many)
        assert sorted(index for part in parts for index in part) == sorted(group)
        assert all(parts)


@pytest.mark.parametrize("spoilt", [float("nan"), float("inf")])
def test_what_is_no_number_changes_nothing(spoilt: float) -> None:
    found = learner()
    with torch.no_grad():
        found.master.head.bias[4] = spoilt
    before = found.copies()
    with pytest.raises(Problem, match="update 7: the loss or its gradient is no finite number"):
        found.update(7, [batch_of(ENCODED, range(5))], 20, 1e-3)
    assert all(torch.equal(one, other) or one.isnan().any() for one, other in zip(before, found.copies(), strict=True))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20 GiB"), Problem),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried"), Problem),
        (MemoryError(), Problem),
        (RuntimeError("shapes do not match"), RuntimeError),
    ],
)
def test_a_batch_that_is_too_large_is_said(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[Exception]
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("model.training.learner.forward_loss", fails)
    with pytest.raises(kind, match=r"optimisation\.accumulate" if kind is Problem else "shapes"):
        learner().update(1, [batch_of(ENCODED, range(5))], 20, 1e-3)


def test_a_rounded_copy_computes_and_exact_weights_learn() -> None:
    """A step far below what bfloat16 can hold is not lost, and the copy is the rounding of what was learnt."""
    network = Transformer(replace(BASE, mask_fill=-1e9))
    precision = Precision("", torch.device("cpu"), working=torch.bfloat16)
    found = Learner(network, SETTINGS, precision, ALONE)
    before = found.copies()
    for number in range(1, 4):
        found.update(number, [batch_of(ENCODED, range(3)), batch_of(ENCODED, range(3, 9))], 30, 1e-7)
    changed = [one != other for one, other in zip(before, found.copies(), strict=True)]
    assert sum(int(one.sum()) for one in changed) > 100
    for exact, rounded in zip(found.weights, found.network.parameters(), strict=True):
        assert exact.dtype == torch.float32
        assert torch.equal(exact.detach().bfloat16(), rounded.detach())


@pytest.mark.parametrize("rounded", [torch.bfloat16, torch.float16])
def test_autocast_with_a_scaled_loss_learns_the_same(monkeypatch: pytest.MonkeyPatch, rounded: torch.dtype) -> None:
    """As on a GPU, but on the processor: near float32, and a step whose gradients overflow is left out."""
    monkeypatch.setattr("model.training.learner.head_loss", whole_head_loss)
    cpu, found = torch.device("cpu"), []
    for precision in (Precision("", cpu), Precision("", cpu, autocast=rounded, scaled=True)):
        torch.manual_seed(1)
        one = Learner(Transformer(BASE), replace(SETTINGS, clip=1.0), precision, ALONE)
        for number in range(1, 5):
            one.update(number, [batch_of(ENCODED, range(12)), batch_of(ENCODED, range(12, 23))], 70, 1e-3)
        found.append(one)
    plain, scaled = found
    assert scaled.validation_loss(ENCODED) == pytest.approx(plain.validation_loss(ENCODED), rel=3e-3)
    assert all(weight.dtype == torch.float32 for weight in scaled.copies())
    state = scaled.state()
    state["scaler"]["scale"] = 2.0**127  # the next gradients are infinite
    scaled.resume(state)
    before = scaled.copies()
    scaled.update(5, [batch_of(ENCODED, range(12))], 1, 1e-3)
    assert all(torch.equal(one, other) for one, other in zip(before, scaled.copies(), strict=True))
    assert scaled.state()["scaler"]["scale"] == 2.0**126
