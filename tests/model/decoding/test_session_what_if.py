"""Runs with changes, greedy, forced, along a beam and over a given target: each step against the plain loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint
from model.decoding.run import run_sentence
from model.network.interventions import CellFlipped, HeadAblated, MaskOff, PositionsOff, RowSet, to_json
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
    "head off": (HeadAblated("cross", 1, 1), HeadAblated("decoder", 0, 0, "uniform")),
    "row moved": (RowSet("cross", 0, 1, 1, (0.0, 0.0, 1.0)), RowSet("decoder", 1, 0, 2, (0.0, 1.0))),
    "cells": (CellFlipped("cross", 2, 1), CellFlipped("decoder", 2, 0)),
    "positions off": (PositionsOff(),),
}


def ids(array: Any) -> list[int]:
    return [int(value) for value in array]


def answer_to(checkpoint: Checkpoint, trace: Trace, prefix: int, told: list[dict[str, Any]]) -> oracle.Answer:
    config = checkpoint.transformer.config
    consumed = ids(trace.consumed_ids)[:prefix]
    weights = make_weights(config, SEED)
    return oracle.run(config, weights, ids(trace.source_ids), consumed, PAD, WhatIfOracle, changes=told)


def check_steps(checkpoint: Checkpoint, trace: Trace, told: list[dict[str, Any]], chosen: bool) -> None:
    """Every row as it was when it was the newest: the network again over the tokens up to there."""
    assert trace.produced_ids is not None and trace.produced_probability is not None
    for step in range(trace.steps):
        answer = answer_to(checkpoint, trace, step + 1, told)
        for kind in KINDS:
            found = trace.maps(kind)
            if kind == "encoder":
                np.testing.assert_allclose(found, answer.weights[kind], rtol=1e-5, atol=1e-5)
                continue
            keys = answer.weights[kind].shape[-1]
            np.testing.assert_allclose(found[:, :, step, :keys], answer.weights[kind][:, :, step], rtol=1e-5, atol=1e-5)
            assert not found[:, :, step, keys:].any()
        powers = np.exp(answer.logits[-1] - answer.logits[-1].max())
        shares = powers / powers.sum()
        token = int(trace.produced_ids[step])
        assert float(trace.produced_probability[step]) == pytest.approx(shares[token], rel=1e-4, abs=1e-6)
        assert not chosen or token == int(shares.argmax())


@pytest.mark.parametrize("way", ["greedy", "forced", "beam"])
@pytest.mark.parametrize("name", CHANGES)
def test_each_step_equals_the_plain_loops(name: str, way: str) -> None:
    checkpoint, told = make_checkpoint(SEED, changes={"mask_fill": -1e10}), [to_json(one) for one in CHANGES[name]]
    ways: dict[str, dict[str, Any]] = {"forced": {"prefix": "C A"}, "beam": {"beam": 3}}
    options = ways.get(way, {})
    trace = run_sentence(checkpoint, SENTENCE, pad_to=8, max_length=LONGEST, what_if=CHANGES[name], **options)
    assert trace.steps > 1 and list(trace.meta.interventions) == told
    check_steps(checkpoint, trace, told, chosen=way == "greedy")
    plain = run_sentence(checkpoint, SENTENCE, pad_to=8, max_length=LONGEST, **options)
    assert plain.meta.interventions == ()


@pytest.mark.parametrize("name", CHANGES)
def test_over_a_given_target_every_row_is_computed_at_once(name: str) -> None:
    checkpoint, told = make_checkpoint(SEED, changes={"mask_fill": -1e10}), [to_json(one) for one in CHANGES[name]]
    trace = run_sentence(checkpoint, SENTENCE, pad_to=8, target="C A D B", what_if=CHANGES[name])
    answer = answer_to(checkpoint, trace, trace.steps, told)
    for kind in KINDS:
        np.testing.assert_allclose(trace.maps(kind), answer.weights[kind], rtol=1e-5, atol=1e-5)
    rows = np.triu(trace.maps("decoder")[0, 0], 1)
    assert bool(rows.any()) == (name == "look-ahead off"), "the cheat is plain to see"
    mask = trace.mask("decoder")
    assert mask is not None and bool(np.triu(mask, 1).any()) == (name == "look-ahead off")


def test_without_the_change_the_run_is_what_it_was_bit_for_bit() -> None:
    checkpoint = make_checkpoint(SEED)
    before = run_sentence(checkpoint, SENTENCE, activations=True)
    run_sentence(checkpoint, SENTENCE, what_if=CHANGES["head off"], activations=True)
    after = run_sentence(checkpoint, SENTENCE, activations=True)
    for kind in KINDS:
        assert np.array_equal(before.maps(kind), after.maps(kind))
    assert {name: value.tobytes() for name, value in before.activations.items()} == {
        name: value.tobytes() for name, value in after.activations.items()
    }


def test_a_checkpoint_can_be_asked_by_itself() -> None:
    checkpoint = make_checkpoint(SEED)
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, CHANGES["head off"]))
    one = run_sentence(twin, SENTENCE)
    other = run_sentence(checkpoint, SENTENCE, what_if=CHANGES["head off"])
    assert np.array_equal(one.maps("cross"), other.maps("cross")) and one.meta.interventions == other.meta.interventions
