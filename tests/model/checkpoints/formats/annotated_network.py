"""The network of harvardnlp/annotated-transformer, written again from what is known of it, with its parameter names."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import Maps, heads_attend, prepare, saved, stacked, visible
from tests.model.checkpoints.formats.samples import Sample

WIDTH, ROWS = 12, 14
VOCABULARIES, LAYERS, INNER = (13, 17), (2, 3), (10, 7)


class Norm(nn.Module):
    """Its deviation is over n − 1, and eps is added to it."""

    def __init__(self) -> None:
        super().__init__()
        self.a_2, self.b_2 = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        away = x - x.sum(-1, keepdim=True) / WIDTH
        deviation = (away.square().sum(-1, keepdim=True) / (WIDTH - 1)).sqrt()
        return self.a_2 * away / (deviation + 1e-6) + self.b_2


class Attention(nn.Module):
    def __init__(self, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.linears = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        query, key, value, output = self.linears
        mixed, weights = heads_attend(query(x), key(memory), value(memory), self.heads, mask, -1e9)
        return output(mixed), weights


class FeedForward(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        self.w_1, self.w_2 = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.w_2(self.w_1(x).clamp(min=0))
        return result


class Sublayer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = Norm()


class Layer(nn.Module):
    def __init__(self, heads: int, inner: int, decoder: bool) -> None:
        super().__init__()
        self.self_attn = Attention(heads)
        if decoder:
            self.src_attn = Attention(heads)
        self.feed_forward = FeedForward(inner)
        self.sublayer = nn.ModuleList(Sublayer() for _ in range(2 + decoder))

    def forward(self, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor) -> tuple[Tensor, list[Tensor]]:
        norms: list[Any] = [part.norm for part in self.sublayer]
        read = norms[0](x)
        added, weights = self.self_attn(read, read, own)
        x, seen = x + added, [weights]
        if memory is not None:
            added, weights = self.src_attn(norms[1](x), memory, cross)
            x, seen = x + added, [*seen, weights]
        return x + self.feed_forward(norms[-1](x)), seen


class Stack(nn.Module):
    def __init__(self, layers: int, heads: int, inner: int, decoder: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(heads, inner, decoder) for _ in range(layers))
        self.norm = Norm()

    def forward(
        self, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor
    ) -> tuple[Tensor, list[list[Tensor]]]:
        seen = []
        for layer in self.layers:
            x, weights = layer(x, own, memory, cross)
            seen.append(weights)
        return self.norm(x), seen


class Embeddings(nn.Module):
    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.lut = nn.Embedding(vocabulary, WIDTH)

    def forward(self, ids: Tensor) -> Tensor:
        result: Tensor = self.lut(ids) * math.sqrt(WIDTH)
        return result


class Positions(nn.Module):
    pe: Tensor

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.register_buffer("pe", torch.zeros(1, rows, WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.pe[:, : x.shape[1]]


class Generator(nn.Module):
    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.proj = nn.Linear(WIDTH, vocabulary)


class EncoderDecoder(nn.Module):
    """Sizes differ between the stacks, unlike in the notebook, so that none can stand for another."""

    pad = 2

    def __init__(self, heads: int, rows: tuple[int, int] = (ROWS, ROWS - 3)) -> None:
        super().__init__()
        self.encoder = Stack(LAYERS[0], heads, INNER[0], decoder=False)
        self.decoder = Stack(LAYERS[1], heads, INNER[1], decoder=True)
        self.src_embed = nn.Sequential(Embeddings(VOCABULARIES[0]), Positions(rows[0]))
        self.tgt_embed = nn.Sequential(Embeddings(VOCABULARIES[1]), Positions(rows[1]))
        self.generator = Generator(VOCABULARIES[1])

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        own, later, cross = visible(source, target, self.pad, looping)
        memory, encoder = self.encoder(self.src_embed(source), own, None, own)
        hidden, decoder = self.decoder(self.tgt_embed(target), later, memory, cross)
        logits = self.generator.proj(hidden)
        own_maps, later_maps = ([layer[0] for layer in seen] for seen in (encoder, decoder))
        return logits, stacked(own_maps, later_maps, [layer[1] for layer in decoder])


def make(dtype: torch.dtype = torch.float32, seed: int = 20, heads: int = 4) -> EncoderDecoder:
    network: EncoderDecoder = prepare(EncoderDecoder(heads), seed, dtype)
    return network


def save(network: nn.Module, folder: Path) -> Path:
    """As the notebook saves it."""
    return saved(network.state_dict(), folder / "multi30k_model_final.pt")


SAMPLES = {"annotated": Sample(lambda folder: save(make(), folder))}
