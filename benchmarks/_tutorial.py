"""The decoder that tutorials teach, for comparison: it runs the whole prefix again at every step.

Our own words for the architecture of bentrevett/pytorch-seq2seq 6, with every map returned.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

Maps = list[tuple[Tensor, Tensor]]  #: per layer, own and cross


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.depth = heads, width // heads
        self.fc_q, self.fc_k, self.fc_v, self.fc_o = (nn.Linear(width, width) for _ in range(4))
        self.dropout = nn.Dropout(0.1)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        batch = query.shape[0]
        q, k, v = (
            layer(x).view(batch, -1, self.heads, self.depth).permute(0, 2, 1, 3)
            for layer, x in ((self.fc_q, query), (self.fc_k, key), (self.fc_v, value))
        )
        energy = torch.matmul(q, k.permute(0, 1, 3, 2)) / self.depth**0.5
        attention = torch.softmax(energy.masked_fill(mask == 0, -1e10), dim=-1)
        x = torch.matmul(self.dropout(attention), v).permute(0, 2, 1, 3).contiguous()
        return self.fc_o(x.view(batch, -1, self.heads * self.depth)), attention


class DecoderLayer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.own, self.cross = Attention(width, heads), Attention(width, heads)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.fc_1, self.fc_2 = nn.Linear(width, inner), nn.Linear(inner, width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor, source_mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        found, own = self.own(x, x, x, mask)
        x = self.norms[0](x + self.dropout(found))
        found, cross = self.cross(x, memory, memory, source_mask)
        x = self.norms[1](x + self.dropout(found))
        found = self.fc_2(self.dropout(torch.relu(self.fc_1(x))))
        return self.norms[2](x + self.dropout(found)), own, cross


class Decoder(nn.Module):
    def __init__(self, vocabulary: int, width: int, layers: int, heads: int, inner: int, longest: int = 128) -> None:
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(longest, width)
        self.layers = nn.ModuleList(DecoderLayer(width, heads, inner) for _ in range(layers))
        self.fc_out = nn.Linear(width, vocabulary)
        self.scale = width**0.5

    def forward(self, target: Tensor, memory: Tensor, mask: Tensor, source_mask: Tensor) -> tuple[Tensor, Maps]:
        x = self.tokens(target) * self.scale + self.positions(torch.arange(target.shape[1]))
        maps: Maps = []
        for layer in self.layers:
            x, own, cross = layer(x, memory, mask, source_mask)
            maps.append((own, cross))
        return self.fc_out(x), maps


def decode(decoder: Decoder, memory: Tensor, forced: list[int]) -> list[Any]:
    """The tutorial's loop: one run of the whole prefix per step. Returns the last step's maps."""
    source_mask = torch.ones(1, 1, 1, memory.shape[1], dtype=torch.bool)
    written: list[int] = [2]
    maps: Maps = []
    for token in forced:
        target = torch.tensor([written])
        mask = torch.tril(torch.ones(len(written), len(written), dtype=torch.bool))[None, None]
        logits, maps = decoder(target, memory, mask, source_mask)
        logits.argmax(2)[:, -1].item()
        written.append(token)
    return [(own.numpy(), cross.numpy()) for own, cross in maps]
