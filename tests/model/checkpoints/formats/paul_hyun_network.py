"""The networks of paul-hyun/transformer-evolution, written again from what is known of them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import Maps, heads_attend, prepare, saved, stacked, visible
from tests.model.checkpoints.formats.samples import Sample

WIDTH, HEADS, HEAD_WIDTH, INNER, LAYERS, ROWS = 12, 3, 5, (10, 7), (2, 3), (14, 9)
VOCABULARIES = (13, 17)
CONFIG = {"n_enc_vocab": 13, "n_dec_vocab": 17, "n_enc_seq": 14, "n_dec_seq": 9, "n_layer": 2, "d_hidn": WIDTH,
          "i_pad": 0, "d_ff": 10, "n_head": HEADS, "d_head": HEAD_WIDTH, "dropout": 0.1,
          "layer_norm_epsilon": 1e-12}  # fmt: skip


def norm() -> nn.LayerNorm:
    return nn.LayerNorm(WIDTH, eps=1e-12)


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.W_Q, self.W_K, self.W_V = (nn.Linear(WIDTH, HEADS * HEAD_WIDTH) for _ in range(3))
        self.linear = nn.Linear(HEADS * HEAD_WIDTH, WIDTH)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        mixed, weights = heads_attend(self.W_Q(x), self.W_K(memory), self.W_V(memory), HEADS, mask, -1e9)
        return self.linear(mixed), weights


class FeedForward(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv1d(WIDTH, inner, 1), nn.Conv1d(inner, WIDTH, 1)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.conv1(x.transpose(1, 2))
        hidden = hidden * (1 + torch.erf(hidden / math.sqrt(2))) / 2
        result: Tensor = self.conv2(hidden).transpose(1, 2)
        return result


class Layer(nn.Module):
    def __init__(self, inner: int, decoder: bool) -> None:
        super().__init__()
        self.self_attn, self.layer_norm1, self.layer_norm2 = Attention(), norm(), norm()
        if decoder:
            self.dec_enc_attn, self.layer_norm3 = Attention(), norm()
        self.pos_ffn = FeedForward(inner)

    def forward(self, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor) -> tuple[Tensor, list[Tensor]]:
        added, weights = self.self_attn(x, x, own)
        x, seen = self.layer_norm1(x + added), [weights]
        if memory is None:
            return self.layer_norm2(x + self.pos_ffn(x)), seen
        added, weights = self.dec_enc_attn(x, memory, cross)
        x = self.layer_norm2(x + added)
        return self.layer_norm3(x + self.pos_ffn(x)), [*seen, weights]


class Stack(nn.Module):
    def __init__(self, side: int) -> None:
        super().__init__()
        self.table = ("enc_emb", "dec_emb")[side]
        self.add_module(self.table, nn.Embedding(VOCABULARIES[side], WIDTH))
        self.pos_emb = nn.Embedding(ROWS[side] + 1, WIDTH)
        self.layers = nn.ModuleList(Layer(INNER[side], side == 1) for _ in range(LAYERS[side]))

    def forward(
        self, ids: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor
    ) -> tuple[Tensor, list[list[Tensor]]]:
        places = torch.tensor([[0 if index == 0 else place for place, index in enumerate(row, 1)]
                               for row in ids.tolist()])  # fmt: skip
        x = self.get_submodule(self.table)(ids) + self.pos_emb(places)
        seen = []
        for layer in self.layers:
            x, weights = layer(x, own, memory, cross)
            seen.append(weights)
        return x, seen


class Transformer(nn.Module):
    """It ends with hidden states."""

    pad = 0

    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = Stack(0), Stack(1)

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        own, later, cross = visible(source, target, self.pad, looping=False)  # it makes its masks itself, always
        memory, encoder = self.encoder(source, own, None, own)
        hidden, decoder = self.decoder(target, later, memory, cross)
        own_maps, later_maps = ([layer[0] for layer in seen] for seen in (encoder, decoder))
        return hidden, stacked(own_maps, later_maps, [layer[1] for layer in decoder])


class MovieClassification(nn.Module):
    """Two classes by default, over each feature's largest value; or somebody's vocabulary head."""

    pad = 0

    def __init__(self, outputs: int = 2) -> None:
        super().__init__()
        self.transformer = Transformer()
        self.projection = nn.Linear(WIDTH, outputs, bias=False)

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        hidden, seen = self.transformer.run(source, target, looping)
        return (self.projection(hidden) if len(self.projection.weight) > 2 else hidden), seen

    def classes(self, source: Tensor, target: Tensor) -> Tensor:
        largest = self.transformer.run(source, target)[0].max(dim=1).values
        result: Tensor = self.projection(largest)
        return result


def make(dtype: torch.dtype = torch.float32, seed: int = 4, outputs: int = 0) -> Any:
    return prepare(MovieClassification(outputs) if outputs else Transformer(), seed, dtype)


def save(network: nn.Module, folder: Path) -> Path:
    """As its training saves it, its configuration beside it."""
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    content = {"epoch": 3, "loss": np.float64(0.25), "score": np.float64(0.75), "state_dict": network.state_dict()}
    return saved(content, folder / "save_best.pth")


SAMPLES = {
    "paul_hyun": Sample(lambda folder: save(make(), folder), translates=False),
    "paul_hyun MovieClassification": Sample(lambda folder: save(make(outputs=2), folder), translates=False),
    "paul_hyun vocabulary head": Sample(lambda folder: save(make(outputs=17), folder)),
}
