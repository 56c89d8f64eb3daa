"""The structure of a Transformer by the shapes of its tensors: stacks, attention, norms, tables, whatever their names.

Names serve only to see what lies together: in one layer (the first number of a name), in one module. Names and shapes
only. Shared by the formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from model.checkpoints.files.model_file import ModelFile
from model.common.text import Text

FOUR, IN_ONE = Text("four matrices"), Text("query, key and value in one matrix")
ONE_SMALL, EACH_HEAD = Text("one small matrix for all heads"), Text("a matrix for each head")
BOTH, GAIN, SINGLE = Text("a gain and a shift"), Text("a gain alone"), Text("one number for all of the width")
Shapes = Mapping[str, tuple[int, ...]]
BLOCK = "block"  #: d2l's layers are block0, block1 …
LAYER = re.compile(rf"(?:{BLOCK})?[0-9]+")  #: the part of a name that numbers a layer


@dataclass(frozen=True)
class Structure:
    """What shapes tell of an encoder-decoder Transformer, but for its sizes. Each field is one property."""

    projections: str = FOUR
    projection_bias: bool = True
    feed_forward_bias: bool = True
    convolutions: bool = False  #: in the feed-forward, of width 1
    gated: bool = False
    norms: tuple[int, int] = (2, 3)  #: in a layer of the encoder, of the decoder
    norm_parameters: str = BOTH
    outer_norms: int = 0  #: after a stack or after an embedding
    stored_positions: int = 0  #: tables with an axis of their own for the batch
    tables: int = 2  #: of tokens, of learned positions, and a vocabulary head without bias
    head_bias: bool = True


#: What a property is called, for people.
PROPERTIES = {
    "projections": Text("attention projections"),
    "projection_bias": Text("biases of the projections"),
    "feed_forward_bias": Text("biases of the feed-forward"),
    "convolutions": Text("feed-forward as convolutions"),
    "gated": Text("gated feed-forward"),
    "norms": Text("norms in a layer of encoder and decoder"),
    "norm_parameters": Text("what a norm learns"),
    "outer_norms": Text("norms outside of layers"),
    "stored_positions": Text("stored tables of positions"),
    "tables": Text("tables of tokens and learned positions"),
    "head_bias": Text("bias of the vocabulary head"),
}


@dataclass(frozen=True)
class Stack:
    """The layers under one name."""

    path: str
    layers: int
    attentions: int  #: in one layer
    heads: int  #: numbered ones, 0 where heads lie in one matrix
    shapes: Shapes  #: of its first layer, by the rest of the names


@dataclass(frozen=True)
class Anatomy:
    """A file's stacks and what lies outside of them."""

    width: int
    stacks: tuple[Stack, ...]
    outer: Shapes

    @property
    def pair(self) -> tuple[Stack, Stack] | None:
        """The one encoder and the one decoder; None for any other network."""
        alone = [stack for stack in self.stacks if stack.attentions == 1]
        crossed = [stack for stack in self.stacks if stack.attentions == 2]
        return (alone[0], crossed[0]) if len(alone) == len(crossed) == 1 == len(self.stacks) - 1 else None


def anatomy(file: ModelFile) -> Anatomy:
    """The stacks of a file: lists whose layers each have an attention."""
    lists: dict[str, dict[int, dict[str, tuple[int, ...]]]] = {}
    outer: dict[str, tuple[int, ...]] = {}
    for name, info in file.tensors.items():
        parts = name.split(".")
        place = next((index for index, part in enumerate(parts) if LAYER.fullmatch(part)), 0)
        if place:
            layers = lists.setdefault(".".join(parts[:place]), {})
            layers.setdefault(int(parts[place].removeprefix(BLOCK)), {})[".".join(parts[place + 1 :])] = info.shape
        else:
            outer[name] = info.shape
    width = _width([shapes for layers in lists.values() for shapes in layers.values()])
    stacks = []
    for path, layers in lists.items():
        first = layers[min(layers)]
        attentions, heads = _attentions(first, width)
        if attentions:
            stacks.append(Stack(path, len(layers), attentions, heads, first))
        else:
            outer |= {
                f"{path}.{index}.{rest}": shape for index, layer in layers.items() for rest, shape in layer.items()
            }
    return Anatomy(width, tuple(stacks), outer)


def structure(found: Anatomy) -> Structure | None:
    """The properties of an encoder-decoder Transformer; None for any other network."""
    if found.pair is None:
        return None
    encoder, decoder = found.pair
    width = found.width
    matrices = {name: _flat(shape) for name, shape in decoder.shapes.items() if _is_matrix(shape)}
    forward = {name for name, (rows, columns) in matrices.items() if _is_forward(rows, columns, matrices, width)}
    owners = _owners(found.outer)
    tables = [owner for owner, parts in owners.items() if _table(parts, width)]
    biased = [owner for owner in tables if _bias(owners[owner])]
    return Structure(
        projections=_style(decoder, width),
        projection_bias=_any_bias(decoder.shapes, set(matrices) - forward),
        feed_forward_bias=_any_bias(decoder.shapes, forward),
        convolutions=any(len(decoder.shapes[name]) == 3 for name in forward),
        gated=len(forward) == 3,
        norms=(len(_norms(encoder.shapes, width)), len(_norms(decoder.shapes, width))),
        norm_parameters=_learned(_norms(decoder.shapes, width)),
        outer_norms=len(_norms(found.outer, width)),
        stored_positions=sum(1 for shape in found.outer.values() if _is_stored(shape, width)),
        tables=len(tables) - len(biased),
        head_bias=bool(biased) or any(shape[:1] == (1,) and len(shape) == 2 for shape in found.outer.values()),
    )


