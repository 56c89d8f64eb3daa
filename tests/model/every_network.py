"""Networks of every kind that explanations tell apart, each with a run: weights that leave nothing to chance.

What they compute is worked out again from formulas as they stand on screen (:mod:`tests.formula_reader`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from model.analysis.formulas import conventions_of
from model.checkpoints.checkpoint import Checkpoint
from model.record.trace import KINDS, Trace
from tests.formula_reader import Vector, computed
from tests.model.analysis.test_explanation import record
from tests.model.sample_checkpoints import make_checkpoint

T5 = {
    "positions": "relative", "relative_buckets": 4, "relative_distance": 6, "scale_scores": False, "norm": "rms",
    "norm_order": "pre", "final_norm": True, "scale_embeddings": False, "attention_bias": False,
    "feed_forward_bias": False, "gated": True, "activation": "gelu_tanh", "scale_logits": True, "output_bias": False,
}  # fmt: skip
NETWORKS: dict[str, dict[str, Any]] = {
    "the paper": {},
    "tut6": {"positions": "learned", "mask_fill": -1e10},
    "pre-norm": {"norm_order": "pre"},
    "pre-norm, final norm": {"norm_order": "pre", "final_norm": True},
    "post-norm, final norm": {"final_norm": True, "activation": "gelu"},
    "T5": T5,
    "T5 of 2019": {**T5, "gated": False, "activation": "relu", "scale_logits": False},
    "BART": {"positions": "learned", "embedding_norm": True, "scale_embeddings": False, "activation": "gelu"},
    "Marian": {"positions": "stored", "activation": "silu", "scale_embeddings": True},
    "Annotated": {"norm": "unbiased", "norm_eps": 1e-2, "norm_order": "pre", "final_norm": True},
    "RMSNorm after the sum": {"norm": "rms", "scale_scores": False, "embedding_norm": True},
    "LayerNorm with distances": {"positions": "relative", "scale_scores": True, "norm_order": "pre"},
    "nothing scaled": {"scale_scores": False, "scale_embeddings": False, "feed_forward_bias": False},
}
every_network = pytest.mark.parametrize("name", NETWORKS)
CELLS = [(kind, layer, head, query, key) for kind in KINDS for layer, head, query, key in ((1, 1, 2, 1), (0, 0, 3, 0))]


@cache
def run(name: str) -> tuple[Checkpoint, Trace]:
    """A run of three words and padding, by a network whose weights are all different."""
    checkpoint = make_checkpoint(4, changes=NETWORKS[name])
    return checkpoint, record(checkpoint)


def weights(name: str) -> dict[str, Vector]:
    return {each: value.detach().double().numpy() for each, value in run(name)[0].transformer.named_parameters()}


def norm_of(name: str, place: str) -> Any:
    """The norm at ``place`` as the texts say that norms are computed here."""
    held, known = weights(name), conventions_of(run(name)[1])
    eps = run(name)[0].transformer.config.norm_eps

    def norm(x: Vector) -> Vector:
        gain, names = held[f"{place}.weight"], {"x": x, "ε": eps}
        if known.norm != "rms":
            mean = sum(x) / len(x)
            over = len(x) - 1 if known.norm == "unbiased" else len(x)
            names |= {"μ": mean, "σ": (sum((x - mean) ** 2) / over) ** 0.5, "β": held[f"{place}.bias"]}
        result: Vector = computed(known.norm_formula, γ=gain, **names)
        return result

    return norm


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-4)
