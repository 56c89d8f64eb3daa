"""Vocabulary head and label-smoothed cross-entropy (AIAYN 3.4, 5.4) in one pass.

At a vocabulary of 8,000 the head and its loss cost more than the layers. Working a block of rows
at a time keeps the logits in the processor's cache, and writing their gradient at once saves a
second pass: together a quarter of a training step on the CPU. A GPU has the room and would wait for
every block; there all rows go at once, through PyTorch's own functions.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

BLOCK = 64  #: rows at a time: 64 × 8,000 float32 values are 2 MB


class _HeadLoss(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, smoothing: float, scale: float
    ) -> tuple[Tensor, Tensor]:
        rows, vocabulary = hidden.shape[0], weight.shape[0]
        exact = torch.promote_types(hidden.dtype, torch.float32)
        gradient = hidden.new_empty(rows, vocabulary)
        smoothed, plain = hidden.new_zeros(2, dtype=exact)
        for_bias = hidden.new_zeros(vocabulary, dtype=exact)
        product = hidden.new_empty(BLOCK, vocabulary)  # reused: fresh memory costs more than the sums
        buffer = hidden.new_empty(BLOCK, vocabulary, dtype=exact)
        for first in range(0, rows, BLOCK):
            block = slice(first, first + BLOCK)
            target = targets[block, None]
            logits, product = buffer[: len(target)], product[: len(target)]
            torch.add(torch.mm(hidden[block], weight.t(), out=product), bias, out=logits)  # [R,V]
            highest, where = logits.max(dim=1, keepdim=True)
            chosen, total = logits.gather(1, target), logits.sum()
            probability = torch.softmax(logits, dim=1, out=logits)
            log_sum = highest - probability.gather(1, where).log()
            plain += (log_sum - chosen).sum()
            smoothed += (log_sum - (1 - smoothing) * chosen).sum() - smoothing / vocabulary * total
            probability.sub_(smoothing / vocabulary)
            probability.scatter_add_(1, target, probability.new_full(target.shape, smoothing - 1.0))
            probability.mul_(scale)
            for_bias += probability.sum(dim=0)
            gradient[block].copy_(probability)
        ctx.save_for_backward(gradient, hidden, weight, for_bias.to(bias.dtype))
        ctx.mark_non_differentiable(plain)
        return smoothed * scale, plain

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        return (*head_gradients(ctx, upstream[0]), None, None, None)


def head_gradients(ctx: Any, upstream: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients of hidden rows, head and bias, from that of the logits, which a forward pass has kept in ``ctx``."""
    gradient, hidden, weight, for_bias = ctx.saved_tensors
    share = upstream.to(gradient.dtype)
    return gradient @ weight * share, gradient.t() @ hidden * share, for_bias * share


def head_loss(
    hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, smoothing: float, scale: float = 1.0
) -> tuple[Tensor, Tensor]:
    """``hidden`` [N,M], vocabulary head [V,M] and [V], ``targets`` [N] → two losses in nats.

    The first, times ``scale`` and with a gradient, smooths the target distribution: the true
    token gets 1 − smoothing + smoothing/V and every other one smoothing/V. The second is the plain
    cross-entropy, summed over the N rows. bfloat16 inputs are summed in float32.
    """
    result: tuple[Tensor, Tensor] = _HeadLoss.apply(hidden, weight, bias, targets, smoothing, scale)  # type: ignore[no-untyped-call]
    return result


def whole_head_loss(
    hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, smoothing: float, scale: float = 1.0
) -> tuple[Tensor, Tensor]:
    """The same two losses with all rows at once, also under autocast."""
    log_probability = functional.linear(hidden, weight, bias).to(weight.dtype).log_softmax(dim=1)  # [N,V]
    plain = -log_probability.gather(1, targets[:, None]).sum()
    spread = -log_probability.mean(dim=1).sum()
    return ((1 - smoothing) * plain + smoothing * spread) * scale, plain.detach()
