"""One pass by a network without a vocabulary head: its maps are the network's, and nothing of a next token is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import observe
from model.network.transformer import Keep
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace, save_trace
from tests.model.checkpoints.formats.paul_hyun_network import make, save
from tests.model.networks import assert_close
from tests.model.sample_checkpoints import make_checkpoint

ABSENT = ("produced_ids", "produced_tokens", "produced_probability", "origin", "candidate_ids", "candidate_tokens",
          "candidate_probabilities")  # fmt: skip


@pytest.fixture
def opened(tmp_path: Path) -> Checkpoint:
    return open_checkpoint(save(make(), tmp_path))


def check_maps(trace: Trace, source: list[int], target: list[int]) -> None:
    """Against transformer-evolution's network, written again."""
    with torch.no_grad():
        _, expected = make().run(torch.tensor([source]), torch.tensor([target]))
    for kind in KINDS:
        found = trace.attention(kind)
        assert found is not None
        assert_close(torch.from_numpy(found.copy()), expected[kind][0], 1e-5)


def test_the_maps_of_a_given_target(opened: Checkpoint, tmp_path: Path) -> None:
    trace = observe(opened, opened.source("4 9 12", pad_to=5), (7, 0, 8), text="4 9 12")
    check_maps(trace, [4, 9, 12, 0, 0], [2, 7, 0, 8])
    assert trace.consumed_tokens is not None
    assert trace.consumed_tokens.tolist() == ["[BOS]", "7", "[PAD]", "8"]
    assert trace.steps == 4
    assert not trace.meta.vocabulary_head
    assert trace.meta.stop_reason == "end of the given target"
    assert trace.meta.translation == ""
    assert trace.target_mask is not None
    assert trace.target_mask.astype(int).tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 0, 1]]
    save_trace(trace, tmp_path / "t.npz")
    again = load_trace(tmp_path / "t.npz")
    assert not again.meta.vocabulary_head
    assert all(getattr(one, name) is None for one in (trace, again) for name in ABSENT)


def test_the_start_token_alone(opened: Checkpoint) -> None:
    """As upstream classifies: decoder self-attention is one cell of weight 1."""
    trace = observe(opened, opened.source("4 9 12"))
    check_maps(trace, [4, 9, 12], [2])
    assert trace.decoder_attention is not None
    assert (trace.decoder_attention == 1).all()
    assert trace.rows("cross") == ("[BOS]",)
    assert trace.matrix("cross", 0, 0).row_axis == "query: input token"
    assert trace.rows("decoder") == trace.columns("decoder") == ("[BOS]",)


def test_with_a_head_it_is_what_stepping_computes(tmp_path: Path) -> None:
    """Maps, masks and activations of one pass are those of the same tokens consumed one by one."""
    checkpoint = make_checkpoint()
    source, target = checkpoint.source("a b c", pad_to=6), (5, 8, 6)
    stepped = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=(*target, 3), origin="teacher")
    expected = stepped.run().trace()
    trace = observe(checkpoint, source, target, keep=Keep.ACTIVATIONS)
    names = [f"{kind}_{what}" for kind in KINDS for what in ("attention", "mask")]
    for name in (*names, "consumed_ids", "source_ids", "padding_mask", "look_ahead_mask", "target_mask"):
        np.testing.assert_allclose(getattr(trace, name), getattr(expected, name), rtol=1e-5, atol=1e-6)
    assert trace.activations.keys() == expected.activations.keys()
    for name, value in expected.activations.items():
        there = ~np.isnan(value)  # a step has no score for a key that comes later
        assert there.all() == (name != "decoder_scores")
        np.testing.assert_allclose(trace.activations[name][there], value[there], rtol=1e-4, atol=1e-5)


def test_a_target_that_does_not_fit(opened: Checkpoint) -> None:
    source = opened.source("4")
    observe(opened, source, (5,) * 8)
    with pytest.raises(Problem, match="with its start it has 10 tokens and save_best has positions for 9"):
        observe(opened, source, (5,) * 9)
    with pytest.raises(Problem, match="the vocabulary has no token 17"):
        observe(opened, source, (17,))
