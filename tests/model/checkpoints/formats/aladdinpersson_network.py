"""aladdinpersson's Transformer from scratch, written again from what is known of it, with its parameter names."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import ROWS, WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

HEADS = 4
CROSS = "decoder.layers.{}.transformer_block"
NAMES = Names(
    tokens=("encoder.word_embedding", "decoder.word_embedding"),
    attention=(("encoder.layers.{}.attention",), ("decoder.layers.{}.attention", f"{CROSS}.attention")),
    norms=(("encoder.layers.{}.norm1", "encoder.layers.{}.norm2"),
           ("decoder.layers.{}.norm", f"{CROSS}.norm1", f"{CROSS}.norm2")),
    parts=("queries", "keys", "values", "fc_out"),
    forward=(("encoder.layers.{}.feed_forward.0", "encoder.layers.{}.feed_forward.2"),
             (f"{CROSS}.feed_forward.0", f"{CROSS}.feed_forward.2")),
    head="decoder.fc_out",
    rows=("encoder.position_embedding.weight", "decoder.position_embedding.weight"),
)  # fmt: skip


class FromScratch(PlainNetwork):
    """One small matrix for all heads; cells are filled before scores are divided by √embed_size."""

    def attend(self, name: str, x: Tensor, memory: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        size, mixed, maps = WIDTH // HEADS, [], []
        q, k, v = (self.tensors[f"{name}.{part}.weight"] for part in ("queries", "keys", "values"))
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            energy = (x[..., part] @ q.T) @ (memory[..., part] @ k.T).transpose(1, 2)
            energy = torch.where(seen, energy, torch.full_like(energy, -1e20))
            maps.append(torch.softmax(energy / math.sqrt(WIDTH), -1))
            mixed.append(maps[-1] @ (memory[..., part] @ v.T))
        return self.linear(f"{name}.fc_out", torch.cat(mixed, -1)), torch.stack(maps, 1)


def make(dtype: torch.dtype = torch.float32, seed: int = 23) -> PlainNetwork:
    wanted = shapes(NAMES) | {name: (rows, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    small = (".queries.", ".keys.", ".values.")
    wanted = {
        name: (WIDTH // HEADS,) * 2 if any(part in name for part in small) else shape
        for name, shape in wanted.items()
        if not (any(part in name for part in small) and name.endswith("bias"))
    }
    return FromScratch(drawn(wanted, seed, dtype), NAMES, pad=0, pre=False, scale=False, target_padding=False)


def save(network: PlainNetwork, folder: Path) -> Path:
    return saved(network.state_dict(), folder / "model.pt")


SAMPLES = {"aladdinpersson": Sample(lambda folder: save(make(), folder))}
