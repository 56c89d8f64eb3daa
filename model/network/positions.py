"""Positions as numbers: a vector added to its embedding, or a bias added to its scores.

Four ways: the paper's formula, learned rows, rows that a file brings (other formulas), and T5's
relative biases, which add nothing to the embedding.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from model.network.config import TransformerConfig


def sinusoids(count: int, width: int) -> Tensor:
    """[count,M] float64, interleaved (AIAYN 3.5): even columns sin(p/10000^(2i/M)), odd columns cos."""
    position = torch.arange(count, dtype=torch.float64)[:, None]
    frequency = 10000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angle = position * frequency  # [count,M/2]
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)


class Positions(nn.Module):
    """One vector per position, counted from 0: a formula (AIAYN 3.5), learned rows (tut6) or given ones.

    Where the family gives padding a row of its own (``padding_position``), every padding token gets
    that row, wherever it stands.
    """

    def __init__(self, config: TransformerConfig, limit: int) -> None:
        super().__init__()
        self.limit, self.width = limit, config.width
        given = config.positions in ("learned", "stored")
        learned = config.positions == "learned"
        self.table = nn.Parameter(torch.empty(limit, self.width), requires_grad=learned) if given else None
        own = given and config.padding_position
        self.padding = nn.Parameter(torch.empty(self.width), requires_grad=learned) if own else None
        self._formula = torch.empty(0, self.width)  # rows computed so far; no buffer: never saved, no float64 elsewhere

    @property
    def unmoved(self) -> Positions:
        """Those of the network itself: a twin may move some of them (:mod:`model.network.what_if`)."""
        return self

    def forward(self, first: int, token: Tensor, visible: Tensor | None = None) -> Tensor:
        """[N,M] or [B,N,M] for ``token`` [B,N,M] at the positions first … first + N − 1.

        ``visible`` [B,N] is False at padding. Raises IndexError beyond the last position.
        """
        last = first + token.shape[1]
        if last > self.limit:
            raise IndexError(f"position {last - 1} is beyond the {self.limit} that this network has")
        if self.table is None:
            return self._computed(last, token)[first:last]
        rows = self.table[first:last]
        if self.padding is None or visible is None:
            return rows
        return torch.where(visible[..., None], rows, self.padding)

    def _computed(self, last: int, token: Tensor) -> Tensor:
        rows = self._formula
        if len(rows) < last or rows.dtype != token.dtype or rows.device != token.device:
            # In float64, so that a float64 network is exact, and on the CPU: not every device has it.
            rows = sinusoids(min(self.limit, 2 * last), self.width).to(token.dtype).to(token.device)
            self._formula = rows
        return rows


class RelativeBias(nn.Module):
    """T5: one learned number per head and bucket of distances, added to the scores of every layer.

    Source: "Exploring the Limits of Transfer Learning" (arXiv 1910.10683), section 2.1. Half of the
    buckets hold one distance each, the others grow logarithmically up to ``farthest``. With ``layers``
    each of them has numbers of its own (UMT5).
    """

    def __init__(self, heads: int, buckets: int, farthest: int, both_ways: bool, layers: int | None = None) -> None:
        super().__init__()
        self.farthest, self.both_ways = farthest, both_ways
        self.table = nn.Parameter(torch.empty((buckets, heads) if layers is None else (layers, buckets, heads)))

    def forward(self, first: int, queries: int, keys: int) -> Tensor:
        """[1,H,Q,K] for queries at the positions first … first + Q − 1 and keys at 0 … K − 1; [L,H,Q,K] by layer."""
        device = self.table.device
        query = torch.arange(first, first + queries, device=device)[:, None]
        distance = torch.arange(keys, device=device)[None] - query  # [Q,K] negative = before the query
        tables = self.table if self.table.dim() == 3 else self.table[None]  # [1 or L,N,H]
        return tables[:, self.bucket(distance)].permute(0, 3, 1, 2)

    def bucket(self, distance: Tensor) -> Tensor:
        """[…] key position − query position → bucket. One-way tables put all that follows into bucket 0."""
        buckets = self.table.shape[-2]
        result = torch.zeros_like(distance)
        if self.both_ways:
            buckets //= 2
            result = (distance > 0).long() * buckets
            distance = distance.abs()
        else:
            distance = (-distance).clamp(min=0)
        exact = buckets // 2
        # In float32 as in the published models, where a boundary may fall on either side.
        growth = torch.log(distance.clamp(min=1).float() / exact) / math.log(self.farthest / exact)
        far = (exact + (growth * (buckets - exact)).long()).clamp(max=buckets - 1)
        return result + torch.where(distance < exact, distance, far)


def of_layer(bias: Tensor | None, layer: int) -> Tensor | None:
    """[1,H,Q,K] of a layer, from what :class:`RelativeBias` gives for all of them."""
    return bias if bias is None or len(bias) == 1 else bias[layer : layer + 1]
