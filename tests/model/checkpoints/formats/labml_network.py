"""labml_nn.transformers' EncoderDecoder, written again from what is known of it, with its parameter names."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import (
    INNER,
    LAYERS,
    ROWS,
    WIDTH,
    Names,
    PlainNetwork,
    drawn,
    linear,
    shapes,
)
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.layers.{}", "decoder.layers.{}")
NAMES = Names(
    tokens=("src_embed.linear", "tgt_embed.linear"),
    attention=((f"{LAYER[0]}.self_attn",), (f"{LAYER[1]}.self_attn", f"{LAYER[1]}.src_attn")),
    norms=(tuple(f"{LAYER[0]}.norm_{one}" for one in ("self_attn", "ff")),
           tuple(f"{LAYER[1]}.norm_{one}" for one in ("self_attn", "src_attn", "ff"))),
    parts=("query.linear", "key.linear", "value.linear", "output"),
    forward=((f"{LAYER[0]}.feed_forward.layer1", f"{LAYER[0]}.feed_forward.layer2"),
             (f"{LAYER[1]}.feed_forward.layer1", f"{LAYER[1]}.feed_forward.layer2")),
    head="generator.projection",
    rows=("src_embed.positional_encodings", "tgt_embed.positional_encodings"),
    outer=("encoder.norm", "decoder.norm"),
)  # fmt: skip
GATE = ("encoder.layers.{}.feed_forward.linear_v", "decoder.layers.{}.feed_forward.linear_v")


class Labml(PlainNetwork):
    """With or without a gate in its feed-forward, by its tensors."""

    def expand(self, side: int, layer: int, x: Tensor) -> Tensor:
        gate = GATE[side].format(layer)
        if f"{gate}.weight" not in self.tensors:
            return super().expand(side, layer, x)
        first, second = (name.format(layer) for name in self.names.forward[side])
        return self.linear(second, self.linear(first, x).clamp(min=0) * self.linear(gate, x))


def make(
    dtype: torch.dtype = torch.float32, seed: int = 27, gated: bool = False, target_padding: bool = True
) -> PlainNetwork:
    """``gated``: also without biases of queries and keys, and of the gate."""
    wanted = shapes(NAMES) | {name: (rows, 1, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    if gated:
        wanted = {
            name: one for name, one in wanted.items() if not name.endswith(("query.linear.bias", "key.linear.bias"))
        }
        for side in (0, 1):
            for layer in range(LAYERS[side]):
                wanted |= linear(GATE[side].format(layer), INNER[side], WIDTH, bias=False)
    tensors = drawn(wanted, seed, dtype)
    return Labml(tensors, NAMES, fill=-math.inf, target_padding=target_padding, loop_padding=target_padding)


def save(network: PlainNetwork, folder: Path) -> Path:
    return saved(network.state_dict(), folder / "model.pt")


SAMPLES = {"labml": Sample(lambda folder: save(make(), folder))}
