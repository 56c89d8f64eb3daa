"""The fused head and loss equal torch's own, values and gradients."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from model.training.loss import BLOCK, head_loss
from tests.model.networks import assert_close

WIDTH, VOCABULARY = 6, 11


def make(rows: int, dtype: torch.dtype = torch.float64, size: float = 1.0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(rows)
    shapes = (rows, WIDTH), (VOCABULARY, WIDTH), (VOCABULARY,)
    hidden, weight, bias = (torch.randn(shape, generator=generator, dtype=torch.float64) * size for shape in shapes)
    targets = torch.randint(VOCABULARY, (rows,), generator=generator)
    return (*(part.to(dtype).requires_grad_() for part in (hidden, weight, bias)), targets)  # type: ignore[return-value]


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("rows", [1, 5, BLOCK, BLOCK + 1, 2 * BLOCK + 7])
def test_values_and_gradients_equal_torch(rows: int, smoothing: float) -> None:
    hidden, weight, bias, targets = make(rows)
    smoothed, plain = head_loss(hidden, weight, bias, targets, smoothing, 0.25)
    found = torch.autograd.grad(smoothed * 3.0, (hidden, weight, bias))
    logits = functional.linear(hidden, weight, bias)
    expected = functional.cross_entropy(logits, targets, reduction="sum", label_smoothing=smoothing)
    assert_close(smoothed.detach(), 0.25 * expected.detach())
    assert_close(plain.detach(), functional.cross_entropy(logits, targets, reduction="sum").detach())
    for ours, theirs in zip(found, torch.autograd.grad(0.75 * expected, (hidden, weight, bias)), strict=True):
        assert_close(ours, theirs)


def test_the_smoothed_target_is_the_papers() -> None:
    """1 − ε + ε/V for the true token, ε/V for every other one: a loss computed by hand."""
    hidden, weight, bias, targets = make(3)
    log_probability = functional.linear(hidden, weight, bias).log_softmax(-1)
    wanted = torch.full((3, VOCABULARY), 0.1 / VOCABULARY, dtype=torch.float64)
    wanted[torch.arange(3), targets] += 0.9
    assert_close(head_loss(hidden, weight, bias, targets, 0.1)[0].detach(), -(wanted * log_probability).sum().detach())


def test_the_plain_loss_has_no_gradient() -> None:
    assert not head_loss(*make(4)[:3], make(4)[3], 0.1)[1].requires_grad


def test_large_logits_stay_finite() -> None:
    hidden, weight, bias, targets = make(9, torch.float32, size=100.0)
    smoothed, plain = head_loss(hidden, weight, bias, targets, 0.1)
    smoothed.backward()
    assert hidden.grad is not None
    assert all(bool(value.isfinite().all()) for value in (smoothed, plain, hidden.grad))


def test_half_precision_sums_in_float32() -> None:
    exact = make(200)
    half = make(200, torch.bfloat16)
    expected = head_loss(*exact[:3], exact[3], 0.1)[0]
    found = head_loss(*half[:3], half[3], 0.1)[0]
    assert found.dtype == torch.float32
    assert abs(float(found.detach()) / float(expected.detach()) - 1) < 0.01
    found.backward()
    assert half[0].grad is not None
    assert half[0].grad.dtype == torch.bfloat16
