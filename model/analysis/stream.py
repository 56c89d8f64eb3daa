"""One position's way besides attention: its embedding, the residual stream, every LayerNorm.

Read from a trace with activations, so that it works without an engine and in a replay. Vectors are as they
were captured; only what no run holds by itself (a sum, a length, an angle, a mean) is computed here, in double
precision. numpy only. Section numbers refer to "Attention Is All You Need".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.analysis.explanation import Network, Vector, moments, network_of
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

Side = Literal["source", "target"]
Part = Literal["attention", "cross", "feed_forward"]
FIRST = 10  #: some families count positions from 2 or more, where padding has the first rows
STACKS: dict[Side, str] = {"source": "encoder", "target": "decoder"}
#: The sub-layers of a layer in the order of figure 1, and what the gains of their norms are recorded as.
PARTS: dict[Side, dict[Part, str]] = {
    "source": {"attention": "encoder", "feed_forward": "encoder_ff"},
    "target": {"attention": "decoder", "cross": "cross", "feed_forward": "decoder_ff"},
}


@dataclass(frozen=True, eq=False)
class Embedded:
    """The embeddings of one side's tokens (3.4, 3.5). N positions; None where the run does not hold it."""

    token: Vector | None  # [N,M] the token's row of the table, scaled as the model does
    position: Vector | None  # [N,M] what is added for the position; nothing in T5
    total: Vector | None  # [N,M] their sum
    read: Vector  # [N,M] what the first layer reads
    normed: bool  #: a LayerNorm stands between the sum and the first layer


@dataclass(frozen=True, eq=False)
class Normed:
    """One LayerNorm at one position (3.1)."""

    mean: float  #: μ of what it reads; 0 for rms
    deviation: float  #: σ before eps
    gain: Vector | None  # [M] γ; None where the run lacks it
    shift: Vector | None  # [M] β; none in rms


@dataclass(frozen=True, eq=False)
class SubLayer:
    """One sub-layer in the residual stream at one position: x → x + f(x)."""

    part: Part
    stream: float  #: ‖x‖
    added: float  #: ‖f(x)‖
    cosine: float  #: of the angle between them; not-a-number where one of them is 0
    norm: Normed | None  #: of x + f(x) (post) or of x (pre); None where the trace does not say how it norms

    @property
    def ratio(self) -> float:
        """‖f(x)‖ / ‖x‖."""
        return self.added / self.stream if self.stream else math.nan


@dataclass(frozen=True, eq=False)
class Stream:
    """One position's way through its stack, from bottom to top."""

    layers: tuple[tuple[SubLayer, ...], ...]  # [L][2 or 3]
    pre: bool | None  #: norms come before the sub-layers; None where the trace does not say
    kind: str  #: layer, rms or unbiased; empty where the trace does not say
    embedding: Normed | None  #: the norm on token + position
    final: Normed | None  #: the norm after the last layer


@dataclass(frozen=True)
class Formula:
    """The sines and cosines that a position table consists of (3.5)."""

    halves: bool  #: all sines, then all cosines; in the paper they take turns
    first: int  #: the position that row 0 stands for
    steps: int  #: frequencies fall to 1/10000 in so many steps of two dimensions: M/2, or M/2 − 1

    def pair(self, dimension: int, width: int) -> tuple[str, int]:
        """``sin`` or ``cos`` and i: which pair of dimensions, from 0, one belongs to."""
        if self.halves:
            return ("sin", dimension) if dimension < width // 2 else ("cos", dimension - width // 2)
        return ("cos" if dimension % 2 else "sin"), dimension // 2

    def wavelength(self, dimension: int, width: int) -> float:
        """Positions in one turn."""
        return 2 * math.pi * math.pow(10000.0, self.pair(dimension, width)[1] / self.steps)

    def curve(self, places: NDArray[np.float64], dimension: int, width: int) -> NDArray[np.float64]:
        """The wave of one dimension at any ``places``, between two rows of the table too."""
        wave, pair = self.pair(dimension, width)
        angle = (places + self.first) / math.pow(10000.0, pair / self.steps)
        return np.asarray(np.sin(angle) if wave == "sin" else np.cos(angle))


def embedded(trace: Trace, side: Side) -> Embedded | None:
    """One side's embeddings; None where the trace holds nothing of them."""
    count = trace.source_length if side == "source" else trace.steps
    held = trace.activations
    read = _fitting(held, f"{side}_embedded", (count, None))
    if read is None:
        return None
    token = _fitting(held, f"{side}_token", read.shape)
    position = _fitting(held, f"{side}_position", read.shape)
    total = token if token is None or position is None else token + position
    return Embedded(token, position, total, read, f"{side}_norm_gamma" in held)


def position_table(trace: Trace, side: Side) -> Vector | None:
    """[P,M] the first rows of the model's own table, and further ones where this run has used them."""
    found = embedded(trace, side)
    width = None if found is None else found.read.shape[1]
    table = _fitting(trace.activations, f"{side}_position_table", (None, width))
    if table is None or found is None or found.position is None or len(found.position) <= len(table):
        return table
    return np.concatenate((table, found.position[len(table) :]))


def distance_table(trace: Trace, side: Side) -> tuple[NDArray[np.intp], Vector] | None:
    """T5: distances key − query [N], and what each head adds to the scores at each [N,H]. None elsewhere.

    The decoder's end at 0: it never looks ahead.
    """
    heads = trace.heads("encoder" if side == "source" else "decoder")
    table = _fitting(trace.activations, f"{side}_distance_table", (None, heads))
    if table is None:
        return None
    farthest = len(table) - 1 if side == "target" else (len(table) - 1) // 2
    return np.arange(len(table)) - farthest, table


