"""The network of gordicaleksa/pytorch-original-transformer, written again, with its parameter names."""

from __future__ import annotations

import math
from pathlib import Path

import torch

from tests.model.checkpoints.formats.plain_network import ROWS, WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.encoder_layers.{}", "decoder.decoder_layers.{}")
BLOCK = "multi_headed_attention"
NAMES = Names(
    tokens=("src_embedding.embeddings_table", "trg_embedding.embeddings_table"),
    attention=((f"{LAYER[0]}.{BLOCK}",), (f"{LAYER[1]}.trg_{BLOCK}", f"{LAYER[1]}.src_{BLOCK}")),
    norms=(tuple(f"{LAYER[0]}.sublayers.{n}.norm" for n in (0, 1)),
           tuple(f"{LAYER[1]}.sublayers.{n}.norm" for n in (0, 1, 2))),
    parts=("qkv_nets.0", "qkv_nets.1", "qkv_nets.2", "out_projection_net"),
    forward=((f"{LAYER[0]}.pointwise_net.linear1", f"{LAYER[0]}.pointwise_net.linear2"),
             (f"{LAYER[1]}.pointwise_net.linear1", f"{LAYER[1]}.pointwise_net.linear2")),
    head="decoder_generator.linear",
    rows=("src_pos_embedding.positional_encodings_table", "trg_pos_embedding.positional_encodings_table"),
    outer=("encoder.norm", "decoder.norm"),
)  # fmt: skip


def make(dtype: torch.dtype = torch.float32, seed: int = 22) -> PlainNetwork:
    wanted = shapes(NAMES) | {name: (rows, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)}
    return PlainNetwork(drawn(wanted, seed, dtype), NAMES, fill=-math.inf, loop_padding=True)


def save(network: PlainNetwork, folder: Path) -> Path:
    """As training_script.py saves it."""
    told = {"dataset_name": "IWSLT", "language_direction": "G2E", "num_of_epochs": 20, "batch_size": 1500}
    return saved(told | {"state_dict": network.state_dict()}, folder / "transformer_000000.pth")


SAMPLES = {"gordicaleksa": Sample(lambda folder: save(make(), folder))}
