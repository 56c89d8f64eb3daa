"""The network of hkproj/pytorch-transformer, written again from what is known of it, with its parameter names."""

from __future__ import annotations

from pathlib import Path

import torch

from tests.model.checkpoints.formats.plain_network import ROWS, WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.layers.{}", "decoder.layers.{}")
SELF, CROSS, NORM = "self_attention_block", "cross_attention_block", "residual_connections"
FORWARD = "feed_forward_block"
NAMES = Names(
    tokens=("src_embed.embedding", "tgt_embed.embedding"),
    attention=((f"{LAYER[0]}.{SELF}",), (f"{LAYER[1]}.{SELF}", f"{LAYER[1]}.{CROSS}")),
    norms=(tuple(f"{LAYER[0]}.{NORM}.{n}.norm" for n in (0, 1)),
           tuple(f"{LAYER[1]}.{NORM}.{n}.norm" for n in (0, 1, 2))),
    parts=("w_q", "w_k", "w_v", "w_o"),
    forward=((f"{LAYER[0]}.{FORWARD}.linear_1", f"{LAYER[0]}.{FORWARD}.linear_2"),
             (f"{LAYER[1]}.{FORWARD}.linear_1", f"{LAYER[1]}.{FORWARD}.linear_2")),
    head="projection_layer.proj",
    rows=("src_pos.pe", "tgt_pos.pe"),
    outer=("encoder.norm", "decoder.norm"),
    gain="alpha",
)  # fmt: skip


def make(dtype: torch.dtype = torch.float32, seed: int = 20, first: bool = False) -> PlainNetwork:
    """``first``: of the first versions, with biases, and norms of one gain and one shift."""
    wanted = shapes(NAMES, bias=first) | {name: (1, rows, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    if first:
        wanted = {name: (1,) if ".norm." in name else shape for name, shape in wanted.items()}
    return PlainNetwork(drawn(wanted, seed, dtype), NAMES, eps=1e-6, unbiased=True)


def save(network: PlainNetwork, folder: Path) -> Path:
    """As train.py saves it."""
    content = {"epoch": 3, "model_state_dict": network.state_dict(), "optimizer_state_dict": {}, "global_step": 12}
    return saved(content, folder / "tmodel_03.pt")


SAMPLES = {"hkproj": Sample(lambda folder: save(make(), folder))}
