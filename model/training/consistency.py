"""Two passes over the same pairs with other dropout, which are to agree: Wu et al. (2021), "R-Drop", section 2.

The network is then less sure of what only some of its units have learned by heart. As in :mod:`model.training.loss`
a block of rows at a time keeps the logits in the processor's cache, and their gradient is written at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from model.training.loss import head_gradients

BLOCK = 32  #: rows of each pass at a time


class Shares(NamedTuple):
    """What weighs in the loss."""

    smoothing: float  #: of the target distribution, as in :func:`model.training.loss.head_loss`
    consistency: float  #: of how far the passes are apart; α of R-Drop
    scale: float = 1.0  #: of it all


class _ConsistentLoss(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, shares: Shares
    ) -> tuple[Tensor, Tensor]:
        smoothing, consistency, scale = shares
        rows, vocabulary = targets.shape[0], weight.shape[0]
        exact = torch.promote_types(hidden.dtype, torch.float32)
        gradient = hidden.new_empty(2, rows, vocabulary)
        total, plain = hidden.new_zeros(2, dtype=exact)
        for_bias = hidden.new_zeros(vocabulary, dtype=exact)
        both, table = hidden.view(2, rows, -1), weight.t()
        for first in range(0, rows, BLOCK):
            block = slice(first, first + BLOCK)
            target = targets[None, block, None].expand(2, -1, 1)
            log_p = torch.matmul(both[:, block], table).to(exact).add_(bias).log_softmax(-1)  # [2,R,V]
            p = log_p.exp()
            chosen = log_p.gather(2, target).sum()
            spread = log_p.sum() / vocabulary
            plain -= chosen / 2
            total -= ((1 - smoothing) * chosen + smoothing * spread) / 2
            apart = log_p[0] - log_p[1]  # [R,V]
            forth, back = (p[0] * apart).sum(-1, keepdim=True), (p[1] * apart).sum(-1, keepdim=True)
            total += consistency / 4 * (forth - back).sum()
            slope = torch.stack([p[0] * (apart - forth), p[1] * (back - apart)])
            between = p[0] - p[1]
            slope[0] += between
            slope[1] -= between
            p.sub_(smoothing / vocabulary).scatter_add_(2, target, p.new_full(target.shape, smoothing - 1.0))
            slope.mul_(consistency / 4).add_(p, alpha=0.5).mul_(scale)
            for_bias += slope.sum(dim=(0, 1))
            gradient[:, block].copy_(slope)
        ctx.save_for_backward(gradient.view(2 * rows, vocabulary), hidden, weight, for_bias.to(bias.dtype))
        ctx.mark_non_differentiable(plain)
        return total * scale, plain

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        return (*head_gradients(ctx, upstream[0]), None, None)


def consistent_loss(
    hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, shares: Shares
) -> tuple[Tensor, Tensor]:
    """``hidden`` [2N,M], the N rows of one pass and those of the other, and ``targets`` [N] → two losses in nats.

    The first, scaled and with a gradient, is the mean of both passes' smoothed cross-entropies plus
    ``shares.consistency`` / 4 times the divergences of each pass's distribution from the other's, summed over the rows:
    R-Drop's loss, halved. The second is the mean of the plain cross-entropies.
    """
    result: tuple[Tensor, Tensor] = _ConsistentLoss.apply(hidden, weight, bias, targets, shares)  # type: ignore[no-untyped-call]
    return result


def whole_consistent_loss(
    hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor, shares: Shares
) -> tuple[Tensor, Tensor]:
    """The same two losses with all rows at once, also under autocast."""
    smoothing, consistency, scale = shares
    log_p = functional.linear(hidden, weight, bias).to(weight.dtype).log_softmax(dim=1)
    log_p = log_p.view(2, -1, len(bias))  # [2,N,V]
    plain = -log_p.gather(2, targets[None, :, None].expand(2, -1, 1)).sum() / 2
    spread = -log_p.mean(dim=2).sum() / 2
    p = log_p.exp()
    apart = ((p[0] - p[1]) * (log_p[0] - log_p[1])).sum()
    return ((1 - smoothing) * plain + smoothing * spread + consistency / 4 * apart) * scale, plain.detach()
