"""The Transformer of "Dive into Deep Learning", written again from what is known of it, with its parameter names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.blks.block{}", "decoder.blks.block{}")
NAMES = Names(
    tokens=("encoder.embedding", "decoder.embedding"),
    attention=((f"{LAYER[0]}.attention",), (f"{LAYER[1]}.attention1", f"{LAYER[1]}.attention2")),
    norms=(tuple(f"{LAYER[0]}.addnorm{n}.ln" for n in (1, 2)), tuple(f"{LAYER[1]}.addnorm{n}.ln" for n in (1, 2, 3))),
    parts=("W_q", "W_k", "W_v", "W_o"),
    forward=((f"{LAYER[0]}.ffn.dense1", f"{LAYER[0]}.ffn.dense2"),
             (f"{LAYER[1]}.ffn.dense1", f"{LAYER[1]}.ffn.dense2")),
    head="decoder.dense",
)  # fmt: skip


@dataclass
class DiveIntoDeepLearning(PlainNetwork):
    """``apart``: its decoder is fed one token at a time, and each is the first of what it is fed."""

    apart: bool = False

    def positions(self, side: int, ids: Tensor) -> Tensor:
        rows = super().positions(side, ids)
        return rows[:1].expand(len(rows), WIDTH) if self.apart and side == 1 else rows


def make(dtype: torch.dtype = torch.float32, seed: int = 26, apart: bool = False, bias: bool = False) -> PlainNetwork:
    tensors = drawn(shapes(NAMES, bias), seed, dtype)
    return DiveIntoDeepLearning(tensors, NAMES, pre=False, fill=-1e6, target_padding=False, apart=apart)


def save(network: PlainNetwork, folder: Path) -> Path:
    return saved(network.state_dict(), folder / "model.params")


SAMPLES = {"d2l": Sample(lambda folder: save(make(), folder))}
