"""The vectors of an attention and the inside of a feed-forward, from what they read and a checkpoint's own matrices.

A run holds x and the results; the matrices, which are large and the same in every run, are read from the open
checkpoint where somebody asks. Computed in double precision, and compared with what the run captured. numpy only.
Section numbers refer to "Attention Is All You Need".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.analysis.explanation import moments, network_of
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

Vector = NDArray[Any]
Part = Literal["encoder", "decoder", "cross", "encoder_ff", "decoder_ff"]
AGREEMENT = 2e-3  #: how far a product may be from what was captured, beside the largest: some checkpoints are halves
PLACES = {"encoder": ("encoder", 0), "decoder": ("decoder", 0), "cross": ("decoder", 1)}  #: stack, sub-layer


@dataclass(frozen=True, eq=False)
class PartWeights:
    """The matrices of one part of one layer: ``query``, ``key``, ``value`` [D,M] of a head, or of a feed-forward.

    There ``expand`` [F,M], ``contract`` [M,F] and perhaps ``gate`` [F,M]; ``…_bias`` beside each that has one.
    """

    trace: Trace  #: the run for which they were read
    part: str
    layer: int
    head: int
    arrays: Mapping[str, Vector]

    @property
    def place(self) -> tuple[str, int, int]:
        """Where they are."""
        return self.part, self.layer, self.head


@dataclass(frozen=True, eq=False)
class Projected:
    """One vector of a head: what is read times a matrix (3.2.2)."""

    name: str  #: query, key, value
    read: Vector  # [M] after the norm where that comes first
    matrix: Vector  # [D,M]; a column of the paper's W is a row here
    bias: Vector | None  # [D]
    result: Vector  # [D] computed here
    captured: Vector  # [D] as the run holds it

    @property
    def agrees(self) -> bool:
        """Is it what the run captured?"""
        return _near(self.result, self.captured)


@dataclass(frozen=True, eq=False)
class Inner:
    """The feed-forward at one position (3.3)."""

    read: Vector  # [M] after the norm where that comes first
    before: Vector  # [F] x·W₁ + b₁
    active: Vector  # [F] after the activation, and times the gate where there is one
    result: Vector  # [M] computed here
    captured: Vector  # [M] what the run says was added

    @property
    def on(self) -> int:
        """How many units are above 0."""
        return int((self.active > 0).sum())

    @property
    def agrees(self) -> bool:
        """Is it what the run captured?"""
        return _near(self.result, self.captured)


def projected(weights: PartWeights, query: int, key: int) -> tuple[Projected, ...] | None:
    """q of one position, k and v of another; None where the run lacks what they are compared with."""
    run, kind = weights.trace, weights.part
    stack, sub = PLACES[kind]
    inputs = run.activations.get(f"{stack}_inputs")
    if inputs is None or inputs.ndim != 4:
        return None
    own = normed(run, kind, weights.layer, inputs[weights.layer, sub, query])
    if kind == "cross":
        memory = run.activations.get("memory")
        other = None if memory is None else memory[key]
    else:
        other = normed(run, kind, weights.layer, inputs[weights.layer, sub, key])
    if own is None or other is None:
        return None
    found = []
    for name, read, place in (("query", own, query), ("key", other, key), ("value", other, key)):
        held, matrix = run.activations.get(f"{kind}_{name}"), weights.arrays.get(name)
        if held is None or matrix is None or matrix.shape[1] != len(read):
            return None
        bias = weights.arrays.get(f"{name}_bias")
        found.append(Projected(
            name, read, matrix, bias, _times(matrix, read, bias), held[weights.layer, weights.head, place],
        ))  # fmt: skip
    return tuple(found)


def inner(weights: PartWeights, position: int, activation: str) -> Inner | None:
    """The feed-forward at one position; None where the run lacks what it read, or its activation is not known."""
    run = weights.trace
    stack = weights.part.removesuffix("_ff")
    inputs, outputs = run.activations.get(f"{stack}_inputs"), run.activations.get(f"{stack}_outputs")
    function = ACTIVATIONS.get(activation)
    if inputs is None or outputs is None or function is None or not {"expand", "contract"} <= weights.arrays.keys():
        return None
    read = normed(run, weights.part, weights.layer, inputs[weights.layer, -1, position])
    if read is None:
        return None
    held = weights.arrays
    before = _times(held["expand"], read, held.get("expand_bias"))
    active = function(before)
    if "gate" in held:
        active = active * _times(held["gate"], read, held.get("gate_bias"))
    result = _times(held["contract"], active, held.get("contract_bias"))
    return Inner(read, before, active, result, outputs[weights.layer, -1, position])


@dataclass(frozen=True, eq=False)
class Logits:
    """The candidates of one step before the softmax over the vocabulary."""

    read: Vector  # [M] what the vocabulary head reads
    matrix: Vector  # [K,M] its rows of the candidates
    values: Vector  # [K]
    probabilities: Vector  # [K] as the run holds them
    total: float  #: ln Σ e^logit over the whole vocabulary, by the likeliest candidate

    @property
    def agrees(self) -> bool:
        """Do all candidates give the same total?"""
        totals = self.values - np.log(self.probabilities)
        return bool(np.abs(totals - self.total).max() < AGREEMENT * max(1.0, float(np.abs(self.values).max())))


def logits(weights: PartWeights, step: int, scaled: bool) -> Logits | None:
    """Those of one step; ``scaled``: the head reads h / √M. None where the run lacks what it reads."""
    run, matrix = weights.trace, weights.arrays.get("vocabulary")
    hidden, shares = run.activations.get("hidden"), run.candidate_probabilities
    if hidden is None or shares is None or matrix is None or matrix.shape != (shares.shape[1], hidden.shape[1]):
        return None
    read: Vector = hidden[step].astype(np.float64) / (math.sqrt(hidden.shape[1]) if scaled else 1.0)
    values = _times(matrix, read, weights.arrays.get("vocabulary_bias"))
    p = np.maximum(shares[step].astype(np.float64), np.finfo(np.float32).tiny)
    return Logits(read, matrix, values, p, float(values[0] - math.log(p[0])))


def normed(run: Trace, name: str, layer: int, x: Vector) -> Vector | None:
    """What a sub-layer reads of x [M]: x itself, or in pre-norm order its norm; None where the run does not say."""
    network, gamma = network_of(run.meta.network), run.activations.get(f"{name}_gamma")
    if network is None or (network.pre and gamma is None):
        return None
    exact: Vector = x.astype(np.float64)
    if not network.pre or gamma is None:
        return exact
    mean, _, spread = moments(network, x)
    beta = run.activations.get(f"{name}_beta")
    result: Vector = (exact - mean) / spread * gamma[layer] + (0.0 if beta is None else beta[layer])
    return result


def _times(matrix: Vector, read: Vector, bias: Vector | None) -> Vector:
    result: Vector = matrix.astype(np.float64) @ read
    return result if bias is None else result + bias


def _near(computed: Vector, captured: Vector) -> bool:
    tolerance = AGREEMENT * max(1.0, float(np.abs(captured).max(initial=0.0)))
    return computed.shape == captured.shape and bool(np.allclose(computed, captured, rtol=0, atol=tolerance))


def _gelu(x: Vector) -> Vector:
    shares = [0.5 * (1.0 + math.erf(value / math.sqrt(2.0))) for value in x.tolist()]
    result: Vector = x * np.array(shares)
    return result


def _gelu_tanh(x: Vector) -> Vector:
    result: Vector = 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))
    return result


def _relu(x: Vector) -> Vector:
    result: Vector = np.maximum(x, 0.0)
    return result


def _silu(x: Vector) -> Vector:
    return x / (1.0 + np.exp(-x))


#: As :data:`model.analysis.formulas.ACTIVATIONS` names them.
ACTIVATIONS: dict[str, Callable[[Vector], Vector]] = {
    "relu": _relu, "gelu": _gelu, "gelu_tanh": _gelu_tanh, "silu": _silu,
}  # fmt: skip
