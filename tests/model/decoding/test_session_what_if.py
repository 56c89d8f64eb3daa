"""Runs with changes, greedy, forced, along a beam and over a given target: each step against the plain loops."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.decoding.batch import BatchSession
from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling
from model.decoding.session import DecodingSession
from model.network.interventions import (
    CellFlipped,
    DropoutOn,
    HeadAblated,
    MaskOff,
    PositionMoved,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    SourceDropped,
    SourceReplaced,
    SourceSwapped,
    TargetForced,
    Unscaled,
    to_json,
)
from model.network.what_if import changed
from model.record.trace import KINDS, Trace
from tests import oracle
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import make_checkpoint
from tests.what_if_oracle import WhatIfOracle

SENTENCE, SEED, LONGEST = "a b e zzz c", 1, 6
CHANGES: dict[str, tuple[Any, ...]] = {
    "look-ahead off": (MaskOff("look_ahead"),),
    "padding off": (MaskOff("padding"),),
    "heads off": (HeadAblated("cross", 1, 1), HeadAblated("cross", 1, 0), HeadAblated("decoder", 0, 0, "uniform")),
    "row moved": (RowSet("cross", 0, 1, 1, (0.0, 0.0, 1.0)), RowSet("decoder", 1, 0, 2, (0.0, 1.0))),
    "cells": (CellFlipped("cross", 2, 1), CellFlipped("decoder", 2, 0)),
    "future cell": (CellFlipped("decoder", 1, 3),),
    "future key": (RowSet("decoder", 1, 0, 1, (0.5, 0.0, 0.5)),),
    "positions off": (PositionsOff(),),
    "positions moved": (PositionMoved("source", 1, 4), PositionMoved("target", 2, 0)),
    "temperature": (ScoreTemperature(0.5), ScoreTemperature(0.75), Unscaled()),
    "dropout": (DropoutOn(5), RowSet("decoder", 1, 0, 2, (0.0, 1.0))),
    "dropout looking ahead": (DropoutOn(5, 0.5), MaskOff("look_ahead")),
    "tokens": (SourceReplaced(1, "d"), SourceDropped(0), SourceSwapped(2)),
    "forced": (TargetForced(1, "D"), TargetForced(2, "B")),
}


def ids(array: Any) -> list[int]:
    return [int(value) for value in array]


def answer_to(checkpoint: Checkpoint, trace: Trace, prefix: int, told: list[dict[str, Any]]) -> oracle.Answer:
    config = checkpoint.transformer.config
    consumed = ids(trace.consumed_ids)[:prefix]
    weights = make_weights(config, SEED)
    return oracle.run(config, weights, ids(trace.source_ids), consumed, PAD, WhatIfOracle, changes=told)


def looks_ahead(changes: tuple[Any, ...]) -> bool:
    """Does a row of the decoder depend on a later one?"""
    return any(
        one == MaskOff("look_ahead")
        or (isinstance(one, CellFlipped) and one.kind == "decoder" and one.key > one.query)
        or (isinstance(one, RowSet) and one.kind == "decoder" and len(one.weights) > one.query + 1)
        for one in changes
    )


def check_steps(
    checkpoint: Checkpoint, trace: Trace, changes: tuple[Any, ...], chosen: bool, close: float = 1e-5
) -> None:
    """Every row as it was when it was the newest: where rows depend on later ones, over the tokens up to there."""
    told = [to_json(one) for one in changes]
    assert trace.produced_ids is not None and trace.produced_probability is not None
    whole = None if looks_ahead(changes) else answer_to(checkpoint, trace, trace.steps, told)
    for step in range(trace.steps):
        answer = answer_to(checkpoint, trace, step + 1, told) if whole is None else whole
        for kind in KINDS:
            found = trace.maps(kind)
            if kind == "encoder":
                np.testing.assert_allclose(found, answer.weights[kind], rtol=close, atol=close)
                continue
            keys = found.shape[-1] if kind == "cross" else step + 1
            expected = answer.weights[kind][:, :, step, :keys]
            np.testing.assert_allclose(found[:, :, step, :keys], expected, rtol=close, atol=close)
            assert not found[:, :, step, keys:].any()
        powers = np.exp(answer.logits[step] - answer.logits[step].max())
        shares = powers / powers.sum()
        token = int(trace.produced_ids[step])
        assert float(trace.produced_probability[step]) == pytest.approx(shares[token], rel=10 * close, abs=close / 10)
        forced = {one["step"]: ord(one["text"]) - ord("A") + 4 for one in told if one["what"] == "target_forced"}
        assert token == forced.get(step, token)
        assert not chosen or step in forced or token == int(shares.argmax())


WAYS: dict[str, dict[str, Any]] = {
    "greedy": {}, "forced": {"prefix": "C A"}, "beam": {"beam": 3}, "sampled": {"sampling": Sampling(3, 1.5)},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "way"),  # each greedily, and in one of the other ways
    [(name, way) for place, name in enumerate(CHANGES) for way in ("greedy", list(WAYS)[1 + place % 3])],
)
def test_each_step_equals_the_plain_loops(name: str, way: str) -> None:
    checkpoint, told = make_checkpoint(SEED, changes={"mask_fill": -1e10}), [to_json(one) for one in CHANGES[name]]
    options = WAYS[way]
    trace = run_sentence(checkpoint, SENTENCE, pad_to=8, max_length=LONGEST, what_if=CHANGES[name], **options)
    assert trace.steps > 1 and list(trace.meta.interventions) == told
    if name == "tokens":
        assert trace.source_tokens.tolist() == ["d", "<unk>", "e", "c", "<eos>", "<pad>", "<pad>", "<pad>"]
    check_steps(checkpoint, trace, CHANGES[name], chosen=way == "greedy")


@pytest.mark.parametrize("name", CHANGES)
def test_in_double_precision_it_is_the_same_to_a_billionth(name: str) -> None:
    """What a run tells in doubles; its maps are kept in single precision."""
    checkpoint = make_checkpoint(SEED, changes={"mask_fill": -1e10})
    network = changed(checkpoint.transformer.double(), CHANGES[name])
    twin = replace(checkpoint, transformer=network)
    session = DecodingSession(twin, twin.source(SENTENCE, 8), max_length=4, text=SENTENCE).run()
    trace = session.trace()
    exact = replace(trace, produced_probability=np.array([step.produced_probability for step in session.steps]))
    check_steps(twin, exact, CHANGES[name], chosen=True, close=1e-7)
    told = [to_json(one) for one in CHANGES[name]]
    newest = answer_to(checkpoint, trace, trace.steps, told).logits[-1]
    share = np.exp(newest - newest.max())[session.steps[-1].produced_id] / np.exp(newest - newest.max()).sum()
    assert session.steps[-1].produced_probability == pytest.approx(share, rel=1e-9)


@pytest.mark.parametrize("name", CHANGES)
def test_over_a_given_target_every_row_is_computed_at_once(name: str) -> None:
    checkpoint, told = make_checkpoint(SEED, changes={"mask_fill": -1e10}), [to_json(one) for one in CHANGES[name]]
    trace = run_sentence(checkpoint, SENTENCE, pad_to=8, target="C A D B", what_if=CHANGES[name])
    answer = answer_to(checkpoint, trace, trace.steps, told)
    for kind in KINDS:
        np.testing.assert_allclose(trace.maps(kind), answer.weights[kind], rtol=1e-5, atol=1e-5)
    rows = np.triu(trace.maps("decoder"), 1)
    assert bool(rows.any()) == looks_ahead(CHANGES[name]), "the cheat is plain to see"
    mask = trace.mask("decoder")
    assert mask is not None and bool(np.triu(mask, 1).any()) == ("ahead" in name or name == "future cell")


def test_without_the_change_the_run_is_what_it_was_bit_for_bit() -> None:
    checkpoint = make_checkpoint(SEED)
    before = run_sentence(checkpoint, SENTENCE, activations=True)
    run_sentence(checkpoint, SENTENCE, what_if=CHANGES["heads off"], activations=True)
    after = run_sentence(checkpoint, SENTENCE, activations=True)
    for kind in KINDS:
        assert np.array_equal(before.maps(kind), after.maps(kind))
    assert {name: value.tobytes() for name, value in before.activations.items()} == {
        name: value.tobytes() for name, value in after.activations.items()
    }


def test_a_checkpoint_can_be_asked_by_itself() -> None:
    checkpoint = make_checkpoint(SEED)
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, CHANGES["heads off"]))
    one = run_sentence(twin, SENTENCE)
    other = run_sentence(checkpoint, SENTENCE, what_if=CHANGES["heads off"])
    assert np.array_equal(one.maps("cross"), other.maps("cross")) and one.meta.interventions == other.meta.interventions


def test_what_the_sentence_lacks_is_refused_and_what_never_came_is_said() -> None:
    checkpoint = make_checkpoint(SEED)
    for one, told in (
        (CellFlipped("cross", 0, 6), "the source has positions 0 to 5"),
        (PositionMoved("source", 6, 0), "the source has positions 0 to 5"),
        (SourceDropped(6), "the source has positions 0 to 5"),
        (CellFlipped("decoder", 6, 0), "at most 6 steps"),
        (TargetForced(6, "A"), "at most 6 steps"),
    ):
        with pytest.raises(Problem, match=told):
            run_sentence(checkpoint, SENTENCE, max_length=LONGEST, what_if=(one,))
    with pytest.raises(Problem, match="the target has positions 0 to 4"):
        run_sentence(checkpoint, SENTENCE, target="C A D B", what_if=(CellFlipped("decoder", 5, 0),))
    changes = (TargetForced(1, "<eos>"), CellFlipped("cross", 2, 0), HeadAblated("cross", 1, 0))
    trace = run_sentence(checkpoint, SENTENCE, max_length=LONGEST, what_if=changes)
    assert trace.steps == 2 and trace.meta.unreached == (1,)
    assert trace.meta.changes == (
        "“<eos>” forced at step 2", "mask of cross attention: query position 2, key position 0 flipped (never reached)",
        "cross attention, layer 2, head 1: result set to 0",
    )  # fmt: skip
    assert trace.origin is not None and trace.origin.tolist() == ["greedy", "forced"]
    whole = run_sentence(checkpoint, SENTENCE, target="C A D B", what_if=changes[:1])
    assert whole.produced_tokens is not None and whole.produced_tokens.tolist() == ["C", "<eos>", "D", "B", "<eos>"]


@pytest.mark.parametrize("name", CHANGES)
def test_a_batch_is_changed_as_its_sentences_alone(name: str) -> None:
    checkpoint = make_checkpoint(SEED, changes={"mask_fill": -1e10})
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, CHANGES[name]))
    texts = [SENTENCE, "b a c"]
    batch = BatchSession(twin, [twin.source(text) for text in texts], max_length=LONGEST, pad_to=8).run().traces()
    for text, found in zip(texts, batch, strict=True):
        alone = run_sentence(checkpoint, text, pad_to=8, max_length=LONGEST, what_if=CHANGES[name])
        assert np.array_equal(found.source_ids, alone.source_ids)
        assert found.produced_ids is not None and alone.produced_ids is not None
        assert np.array_equal(found.produced_ids, alone.produced_ids)
        for kind in KINDS:
            np.testing.assert_allclose(found.maps(kind), alone.maps(kind), rtol=1e-4, atol=1e-5)


def test_nothing_is_written_to_the_checkpoint() -> None:
    """The hash of all parameters, before and after every change in every way of running."""
    checkpoint = make_checkpoint(SEED, changes={"mask_fill": -1e10})

    def held() -> str:
        parts = [value.numpy().tobytes() for _, value in sorted(checkpoint.transformer.state_dict().items())]
        return hashlib.sha256(b"".join(parts)).hexdigest()

    before, plain = held(), run_sentence(checkpoint, SENTENCE, activations=True)
    for changes in CHANGES.values():
        for options in ({}, {"target": "C A D B"}, {"beam": 2}):
            run_sentence(checkpoint, SENTENCE, what_if=changes, max_length=LONGEST, pad_to=8, **options)
    assert held() == before
    after = run_sentence(checkpoint, SENTENCE, activations=True)
    for name, value in plain.activations.items():
        assert value.tobytes() == after.activations[name].tobytes()