def formula_of(table: Vector) -> Formula | None:
    """The formula that gives these rows [P,M], to three decimals; None for learned or other ones."""
    width = table.shape[1]
    if width < 4 or width % 2 or len(table) < 2 or not np.isfinite(table).all():
        return None
    steps = (width // 2, width // 2 - 1)
    for formula in (Formula(h, f, s) for h in (False, True) for f in range(FIRST) for s in steps):
        if _gives(formula, table[:2]) and _gives(formula, table):
            return formula
    return None


def _gives(formula: Formula, table: Vector) -> bool:
    width = table.shape[1]
    rows = (np.arange(len(table)) + formula.first)[:, None]
    angle = rows * 10000.0 ** (-np.arange(width // 2) / formula.steps)  # [P,M/2]
    both = np.sin(angle), np.cos(angle)
    expected = np.concatenate(both, axis=1) if formula.halves else np.stack(both, axis=2).reshape(table.shape)
    return bool(np.abs(expected - table).max() < 1e-3)


def stream(trace: Trace, side: Side, position: int) -> Stream | None:
    """The way of one position; None where the trace lacks what sub-layers received and added.

    Raises IndexError for a position that the run does not have.
    """
    stack, parts = STACKS[side], PARTS[side]
    count = trace.source_length if side == "source" else trace.steps
    if not 0 <= position < count:
        raise IndexError(f"the {side} has {count} positions")
    held = trace.activations
    inputs = _fitting(held, f"{stack}_inputs", (None, len(parts), count, None))
    outputs = None if inputs is None else _fitting(held, f"{stack}_outputs", inputs.shape)
    if inputs is None or outputs is None:
        return None
    with np.errstate(all="ignore"):  # a damaged trace may hold anything
        return _stream(trace, side, position, inputs, outputs)


def _stream(trace: Trace, side: Side, position: int, inputs: Vector, outputs: Vector) -> Stream:
    held, network = trace.activations, network_of(trace.meta.network)
    streams = inputs[:, :, position].astype(np.float64)  # [L,P,M]
    added = outputs[:, :, position].astype(np.float64)
    layers = []
    for layer in range(len(inputs)):
        vectors = zip(PARTS[side], streams[layer], added[layer], strict=True)
        layers.append(tuple(_sub_layer(held, network, side, layer, *each) for each in vectors))
    return Stream(
        tuple(layers),
        None if network is None else network.pre,
        "" if network is None else network.norm,
        _embedding_norm(trace, network, side, position),
        _final_norm(held, network, side, streams[-1, -1] + added[-1, -1]),
    )


def _sub_layer(
    held: Mapping[str, Vector], network: Network | None, side: Side, layer: int, part: Part, x: Vector, f: Vector
) -> SubLayer:
    long, added = float(np.linalg.norm(x)), float(np.linalg.norm(f))
    cosine = float(x @ f) / (long * added) if long and added else math.nan
    norm = None
    if network is not None:
        norm = _normed(held, network, PARTS[side][part], x if network.pre else x + f, layer)
    return SubLayer(part, long, added, cosine, norm)


def _normed(held: Mapping[str, Vector], network: Network, name: str, read: Vector, layer: int | None = None) -> Normed:
    """``name``_gamma and _beta are [L,M], or [M] for a norm that no layer has."""
    mean, deviation, _ = moments(network, read)
    gain, shift = (_row(held.get(f"{name}_{letter}"), layer, len(read)) for letter in ("gamma", "beta"))
    return Normed(mean, deviation, gain, shift)


def _embedding_norm(trace: Trace, network: Network | None, side: Side, position: int) -> Normed | None:
    found = embedded(trace, side)
    if network is None or found is None or not found.normed or found.total is None:
        return None
    return _normed(trace.activations, network, f"{side}_norm", found.total[position].astype(np.float64))


def _final_norm(held: Mapping[str, Vector], network: Network | None, side: Side, total: Vector) -> Normed | None:
    """``total`` [M] is x + f(x) of the last sub-layer; in post-norm order its own norm comes first."""
    name = f"{STACKS[side]}_final"
    if network is None or f"{name}_gamma" not in held:
        return None
    read = total
    if not network.pre:
        last = next(reversed(PARTS[side].values()))
        gains = held.get(f"{last}_gamma")
        norm = _normed(held, network, last, total, None if gains is None else len(gains) - 1)
        if norm.gain is None:
            return None
        mean, _, spread = moments(network, total)
        read = (total - mean) / spread * norm.gain + (0.0 if norm.shift is None else norm.shift)
    return _normed(held, network, name, read)


def _row(array: Vector | None, layer: int | None, width: int) -> Vector | None:
    """A layer's vector of [L,M], or all of [M]; None where it does not fit."""
    if array is None or array.dtype.kind != "f" or array.ndim != (1 if layer is None else 2):
        return None
    if layer is not None:
        if layer >= len(array):
            return None
        array = array[layer]
    return array if len(array) == width else None


def _fitting(held: Mapping[str, Vector], name: str, shape: tuple[int | None, ...]) -> Vector | None:
    """An array of numbers of that shape, where None stands for any length but 0."""
    array = held.get(name)
    if array is None or array.dtype.kind != "f" or array.ndim != len(shape) or 0 in array.shape:
        return None
    fits = all(size is None or size == own for size, own in zip(shape, array.shape, strict=True))
    return array if fits else None