def differing(one: Structure, other: Structure) -> tuple[str, ...]:
    """The properties in which two structures differ, by their field names."""
    names = (item.name for item in fields(Structure))
    return tuple(name for name in names if getattr(one, name) != getattr(other, name))


def said(value: Any) -> str:
    """A property's value, for people."""
    if isinstance(value, bool):
        return Text("yes", context="Values") if value else Text("no", context="Values")
    return " + ".join(map(str, value)) if isinstance(value, tuple) else value if isinstance(value, str) else str(value)


def _width(layers: Iterable[Shapes]) -> int:
    """The size that occurs most among the layers' matrices and vectors."""
    sizes = Counter(size for shapes in layers for shape in shapes.values() for size in shape if size > 1)
    return max(sizes, key=lambda size: (sizes[size], -size), default=0)


def _attentions(shapes: Shapes, width: int) -> tuple[int, int]:
    """The attention blocks of a layer, and their numbered heads."""
    matrices = Counter(_flat(shape) for shape in shapes.values() if _is_matrix(shape))
    packed = matrices[3 * width, width]
    if packed:
        return packed, 0
    narrow = [shape for shape in matrices if shape[0] == shape[1] < width and width % shape[0] == 0]
    if narrow and matrices[width, width]:  # the same small matrix for every head
        return matrices[narrow[0]] // 3, 0
    wide = {shape[0] for shape in matrices if shape[1] == width != shape[0]}
    for size in sorted(wide):  # query, key and value go to another size than they come from
        to, back = matrices[size, width], matrices[width, size]
        heads = to // (3 * matrices[width, width]) if matrices[width, width] and not back else 0
        if heads > 1:
            return matrices[width, width], heads
        if back and to >= 3 * back:
            return back, 0
        if not back and to % 2 == 0:  # values of another size than queries and keys
            return to // 2, 0
    return matrices[width, width] // 4, 0


def _style(stack: Stack, width: int) -> str:
    shapes = [_flat(shape) for shape in stack.shapes.values() if _is_matrix(shape)]
    if (3 * width, width) in shapes:
        return IN_ONE
    if stack.heads:
        return EACH_HEAD
    return ONE_SMALL if any(rows == columns < width for rows, columns in shapes) else FOUR


def _is_forward(rows: int, columns: int, matrices: Mapping[str, tuple[int, int]], width: int) -> bool:
    """Whether a matrix is one of the feed-forward: there are as many ways in as out, or two as in a gate."""
    size = rows if columns == width else columns
    to = sum(1 for shape in matrices.values() if shape == (size, width))
    back = sum(1 for shape in matrices.values() if shape == (width, size))
    return size != width and size != 3 * width and back == 1 and to in (1, 2)


def _norms(shapes: Shapes, width: int) -> dict[str, dict[str, tuple[int, ...]]]:
    """Modules that hold one or two vectors of the width, or two single numbers, and nothing else."""
    found = {}
    for owner, parts in _owners(shapes).items():
        listed = list(parts.values())
        whole = all(shape == (width,) for shape in listed) and len(listed) in (1, 2)
        single = len(listed) == 2 and all(shape in ((1,), ()) for shape in listed)
        if (whole or single) and not any("in_proj" in name for name in parts):
            found[owner] = parts
    return found


def _learned(norms: Mapping[str, Mapping[str, tuple[int, ...]]]) -> str:
    first: Mapping[str, tuple[int, ...]] = next(iter(norms.values()), {})
    if any(shape in ((1,), ()) for shape in first.values()):
        return SINGLE
    return GAIN if len(first) == 1 else BOTH


def _owners(shapes: Shapes) -> dict[str, dict[str, tuple[int, ...]]]:
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for name, shape in shapes.items():
        owner, _, leaf = name.rpartition(".")
        found.setdefault(owner, {})[leaf] = shape
    return found


def _any_bias(shapes: Shapes, matrices: Iterable[str]) -> bool:
    return any(name.endswith("weight") and f"{name.removesuffix('weight')}bias" in shapes for name in matrices)


def _table(parts: Shapes, width: int) -> bool:
    return any(len(shape) == 2 and shape[1] == width and shape[0] > 1 for shape in parts.values())


def _bias(parts: Shapes) -> bool:
    """Whether a table has a vector of its own length beside it."""
    rows = {shape[0] for shape in parts.values() if len(shape) == 2}
    return any(len(shape) == 1 and shape[0] in rows for shape in parts.values())


def _is_stored(shape: tuple[int, ...], width: int) -> bool:
    return len(shape) == 3 and shape[-1] == width and 1 in shape[:2]


def _is_matrix(shape: tuple[int, ...]) -> bool:
    return (len(shape) == 2 or (len(shape) == 3 and shape[2] == 1)) and min(shape[:2]) > 1


def _flat(shape: tuple[int, ...]) -> tuple[int, int]:
    return shape[0], shape[1]
