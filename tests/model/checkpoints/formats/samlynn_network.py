"""The network of SamLynnEvans/Transformer, written again from what is known of it, with its parameter names."""

from __future__ import annotations

from pathlib import Path

import torch

from tests.model.checkpoints.formats.plain_network import ROWS, WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.layers.{}", "decoder.layers.{}")
NAMES = Names(
    tokens=("encoder.embed.embed", "decoder.embed.embed"),
    attention=((f"{LAYER[0]}.attn",), (f"{LAYER[1]}.attn_1", f"{LAYER[1]}.attn_2")),
    norms=(tuple(f"{LAYER[0]}.norm_{n}" for n in (1, 2)), tuple(f"{LAYER[1]}.norm_{n}" for n in (1, 2, 3))),
    parts=("q_linear", "k_linear", "v_linear", "out"),
    forward=((f"{LAYER[0]}.ff.linear_1", f"{LAYER[0]}.ff.linear_2"),
             (f"{LAYER[1]}.ff.linear_1", f"{LAYER[1]}.ff.linear_2")),
    head="out",
    rows=("encoder.pe.pe", "decoder.pe.pe"),
    outer=("encoder.norm", "decoder.norm"),
    gain="alpha",
)  # fmt: skip


def make(dtype: torch.dtype = torch.float32, seed: int = 21) -> PlainNetwork:
    wanted = shapes(NAMES) | {name: (1, rows, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    return PlainNetwork(drawn(wanted, seed, dtype), NAMES, eps=1e-6, unbiased=True)


def save(network: PlainNetwork, folder: Path) -> Path:
    """Under the name that train.py gives it."""
    return saved(network.state_dict(), folder / "model_weights")


SAMPLES = {"samlynn": Sample(lambda folder: save(make(), folder))}
