"""Vectors of a head and the units of a feed-forward against the network itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model.analysis.formulas import conventions_of
from model.analysis.projections import ACTIVATIONS, PartWeights, inner, projected
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.controls.explained import explained
from viz_app.engine.measurement_messages import ReadWeights
from viz_app.engine.weights import read_weights

LAYER, HEAD = 1, 1
#: Networks whose norms, biases and gates differ.
NETWORKS: tuple[dict[str, Any], ...] = (
    {}, {"norm_order": "pre", "final_norm": True}, {"norm": "rms", "norm_order": "pre", "final_norm": True},
    {"attention_bias": False},
)  # fmt: skip


def held(part: str, changes: dict[str, Any]) -> tuple[Trace, PartWeights]:
    checkpoint, trace = explained(**changes)
    reply = next(read_weights(ReadWeights(1, checkpoint.sha256, part, LAYER, HEAD), checkpoint))
    return trace, PartWeights(trace, part, LAYER, HEAD if part in KINDS else 0, reply.weights)


@pytest.mark.parametrize("changes", NETWORKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_products_are_what_the_run_captured(kind: Kind, changes: dict[str, Any]) -> None:
    trace, weights = held(kind, changes)
    found = projected(weights, 2, 1)
    assert found is not None
    for one, place in zip(found, (2, 1, 1), strict=True):
        captured = trace.activations[f"{kind}_{one.name}"][LAYER, HEAD, place]
        np.testing.assert_array_equal(one.captured, captured)
        plain = [sum(float(w) * float(x) for w, x in zip(row, one.read, strict=True)) for row in one.matrix]
        if one.bias is not None:
            plain = [value + float(b) for value, b in zip(plain, one.bias, strict=True)]
        np.testing.assert_allclose(plain, captured, atol=1e-4)
        assert one.agrees
    if kind == "cross":
        np.testing.assert_array_equal(found[1].read, trace.activations["memory"][1])


@pytest.mark.parametrize("changes", NETWORKS)
@pytest.mark.parametrize("part", ["encoder_ff", "decoder_ff"])
def test_the_units_of_a_feed_forward(part: str, changes: dict[str, Any]) -> None:
    trace, weights = held(part, changes)
    found = inner(weights, 2, conventions_of(trace).activation)
    assert found is not None
    stack = part.removesuffix("_ff")
    np.testing.assert_array_equal(found.captured, trace.activations[f"{stack}_outputs"][LAYER, -1, 2])
    np.testing.assert_allclose(found.result, found.captured, atol=1e-4)
    assert found.agrees
    assert found.on == sum(value > 0 for value in found.active.tolist())


@pytest.mark.parametrize("name", list(ACTIVATIONS))
def test_the_activations_are_torchs(name: str) -> None:
    x = np.linspace(-4, 4, 41)
    functions = {
        "relu": torch.relu, "gelu": torch.nn.functional.gelu, "silu": torch.nn.functional.silu,
        "gelu_tanh": lambda each: torch.nn.functional.gelu(each, approximate="tanh"),
    }  # fmt: skip
    np.testing.assert_allclose(ACTIVATIONS[name](x), functions[name](torch.tensor(x)).numpy(), atol=1e-9)


def test_other_matrices_do_not_agree_and_a_bare_run_has_none() -> None:
    trace, weights = held("cross", {})
    other = replace(weights, arrays={name: each + 0.5 for name, each in weights.arrays.items()})
    found = projected(other, 2, 1)
    assert found is not None
    assert not found[0].agrees
    assert projected(replace(weights, trace=replace(trace, activations={})), 2, 1) is None
    assert inner(held("decoder_ff", {})[1], 2, "unheard of") is None
