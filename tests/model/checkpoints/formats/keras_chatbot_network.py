"""The network of the Keras chatbot tutorial, written again, saved under Keras' names and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import WIDTH, Names, PlainNetwork, drawn, shapes
from tests.model.checkpoints.formats.references import interleaved
from tests.model.checkpoints.formats.samples import Sample

STACK = ("layers.functional.layers", "layers.functional_1.layers")
LAYER = tuple(f"{stack}.functional#{{}}.layers" for stack in STACK)
FIRST = "multi_head_attention"
NAMES = Names(
    tokens=(f"{STACK[0]}.embedding", f"{STACK[1]}.embedding"),
    attention=((f"{LAYER[0]}.{FIRST}",), (f"{LAYER[1]}.{FIRST}", f"{LAYER[1]}.{FIRST}_1")),
    norms=(tuple(f"{LAYER[0]}.layer_normalization{n}" for n in ("", "_1")),
           tuple(f"{LAYER[1]}.layer_normalization{n}" for n in ("", "_1", "_2"))),
    parts=("query_dense", "key_dense", "value_dense", "dense"),
    forward=tuple((f"{layer}.dense", f"{layer}.dense_1") for layer in LAYER),  # type: ignore[arg-type]
    head="layers.dense",
)  # fmt: skip


@dataclass
class KerasChatbot(PlainNetwork):
    """``sines_first``: as in the English one."""

    sines_first: bool = False

    def positions(self, side: int, ids: Tensor) -> Tensor:
        rows = interleaved(ids.shape[1], WIDTH)
        return torch.cat((rows[:, 0::2], rows[:, 1::2]), dim=1) if self.sines_first else rows


def make(seed: int = 62, sines_first: bool = False) -> KerasChatbot:
    tensors = drawn(shapes(NAMES), seed, torch.float32)
    return KerasChatbot(tensors, NAMES, pad=0, pre=False, eps=1e-6, sines_first=sines_first)


def save(network: KerasChatbot, folder: Path) -> Path:
    content = {}
    for name, value in network.tensors.items():
        path, _, leaf = name.rpartition(".")
        path = path.replace("#0", "").replace("#", "_").replace(".", "/")
        turned = value.t() if value.dim() == 2 and "embedding" not in path else value
        content[f"{path}/vars/{('weight', 'bias').index(leaf)}"] = turned.contiguous()
    save_file(content, folder / "model.safetensors")
    return folder / "model.safetensors"


SAMPLES = {"keras_chatbot": Sample(lambda folder: save(make(), folder))}
