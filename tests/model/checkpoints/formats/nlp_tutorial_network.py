"""The networks of graykode/nlp-tutorial 5-1 and wmathor/nlp-tutorial 5-1, written again, with their parameter names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import ROWS, WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

HEADS, LAYER = 4, ("encoder.layers.{}", "decoder.layers.{}")
BLOCKS = ((f"{LAYER[0]}.enc_self_attn",), (f"{LAYER[1]}.dec_self_attn", f"{LAYER[1]}.dec_enc_attn"))
NAMES = Names(
    tokens=("encoder.src_emb", "decoder.tgt_emb"),
    attention=BLOCKS,
    norms=tuple(  # type: ignore[arg-type]
        tuple(f"{one}.layer_norm" for one in (*blocks, f"{layer}.pos_ffn"))
        for blocks, layer in zip(BLOCKS, LAYER, strict=True)
    ),
    parts=("W_Q", "W_K", "W_V", "linear"),
    forward=tuple((f"{layer}.pos_ffn.conv1", f"{layer}.pos_ffn.conv2") for layer in LAYER),  # type: ignore[arg-type]
    head="projection",
    rows=("encoder.pos_emb.weight", "decoder.pos_emb.weight"),
)
WMATHOR = replace(
    NAMES,
    parts=("W_Q", "W_K", "W_V", "fc"),
    forward=tuple((f"{layer}.pos_ffn.fc.0", f"{layer}.pos_ffn.fc.2") for layer in LAYER),  # type: ignore[arg-type]
    rows=("encoder.pos_emb.pe", "decoder.pos_emb.pe"),
)


@dataclass
class NlpTutorial(PlainNetwork):
    """Its rows of positions are written down for sentences of L tokens, ``order`` says how."""

    order: str = "tutorial"

    def positions(self, side: int, ids: Tensor) -> Tensor:
        table, count = self.tensors[self.names.rows[side]], ids.shape[1]
        if self.order == "from 0":
            return table.reshape(-1, WIDTH)[:count]
        if self.order == "from 1":
            return table[torch.where(ids == 0, 0, torch.arange(1, count + 1))]
        last = len(table) - 1
        rows = [*range(1, last), 0] if side == 0 else [last, *range(1, last)]
        return table[rows[:count]]

    def norm(self, name: str, x: Tensor) -> Tensor:
        if f"{name}.weight" in self.tensors:
            return super().norm(name, x)
        away = x - x.mean(-1, keepdim=True)  # a new LayerNorm at every call
        return away / (away.square().mean(-1, keepdim=True) + self.eps).sqrt()


def make(dtype: torch.dtype = torch.float32, seed: int = 24, order: str = "tutorial") -> PlainNetwork:
    """graykode's: tables of L + 1 rows, convolutions, biases but in its head."""
    wanted = shapes(NAMES) | {name: (rows + 1, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    wanted = {name: (*shape, 1) if "conv" in name and len(shape) == 2 else shape for name, shape in wanted.items()}
    del wanted["projection.bias"]
    return NlpTutorial(
        drawn(wanted, seed, dtype), NAMES, HEADS, pad=0, pre=False, scale=False, loop_padding=True, order=order
    )


def make_wmathor(dtype: torch.dtype = torch.float32, seed: int = 25) -> PlainNetwork:
    """wmathor's: no biases at all, and norms that learn nothing."""
    wanted = shapes(WMATHOR) | {name: (rows, 1, WIDTH) for name, rows in zip(WMATHOR.rows, ROWS, strict=True)}
    wanted = {name: shape for name, shape in wanted.items() if not name.endswith("bias") and "norm" not in name}
    return NlpTutorial(
        drawn(wanted, seed, dtype), WMATHOR, HEADS, pad=0, pre=False, scale=False, loop_padding=True, order="from 0"
    )


def save(network: PlainNetwork, folder: Path) -> Path:
    return saved(network.state_dict(), folder / "model.pt")


SAMPLES = {
    "nlp_tutorial": Sample(lambda folder: save(make(), folder)),
    "nlp_tutorial wmathor": Sample(lambda folder: save(make_wmathor(), folder)),
}
