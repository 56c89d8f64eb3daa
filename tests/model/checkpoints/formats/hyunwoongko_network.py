"""The network of hyunwoongko/transformer, written again from what is known of its eras, with its parameter names."""

from __future__ import annotations

import math
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
    interleaved,
    save,
)
from tests.model.checkpoints.formats.samples import Sample


@dataclass(frozen=True)
class Era:
    """What the code of some years computes."""

    blocks: str  #: what padding blocks: ``rows`` of the target and columns of the source, or ``both`` everywhere
    fill: float
    unbiased: bool  #: the norm divides by (σ over n−1) + eps


ERAS = {
    "since June 2023": Era("rows", -10000.0, False),
    "December 2022 to June 2023": Era("both", -10000.0, False),
    "December 2021 to December 2022": Era("both", -1e-12, True),
}
CURRENT = ERAS["since June 2023"]


class Norm(nn.Module):
    def __init__(self, era: Era) -> None:
        super().__init__()
        self.era = era
        self.gamma, self.beta = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        mean = x.sum(-1, keepdim=True) / WIDTH
        squares = ((x - mean) ** 2).sum(-1, keepdim=True)
        if self.era.unbiased:
            spread = torch.sqrt(squares / (WIDTH - 1)) + 1e-12
        else:
            spread = torch.sqrt(squares / WIDTH + 1e-12)
        return self.gamma * ((x - mean) / spread) + self.beta


class Attention(nn.Module):
    def __init__(self, era: Era, heads: int) -> None:
        super().__init__()
        self.heads, self.fill = heads, era.fill
        self.w_q, self.w_k, self.w_v, self.w_concat = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def forward(self, asking: Tensor, asked: Tensor, visible: Tensor) -> tuple[Tensor, Tensor]:
        size = WIDTH // self.heads
        queries, keys, values = (
            torch.stack(layer(x).split(size, dim=-1), dim=1)
            for layer, x in ((self.w_q, asking), (self.w_k, asked), (self.w_v, asked))
        )
        score = torch.einsum("bhqd,bhkd->bhqk", queries, keys) / math.sqrt(size)
        score = torch.where(visible[:, None], score, torch.full_like(score, self.fill)).softmax(dim=-1)
        joined = torch.cat(torch.einsum("bhqk,bhkd->bhqd", score, values).unbind(dim=1), dim=-1)
        return self.w_concat(joined), score


class FeedForward(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        self.linear1, self.linear2 = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        added: Tensor = self.linear2(self.linear1(x).clamp(min=0))
        return added


class EncoderLayer(nn.Module):
    def __init__(self, era: Era, sizes: Sizes) -> None:
        super().__init__()
        self.attention, self.ffn = Attention(era, sizes.heads), FeedForward(sizes.inner)
        self.norm1, self.norm2 = Norm(era), Norm(era)

    def forward(self, x: Tensor, visible: Tensor) -> tuple[Tensor, Tensor]:
        added, seen = self.attention(x, x, visible)
        x = self.norm1(added + x)
        return self.norm2(self.ffn(x) + x), seen


class DecoderLayer(nn.Module):
    def __init__(self, era: Era, sizes: Sizes) -> None:
        super().__init__()
        self.self_attention, self.enc_dec_attention = Attention(era, sizes.heads), Attention(era, sizes.heads)
        self.ffn = FeedForward(sizes.inner)
        self.norm1, self.norm2, self.norm3 = Norm(era), Norm(era), Norm(era)

    def forward(self, x: Tensor, memory: Tensor, own: Tensor, cross: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        added, seen = self.self_attention(x, x, own)
        x = self.norm1(added + x)
        added, asked = self.enc_dec_attention(x, memory, cross)
        x = self.norm2(added + x)
        return self.norm3(self.ffn(x) + x), seen, asked


class Embedding(nn.Module):
    """Token and place; the places are no part of the state dict."""

    def __init__(self, vocabulary: int, length: int) -> None:
        super().__init__()
        self.tok_emb = nn.Embedding(vocabulary, WIDTH, padding_idx=1)
        self.length = length

    def forward(self, ids: Tensor) -> Tensor:
        token: Tensor = self.tok_emb(ids)
        return token + interleaved(self.length, WIDTH, token.dtype)[: ids.shape[1]]


class Encoder(nn.Module):
    def __init__(self, era: Era, sizes: Sizes, length: int) -> None:
        super().__init__()
        self.emb = Embedding(sizes.vocabulary, length)
        self.layers = nn.ModuleList(EncoderLayer(era, sizes) for _ in range(sizes.layers))


class Decoder(nn.Module):
    def __init__(self, era: Era, sizes: Sizes, length: int) -> None:
        super().__init__()
        self.emb = Embedding(sizes.vocabulary, length)
        self.layers = nn.ModuleList(DecoderLayer(era, sizes) for _ in range(sizes.layers))
        self.linear = nn.Linear(WIDTH, sizes.vocabulary)


class Transformer(Reference):
    def __init__(self, era: Era, length: int, encoder: Sizes, decoder: Sizes) -> None:
        super().__init__()
        self.era = era
        self.encoder, self.decoder = Encoder(era, encoder, length), Decoder(era, decoder, length)

    def visible(self, source: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """[B,S,S], [B,T,T] and [B,T,S]: what the code of this era lets through."""
        real, given, length = source.ne(1), target.ne(1), target.shape[1]
        past = torch.arange(length)[None, :] <= torch.arange(length)[:, None]
        columns = real[:, None, :]
        if self.era.blocks == "rows":
            alike = columns.expand(-1, source.shape[1], -1), columns.expand(-1, length, -1)
            return alike[0], given[:, :, None] & past, alike[1]
        own = given[:, :, None] & given[:, None, :] & past
        return real[:, :, None] & columns, own, given[:, :, None] & columns

    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        from_source, own, cross = self.visible(source, target)
        maps: dict[str, list[Tensor]] = {"encoder": [], "decoder": [], "cross": []}
        memory = self.encoder.emb(source)
        for layer in self.encoder.layers:
            memory, seen = layer(memory, from_source)
            maps["encoder"].append(seen)
        x = self.decoder.emb(target)
        for layer in self.decoder.layers:
            x, seen, asked = layer(x, memory, own, cross)
            maps["decoder"].append(seen)
            maps["cross"].append(asked)
        return self.decoder.linear(x), {kind: torch.stack(seen, dim=1) for kind, seen in maps.items()}

    @torch.no_grad()
    def greedy(self, source: Tensor, limit: int) -> list[int]:
        return greedy_loop(lambda ids: self.run(source, torch.tensor([ids]))[0][0, -1], limit)


def make(era: Era = CURRENT, length: int = 256, encoder: Sizes = ENCODER, decoder: Sizes = DECODER) -> Transformer:
    """With weights that leave nothing to chance."""
    network = Transformer(era, length, encoder, decoder)
    fill(network, seed=8)
    return network.eval()


def write(folder: Path) -> Path:
    """As its training loop names it: by the validation loss."""
    return save(make(), folder / "model-3.2917.pt")


SAMPLES = {"hyunwoongko": Sample(write)}
