"""fairseq's transformer, written again from what is known of it, with its parameter names and its file."""

from __future__ import annotations

import math
from argparse import Namespace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import (
    LAYERS,
    ROWS,
    SIDES,
    WIDTH,
    Names,
    PlainNetwork,
    Shapes,
    drawn,
    shapes,
)
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

PAD = 1
LAYER = ("encoder.layers.{}", "decoder.layers.{}")
NAMES = Names(
    tokens=("encoder.embed_tokens", "decoder.embed_tokens"),
    attention=((f"{LAYER[0]}.self_attn",), (f"{LAYER[1]}.self_attn", f"{LAYER[1]}.encoder_attn")),
    norms=(tuple(f"{LAYER[0]}.{one}_layer_norm" for one in ("self_attn", "final")),
           tuple(f"{LAYER[1]}.{one}_layer_norm" for one in ("self_attn", "encoder_attn", "final"))),
    parts=("q_proj", "k_proj", "v_proj", "out_proj"),
    forward=((f"{LAYER[0]}.fc1", f"{LAYER[0]}.fc2"), (f"{LAYER[1]}.fc1", f"{LAYER[1]}.fc2")),
    head="decoder.output_projection",
)  # fmt: skip


class Fairseq(PlainNetwork):
    """Positions count what is no padding, from its id + 1; perhaps a norm on the embeddings."""

    def positions(self, side: int, ids: Tensor) -> Tensor:
        name = f"{SIDES[side]}.embed_positions.weight"
        seen = (ids != self.pad).long()
        places = seen.cumsum(1) * seen + self.pad
        if name in self.tensors:
            return self.tensors[name][places]
        half = WIDTH // 2
        steps = (torch.arange(half).float() * -(math.log(10000) / (half - 1))).exp()  # as its code rounds
        angle = places[..., None].float() * steps
        rows = torch.cat((angle.sin(), angle.cos()), -1) * (ids != self.pad)[..., None]
        return rows.to(self.tensors[f"{self.names.tokens[side]}.weight"].dtype)

    def embed(self, side: int, ids: Tensor) -> Tensor:
        found, norm = super().embed(side, ids), f"{SIDES[side]}.layernorm_embedding"
        return self.norm(norm, found) if f"{norm}.weight" in self.tensors else found


def make(dtype: torch.dtype = torch.float32, seed: int = 51, learned: bool = False) -> PlainNetwork:
    """``learned``: positions, pre-norm, a norm on the embeddings, unscaled tokens, as BART's kin have it."""
    names = Names(**{**vars(NAMES), "outer": ("encoder.layer_norm", "decoder.layer_norm")}) if learned else NAMES
    wanted: Shapes = shapes(names)
    del wanted[f"{NAMES.head}.bias"]
    for side, rows in zip(SIDES, ROWS, strict=True):
        wanted |= {f"{side}.embed_positions.weight": (rows + PAD + 1, WIDTH)} if learned else {}
        norm = f"{side}.layernorm_embedding"
        wanted |= {f"{norm}.weight": (WIDTH,), f"{norm}.bias": (WIDTH,)} if learned else {}
    tensors = drawn(wanted, seed, dtype)
    told: dict[str, Any] = {
        "arch": "transformer", "encoder_attention_heads": 4, "decoder_attention_heads": 4, "source_lang": "de",
        "target_lang": "en", "encoder_normalize_before": learned, "no_scale_embedding": learned,
        "activation_fn": "relu", "max_source_positions": ROWS[0], "max_target_positions": ROWS[1],
    }  # fmt: skip
    return Fairseq(tensors, names, pre=learned, fill=-math.inf, scale=not learned, extras=told)


def save(network: PlainNetwork, folder: Path, newer: bool = False, **settings: Any) -> Path:
    """As its training does; ``newer``: settings under ``cfg``, and the encoder's copies for a faster path."""
    told = {**network.extras, **settings}
    state = dict(network.state_dict()) | {f"{side}.version": torch.tensor([3.0]) for side in SIDES}
    content: dict[str, Any] = {"args": Namespace(**told), "model": state, "extra_state": {"epoch": 3}}
    if newer:
        for layer in range(LAYERS[0]):
            state[f"encoder.layers.{layer}.in_proj_weight"] = torch.zeros(3 * WIDTH, WIDTH)
            state[f"encoder.layers.{layer}.fc1_bias"] = torch.zeros(7)
        content |= {"args": None, "cfg": {"model": Namespace(**told), "task": {"source_lang": "de"}}}
    return saved(content, folder / "checkpoint_best.pt")


def as_in_2018(network: PlainNetwork) -> PlainNetwork:
    """The same under the names of 2018: projections in one matrix, norms by number, the head without a module."""
    old: dict[str, Tensor] = {}
    for name, value in network.tensors.items():
        if name.rpartition(".")[0].endswith(("k_proj", "v_proj")):
            continue
        if "q_proj" in name:
            three = [network.tensors[name.replace("q_proj", f"{letter}_proj")] for letter in "qkv"]
            owner, _, leaf = name.partition(".q_proj.")
            old[f"{owner}.in_proj_{leaf}"] = torch.cat(three)
            continue
        side = SIDES.index(name.partition(".")[0])
        listed = [norm.rpartition(".")[2] for norm in NAMES.norms[side]]
        part = name.split(".")[-2]
        old[name.replace(part, f"layer_norms.{listed.index(part)}") if part in listed else name] = value
    old["decoder.embed_out"] = old.pop(f"{NAMES.head}.weight")
    made = make()
    made.tensors = old
    return made


SAMPLES = {
    "fairseq": Sample(lambda folder: save(make(), folder)),
    "fairseq learned": Sample(lambda folder: save(make(learned=True), folder, newer=True)),
}
