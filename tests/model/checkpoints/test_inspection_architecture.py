"""Every switch of the architecture is told: changing one changes the words."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import pytest

from model.checkpoints.inspection import in_words
from model.network.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig
from tests.model.networks import tut6

BASE = tut6(11, 13)
#: Another value of every field; where two depend on each other, with the other one.
OTHERS: dict[str, dict[str, Any]] = {
    "source_vocabulary": {"source_vocabulary": 12},
    "target_vocabulary": {"target_vocabulary": 14},
    "width": {"width": 264},
    "encoder": {"encoder": StackConfig(4, 8, 32, 512)},
    "decoder": {"decoder": StackConfig(3, 8, 32, 512, value_width=16)},
    "max_length": {"max_length": 101},
    "positions": {"positions": "stored"},
    "norm_eps": {"norm_eps": 1e-12},
    "norm_order": {"norm_order": "pre"},
    "norm": {"norm": "unbiased"},
    "activation": {"activation": "silu"},
    "mask_fill": {"mask_fill": -math.inf},
    "target_max_length": {"target_max_length": 90},
    "relative_buckets": {"positions": "relative", "relative_buckets": 16},
    "relative_layers": {"positions": "relative", "relative_layers": True},
    "relative_distance": {"positions": "relative", "relative_distance": 64},
    "classes": {"vocabulary_head": False, "classes": 2},
    "share_embeddings": {"share_embeddings": True, "source_vocabulary": 13},
    "padding_blocks": {"padding_blocks": PaddingBlocks(cross="both")},
    "dropout": {"dropout": Dropout(embedding=0.5)},
}


@pytest.mark.parametrize("name", [item.name for item in fields(TransformerConfig)])
def test_every_field_is_told(name: str) -> None:
    value = getattr(BASE, name)
    change: dict[str, Any] = OTHERS.get(name, {name: not value})
    before: dict[str, Any] = {other: new for other, new in change.items() if other != name}
    assert in_words(replace(BASE, **change)) != in_words(replace(BASE, **before)), name


def test_the_tutorial_in_words() -> None:
    words = in_words(BASE)
    assert words["norm"] == "LayerNorm, eps 1e-05, after each residual sum (post-norm)"
    assert words["score of a blocked cell"] == "−1e+10"
    assert words["positions"] == "learned"
    assert (words["longest source"], words["encoder heads H"], words["model width M (d_model)"]) == (100, 8, 256)
    assert words["padding blocks in cross attention"] == "its columns"
    assert words["vocabulary head"] == "its own table"
    assert words["dropout while training"] == "embedding 0.1, residual 0.1, attention 0.1, feed-forward 0.1"


def test_t5_in_words() -> None:
    config = replace(BASE, positions="relative", norm="rms", norm_order="pre", final_norm=True, gated=True,
                     activation="gelu_tanh", feed_forward_bias=False, attention_bias=False)  # fmt: skip
    words = in_words(config)
    assert words["norm"].startswith("RMS norm (no mean, no shift), eps 1e-05, before each block (pre-norm), and once")
    assert words["feed-forward"] == "GELU (tanh), gated: times a second projection, without bias"
    assert words["attention projections"].endswith(", without bias")
    assert words["positions"].endswith("32 groups, the last from 128 tokens on")
