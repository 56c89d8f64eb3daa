"""The arithmetic of one cell, laid out: from a query and a key to the weight, and on to what the next layer reads.

Read from a trace with activations, so that it works without an engine and in a replay. The numbers of the
model are taken as they were captured; only what no run holds by itself (a product, one head's share of
W_O, a mean) is computed here, in double precision. numpy only. Section numbers refer to "Attention Is
All You Need".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.formulas import temperature_of
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace

AGREEMENT = 1e-3  #: how far the products of captured vectors may be from captured sums, beside the largest
Vector = NDArray[Any]  # float32 as captured, float64 where computed here


@dataclass(frozen=True, eq=False)
class Norm:
    """One LayerNorm at one position: (read − mean) / spread · gain + shift (3.1)."""

    kind: str  #: layer; rms: no mean, no shift; unbiased: σ over M − 1
    read: Vector  # [M]
    mean: float  #: μ; 0 for rms
    deviation: float  #: σ before eps
    eps: float
    spread: float  #: what it divides by: √(σ² + eps), or σ + eps for unbiased
    gain: Vector  # [M] γ
    shift: Vector | None  # [M] β
    result: Vector  # [M]


@dataclass(frozen=True, eq=False)
class Joined:
    """The heads joined by W_O, and the sum in the layer (3.1, 3.2.2)."""

    part: Vector | None  # [M] this head's share: mixed · its rows of W_O; None where the run lacks W_O
    others: Vector | None  # [M] the other heads' shares together
    bias: Vector | None  # [M] b_O
    output: Vector  # [M] the sum, as captured
    stream: Vector  # [M] what the residual connection adds it to, as captured
    total: Vector  # [M] stream + output
    result: Vector  # [M] what the next sub-layer receives, as captured
    norm: Norm | None  #: of ``total`` (post) or of ``stream`` (pre); None where the run lacks γ
    pre: bool  #: the norm comes before the attention


@dataclass(frozen=True, eq=False)
class Explanation:
    """One cell of one head, from its query and key to its weight and what the weight does."""

    kind: Kind
    layer: int
    head: int
    query: int
    key: int
    query_vector: Vector  # [D]
    key_vector: Vector  # [D]
    products: Vector  # [D] of the two; not-a-number where the key came later: nothing was computed then
    product: float  #: their sum
    divisor: float  #: √D, or 1 in a model that does not scale (T5); times T in a run with a temperature
    scores: Vector  # [K] scaled products of the row; not-a-number for keys that came later
    biases: Vector | None  # [K] added for the distance (T5)
    visible: NDArray[np.bool_]  # [K] False = blocked by the mask
    later: NDArray[np.bool_]  # [K] True = a step-by-step run had not produced this key when it computed the row
    fill: float  #: what a blocked score is replaced by
    before: Vector  # [K] what softmax reads
    weights: Vector  # [K] what it returns
    values: Vector  # [K,D]
    weighted: Vector  # [K,D] weight × value
    mixed: Vector  # [D] their sum: this head's result
    joined: Joined | None  #: None where the run lacks the sub-layer's sums
    temperature: float = 1.0  #: T: a part of the divisor

    @property
    def score(self) -> float:
        return float(self.scores[self.key])

    @property
    def undivided(self) -> Vector:
        """[K] the weights of the row if its scores had not been divided by √D: what the division is for (3.2.1)."""
        raw = self.scores * np.float32(self.divisor) + (0 if self.biases is None else self.biases)
        read = np.where(self.visible, raw, self.fill) if self.visible.any() else raw
        read = np.where(self.later, -np.inf, read)
        with np.errstate(invalid="ignore", over="ignore"):  # a network may hold numbers that are none
            shares = np.exp(read - read.max())
        return np.asarray(shares / shares.sum(), dtype=np.float32)

    def over(self, width: str) -> str:
        """The formula of the score: ``q · k``, ``q · k / √d_k``, ``q · k / (√d_k · 2)``."""
        parts = [width] if self.divisor != self.temperature else []
        parts += [f"{self.temperature:g}"] if self.temperature != 1.0 else []
        by = " · ".join(parts)
        return " / ".join(("q · k", *([f"({by})" if len(parts) > 1 else by] if parts else [])))

    @property
    def bias(self) -> float | None:
        return None if self.biases is None else float(self.biases[self.key])

    @property
    def allowed(self) -> bool:
        return bool(self.visible[self.key])

    @property
    def was_there(self) -> bool:
        """The key existed when the row was computed: in one pass every one, step by step none that came later."""
        return not self.later[self.key]

    @property
    def blind(self) -> bool:
        """No key of the row may be attended to."""
        return not self.visible.any()

    @property
    def weight(self) -> float:
        return float(self.weights[self.key])

    @property
    def largest(self) -> float:
        """The largest number that softmax reads: it is subtracted first, which changes nothing."""
        return float(self.before.max())

    @property
    def power(self) -> float:
        """e to (this cell's number − the largest)."""
        return math.exp(float(self.before[self.key]) - self.largest) if self.largest > -math.inf else 0.0

    @property
    def powers(self) -> float:
        """The sum of these over the row: power / powers is the weight."""
        if self.largest == -math.inf:
            return 0.0
        return float(np.exp(self.before.astype(np.float64) - self.largest).sum())


@dataclass(frozen=True)
class Network:
    """The entries of ``meta.network``, checked."""

    scaled: bool
    fill: float
    norm: str
    pre: bool
    eps: float


def explain(trace: Trace, kind: Kind, layer: int, head: int, query: int, key: int) -> Explanation | None:
    """The cell (``query``, ``key``) of one head; None where the trace does not hold what that takes.

    Arrays that do not fit the run's own maps, or its numbers, count as absent. Raises IndexError for a cell that
    the run does not have.
    """
    attention, network = trace.attention(kind), network_of(trace.meta.network)
    if attention is None or network is None:
        return None
    if min(layer, head, query, key) < 0:
        raise IndexError("layers, heads, rows and columns count from 0")
    weights = attention[layer, head, query]  # [K]
    found = _found(trace, kind)
    if key >= len(weights):
        raise IndexError(f"the row has {len(weights)} columns")
    if not {"query", "key", "value", "mixed", "scores"} <= found.keys():
        return None
    with np.errstate(all="ignore"):  # a damaged trace may hold anything
        return _explain(found, network, trace, (kind, layer, head, query, key), weights)


def _explain(
    found: Mapping[str, Vector], network: Network, trace: Trace, cell: tuple[Kind, int, int, int, int], weights: Vector
) -> Explanation | None:
    kind, layer, head, query, key = cell
    own, keys, values = (found[name][layer, head] for name in ("query", "key", "value"))
    products = own[query].astype(np.float64) * keys[key]  # [D]
    divisor = (math.sqrt(own.shape[-1]) if network.scaled else 1.0) * temperature_of(trace)
    captured, mixed = found["scores"][layer, head, query], found["mixed"][layer, head, query]
    computed = keys.astype(np.float64) @ own[query] / divisor  # [K]
    later = np.isnan(captured)
    scores = np.where(later, computed.astype(np.float32), captured)
    if not (_agree(computed, scores) and _agree(weights.astype(np.float64) @ values, mixed)):
        return None
    bias = found.get("layer_bias", found.get("bias"))
    biases = None if bias is None else (bias[layer] if bias.ndim == 4 else bias)[head, query]
    if biases is not None:  # a table that looks back only has one number for what follows and for the row's own place
        biases = np.where(np.isnan(biases), biases[min(query, len(biases) - 1)], biases)
    mask = trace.mask(kind)
    visible = np.ones(len(weights), dtype=bool) if mask is None else mask[query]
    blocked = np.where(later, -np.inf, network.fill).astype(np.float32)
    before = np.where(visible & ~later, scores if biases is None else scores + biases, blocked)
    if not _agree(_softmax(before), weights):  # a row set by hand, or a head with equal weights
        return None
    if later[key]:
        products = np.full_like(products, np.nan)
    return Explanation(
        *cell,
        own[query],
        keys[key],
        products,
        float(products.sum()),
        divisor,
        np.where(later, np.float32(np.nan), scores),
        biases,
        visible,
        later,
        network.fill,
        before,
        weights,
        values,
        weights[:, None].astype(np.float64) * values,
        mixed,
        _joined(found, network, cell),
        temperature_of(trace),
    )


def _joined(found: Mapping[str, Vector], network: Network, cell: tuple[Kind, int, int, int, int]) -> Joined | None:
    if not {"inputs", "outputs"} <= found.keys():
        return None
    kind, layer, head, query, _ = cell
    place = 1 if kind == "cross" else 0  # among the layer's sub-layers; a feed-forward follows in any case
    stream, output = found["inputs"][layer, place, query], found["outputs"][layer, place, query]
    total, result = stream + output, found["inputs"][layer, place + 1, query]
    shares = None
    if "w_o" in found:
        mixed = found["mixed"][layer, :, query].astype(np.float64)  # [H,D]
        matrix = found["w_o"][layer].reshape(len(output), *mixed.shape)  # [M,H,D]
        shares = np.einsum("mhd,hd->hm", matrix, mixed)  # [H,M]
    norm = None
    if "gamma" in found:
        shift = found["beta"][layer] if "beta" in found else None
        known = None if network.pre else result
        norm = _norm(network, stream if network.pre else total, found["gamma"][layer], shift, known)
    return Joined(
        None if shares is None else shares[head],
        None if shares is None else np.delete(shares, head, axis=0).sum(axis=0),
        found["b_o"][layer] if "b_o" in found else None,
        output,
        stream,
        total,
        result,
        norm,
        network.pre,
    )


def _norm(network: Network, read: Vector, gain: Vector, shift: Vector | None, known: Vector | None) -> Norm:
    """``known`` is the result where the run holds it."""
    mean, deviation, spread = moments(network, read)
    result = known
    if result is None:
        result = (read.astype(np.float64) - mean) / spread * gain + (0.0 if shift is None else shift)
    return Norm(network.norm, read, mean, deviation, network.eps, spread, gain, shift, result)


def moments(network: Network, read: Vector) -> tuple[float, float, float]:
    """The moments of the vector [M] that a norm reads: μ (0 for rms), σ before eps, and the divisor."""
    exact, eps = read.astype(np.float64), network.eps
    mean = 0.0 if network.norm == "rms" else float(exact.mean())
    squares = float(((exact - mean) ** 2).sum())
    if network.norm == "unbiased":
        deviation = math.sqrt(squares / max(1, len(exact) - 1))
        return mean, deviation, deviation + eps
    deviation = math.sqrt(squares / len(exact))
    return mean, deviation, math.sqrt(deviation**2 + eps)


def sharing(trace: Trace, older: Trace | None) -> Trace:
    """``trace`` holding the weights of an ``older`` run of the same checkpoint in place of its own, which are equal."""
    known = trace.meta.checkpoint_sha256
    if older is None or not known or older.meta.checkpoint_sha256 != known:
        return trace
    own = {name: array for name, array in trace.activations.items() if name.endswith(_WEIGHTS)}
    held = {name: older.activations.get(name, array) for name, array in own.items()}
    same = {name: array for name, array in held.items() if array.shape == own[name].shape}
    return replace(trace, activations={**trace.activations, **same})


def without_weights(trace: Trace) -> Trace:
    """A run without the arrays that are the same in every run of the checkpoint: enough for a picture of maps."""
    kept = {name: array for name, array in trace.activations.items() if not name.endswith(_WEIGHTS)}
    return replace(trace, activations=kept)


def _agree(computed: Vector, captured: Vector) -> bool:
    """Do a row's vectors give its numbers?

    Not where a damaged trace holds others, nor where a network whose mask leaks has revised them since.
    """
    tolerance = AGREEMENT * max(1.0, float(np.abs(captured).max()))
    return bool(np.allclose(computed, captured, rtol=0, atol=tolerance))


def _softmax(scores: Vector) -> Vector:
    """Of one row [K]; zeros where nothing can be seen."""
    highest = float(scores.max())
    if not math.isfinite(highest):
        return np.zeros_like(scores)
    powers = np.exp(scores.astype(np.float64) - highest)
    shares: Vector = powers / powers.sum()
    return shares


def network_of(values: Mapping[str, Any]) -> Network | None:
    """The network by ``meta.network``; None where it lacks what an explanation needs, or says nonsense."""
    fill, eps = values.get("mask_fill"), values.get("norm_eps")
    fill = -math.inf if fill == "-inf" else fill
    scaled, norm, order = (values.get(name) for name in ("scale_scores", "norm", "norm_order"))
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (fill, eps))
    choices = norm in ("layer", "rms", "unbiased") and order in ("pre", "post") and isinstance(scaled, bool)
    if not numbers or not choices or not 0 <= float(eps or 0) < 1 or not float(fill or 0) < 0:
        return None
    return Network(scaled, float(fill or 0), norm, order == "pre", float(eps or 0))  # type: ignore[arg-type] # checked


