"""Reading a safetensors file for our network: compared first, loaded second. Shared by the formats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open

from model.config import TransformerConfig
from model.problems import Problem
from model.transformer import Transformer

MAX_HEADER = 16 * 2**20  #: bytes; a network of 1,000 layers needs less than half
DTYPES = ("F64", "F32", "F16", "BF16")  #: as safetensors names them


def unique_weights(transformer: Transformer) -> dict[str, torch.Tensor]:
    """Parameters by name, a tied table once, under its first name."""
    return {name: value.detach() for name, value in transformer.named_parameters()}


def read_weights(path: Path, config: TransformerConfig) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file for ``config``, by name.

    Names, shapes and types are compared before anything of their size is allocated. Raises
    :class:`Problem` naming the first difference, or the first value that is no number.
    """
    if not path.is_file():
        raise Problem(str(path.parent), f"{path.name} is missing", "Copy the checkpoint folder again")
    try:
        _check_header_size(path)
        with safe_open(path, framework="pt") as file:
            _check_tensors({name: file.get_slice(name) for name in file.keys()}, path, config)  # noqa: SIM118
            stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a mapping)
    except (SafetensorError, OSError, ValueError) as error:
        raise Problem(str(path), "the weights are damaged or cut short", "Copy or download it again") from error
    for name, tensor in stored.items():
        if not tensor.isfinite().all():
            raise Problem(str(path), f"{name} holds values that are no numbers", "Use an earlier checkpoint")
    return stored


def _check_header_size(path: Path) -> None:
    """Millions of tensor names would take the library seconds."""
    with path.open("rb") as file:
        if int.from_bytes(file.read(8), "little") > MAX_HEADER:
            raise Problem(str(path), "its header is far larger than any network's", "Choose another folder")


def _check_tensors(found: Mapping[str, Any], path: Path, config: TransformerConfig) -> None:
    advice = "Use the config.json that belongs to these weights"
    if config.parameters > path.stat().st_size:  # not even one byte each
        raise Problem(str(path), f"it is too small for the {config.parameters:,} values of config.json", advice)
    with torch.device("meta"):  # shapes without memory
        wanted = unique_weights(Transformer(config))
    for name in (*wanted, *found):
        if name not in found or name not in wanted:
            where = "lacks" if name in wanted else "has an unexpected tensor,"
            raise Problem(str(path), f"it {where} {name!r}", advice)
        shape, dtype = found[name].get_shape(), found[name].get_dtype()
        if shape != list(wanted[name].shape):
            raise Problem(str(path), f"{name} is {shape} where config.json asks for {list(wanted[name].shape)}", advice)
        if dtype not in DTYPES:
            raise Problem(str(path), f"{name} is of type {dtype}, not a floating-point one", "Export it again")
