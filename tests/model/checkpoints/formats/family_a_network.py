"""Family A, written again from what is known of it, with its parameter names."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import (
    DECODER,
    ENCODER,
    END,
    START,
    WIDTH,
    Maps,
    Reference,
    Sizes,
    fill,
    interleaved,
    save,
)
from tests.model.checkpoints.formats.samples import Sample


class Attention(nn.Module):
    def __init__(self, heads: int) -> None:
        super().__init__()
        self.heads, self.size = heads, WIDTH // heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))

    def cut(self, x: Tensor) -> Tensor:
        return x.reshape(*x.shape[:2], self.heads, self.size).movedim(2, 1)

    def forward(self, asking: Tensor, asked: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        q, k, v = self.cut(self.w_q(asking)), self.cut(self.w_k(asked)), self.cut(self.w_v(asked))
        score = (q @ k.mT * self.size**-0.5).masked_fill(mask.logical_not(), -1e10)
        score = score.softmax(-1)
        return self.w_o((score @ v).movedim(1, 2).flatten(2)), score


class FeedForward(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        self.w_1, self.w_2 = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        added: Tensor = self.w_2(torch.relu(self.w_1(x)))
        return added


class EncoderLayer(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.attention, self.layerNorm1 = Attention(sizes.heads), nn.LayerNorm(WIDTH)
        self.ffn, self.layerNorm2 = FeedForward(sizes.inner), nn.LayerNorm(WIDTH)

    def forward(self, x: Tensor, padding: Tensor) -> tuple[Tensor, Tensor]:
        added, score = self.attention(x, x, padding)
        x = self.layerNorm1(x + added)
        return self.layerNorm2(x + self.ffn(x)), score


class DecoderLayer(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.attention1, self.layerNorm1 = Attention(sizes.heads), nn.LayerNorm(WIDTH)
        self.attention2, self.layerNorm2 = Attention(sizes.heads), nn.LayerNorm(WIDTH)
        self.ffn, self.layerNorm3 = FeedForward(sizes.inner), nn.LayerNorm(WIDTH)

    def forward(self, x: Tensor, memory: Tensor, ahead: Tensor, padding: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        added, own = self.attention1(x, x, ahead)
        x = self.layerNorm1(x + added)
        added, cross = self.attention2(x, memory, padding)
        x = self.layerNorm2(x + added)
        return self.layerNorm3(x + self.ffn(x)), own, cross


class Encoder(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.input_emb = nn.Embedding(sizes.vocabulary, WIDTH, padding_idx=1)
        self.encoder_layers = nn.ModuleList(EncoderLayer(sizes) for _ in range(sizes.layers))


class Decoder(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.output_emb = nn.Embedding(sizes.vocabulary, WIDTH, padding_idx=1)
        self.decoder_layers = nn.ModuleList(DecoderLayer(sizes) for _ in range(sizes.layers))


def both(queries: Tensor, keys: Tensor) -> Tensor:
    """[B,1,Q,K]: True where neither is padding."""
    return torch.stack([torch.outer(q, k) for q, k in zip(queries.ne(1), keys.ne(1), strict=True)])[:, None]


class Transformer(Reference):
    def __init__(self, encoder: Sizes, decoder: Sizes) -> None:
        super().__init__()
        self.encoder, self.decoder = Encoder(encoder), Decoder(decoder)
        self.linear = nn.Linear(WIDTH, decoder.vocabulary)

    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        ahead = both(target, target) & torch.ones(target.shape[1], target.shape[1]).tril().bool()
        maps: dict[str, list[Tensor]] = {"encoder": [], "decoder": [], "cross": []}
        memory = self.encoder.input_emb(source)
        memory = memory + interleaved(source.shape[1], WIDTH, memory.dtype)
        for layer in self.encoder.encoder_layers:
            memory, score = layer(memory, both(source, source))
            maps["encoder"].append(score)
        x = self.decoder.output_emb(target)
        x = x + interleaved(target.shape[1], WIDTH, x.dtype)
        for layer in self.decoder.decoder_layers:
            x, own, cross = layer(x, memory, ahead, both(target, source))
            maps["decoder"].append(own)
            maps["cross"].append(cross)
        return self.linear(x), {kind: torch.stack(scores, dim=1) for kind, scores in maps.items()}

    @torch.no_grad()
    def greedy(self, source: Tensor, limit: int) -> list[int]:
        """The whole model again for every token; an end token stops it and is not kept."""
        said = [START]
        for _ in range(limit):
            newest = int(self.run(source, torch.tensor([said]))[0][0, -1].argmax())
            if newest == END:
                break
            said.append(newest)
        return said[1:]


def make(encoder: Sizes = ENCODER, decoder: Sizes = DECODER) -> Transformer:
    """With weights that leave nothing to chance."""
    network = Transformer(encoder, decoder)
    fill(network, seed=11)
    return network.eval()


def write(folder: Path) -> Path:
    """Named by its loss, as people have it."""
    return save(make(), folder / "model_3.29.pt")


SAMPLES = {"family_a": Sample(write)}
