"""The network of the Keras chatbot tutorial, written again, saved under Keras' names and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import LAYERS, WIDTH, Names, PlainNetwork, drawn, shapes
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
    """``sines_first``: as in the English one; ``twice``: what cross-attention read, as in its repository."""

    sines_first: bool = False
    twice: bool = False

    def attend(self, name: str, x: Tensor, memory: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        added, weights = super().attend(name, x, memory, seen)
        return (added + x if self.twice and name.endswith(f"{FIRST}_1") else added), weights

    def positions(self, side: int, ids: Tensor) -> Tensor:
        rows = interleaved(ids.shape[1], WIDTH)
        return torch.cat((rows[:, 0::2], rows[:, 1::2]), dim=1) if self.sines_first else rows


def make(seed: int = 62, sines_first: bool = False, twice: bool = False) -> KerasChatbot:
    tensors = drawn(shapes(NAMES), seed, torch.float32)
    return KerasChatbot(tensors, NAMES, pad=0, pre=False, eps=1e-6, sines_first=sines_first, twice=twice)


def save(network: KerasChatbot, folder: Path) -> Path:
    content = {}
    for name, value in network.tensors.items():
        path, _, leaf = name.rpartition(".")
        path = path.replace("#0", "").replace("#", "_").replace(".", "/")
        turned = value.t() if value.dim() == 2 and "embedding" not in path else value
        content[f"{path}/vars/{('weight', 'bias').index(leaf)}"] = turned.contiguous()
    save_file(content, folder / "model.safetensors")
    return folder / "model.safetensors"


def save_counted(network: KerasChatbot, folder: Path) -> Path:
    """Under the names of an ``.h5`` file: layers are told by counts alone."""
    content = {"outputs/outputs/kernel:0": network.tensors["layers.dense.weight"].t().contiguous(),
               "outputs/outputs/bias:0": network.tensors["layers.dense.bias"]}  # fmt: skip
    dense = norm = 5
    for side, stack in enumerate(("encoder", "decoder")):
        content[f"{stack}/embedding_{side}/embeddings:0"] = network.tensors[f"{NAMES.tokens[side]}.weight"]
        for layer in range(LAYERS[side]):
            blocks = [f"{name.format(layer)}.{part}" for name in NAMES.attention[side] for part in NAMES.parts]
            for place, name in enumerate((*blocks, *(name.format(layer) for name in NAMES.forward[side]))):
                holder = f"attention_{place // 4}/" if place < len(blocks) else ""
                content[f"{stack}/{holder}dense_{dense}/kernel:0"] = network.tensors[f"{name}.weight"].t().contiguous()
                content[f"{stack}/{holder}dense_{dense}/bias:0"] = network.tensors[f"{name}.bias"]
                dense += 1
            for name in NAMES.norms[side]:
                for kind, leaf in (("gamma", "weight"), ("beta", "bias")):
                    content[f"{stack}/layer_normalization_{norm}/{kind}:0"] = network.tensors[
                        f"{name.format(layer)}.{leaf}"
                    ]
                norm += 1
    save_file(content, folder / "model.safetensors")
    return folder / "model.safetensors"


SAMPLES = {"keras_chatbot": Sample(lambda folder: save(make(), folder))}
