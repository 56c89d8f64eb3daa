"""Tensors that a state dict carries and no layer learns: scales, masks, counted positions, a computed table.

``register_buffer`` puts them there. They are no reason to refuse a file, but they say what its code
computes: where that is what is assumed, they are a fact for *inspect*; where it is something else that a
:class:`TransformerConfig` can say, it is used; else the file is refused by the tensor's name. Shared by the formats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from model.checkpoints.assumptions import STORED, UNSCALED, Assumption
from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.files.tensors import load
from model.checkpoints.formats.shared.keys import Table, rename
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import StackConfig, TransformerConfig

SCALES = frozenset(
    ("scale", "scaling", "temperature", "sqrt_d_k", "sqrt_dk", "scale_factor", "emb_scale", "embed_scale")
)
MASK = re.compile(r"(^|_)(mask|tril|triu)(_|$)|mask$")
COUNTED = frozenset(("position_ids", "pos_ids", "positions", "position", "pos"))
POSITIONS = re.compile(r"(^|[._])(pe|pos\w*|\w*pos|encoding|\w*position\w*)([._]|$)")
ENCODER_SIDE = re.compile(r"(^|[._])(enc|encoder|src|source)([._]|$)")
FLOATS = ("float64", "float32", "float16", "bfloat16")
BLOCKS = -1e3  #: a number below this in a mask blocks
CLOSE = 1e-3  #: relative: √d_k as half-precision code has it
ADVICE = Text("Compare your code with that family's, or record a run of it with headscope_recorder.py")


def buffers(file: ModelFile, names: Iterable[str], reading_table: Table) -> dict[str, str]:
    """Those of ``names``, which no line of the table covers, that are no weights → what they are."""
    found = {name: _role(name, file.tensors[name]) for name in names if name in file.tensors}
    known, _ = rename(file.tensors, reading_table)
    place = {name: scaled_by(name, known) for name, role in found.items() if role == "scale"}
    return {name: role for name, role in found.items() if role and place.get(name, "somewhere")}


def _role(name: str, info: TensorInfo) -> str:
    leaf = name.rpartition(".")[2].lower()
    if leaf in SCALES and info.numel == 1 and info.dtype in FLOATS:
        return "scale"
    if len(info.shape) > 1 and (MASK.search(leaf) or info.dtype == "bool"):
        return "mask"
    if leaf in COUNTED and info.dtype.startswith("int") and info.numel > 0:
        return "count"
    return ""


def scaled_by(name: str, known: Mapping[str, str]) -> str:
    """The part that a scale belongs to: ``encoder_layers.0.attention``, ``embedding``, or "" where that is unclear.

    Its module holds a table of tokens; or it is an attention block, or a part of one that learns nothing.
    ``known``: our parameter name → the file's.
    """
    owner, direct = name.rpartition(".")[0], True
    while True:
        inside = [ours for ours, theirs in known.items() if not owner or theirs.startswith(f"{owner}.")]
        if direct and any(ours.endswith("_embedding.token.weight") for ours in inside):
            return "embedding"
        if inside or not owner:
            break
        owner, direct = owner.rpartition(".")[0], False
    blocks = [
        ours.removesuffix(".query.weight") for ours in inside if re.search(r"_layers\.\d+\.\w+\.query\.weight$", ours)
    ]
    return blocks[0] if blocks and all(ours.startswith(blocks[0]) for ours in inside) else ""


def told(file: ModelFile, table: Table) -> dict[str, Any]:
    """The answers that a file's buffers give: a stored √d_k tells the number of heads. Raises :class:`Problem`."""
    names = [name for name, info in file.tensors.items() if _role(name, info) == "scale"]
    known, _ = rename(file.tensors, table) if names else ({}, [])
    blocks = {name: block for name in names if "_layers." in (block := scaled_by(name, known))}
    if not blocks:
        return {}
    name, block = next(iter(blocks.items()))
    wide = (*file.shape(known.get(f"{block}.output.weight", "")), 0, 0)[1]  # H·D: what the heads' values are joined to
    value = abs(float(load(file)[name].reshape(())))
    root = max(value, 1 / value) if value else 0.0
    width = round(root * root) if math.isfinite(root) else 0
    fits = width > 1 and _close(root, math.sqrt(width)) and wide % width == 0
    return {"heads": wide // width} if fits else {}


def positions_of(file: ModelFile, names: Iterable[str], config: TransformerConfig) -> tuple[str, ...]:
    """A table of positions in a file whose family computes it: it counts, whatever the formula. Source first."""
    if config.positions != "sinusoidal":
        return ()
    found = [
        name
        for name in names
        if name in file.tensors and POSITIONS.search(name.lower()) and file.tensors[name].dtype in FLOATS
        and _is_table(file.shape(name), config.width)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda name: not ENCODER_SIDE.search(name.lower()))) if len(found) < 3 else ()