#: The axes of what an explanation reads: layers, heads, rows, columns; D and E: widths of a head's keys and values;
#: P: sub-layers of a layer; J: all heads' values side by side.
_SHAPES = {
    "query": "LHQD", "key": "LHKD", "value": "LHKE", "mixed": "LHQE", "scores": "LHQK", "bias": "HQK",
    "layer_bias": "LHQK", "inputs": "LPQM", "outputs": "LPQM", "w_o": "LMJ", "b_o": "LM", "gamma": "LM", "beta": "LM",
}  # fmt: skip
_WEIGHTS = ("_w_o", "_b_o", "_gamma", "_beta", "_table")  # the same in every run of a checkpoint


def _found(trace: Trace, kind: Kind) -> dict[str, Vector]:
    """Of the trace's activations those of ``kind`` that fit its map, by their names without the kind."""
    attention = trace.attention(kind)
    if attention is None:
        return {}
    sizes = dict(zip("LHQK", attention.shape, strict=True)) | {"P": 2 if kind == "encoder" else 3}
    result: dict[str, Vector] = {}
    for name, letters in _SHAPES.items():
        side = "decoder" if kind == "cross" and name in ("inputs", "outputs") else kind
        array = trace.activations.get(f"{side}_{name.removeprefix('layer_')}")
        if array is None or array.ndim != len(letters) or array.dtype.kind != "f" or 0 in array.shape:
            continue
        here = dict(zip(letters, array.shape, strict=True))
        if name == "mixed":
            here["J"] = here["H"] * here["E"]
        if all(sizes.setdefault(letter, size) == size for letter, size in here.items()):
            result[name] = array
    return result
