"""How well-known tutorials write one attention, each in its own few lines, and ways to write the masks.

Every function takes queries, keys and values as projections give them, [B,N,M], a mask [B,1,Q,K] that is True where
it may attend, and the number of heads; it returns the mixed values. They are facts about styles, not copies.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


def split(x: Tensor, heads: int) -> Tensor:
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def hyunwoongko(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    q, k, v = split(q, heads), split(k, heads), split(v, heads)
    score = (q @ k.transpose(2, 3)) / math.sqrt(q.shape[-1])
    score = score.masked_fill(mask == 0, -10000)
    return (nn.Softmax(dim=-1)(score) @ v).transpose(1, 2).flatten(2)  # type: ignore[no-any-return]


def paul_hyun(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """In place, True = blocked."""
    q, k, v = split(q, heads), split(k, heads), split(v, heads)
    hidden = mask.eq(0).repeat(1, heads, 1, 1)
    scores = torch.matmul(q, k.transpose(-1, -2)).mul_(1 / q.shape[-1] ** 0.5)
    scores.masked_fill_(hidden, -1e9)
    weights = nn.Dropout(0.4)(nn.Softmax(dim=-1)(scores))
    return torch.matmul(weights, v).transpose(1, 2).contiguous().view(len(q), -1, heads * q.shape[-1])


def jadore(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """Queries are scaled before the product."""
    q, k, v = split(q, heads), split(k, heads), split(v, heads)
    scores = torch.matmul(q / q.shape[-1] ** 0.5, k.transpose(2, 3))
    weights = nn.functional.dropout(nn.functional.softmax(scores.masked_fill(mask == 0, -1e9), dim=-1), 0.1)
    return torch.matmul(weights, v).transpose(1, 2).contiguous().view(len(q), q.shape[2], -1)


def einsum(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """Scaled after the mask, inside the softmax."""
    q, k, v = (x.reshape(len(x), x.shape[1], heads, -1) for x in (q, k, v))
    energy = torch.einsum("nqhd,nkhd->nhqk", [q, k])
    energy = energy.masked_fill(mask == 0, float("-1e20"))
    weights = torch.softmax(energy / (q.shape[-1] ** 0.5), dim=3)
    return torch.einsum("nhql,nlhd->nqhd", [weights, v]).reshape(len(q), q.shape[1], -1)


def added(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """1 = blocked, times a large negative number, as TensorFlow's tutorial has it."""
    q, k, v = split(q, heads), split(k, heads), split(v, heads)
    logits = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1])
    logits += (1.0 - mask.float()) * -1e9
    return torch.matmul(nn.functional.softmax(logits, dim=-1), v).transpose(1, 2).flatten(2)


def folded(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """[B·H, Q, K] and baddbmm, as in older layers of PyTorch."""
    q, k, v = (split(x, heads).flatten(0, 1) for x in (q, k, v))
    low = torch.zeros(mask.shape).masked_fill(~mask, float("-inf"))
    low = low.expand(-1, heads, q.shape[1], -1).flatten(0, 1)
    weights = torch.baddbmm(low, q * q.shape[-1] ** -0.5, k.transpose(1, 2)).softmax(-1)
    return torch.bmm(weights, v).unflatten(0, (-1, heads)).transpose(1, 2).flatten(2)  # type: ignore[no-any-return]


def gpt(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """One tensor split into three, minus the largest number in place of minus infinity."""
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = q @ k.mT * (1.0 / math.sqrt(k.size(-1)))
    scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    return (scores.softmax(-1) @ v).transpose(1, 2).reshape(len(q), -1, heads * v.shape[-1])


def exponents(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """The softmax written out, with the mask on the exponents."""
    q, k, v = (split(x, heads) for x in (q, k, v))
    raised = torch.exp(torch.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(k.shape[-1])) * mask
    return (raised / raised.sum(-1, keepdim=True) @ v).transpose(1, 2).flatten(2)


def by_index(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = torch.matmul(q, k.transpose(-2, -1)).div(math.sqrt(k.shape[-1]))
    scores[~mask.expand(scores.shape)] = -1e9
    return torch.matmul(torch.softmax(scores, -1), v).transpose(1, 2).flatten(2)


def fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    q, k, v = (split(x, heads) for x in (q, k, v))
    low = torch.zeros(mask.shape).masked_fill(~mask, float("-inf"))
    mixed = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=low, dropout_p=0.2)
    return mixed.transpose(1, 2).flatten(2)


def positions_first(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """[Q, K, B, H] throughout, as labml's has it: the keys are the second axis."""
    q, k, v = (x.transpose(0, 1).unflatten(-1, (heads, -1)) for x in (q, k, v))
    scores = torch.einsum("ibhd,jbhd->ijbh", q, k) * (1 / math.sqrt(q.shape[-1]))
    scores = scores.masked_fill(mask[:, 0].permute(1, 2, 0)[..., None] == 0, float("-inf"))
    weights = nn.Dropout(0.1)(nn.Softmax(dim=1)(scores))
    return torch.einsum("ijbh,jbhd->ibhd", weights, v).flatten(2).transpose(0, 1)


STYLES = (hyunwoongko, paul_hyun, jadore, einsum, added, folded, gpt, exponents, by_index, fused, positions_first)
