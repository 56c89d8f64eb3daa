"""The formulas of a run's own network: no division, norm or sum in them that it does not do.

A trace is enough; where it does not say how its network computes, a formula claims nothing about it, as in
``softmax(score + mask)``. They are the same in every language. Section numbers refer to "Attention Is All You Need".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace

ACTIVATIONS = {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": "GELU", "silu": "SiLU"}
NORMS = {
    "layer": "(x − μ) / √(σ² + ε) · γ + β",
    "rms": "x / √(mean(x²) + ε) · γ",
    "unbiased": "(x − μ) / (σ + ε) · γ + β",
}


def norm_name(kind: str) -> str:
    """What the papers call a norm."""
    return "RMSNorm" if kind == "rms" else "LayerNorm"


@dataclass(frozen=True)
class Conventions:
    """The choices of a network. None, or an empty text, where a run does not say."""

    scaled: bool | None = None  #: scores times 1/√D (3.2.1)
    scaled_embeddings: bool | None = None  #: token embedding times √M (3.4)
    positions: str = ""  #: sinusoidal, learned, stored: a vector per position (3.5); relative: a bias on scores (T5)
    embedding_norm: bool | None = None  #: a norm on token + position
    norm: str = ""  #: layer, rms, unbiased
    pre: bool | None = None  #: a sub-layer reads the normed x; in the paper the sum is normed (3.1)
    final_norm: bool | None = None  #: one more norm after each stack
    scaled_logits: bool | None = None  #: the vocabulary head reads h / √M
    activation: str = ""  #: of the feed-forward: relu, gelu, gelu_tanh, silu (3.3)
    gated: bool | None = None  #: times a second product with x (T5 1.1)
    feed_forward_bias: bool | None = None
    smoothing: float | None = None  #: ε: how much of each label training shared among all tokens (5.4)
    tempered: bool = False  #: scores times 1/T, in a run that was asked *What if*

    @property
    def score(self) -> str:
        """What stands in a cell before bias and mask: ``q·k / √d_k``, with a temperature ``q·k / (√d_k · T)``."""
        if self.tempered:
            return {None: "score / T", True: "q·k / (√d_k · T)", False: "q·k / T"}[self.scaled]
        return {None: "score", True: "q·k / √d_k", False: "q·k"}[self.scaled]

    def weight(self, kind: Kind) -> str:
        """A cell: ``softmax(q·k / √d_k + mask)``."""
        return f"softmax({self.score}{self._bias(kind)} + mask)"

    def way(self, kind: Kind) -> str:
        """The same step by step, and on to the sub-layer's output."""
        divided = "÷ √d_k" if self.scaled else "", "÷ T" if self.tempered else ""
        steps = ("q·k", *divided, self._bias(kind).strip(), "+ mask", "softmax", "weights · V")
        return " → ".join(step for step in (*steps, "W_O") if step)

    def _bias(self, kind: Kind) -> str:
        """T5 adds a number for the distance, in both self-attentions."""
        return " + bias" if self.positions == "relative" and kind != "cross" else ""

    @property
    def embedding(self) -> str:
        """What the first layer reads: ``E[token]·√M + PE``."""
        token = "E[token]·√M" if self.scaled_embeddings else "E[token]"
        position = {"": "", "relative": "", "learned": " + P[position]"}.get(self.positions, " + PE")
        return f"{self.norm_name}({token}{position})" if self.embedding_norm else token + position

    def sub_layer(self, f: str = "f") -> str:
        """What a sub-layer makes of x: ``x + f(LayerNorm(x))``, or ``LayerNorm(x + f(x))``."""
        if self.pre is None:
            return f"x + {f}(x)"
        return f"x + {f}({self.norm_name}(x))" if self.pre else f"{self.norm_name}(x + {f}(x))"

    @property
    def feed_forward(self) -> str:
        """``ReLU(x·W₁ + b₁)·W₂ + b₂`` (3.3), gated in T5 1.1; nothing where the run does not say."""
        if not self.activation or self.gated is None or self.feed_forward_bias is None:
            return ""
        first, second, gate = (f" + b{index}" if self.feed_forward_bias else "" for index in "₁₂₃")
        inner = f"{ACTIVATIONS[self.activation]}(x·W₁{first})"
        return f"({inner} ⊙ (x·W₃{gate}))·W₂{second}" if self.gated else f"{inner}·W₂{second}"

    @property
    def norm_name(self) -> str:
        return norm_name(self.norm)

    @property
    def norm_formula(self) -> str:
        """Nothing where the run does not say which norm it has."""
        return NORMS.get(self.norm, "")

    @property
    def logit_lens(self) -> str:
        """What is asked after a layer whose output is h: ``head(LayerNorm(h))``."""
        read = f"{self.norm_name}(h)" if self.final_norm else "h"
        return f"head({read} / √M)" if self.scaled_logits else f"head({read})"


PAPER = Conventions(True, True, "sinusoidal", False, "layer", False, False, False, "relu", False, True, 0.1)


def conventions_of(trace: Trace | None, opened: Mapping[str, Any] | None = None) -> Conventions:
    """Those of the run and of what is known of its ``opened`` network; without either, the paper's.

    What ``meta.network`` leaves open (runs of older versions, and of people's own code) the recorded weights of
    norms tell, where they are there.
    """
    if trace is None and not opened:
        return PAPER
    said = {**(opened or {}), **({} if trace is None else trace.meta.network)}
    held = {} if trace is None else trace.activations
    final = _flag(said, "final_norm")
    if final is None and "hidden" in held:
        final = "decoder_final_gamma" in held
    embedding = _flag(said, "embedding_norm")
    if embedding is None and "source_embedded" in held:
        embedding = "source_norm_gamma" in held
    order = said.get("norm_order")
    return Conventions(
        _flag(said, "scale_scores"), _flag(said, "scale_embeddings"),
        _choice(said, "positions", ("sinusoidal", "learned", "stored", "relative")), embedding,
        _choice(said, "norm", tuple(NORMS)), order == "pre" if order in ("pre", "post") else None,
        final, _flag(said, "scale_logits"), _choice(said, "activation", tuple(ACTIVATIONS)),
        _flag(said, "gated"), _flag(said, "feed_forward_bias"), _share(said, "label_smoothing"),
        trace is not None and temperature_of(trace) != 1.0,
    )  # fmt: skip


def temperature_of(trace: Trace) -> float:
    """What a run's scores are divided by beside √d_k: 1 where nothing was changed in them."""
    if not trace.meta.interventions:
        return 1.0
    from model.network.interventions import ScoreTemperature, from_json  # after the first picture

    known = map(from_json, trace.meta.interventions)
    return math.prod(one.temperature for one in known if isinstance(one, ScoreTemperature))


def _flag(said: Mapping[str, Any], name: str) -> bool | None:
    value = said.get(name)
    return value if isinstance(value, bool) else None


def _share(said: Mapping[str, Any], name: str) -> float | None:
    value = said.get(name)
    return value if isinstance(value, float) and 0.0 <= value < 1.0 else None


def _choice(said: Mapping[str, Any], name: str, known: tuple[str, ...]) -> str:
    value = said.get(name)
    return value if isinstance(value, str) and value in known else ""
