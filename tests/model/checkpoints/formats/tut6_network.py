"""The network of bentrevett/pytorch-seq2seq 6, written again from what is known of it, with its parameter names.

Also its older versions: one norm per layer, ``fc`` for ``fc_o``, target padding that blocks rows, and the
first ones with names of two letters and convolutions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import (
    DECODER,
    ENCODER,
    WIDTH,
    Maps,
    Reference,
    Sizes,
    fill,
    greedy_loop,
    save,
)
from tests.model.checkpoints.formats.samples import Sample


@dataclass(frozen=True)
class Names:
    """What one version of the notebook calls its parts."""

    own: str = "self_attention"
    cross: str = "encoder_attention"
    forward: str = "positionwise_feedforward"
    projections: tuple[str, str, str, str] = ("fc_q", "fc_k", "fc_v", "fc_o")
    norms: tuple[str, str, str] = ("self_attn_layer_norm", "enc_attn_layer_norm", "ff_layer_norm")
    head: str = "fc_out"
    convolution: bool = False
    blocks_rows: bool = False


CURRENT = Names()
SHARED = Names(norms=("layer_norm",) * 3, blocks_rows=True)
DECEMBER_2019 = Names(norms=("layer_norm",) * 3, projections=("fc_q", "fc_k", "fc_v", "fc"), blocks_rows=True)
OCTOBER_2019 = Names("sa", "ea", "pf", ("w_q", "w_k", "w_v", "fc"), ("ln",) * 3, "fc", blocks_rows=True)
FEBRUARY_2019 = Names("sa", "ea", "pf", ("w_q", "w_k", "w_v", "fc"), ("ln",) * 3, "fc", True, True)


class Attention(nn.Module):
    def __init__(self, names: Names, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.names = heads, names.projections
        for name in names.projections:
            self.add_module(name, nn.Linear(width, width))

    def forward(self, asking: Tensor, asked: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v, o = (self.get_submodule(name) for name in self.names)
        size = asking.shape[-1] // self.heads
        mixed, seen = [], []
        for head in range(self.heads):
            part = slice(head * size, (head + 1) * size)
            query, key, value = q(asking)[..., part], k(asked)[..., part], v(asked)[..., part]
            energy = torch.einsum("bqd,bkd->bqk", query, key) / math.sqrt(size)
            energy = torch.where(mask, energy, torch.full_like(energy, -1e10))
            seen.append(torch.softmax(energy, dim=-1))
            mixed.append(torch.einsum("bqk,bkd->bqd", seen[-1], value))
        return o(torch.cat(mixed, dim=-1)), torch.stack(seen, dim=1)


class FeedForward(nn.Module):
    def __init__(self, names: Names, width: int, inner: int) -> None:
        super().__init__()
        self.convolution = names.convolution
        self.fc_1 = nn.Conv1d(width, inner, 1) if names.convolution else nn.Linear(width, inner)
        self.fc_2 = nn.Conv1d(inner, width, 1) if names.convolution else nn.Linear(inner, width)

    def forward(self, x: Tensor) -> Tensor:
        x = x.transpose(1, 2) if self.convolution else x
        added: Tensor = self.fc_2(self.fc_1(x).relu())
        return added.transpose(1, 2) if self.convolution else added


class Layer(nn.Module):
    """Of either stack: with ``cross`` it is a decoder layer."""

    def __init__(self, names: Names, width: int, heads: int, inner: int, cross: bool) -> None:
        super().__init__()
        self.names = names
        self.parts = [names.own, names.cross, names.forward] if cross else [names.own, names.forward]
        self.norms = list(names.norms) if cross else [names.norms[0], names.norms[2]]
        for name in self.parts[:-1]:
            self.add_module(name, Attention(names, width, heads))
        self.add_module(names.forward, FeedForward(names, width, inner))
        for name in dict.fromkeys(self.norms):
            self.add_module(name, nn.LayerNorm(width))

    def forward(
        self, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor | None
    ) -> tuple[Tensor, list[Tensor]]:
        seen = []
        for part, norm in zip(self.parts, self.norms, strict=True):
            module = self.get_submodule(part)
            if part == self.names.forward:
                added = module(x)
            else:
                given = (x, x, own) if part == self.names.own else (x, memory, cross)
                added, weights = module(*given)
                seen.append(weights)
            x = self.get_submodule(norm)(x + added)
        return x, seen


class Stack(nn.Module):
    def __init__(self, names: Names, sizes: Sizes, cross: bool) -> None:
        super().__init__()
        self.tok_embedding = nn.Embedding(sizes.vocabulary, WIDTH)
        self.pos_embedding = nn.Embedding(sizes.rows, WIDTH)
        layers = (Layer(names, WIDTH, sizes.heads, sizes.inner, cross) for _ in range(sizes.layers))
        self.layers = nn.ModuleList(layers)
        if cross:
            self.add_module(names.head, nn.Linear(WIDTH, sizes.vocabulary))

    def forward(
        self, ids: Tensor, own: Tensor, memory: Tensor | None = None, cross: Tensor | None = None
    ) -> tuple[Tensor, list[list[Tensor]]]:
        x = self.tok_embedding(ids) * math.sqrt(WIDTH)
        x = x + self.pos_embedding(torch.arange(ids.shape[1]))
        seen = []
        for layer in self.layers:
            x, weights = layer(x, own, memory, cross)
            seen.append(weights)
        return x, seen


class Seq2Seq(Reference):
    def __init__(self, names: Names, encoder: Sizes, decoder: Sizes) -> None:
        super().__init__()
        self.names = names
        self.encoder = Stack(names, encoder, cross=False)
        self.decoder = Stack(names, decoder, cross=True)

    @property
    def head(self) -> nn.Linear:
        head = self.decoder.get_submodule(self.names.head)
        assert isinstance(head, nn.Linear)
        return head

    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        length = target.shape[1]
        from_source = (source != 1)[:, None]  # [B,1,S]
        given = (target != 1)[:, :, None] if self.names.blocks_rows else (target != 1)[:, None]
        past = torch.tensor([[key <= query for key in range(length)] for query in range(length)])
        memory, encoder = self.encoder(source, from_source)
        hidden, decoder = self.decoder(target, given & past, memory, from_source)
        logits = self.head(hidden)
        kinds = {
            "encoder": [layer[0] for layer in encoder],
            "decoder": [layer[0] for layer in decoder],
            "cross": [layer[1] for layer in decoder],
        }
        return logits, {kind: torch.stack(seen, dim=1) for kind, seen in kinds.items()}

    @torch.no_grad()
    def greedy(self, source: Tensor, limit: int) -> list[int]:
        return greedy_loop(lambda ids: self.run(source, torch.tensor([ids]))[0][0, -1], limit)


def make(names: Names = CURRENT, encoder: Sizes = ENCODER, decoder: Sizes = DECODER) -> Seq2Seq:
    """With weights that leave nothing to chance."""
    network = Seq2Seq(names, encoder, decoder)
    fill(network, seed=6)
    return network.eval()


VERSIONS = {
    "tut6": CURRENT,
    "tut6 shared norm": SHARED,
    "tut6 December 2019": DECEMBER_2019,
    "tut6 October 2019": OCTOBER_2019,
    "tut6 February 2019": FEBRUARY_2019,
}


def _writer(names: Names) -> Callable[[Path], Path]:
    return lambda folder: save(make(names), folder / "tut6-model.pt")


SAMPLES = {title: Sample(_writer(names)) for title, names in VERSIONS.items()}
