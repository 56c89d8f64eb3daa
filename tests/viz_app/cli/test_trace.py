"""``main.py trace`` keeps the trace contract to the letter, read with numpy alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import file_hash
from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import main


def trace(tmp_path: Path, *options: str) -> dict[str, Any]:
    out = tmp_path / "t.npz"
    assert main(["trace", SENTENCE, "--out", str(out), "--checkpoint", str(TINY), *options]) == 0
    with np.load(out, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


@pytest.fixture
def padded(tmp_path: Path) -> dict[str, Any]:
    return trace(tmp_path, "--pad-to", "20")


def test_meta_names_everything(padded: dict[str, Any]) -> None:
    meta = json.loads(str(padded["meta"]))
    assert padded["meta"].shape == ()
    assert meta["format"] == "headscope-trace"
    assert meta["version"] == 1
    assert meta["checkpoint_sha256"] == file_hash(TINY / "model.safetensors")
    assert meta["translation"] == "Two dogs are playing in the snow."
    assert meta["stop_reason"] == "end token"
    assert meta["decoding"]["method"] == "greedy"
    assert meta["interventions"] == [] and meta["vocabulary_head"] is True and meta["leaky_mask"] is False
    assert {"checkpoint", "family", "device", "program_version", "fully_masked_rows"} <= set(meta)


def test_every_array_has_its_shape_and_type(padded: dict[str, Any]) -> None:
    s, t = 20, len(padded["consumed_ids"])
    layers, heads = padded["encoder_attention"].shape[:2]
    k = padded["candidate_ids"].shape[1]
    assert k >= 10
    wanted = {
        "source_ids": ((s,), "int64"), "consumed_ids": ((t,), "int64"), "produced_ids": ((t,), "int64"),
        "candidate_ids": ((t, k), "int64"), "produced_probability": ((t,), "float32"),
        "candidate_probabilities": ((t, k), "float32"),
        "encoder_attention": ((layers, heads, s, s), "float32"),
        "decoder_attention": ((layers, heads, t, t), "float32"),
        "cross_attention": ((layers, heads, t, s), "float32"),
        "padding_mask": ((s,), "bool"), "look_ahead_mask": ((t, t), "bool"), "target_mask": ((t, t), "bool"),
        "encoder_mask": ((s, s), "bool"), "decoder_mask": ((t, t), "bool"), "cross_mask": ((t, s), "bool"),
    }  # fmt: skip
    assert {name: (padded[name].shape, padded[name].dtype.name) for name in wanted} == wanted
    texts = {"source_tokens": s, "consumed_tokens": t, "produced_tokens": t, "origin": t}
    for name, length in texts.items():
        assert padded[name].dtype.kind == "U" and padded[name].shape == (length,), name
    assert padded["candidate_tokens"].shape == (t, k)
    assert not [name for name in padded if name.startswith("activations/")]


def test_masks_and_weights_agree(padded: dict[str, Any]) -> None:
    padding = padded["source_tokens"] != "<pad>"
    assert padding.sum() == 7 and not padding[-1]
    np.testing.assert_array_equal(padded["padding_mask"], padding)
    t = len(padded["consumed_ids"])
    np.testing.assert_array_equal(padded["look_ahead_mask"], [[j <= i for j in range(t)] for i in range(t)])
    np.testing.assert_array_equal(padded["cross_mask"], [padding] * t)
    for kind in ("encoder", "decoder", "cross"):
        weights, mask = padded[f"{kind}_attention"], padded[f"{kind}_mask"]
        np.testing.assert_allclose(weights.sum(-1), 1.0, atol=1e-5)
        assert (weights[..., ~mask] == 0).all(), f"{kind}: weight where its mask is False"


def test_steps_are_consistent(padded: dict[str, Any]) -> None:
    assert padded["consumed_tokens"][0] == "<sos>"
    np.testing.assert_array_equal(padded["consumed_ids"][1:], padded["produced_ids"][:-1])
    assert padded["produced_tokens"][-1] == "<eos>"
    assert set(padded["origin"]) == {"greedy"}
    probabilities = padded["candidate_probabilities"]
    assert (np.diff(probabilities, axis=1) <= 0).all()
    assert (probabilities.sum(axis=1) <= 1 + 1e-5).all()
    np.testing.assert_array_equal(padded["candidate_ids"][:, 0], padded["produced_ids"])
    np.testing.assert_allclose(probabilities[:, 0], padded["produced_probability"], rtol=1e-6)


def test_padding_changes_no_visible_value(tmp_path: Path, padded: dict[str, Any]) -> None:
    bare = trace(tmp_path)
    s = len(bare["source_ids"])
    np.testing.assert_array_equal(bare["produced_ids"], padded["produced_ids"])
    np.testing.assert_allclose(bare["cross_attention"], padded["cross_attention"][..., :s], atol=1e-5)
    np.testing.assert_allclose(bare["encoder_attention"], padded["encoder_attention"][..., :s, :s], atol=1e-5)


def test_teacher_forcing_keeps_to_the_given_target(tmp_path: Path) -> None:
    given = trace(tmp_path, "--target", "Two children are sleeping in the garden.")
    assert list(given["produced_tokens"]) == ["Two", "children", "are", "sleeping", "in", "the", "garden", ".", "<eos>"]
    assert set(given["origin"]) == {"teacher"}
    assert (given["candidate_ids"][:, 0] != given["produced_ids"]).any(), "the model would have said something else"


def test_max_length_stops_and_says_so(tmp_path: Path) -> None:
    short = trace(tmp_path, "--max-length", "3")
    assert len(short["produced_ids"]) == 3
    assert json.loads(str(short["meta"]))["stop_reason"] == "limit of 3 tokens"


def test_beam_and_activations(tmp_path: Path) -> None:
    found = trace(tmp_path, "--beam", "3", "--activations")
    assert set(found["origin"]) == {"beam"}
    query, key = found["activations/cross_query"], found["activations/cross_key"]
    scores = np.einsum("lhtd,lhsd->lhts", query, key) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, found["cross_attention"], atol=1e-5)
