"""The network of TensorFlow's translation tutorial, written again, saved under Keras' names and shapes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import WIDTH, Names, PlainNetwork, drawn, linear, shapes
from tests.model.checkpoints.formats.references import interleaved
from tests.model.checkpoints.formats.samples import Sample

HEADS, KEY = 3, 7  #: its key_dim is free of d_model
LAYER = ("encoder.enc_layers.{}", "decoder.dec_layers.{}")
OWN, CROSS = "causal_self_attention", "cross_attention"
NAMES = Names(
    tokens=("encoder.pos_embedding.embedding", "decoder.pos_embedding.embedding"),
    attention=((f"{LAYER[0]}.self_attention.mha",), (f"{LAYER[1]}.{OWN}.mha", f"{LAYER[1]}.{CROSS}.mha")),
    norms=((f"{LAYER[0]}.self_attention.layernorm", f"{LAYER[0]}.ffn.layer_norm"),
           (f"{LAYER[1]}.{OWN}.layernorm", f"{LAYER[1]}.{CROSS}.layernorm", f"{LAYER[1]}.ffn.layer_norm")),
    parts=("query_dense", "key_dense", "value_dense", "output_dense"),
    forward=tuple((f"{layer}.ffn.seq.dense", f"{layer}.ffn.seq.dense_1") for layer in LAYER),  # type: ignore[arg-type]
    head="final_layer",
)  # fmt: skip


class KerasTranslation(PlainNetwork):
    """All sines stand before all cosines; Keras lets a row of padding see nothing."""

    def seen(self, source: Tensor, target: Tensor, alone: bool) -> tuple[Tensor, Tensor, Tensor]:
        words = [(ids != self.pad)[:, :, None] for ids in (source, target, target)]
        own, later, cross = (seen & rows for seen, rows in zip(super().seen(source, target, alone), words, strict=True))
        return own, later, cross

    def positions(self, side: int, ids: Tensor) -> Tensor:
        rows = interleaved(ids.shape[1], WIDTH)
        return torch.cat((rows[:, 0::2], rows[:, 1::2]), dim=1)


def make(seed: int = 61) -> KerasTranslation:
    wanted = shapes(NAMES)
    for name in list(wanted):
        if name.endswith("_dense.weight"):
            back = "output_dense" in name
            wide = HEADS * KEY
            wanted |= linear(name.removesuffix(".weight"), *((WIDTH, wide) if back else (wide, WIDTH)))
    return KerasTranslation(drawn(wanted, seed, torch.float32), NAMES, heads=HEADS, pad=0, pre=False, eps=1e-3)


def numbered(parts: list[str], stem: str) -> str:
    """Keras' path: ``…_layers.1.…`` → ``…_layers/stem_1/…``, the first without a number."""
    named = [f"{stem}_{part}".removesuffix("_0") if part.isdigit() else part for part in parts]
    return "/".join(named)


def as_keras_has_it(path: str, leaf: str, value: Tensor) -> Tensor:
    """Heads on an axis of their own; kernels [I,O]."""
    if path.endswith("output_dense") and leaf == "weight":
        return value.t().reshape(HEADS, KEY, WIDTH)
    if path.endswith("_dense") and "output" not in path:
        return value.t().reshape(WIDTH, HEADS, KEY) if leaf == "weight" else value.reshape(HEADS, KEY)
    return value.t() if leaf == "weight" and value.dim() == 2 and "embedding" not in path else value


def stored(tensors: Mapping[str, Tensor], older: bool = False) -> dict[str, Tensor]:
    """Kernels and biases as Keras lays them; ``older``: the paths of Keras 2."""
    found = {"optimizer/vars/1": torch.ones(3), "optimizer/vars/0": torch.ones((), dtype=torch.int64)}
    for name, value in tensors.items():
        *parts, leaf = name.split(".")
        path = numbered(parts, f"{parts[0]}_layer").replace("ffn/seq/", "ffn/seq/layers/")
        kept = as_keras_has_it(path, leaf, value).contiguous()
        if older:
            path = f"layers/{path.replace('/mha/', '/mha/_')}".replace("layers/final_layer", "layers/dense")
        found[f"{path}/vars/{('weight', 'bias').index(leaf)}"] = kept
    return found


def save(network: KerasTranslation, folder: Path, older: bool = False) -> Path:
    save_file(stored(network.tensors, older), folder / "model.safetensors")
    return folder / "model.safetensors"


SAMPLES = {"keras_translation": Sample(lambda folder: save(make(), folder))}
