"""Two passes that are to agree: loss and gradients equal torch's own divergences, and vanish where they do agree."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model.training.consistency import BLOCK, Shares, consistent_loss, whole_consistent_loss
from model.training.loss import head_loss
from tests.model.networks import assert_close
from tests.model.training.test_loss import make

Loss = Callable[[Tensor, Tensor, Tensor, Tensor, Shares], tuple[Tensor, Tensor]]
LOSSES: list[Loss] = [consistent_loss, whole_consistent_loss]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(("rows", "smoothing"), [(1, 0.1), (BLOCK, 0.0), (2 * BLOCK + 7, 0.2)])
def test_values_and_gradients_equal_torchs_divergences(loss: Loss, rows: int, smoothing: float) -> None:
    hidden, weight, bias, targets = make(2 * rows)
    targets = targets[:rows]
    found, plain = loss(hidden, weight, bias, targets, Shares(smoothing, 3.0, 0.25))
    slopes = torch.autograd.grad(found * 2.0, (hidden, weight, bias))
    one, other = functional.linear(hidden, weight, bias).split(rows)
    entropies = [
        functional.cross_entropy(each, targets, reduction="sum", label_smoothing=smoothing) for each in (one, other)
    ]
    expected = (entropies[0] + entropies[1]) / 2
    for here, there in ((one, other), (other, one)):
        logs = here.log_softmax(-1), there.log_softmax(-1)
        expected = expected + 3.0 / 4 * functional.kl_div(logs[1], logs[0], reduction="sum", log_target=True)
    assert_close(found.detach(), 0.25 * expected.detach())
    without = [functional.cross_entropy(each, targets, reduction="sum") for each in (one, other)]
    assert_close(plain.detach(), (without[0] + without[1]).detach() / 2)
    assert not plain.requires_grad
    for ours, theirs in zip(slopes, torch.autograd.grad(0.5 * expected, (hidden, weight, bias)), strict=True):
        assert_close(ours, theirs)


def test_passes_that_agree_are_one() -> None:
    hidden, weight, bias, targets = make(9)
    found, _ = consistent_loss(hidden.repeat(2, 1), weight, bias, targets, Shares(0.1, 5.0))
    assert_close(found.detach(), head_loss(hidden, weight, bias, targets, 0.1)[0].detach())


def test_half_precision_sums_in_float32() -> None:
    exact, half = make(200), make(200, torch.bfloat16)
    expected = consistent_loss(*exact[:3], exact[3][:100], Shares(0.1, 5.0))[0]
    found = consistent_loss(*half[:3], half[3][:100], Shares(0.1, 5.0))[0]
    assert found.dtype == torch.float32
    assert abs(float(found.detach()) / float(expected.detach()) - 1) < 0.01
    found.backward()
    assert half[0].grad is not None
    assert half[0].grad.dtype == torch.bfloat16
