"""Foreign networks, written again in these tests: what they have in common. They know no module of ours.

A reference is a torch module with the tutorial's own parameter names, whose ``run`` returns logits and every
attention map. How one is compared with what Headscope makes of its file:
:mod:`tests.model.checkpoints.formats.agreement`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

Maps = dict[str, Tensor]  #: kind → [B,L,H,Q,K]
START, END = 2, 3
SPECIALS = 4  #: unknown, padding, start, end come first in every vocabulary here
WIDTH = 24


@dataclass(frozen=True)
class Sizes:
    """One stack's sizes."""

    vocabulary: int
    layers: int
    heads: int
    inner: int
    rows: int = 0  #: of its position table


#: No two of a network's sizes are the same, between the stacks neither; only the heads are.
ENCODER, DECODER = Sizes(23, 2, 8, 19, 20), Sizes(21, 3, 8, 13, 17)


class Reference(nn.Module, ABC):
    """What a re-expressed tutorial offers."""

    @abstractmethod
    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V] and maps."""

    @abstractmethod
    def greedy(self, source: Tensor, limit: int) -> list[int]:
        """The tutorial's own loop over one source [1,S]: the tokens produced, in order."""


class Foreign(Protocol):
    """A tutorial's model, written again."""

    pad: int

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V], or hidden states [B,T,M] without a head; maps.

        ``looping``: as in the tutorial's decoding loop, where the target has a look-ahead mask alone.
        """


def fill(module: nn.Module, seed: int, scale: float = 0.35, shift: float = 0.35) -> None:
    """Weights that leave nothing to chance, equal in float32 and float64: no gain is 1 and no bias 0.

    ``scale`` is that of matrices, ``shift`` that of biases: small ones let a sentence matter more.
    """
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, value in module.named_parameters():
            drawn = torch.randn(value.shape, generator=random)
            is_gain = "norm" in name.lower() or ".ln." in name
            is_gain = is_gain and name.endswith(("weight", "gamma", "a_2"))
            value.copy_(1.0 + 0.35 * drawn if is_gain else drawn * (scale if value.dim() > 1 else shift))


def prepare(network: Any, seed: int, dtype: torch.dtype = torch.float32) -> Any:
    """Every weight drawn, stored tables too: whoever computes a table instead of reading it is found out."""
    fill(network, seed)
    random = torch.Generator().manual_seed(seed + 1)
    for value in network.buffers():
        value.copy_(torch.randn(value.shape, generator=random))
    return network.to(dtype).eval()


def save(module: nn.Module, path: Path, dtype: torch.dtype = torch.float32) -> Path:
    """What a student's ``torch.save(model.state_dict(), …)`` writes."""
    torch.save({name: value.to(dtype) for name, value in module.state_dict().items()}, path)
    return path


def kept(module: nn.Module, folder: Path) -> Path:
    """Its state dict in its own precision."""
    return saved(module.state_dict(), folder / "model.pt")


def saved(content: Any, path: Path) -> Path:
    """``torch.save`` into ``path``."""
    torch.save(content, path)
    return path


def clones(module: nn.Module) -> dict[str, Tensor]:
    """A state dict to change."""
    return {name: value.clone() for name, value in module.state_dict().items()}


def heads_attend(
    query: Tensor, key: Tensor, value: Tensor, heads: int, visible: Tensor, fill_value: float
) -> tuple[Tensor, Tensor]:
    """[B,Q,H·D], [B,K,H·D], [B,K,H·E] and [B,Q,K] → [B,Q,H·E] and weights [B,H,Q,K], one head after the other."""
    mixed, seen = [], []
    for q, k, v in zip(query.chunk(heads, -1), key.chunk(heads, -1), value.chunk(heads, -1), strict=True):
        scores = torch.einsum("bqd,bkd->bqk", q, k) / math.sqrt(q.shape[-1])
        weights = torch.softmax(torch.where(visible, scores, torch.full_like(scores, fill_value)), -1)
        seen.append(weights)
        mixed.append(torch.einsum("bqk,bkd->bqd", weights, v))
    return torch.cat(mixed, -1), torch.stack(seen, 1)


def visible(source: Tensor, target: Tensor, pad: int, looping: bool) -> tuple[Tensor, Tensor, Tensor]:
    """[B,S,S], [B,T,T] and [B,T,S]: keys that are no padding, and no future. True = may attend."""
    (batch, rows), columns = target.shape, source.shape[1]
    seen = (source != pad)[:, None]
    past = torch.tensor([[key <= query for key in range(rows)] for query in range(rows)])
    given = torch.ones_like(target, dtype=torch.bool) if looping else target != pad
    return seen.expand(batch, columns, columns), given[:, None] & past, seen.expand(batch, rows, columns)


def stacked(encoder: list[Tensor], decoder: list[Tensor], cross: list[Tensor]) -> Maps:
    """Lists of [B,H,Q,K] over the layers → kind → [B,L,H,Q,K]."""
    return {"encoder": torch.stack(encoder, 1), "decoder": torch.stack(decoder, 1), "cross": torch.stack(cross, 1)}


def greedy_loop(step: Callable[[list[int]], Tensor], limit: int) -> list[int]:
    """Append the most likely token, then stop at the end token: ``step`` gives the newest logits [V]."""
    produced: list[int] = []
    while len(produced) < limit:
        produced.append(int(step([START, *produced]).argmax()))
        if produced[-1] == END:
            break
    return produced


def interleaved(count: int, width: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """[count,M]: sin and cos of position / 10000^(2i/M) in turn, one number after the other."""
    rows = [
        [
            (math.sin if column % 2 == 0 else math.cos)(position / 10000 ** ((column - column % 2) / width))
            for column in range(width)
        ]
        for position in range(count)
    ]
    return torch.tensor(rows, dtype=torch.float64).to(dtype)


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)
