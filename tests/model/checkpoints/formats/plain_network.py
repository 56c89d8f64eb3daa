"""An encoder-decoder Transformer in plain steps over a dictionary of tensors, whatever they are called.

A tutorial is told by the names of its tensors and by what its code computes otherwise (a subclass). It knows no module
of ours. Sizes differ between the stacks, so that none can stand for the other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from tests.model.checkpoints.formats.references import Maps, heads_attend, interleaved, stacked, visible

Shapes = dict[str, tuple[int, ...]]
WIDTH, ROWS = 12, (14, 11)
VOCABULARIES, LAYERS, INNER = (13, 17), (2, 3), (10, 7)
SIDES = ("encoder", "decoder")


@dataclass(frozen=True)
class Names:
    """What a tutorial calls its modules; ``{}`` is the layer, ``{side}`` the stack."""

    tokens: tuple[str, str]
    attention: tuple[tuple[str, ...], tuple[str, ...]]  #: of an encoder's layer, and of a decoder's
    norms: tuple[tuple[str, ...], tuple[str, ...]]
    parts: tuple[str, str, str, str]  #: query, key, value, output
    forward: tuple[tuple[str, str], tuple[str, str]]
    head: str
    rows: tuple[str, str] = ("", "")  #: tensors of positions, where there are some
    outer: tuple[str, str] = ("", "")  #: norms after the stacks, where there are some
    gain: str = "weight"


@dataclass
class PlainNetwork:
    """One network: its tensors, their names, and what its code does."""

    tensors: dict[str, Tensor]
    names: Names
    heads: int = 4
    pad: int = 1
    pre: bool = True  #: norms before sub-layers
    eps: float = 1e-5
    unbiased: bool = False  #: a norm divides by the deviation over n − 1, plus eps
    scale: bool = True  #: token vectors times √M
    fill: float = -1e9
    target_padding: bool = True  #: is blocked in training
    loop_padding: bool = False  #: is blocked once produced
    extras: dict[str, Any] = field(default_factory=dict)

    def state_dict(self) -> dict[str, Tensor]:
        return self.tensors

    def linear(self, name: str, x: Tensor) -> Tensor:
        weight = self.tensors[f"{name}.weight"]
        out = torch.einsum("...i,oi->...o", x, weight[:, :, 0] if weight.dim() == 3 else weight)
        return out + self.tensors[f"{name}.bias"] if f"{name}.bias" in self.tensors else out

    def norm(self, name: str, x: Tensor) -> Tensor:
        away = x - x.sum(-1, keepdim=True) / WIDTH
        squares = away.square().sum(-1, keepdim=True)
        by = (squares / (WIDTH - 1)).sqrt() + self.eps if self.unbiased else (squares / WIDTH + self.eps).sqrt()
        return self.tensors[f"{name}.{self.names.gain}"] * away / by + self.tensors[f"{name}.bias"]

    def positions(self, side: int, ids: Tensor) -> Tensor:
        """Rows for ids [B,N]: the stored ones, else the paper's."""
        name, count = self.names.rows[side], ids.shape[1]
        if not name:
            return interleaved(count, WIDTH, self.tensors[f"{self.names.tokens[side]}.weight"].dtype)
        return self.tensors[name].reshape(-1, WIDTH)[:count]

    def attend(self, name: str, x: Tensor, memory: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        """What the attention ``name`` adds, and its weights [B,H,Q,K]."""
        q, k, v, o = (f"{name}.{part}" for part in self.names.parts)
        given = self.linear(q, x), self.linear(k, memory), self.linear(v, memory)
        mixed, weights = heads_attend(*given, self.heads, seen, self.fill)
        return self.linear(o, mixed), weights

    def activation(self, x: Tensor) -> Tensor:
        return x.clamp(min=0)

    def expand(self, side: int, layer: int, x: Tensor) -> Tensor:
        first, second = (name.format(layer) for name in self.names.forward[side])
        return self.linear(second, self.activation(self.linear(first, x)))

    def stack(
        self, side: int, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor
    ) -> tuple[Tensor, list[Any]]:
        seen: list[Any] = []
        for layer in range(LAYERS[side]):
            norms = [name.format(layer) for name in self.names.norms[side]]
            blocks: list[Any] = [name.format(layer) for name in self.names.attention[side]]
            maps = []
            for place, norm in enumerate(norms):
                read = self.norm(norm, x) if self.pre else x
                if place < len(blocks):
                    given: Any = (read, own) if place == 0 else (memory, cross)
                    added, weights = self.attend(blocks[place], read, *given)
                    maps.append(weights)
                else:
                    added = self.expand(side, layer, read)
                x = x + added if self.pre else self.norm(norm, x + added)
            seen.append(maps)
        return self.norm(self.names.outer[side], x) if self.names.outer[side] else x, seen

    def embed(self, side: int, ids: Tensor) -> Tensor:
        tokens = self.tensors[f"{self.names.tokens[side]}.weight"][ids]
        return tokens * (math.sqrt(WIDTH) if self.scale else 1.0) + self.positions(side, ids)

    def seen(self, source: Tensor, target: Tensor, alone: bool) -> tuple[Tensor, Tensor, Tensor]:
        """The cells that the three attentions may see; ``alone``: the target's mask is the look-ahead mask."""
        return visible(source, target, self.pad, alone)

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V] and maps."""
        alone = not (self.loop_padding if looping else self.target_padding)
        own, later, cross = self.seen(source, target, alone)
        memory, encoder = self.stack(0, self.embed(0, source), own, None, own)
        hidden, decoder = self.stack(1, self.embed(1, target), later, memory, cross)
        maps = stacked([layer[0] for layer in encoder], *([layer[n] for layer in decoder] for n in (0, 1)))
        return self.linear(self.names.head, hidden), maps


def linear(name: str, rows: int, columns: int, bias: bool = True) -> Shapes:
    return {f"{name}.weight": (rows, columns), **({f"{name}.bias": (rows,)} if bias else {})}


def shapes(names: Names, bias: bool = True) -> Shapes:
    """Those of a file with these names; ``bias``: of the projections."""
    found: Shapes = dict(linear(names.head, VOCABULARIES[1], WIDTH))
    for side in (0, 1):
        found[f"{names.tokens[side]}.weight"] = (VOCABULARIES[side], WIDTH)
        norms = [names.outer[side]] if names.outer[side] else []
        for layer in range(LAYERS[side]):
            for block in names.attention[side]:
                for part in names.parts:
                    found |= linear(f"{block.format(layer)}.{part}", WIDTH, WIDTH, bias)
            first, second = (name.format(layer) for name in names.forward[side])
            found |= linear(first, INNER[side], WIDTH) | linear(second, WIDTH, INNER[side])
            norms += [name.format(layer) for name in names.norms[side]]
        for norm in norms:
            found |= {f"{norm}.{names.gain}": (WIDTH,), f"{norm}.bias": (WIDTH,)}
    return found


def drawn(wanted: Mapping[str, tuple[int, ...]], seed: int, dtype: torch.dtype) -> dict[str, Tensor]:
    """Values that leave nothing to chance, equal in float32 and float64: gains about 1, no bias 0."""
    random = torch.Generator().manual_seed(seed)
    found = {}
    for name, shape in wanted.items():
        value = 0.35 * torch.randn(shape, generator=random)
        gain = "norm" in name.lower() or ".ln." in name
        found[name] = (value + 1.0 if gain and name.endswith(("weight", "alpha")) else value).to(dtype)
    return found
