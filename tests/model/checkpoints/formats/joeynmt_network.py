"""JoeyNMT's Transformer, written again from what is known of it, with its parameter names and its config.yaml."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import (
    LAYERS,
    ROWS,
    VOCABULARIES,
    WIDTH,
    Names,
    PlainNetwork,
    Shapes,
    drawn,
    linear,
    shapes,
)
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.layers.{}", "decoder.layers.{}")
NAMES = Names(
    tokens=("src_embed.lut", "trg_embed.lut"),
    attention=((f"{LAYER[0]}.src_src_att",), (f"{LAYER[1]}.trg_trg_att", f"{LAYER[1]}.src_trg_att")),
    norms=((f"{LAYER[0]}.layer_norm", f"{LAYER[0]}.feed_forward.layer_norm"),
           (f"{LAYER[1]}.x_layer_norm", f"{LAYER[1]}.dec_layer_norm", f"{LAYER[1]}.feed_forward.layer_norm")),
    parts=("q_layer", "k_layer", "v_layer", "output_layer"),
    forward=((f"{LAYER[0]}.feed_forward.pwff_layer.0", f"{LAYER[0]}.feed_forward.pwff_layer.3"),
             (f"{LAYER[1]}.feed_forward.pwff_layer.0", f"{LAYER[1]}.feed_forward.pwff_layer.3")),
    head="decoder.output_layer",
    rows=("encoder.pe.pe", "decoder.pe.pe"),
    outer=("encoder.layer_norm", "decoder.layer_norm"),
)  # fmt: skip
CONFIG = """
data:
    src: {{lang: "de"}}
    trg:
        lang: "en"
model:
    initializer: "xavier_uniform"
    encoder:
        type: "transformer"
        num_heads: 4
        embeddings:
            embedding_dim: 12
            scale: {scale}
        layer_norm: "{order}"   # post or pre
        activation: "{activation}"
    decoder:
        type: "transformer"
        num_heads: 3
        embeddings:
            scale: {scale}
        layer_norm: "{order}"
        activation: "{activation}"
"""


class Joey(PlainNetwork):
    """Its stacks have other numbers of heads; the activation is a setting."""

    def attend(self, name: str, x: Tensor, memory: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        self.heads = 4 if "src_src" in name else 3
        return super().attend(name, x, memory, seen)

    def activation(self, x: Tensor) -> Tensor:
        return x * torch.sigmoid(x) if self.extras["activation"] == "swish" else x.clamp(min=0)


def make(dtype: torch.dtype = torch.float32, seed: int = 31, pre: bool = True, scale: bool = True) -> PlainNetwork:
    """``pre`` False: norms after the blocks, none after the stacks, and another activation."""
    names = NAMES if pre else Names(**{**vars(NAMES), "outer": ("", "")})
    wanted: Shapes = shapes(names) | {name: (1, rows, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    del wanted[f"{NAMES.head}.bias"]
    assert wanted[f"{NAMES.head}.weight"] == linear("", VOCABULARIES[1], WIDTH, False)[".weight"] and LAYERS
    told: dict[str, Any] = {"order": "pre" if pre else "post", "activation": "relu" if pre else "swish", "scale": scale}
    return Joey(
        drawn(wanted, seed, dtype),
        names,
        pre=pre,
        eps=1e-6,
        fill=-math.inf,
        scale=scale,
        target_padding=True,
        extras=told,
    )


def save(network: PlainNetwork, folder: Path, config: bool = True) -> Path:
    """As its training does; ``config``: with the settings beside it."""
    if config:
        (folder / "config.yaml").write_text(CONFIG.format(**network.extras), encoding="utf-8")
    content = {"model_state": network.state_dict(), "optimizer_state": {}, "stats_state": {"steps": 100}}
    return saved(content, folder / "best.ckpt")


SAMPLES = {
    "joeynmt": Sample(lambda folder: save(make(), folder)),
    "joeynmt post-norm": Sample(lambda folder: save(make(pre=False, scale=False), folder)),
}