def _is_table(shape: tuple[int, ...], width: int) -> bool:
    """[N,M], [1,N,M] or [N,1,M]."""
    return shape[-1:] == (width,) and (len(shape) == 2 or (len(shape) == 3 and 1 in shape[:2]))


@dataclass(frozen=True)
class Stored:
    """The network as its buffers have it, and that as facts."""

    config: TransformerConfig
    assumptions: tuple[Assumption, ...] = ()


def compared(
    file: ModelFile, config: TransformerConfig, roles: Mapping[str, str], table: Table, tensors: Mapping[str, Tensor]
) -> Stored:
    """Read what buffers say. Raises :class:`Problem` for one that the network does not compute."""
    path, (known, _) = file.path, rename(file.tensors, table)
    by_fact: dict[str, list[str]] = {}
    for name, role in roles.items():
        value = tensors[name].detach().double()
        if not bool(value.isfinite().all()) and role != "mask":
            raise Problem(str(path), Text("%1 is no finite number", name), ADVICE)
        if role == "scale":
            config, said = _scale(path, name, scaled_by(name, known), float(value.reshape(())), config)
        else:
            said = _mask(path, name, value) if role == "mask" else _counted(path, name, value)
        by_fact.setdefault(said, []).append(name)
    return Stored(config, tuple(
        Assumption(f"stored_{place}", said, path.name, STORED.filled(_listed(names)))
        for place, (said, names) in enumerate(by_fact.items(), 1)
    ))  # fmt: skip


def _listed(names: list[str]) -> str:
    return names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def _scale(path: Path, name: str, place: str, value: float, config: TransformerConfig) -> tuple[TransformerConfig, str]:
    """√d_model of an embedding or √d_k of an attention, either way up; 1 where nothing is scaled."""
    if place == "embedding":
        root, what = math.sqrt(config.width), "√d_model"
    else:
        stack: StackConfig = getattr(config, place.partition("_")[0])
        root, what = math.sqrt(stack.head_width), "√d_k"
    scales = _close(value, root) or _close(value, 1 / root)
    if not scales and not _close(value, 1.0):
        why = Text(
            "%1 is %2 where %3 is %4, so the network computes something else", name, f"{value:.4g}", what, f"{root:.4g}"
        )
        raise Problem(str(path), why, ADVICE)
    if place == "embedding":
        config = replace(config, scale_embeddings=scales)
    else:
        config = replace(config, scale_scores=scales)
    return config, f"{what} = {root:.4g}" if scales else UNSCALED.filled(what)


def _mask(path: Path, name: str, value: Tensor) -> str:
    """A look-ahead mask has to be the one that is drawn; a mask of some batch says nothing about the next."""
    rows, columns = value.shape[-2:]
    square = value.reshape(-1, columns)[:rows]
    by_rule = torch.equal(square[1:, 1:], square[:-1, :-1])  # the same along every diagonal
    if rows != columns or rows < 2 or value.numel() != rows * columns or not by_rule:
        return Text("a mask of one batch, not used", context="Values")
    marked = square <= BLOCKS if bool((square < 0).any()) else square != 0  # blocked, or whichever of the two
    past = torch.ones(rows, columns, dtype=torch.bool).tril()
    if torch.equal(marked, past) or torch.equal(marked, ~past):
        return Text("the look-ahead mask, as here", context="Values")
    if bool(marked.all()) or not bool(marked.any()):
        return Text("a mask that blocks nothing, as here", context="Values")
    raise Problem(str(path), Text("%1 is another mask than the look-ahead mask that is drawn here", name), ADVICE)


def _counted(path: Path, name: str, value: Tensor) -> str:
    flat = value.reshape(-1)
    if torch.equal(flat, torch.arange(len(flat), dtype=flat.dtype)):
        return Text("positions from 0, as here", context="Values")
    raise Problem(str(path), Text("%1 does not count from 0 in steps of 1: positions would be others", name), ADVICE)


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= CLOSE * abs(other)
