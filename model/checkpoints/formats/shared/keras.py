"""Weights of Keras under the names of ``.weights.h5``, saved as safetensors: names in dots, matrices as torch has them.

``encoder/enc_layers/encoder_layer_1/ffn/seq/layers/dense/vars/0`` is kernel 0 of layer 1: in a list of layers the first
has no number, and what stands behind ``vars`` counts kernel (or gain) and bias (or shift). Keras 2 puts ``layers/`` in
front of a model's own attributes and writes Keras' private ones with their underscore. Shared by the formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from torch import Tensor

from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.keras_order import by_order
from model.checkpoints.formats.shared.keys import Table, foreign

VALUES = "/vars/"
OTHER_NAME = "multi_head_attention_layer", "multi_head_attention"  #: a class in the chatbot tutorial's repository
LEAVES = {"0": "weight", "1": "bias"}
LISTED = re.compile(r"(.+?)(?:_(\d+))?")
SIDES = {"encoder": "source", "decoder": "target"}
#: Computed tables of positions, which lie in no file.
POSITIONS = {side: f"{place} positions" for side, place in SIDES.items()}
POSITION_LINES: Table = {name: f"{SIDES[side]}_embedding.position.table" for side, name in POSITIONS.items()}


def plain(name: str) -> str:
    """``a/layers/dense_1/vars/0`` → ``a.layers.dense.1.weight``; "" for what is no layer's: the optimizer's state."""
    path, found, leaf = name.rpartition(VALUES)
    parts = [part.removeprefix("_").replace(*OTHER_NAME) for part in path.split("/")]
    if not found or leaf not in LEAVES or parts[0] == "optimizer":
        return ""
    parts = parts[1:] if parts[0] == "layers" and not SIDES.keys().isdisjoint(parts[1:2]) else parts
    dotted: list[str] = []
    for before, part in zip(["", *parts], parts, strict=False):
        match = LISTED.fullmatch(part) if before.endswith("layers") else None
        dotted += [match[1], match[2] or "0"] if match else [part]
    return ".".join((*dotted, LEAVES[leaf]))


def short_names(names: Iterable[str], table: Table, named: bool = False) -> dict[str, str]:
    """Names in dots → stored names, of the layers' tensors alone; where the layers have counts, by their order.

    ``table`` holds the names in dots; ``named``: see :func:`model.checkpoints.formats.shared.keras_order.by_order`.
    """
    stored = list(names)
    found = {short: name for name in stored if (short := plain(name))}
    return found or {foreign(ours, table): name for name, ours in by_order(stored, named).items()}


def renamed(file: ModelFile, table: Table, named: bool = False) -> ModelFile:
    """``file`` with its layers' tensors alone, under names in dots."""
    names = short_names(file.tensors, table, named)
    return replace(
        file,
        tensors={short: file.tensors[name] for short, name in names.items()},
        stored_names={short: file.stored_names[name] for short, name in names.items()},
    )


def as_linear(tensors: Tensors) -> Tensors:
    """Kernels [I,O], [M,H,D] and [H,D,M] as torch's matrices [O,I], heads in one; biases [H,D] in one row."""
    return {name: _as_linear(name, value) for name, value in tensors.items()}


def _as_linear(name: str, value: Tensor) -> Tensor:
    owner, _, leaf = name.rpartition(".")
    if "embedding" in owner or value.dim() < 2:
        return value
    if leaf == "bias":
        return value.flatten()
    return value.flatten(0, -2 if owner.endswith("output_dense") else 0).flatten(1).t().contiguous()
