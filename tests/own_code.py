"""Three tutorials as a student writes them, each with switches for the mistakes that students make.

Written from what the tutorials teach, in plain torch. ``Tut6`` makes its masks from the ids and fills scores with
−1e10; ``Annotated`` has a softmax of its own, blocks padded queries too as family A does and fills with −1e9;
``Official`` is ``nn.Transformer``, positions first, where True means blocked.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

PAD, WORDS, WIDTH, HEADS, LAYERS = 1, 12, 16, 4, 2
#: Two sentences of different lengths; 0 unknown, 1 padding, 2 start, 3 end.
SOURCE = torch.tensor([[2, 5, 6, 7, 8, 3], [2, 9, 4, 3, 1, 1]])
TARGET = torch.tensor([[2, 6, 5, 9, 3], [2, 8, 3, 1, 1]])
Mask = Callable[[Tensor], Tensor]
Attend = Callable[[Tensor, Tensor | None], Tensor]


def planted(module: nn.Module) -> Any:
    """Weights that differ everywhere, the same on every run."""
    torch.manual_seed(7)
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.4)
    return module


# --- tut6 ---


def source_mask(ids: Tensor) -> Tensor:
    return (ids != PAD).unsqueeze(1).unsqueeze(2)


def target_mask(ids: Tensor) -> Tensor:
    ahead = torch.tril(torch.ones((ids.shape[1], ids.shape[1]))).bool()
    return (ids != PAD).unsqueeze(1).unsqueeze(2) & ahead


def tril(ids: Tensor, diagonal: int = 0) -> Tensor:
    return torch.ones(ids.shape[1], ids.shape[1]).tril(diagonal).bool()


def keys(ids: Tensor, padding: int = PAD) -> Tensor:
    return (ids != padding)[:, None, None, :]


def masked_softmax(energy: Tensor, mask: Tensor | None, fill: float = -1e10) -> Tensor:
    if mask is not None:
        energy = energy.masked_fill(mask == 0, fill)
    return torch.softmax(energy, dim=-1)


class MultiHead(nn.Module):
    """fc_q … fc_o, heads by view and permute."""

    def __init__(self, attend: Attend = masked_softmax, scaled: bool = True) -> None:
        super().__init__()
        self.fc_q, self.fc_k, self.fc_v, self.fc_o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attend, self.dropout = attend, nn.Dropout(0.5)
        self.scale = math.sqrt(WIDTH // HEADS) if scaled else 1.0
        self.weights = torch.empty(0)

    def forward(self, query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
        q, k, v = (
            each.view(len(each), -1, HEADS, WIDTH // HEADS).permute(0, 2, 1, 3)
            for each in (self.fc_q(query), self.fc_k(key), self.fc_v(key))
        )
        energy = torch.matmul(q, k.permute(0, 1, 3, 2)) / self.scale
        self.weights = self.attend(energy, mask)
        mixed = torch.matmul(self.dropout(self.weights), v)
        return self.fc_o(mixed.permute(0, 2, 1, 3).contiguous().view(len(query), -1, WIDTH))  # type: ignore[no-any-return]


class Layer(nn.Module):
    def __init__(self, cross: bool, **attention: Any) -> None:
        super().__init__()
        self.own, self.norm = MultiHead(**attention), nn.LayerNorm(WIDTH)
        self.cross = MultiHead(**attention) if cross else None

    def forward(self, x: Tensor, mask: Tensor | None, memory: Tensor | None = None, other: Any = None) -> Tensor:
        x = self.norm(x + self.own(x, x, mask))
        return x if self.cross is None or memory is None else self.norm(x + self.cross(x, memory, other))


class Tut6(nn.Module):
    """Masks from the ids; ``cross`` makes the mask of the cross attention from (source, target)."""

    def __init__(
        self, source: Mask | None = source_mask, target: Mask | None = target_mask,
        cross: Callable[[Tensor, Tensor], Tensor | None] | None = None, **attention: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.source_mask, self.target_mask = source, target
        self.cross_mask = cross
        self.tok = nn.ModuleList(nn.Embedding(WORDS, WIDTH) for _ in range(2))
        self.encoder = nn.ModuleList(Layer(False, **attention) for _ in range(LAYERS))
        self.decoder = nn.ModuleList(Layer(True, **attention) for _ in range(LAYERS))
        self.fc_out = nn.Linear(WIDTH, WORDS)

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        source = None if self.source_mask is None else self.source_mask(src)
        target = None if self.target_mask is None else self.target_mask(trg)
        cross = source if self.cross_mask is None else self.cross_mask(src, trg)
        memory, x = (embedding(ids) * math.sqrt(WIDTH) for embedding, ids in zip(self.tok, (src, trg), strict=True))
        for layer in self.encoder:
            memory = layer(memory, source)
        for layer in self.decoder:
            x = layer(x, target, memory, cross)
        return torch.softmax(self.fc_out(x), dim=-1)

    def reference(self) -> dict[str, Tensor]:
        """What the attention modules kept of the last run: [L,B,H,Q,K] for each kind."""
        encoder, decoder = list[Any](self.encoder), list[Any](self.decoder)
        return {
            "encoder": torch.stack([layer.own.weights for layer in encoder]),
            "decoder": torch.stack([layer.own.weights for layer in decoder]),
            "cross": torch.stack([layer.cross.weights for layer in decoder]),
        }


# --- the annotated one: a softmax written out, and masks of queries and keys ---


def both_padding(queries: Tensor, keys: Tensor) -> Tensor:
    return queries.ne(PAD)[:, None, :, None] & keys.ne(PAD)[:, None, None, :]


def own_softmax(scores: Tensor, mask: Tensor | None, fill: float = -1e9) -> Tensor:
    if mask is not None:
        scores = scores.masked_fill(mask == 0, fill)
    exponents = (scores - scores.max(dim=-1, keepdim=True)[0]).exp()
    return exponents / exponents.sum(dim=-1, keepdim=True)


def annotated(ahead: int = 0, **changes: Any) -> Tut6:
    """Family A's masks with the look-ahead's diagonal moved by ``ahead``."""

    def of_target(ids: Tensor) -> Tensor:
        return both_padding(ids, ids) & torch.ones(ids.shape[1], ids.shape[1]).tril(ahead).bool()

    parts: dict[str, Any] = {
        "source": lambda ids: both_padding(ids, ids), "target": of_target,
        "cross": lambda src, trg: both_padding(trg, src), "attend": own_softmax,
    }  # fmt: skip
    return Tut6(**{**parts, **changes})


# --- the official one ---


class Official(nn.Module):
    """``nn.Transformer`` with positions first. ``changes`` replace masks by their keyword."""

    def __init__(self, as_float: bool = False, **changes: Any) -> None:
        super().__init__()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that positions first are slower
            self.transformer = nn.Transformer(WIDTH, HEADS, LAYERS, LAYERS, 32, dropout=0.3)
        self.tok = nn.ModuleList(nn.Embedding(WORDS, WIDTH) for _ in range(2))
        self.generator = nn.Linear(WIDTH, WORDS)
        self.as_float, self.changes = as_float, changes

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        ahead = torch.triu(torch.ones(len(trg), len(trg)), diagonal=1).bool()
        if self.as_float:
            ahead = torch.zeros(len(trg), len(trg)).masked_fill(ahead, float("-inf"))
        masks: dict[str, Any] = {
            "tgt_mask": ahead,
            "src_key_padding_mask": (src == PAD).t(),
            "tgt_key_padding_mask": (trg == PAD).t(),
            "memory_key_padding_mask": (src == PAD).t(),
        }
        if self.as_float:  # both of one type, as newer versions ask
            masks |= {name: torch.zeros(mask.shape).masked_fill(mask, float("-inf"))
                      for name, mask in masks.items() if mask.dtype == torch.bool}  # fmt: skip
        masks |= {name: make(src, trg) for name, make in self.changes.items()}
        embedded = [embedding(ids) * math.sqrt(WIDTH) for embedding, ids in zip(self.tok, (src, trg), strict=True)]
        return self.generator(self.transformer(*embedded, **masks))  # type: ignore[no-any-return]
