"""The network equals the plain-loop reference: logits and every map, for every switch."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model.network.config import PaddingBlocks, StackConfig, TransformerConfig
from model.network.transformer import Transformer
from tests import oracle
from tests.model.networks import (
    BASE,
    PAD,
    Array,
    make_batch,
    make_network,
    make_weights,
    maps,
    paper,
    random_config,
    run_network,
    tut6,
)

TOLERANCE = {torch.float64: 1e-9, torch.float32: 1e-5}


@dataclass(frozen=True)
class Case:
    """A network, and the one next to it that has a switch the other way round."""

    name: str
    changes: Mapping[str, Any]
    other: Mapping[str, Any]
    faint: bool = False


FINITE = {"mask_fill": -1e9}
RELATIVE = {"positions": "relative", "relative_buckets": 8, "relative_distance": 6}
T5 = {
    **RELATIVE, "norm": "rms", "norm_order": "pre", "final_norm": True, "scale_scores": False, "attention_bias": False,
    "feed_forward_bias": False, "output_bias": False, "scale_embeddings": False, "gated": True,
    "activation": "gelu_tanh", "share_embeddings": True, "tie_output": True, "scale_logits": True,
}  # fmt: skip
FAINT = {"positions": "learned", "scale_embeddings": False}
CASES = [
    Case("learned positions", {"positions": "learned"}, {}),
    Case("embeddings not scaled", {"scale_embeddings": False}, {}),
    Case("pre-norm", {"norm_order": "pre"}, {}),
    Case("final norm after post-norm", {"final_norm": True}, {}),
    Case("final norm after pre-norm", {"norm_order": "pre", "final_norm": True}, {"norm_order": "pre"}),
    Case("eps 1e-12, post", {**FAINT, "norm_eps": 1e-12}, FAINT, faint=True),
    Case("eps 1e-6, pre", {**FAINT, "norm_eps": 1e-6, "norm_order": "pre"}, {**FAINT, "norm_order": "pre"}, faint=True),
    Case(
        "eps of the final norm",
        {**FAINT, "norm_eps": 1e-2, "norm_order": "pre", "final_norm": True},
        {**FAINT, "norm_order": "pre", "final_norm": True},
        faint=True,
    ),
    Case("gelu", {"activation": "gelu"}, {}),
    Case("finite fill", {"mask_fill": -1e10}, {}),
    Case("fill that leaks", {"mask_fill": -1.5}, {"mask_fill": -1e10}),
    Case("one table", {"share_embeddings": True}, {}),
    Case("tied head", {"tie_output": True}, {}),
    Case("all tied", {"share_embeddings": True, "tie_output": True}, {"tie_output": True}),
    Case("the paper", {"share_embeddings": True, "tie_output": True}, {"share_embeddings": True}),
    Case("tut6", {"positions": "learned", "mask_fill": -1e10}, {"positions": "learned"}),
    Case("stored positions", {"positions": "stored"}, {}),
    Case("relative positions", RELATIVE, {**RELATIVE, "relative_distance": 128}),
    Case("relative positions, buckets", RELATIVE, {**RELATIVE, "relative_buckets": 4}),
    Case("padding has a position", {"positions": "stored", "padding_position": True}, {"positions": "stored"}),
    Case("RMS norm", {"norm": "rms"}, {}),
    Case("unbiased norm", {"norm": "unbiased", "norm_eps": 1e-6}, {"norm_eps": 1e-6}),
    Case("eps outside the root", {**FAINT, "norm": "unbiased", "norm_eps": 1e-3},
         {**FAINT, "norm": "unbiased", "norm_eps": 1e-6}, faint=True),
    Case("norm of the embedding", {"embedding_norm": True}, {}),
    Case("norm of the target tokens alone", {"embedding_norm": True, "target_token_norm": True},
         {"embedding_norm": True}),
    Case("a layer before the head", {"head_layer": True, "activation": "gelu"}, {"activation": "gelu"}),
    Case("relative positions of each layer", {**RELATIVE, "relative_layers": True}, {"positions": "learned"}),
    Case("gelu by tanh", {"activation": "gelu_tanh"}, {"activation": "relu"}),
    Case("silu", {"activation": "silu"}, {"activation": "gelu"}),
    Case("gated", {"gated": True}, {}),
    Case("scores not scaled", {"scale_scores": False}, {}),
    Case("logits scaled", {"scale_logits": True}, {}),
    Case("attention without biases", {"attention_bias": False}, {}),
    Case("feed-forward without biases", {"feed_forward_bias": False}, {}),
    Case("head without bias", {"output_bias": False}, {}),
    Case("encoder rows of padding blocked", {"padding_blocks": PaddingBlocks(encoder="both"), **FINITE}, FINITE),
    Case("decoder rows of padding blocked", {"padding_blocks": PaddingBlocks(decoder="queries"), **FINITE}, FINITE),
    Case("cross rows of padding blocked", {"padding_blocks": PaddingBlocks(cross="both"), **FINITE}, FINITE),
    Case("T5", T5, {**T5, "gated": False}, faint=True),  # sharp rows would amplify float32's rounding
]  # fmt: skip


def assert_equal_to_oracle(
    config: TransformerConfig, weights: Mapping[str, Array], dtype: torch.dtype, targets: tuple[int, ...] = (4, 6, 2)
) -> None:
    """Logits, hidden states, scores and weights of every sentence of a batch with all kinds of padding."""
    network = make_network(config, weights, dtype)
    source, target = make_batch(5, config, targets=targets)
    encoding, decoding, logits = run_network(network, source, target)
    found = {"weights": maps(encoding, decoding), "scores": maps(encoding, decoding, "scores")}
    tolerance = TOLERANCE[dtype]

    def close(actual: torch.Tensor, expected: Array) -> None:
        np.testing.assert_allclose(actual.double().numpy(), expected, rtol=tolerance, atol=tolerance)

    for row in range(len(source)):
        answer = oracle.run(config, weights, source[row].tolist(), target[row].tolist(), PAD)
        for kind in oracle.KINDS:
            close(found["scores"][kind][row], answer.scores[kind])
            close(found["weights"][kind][row], answer.weights[kind])
        close(encoding.memory[row], answer.memory)
        close(decoding.hidden[row], answer.hidden)
        close(logits[row], answer.logits)


def difference(one: oracle.Answer, other: oracle.Answer) -> float:
    """The largest difference of any logit or weight."""
    gaps = [np.abs(one.logits - other.logits).max()]
    gaps += [np.abs(one.weights[kind] - other.weights[kind]).max() for kind in oracle.KINDS]
    return float(max(gaps))


#: Every switch in double precision; in single, those whose sizes differ: the first, faint ones, and every sixth.
PRECISIONS = [
    *((case, torch.float64) for case in CASES),
    *((case, torch.float32) for place, case in enumerate(CASES) if case.faint or place % 6 == 0),
]


@pytest.mark.parametrize(("case", "dtype"), PRECISIONS, ids=lambda part: getattr(part, "name", str(part)))
def test_every_switch_equals_the_reference(case: Case, dtype: torch.dtype) -> None:
    config = replace(BASE, **case.changes)
    assert_equal_to_oracle(config, make_weights(config, 7, case.faint), dtype)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_switch_matters_for_these_inputs(case: Case) -> None:
    """Without this the comparison above could pass with a switch that is ignored."""
    config, other = replace(BASE, **case.changes), replace(BASE, **case.other)
    weights = make_weights(config, 7, case.faint)
    source, target = make_batch(5, config)
    differ = any(
        difference(
            oracle.run(config, weights, source[row].tolist(), target[row].tolist(), PAD),
            oracle.run(other, weights, source[row].tolist(), target[row].tolist(), PAD),
        )
        > 1e-3
        for row in range(len(source))
    )
    assert differ, f"{case.name} changes nothing here"


@pytest.mark.parametrize(("seed", "dtype"), [(seed, list(TOLERANCE)[seed // 2 % 2]) for seed in range(20)], ids=str)
def test_random_combinations_equal_the_reference(seed: int, dtype: torch.dtype) -> None:
    """Half of them with sources and targets of one length: a mask of the wrong side would fit there."""
    config = random_config(seed)
    targets = (4, 5, 2) if seed % 2 else (4, 6, 2)
    assert_equal_to_oracle(config, make_weights(config, seed, faint=seed % 3 == 0), dtype, targets)


@pytest.mark.parametrize(("heads", "width"), [(1, 8), (2, 4), (4, 2), (3, 5), (8, 1)])
def test_head_width_is_free(heads: int, width: int) -> None:
    stack = StackConfig(layers=1, heads=heads, head_width=width, feed_forward_width=3)
    config = replace(BASE, encoder=stack, decoder=stack)
    assert_equal_to_oracle(config, make_weights(config, heads), torch.float64)


def test_values_may_be_wider_than_keys() -> None:
    stack = StackConfig(layers=1, heads=3, head_width=2, feed_forward_width=3, value_width=4)
    config = replace(BASE, encoder=stack, decoder=replace(stack, value_width=1))
    assert_equal_to_oracle(config, make_weights(config, 3), torch.float64)


@pytest.mark.parametrize("seed", range(12))
def test_parameter_count_is_computed_without_building(seed: int) -> None:
    config = random_config(1000 + seed)
    assert config.parameters == sum(parameter.numel() for parameter in Transformer(config).parameters())


def test_published_sizes() -> None:
    """tut6 states 9,038,341 for its vocabularies of 7,853 and 5,893 words; the paper says 65 million."""
    assert tut6(7853, 5893).parameters == 9_038_341
    base = paper(37_000, 37_000)
    assert round(base.parameters / 1e6) in range(60, 66)
    assert (base.encoder.layers, base.width, base.encoder.heads, base.mask_fill) == (6, 512, 8, -math.inf)


def test_the_reference_shares_no_code() -> None:
    tree = ast.parse(Path(oracle.__file__).read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }
    assert imported <= {"__future__", "math", "collections", "dataclasses", "typing", "numpy"}
