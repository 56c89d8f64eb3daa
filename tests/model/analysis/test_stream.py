"""Embeddings, the residual stream and every norm, number by number against plain loops, for every switch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.stream import (
    PARTS,
    STACKS,
    Formula,
    Normed,
    Side,
    distance_table,
    embedded,
    formula_of,
    position_table,
    stream,
)
from model.checkpoints.checkpoint import Checkpoint
from model.record.trace import Trace
from tests.model.analysis.test_explanation import record
from tests.model.networks import PAD
from tests.model.sample_checkpoints import make_checkpoint
from tests.stream_oracle import StreamOracle, cosine, length

SIDES: tuple[Side, ...] = ("source", "target")
SWITCHES: dict[str, dict[str, Any]] = {
    "as in the paper": {},
    "not scaled": {"scale_embeddings": False},
    "pre": {"norm_order": "pre", "final_norm": True},
    "post with a final norm": {"final_norm": True},
    "rms": {"norm": "rms", "norm_order": "pre", "final_norm": True},
    "unbiased": {"norm": "unbiased", "norm_eps": 1e-2},
    "a norm on the embeddings": {"embedding_norm": True, "positions": "learned"},
    "learned": {"positions": "learned"},
    "learned, padding has its own": {"positions": "learned", "padding_position": True},
    "stored": {"positions": "stored", "target_max_length": 9},
    "distances": {"positions": "relative", "relative_buckets": 4, "relative_distance": 6},
}
PLACES = {"attention": "attention", "cross": "cross", "feed_forward": "feed_forward"}


def oracle(checkpoint: Checkpoint, trace: Trace) -> StreamOracle:
    network = checkpoint.transformer
    weights = {name: value.detach().double().numpy() for name, value in network.named_parameters()}
    assert trace.consumed_ids is not None
    return StreamOracle(network.config, weights, trace.source_ids.tolist(), trace.consumed_ids.tolist(), PAD)


def close(actual: Any, expected: Any) -> None:
    np.testing.assert_allclose(actual, expected, rtol=2e-4, atol=2e-4)


def check_norm(found: Normed | None, expected: StreamOracle, name: str, position: int) -> None:
    assert found is not None
    close((found.mean, found.deviation), expected.moments(name, position))
    assert found.gain is not None
    close(found.gain, expected.weights[f"{name}.weight"])
    assert (found.shift is None) == (expected.config.norm == "rms")
    if found.shift is not None:
        close(found.shift, expected.weights[f"{name}.bias"])


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("side", SIDES)
def test_the_embedding_is_token_and_position(switch: str, side: Side) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES[switch])
    trace = record(checkpoint)
    expected, found = oracle(checkpoint, trace), embedded(trace, side)
    assert found is not None
    ids = trace.source_ids if side == "source" else trace.consumed_ids
    assert ids is not None
    tokens = [expected.token(int(index), side) for index in ids]
    places = [expected.place(position, int(index), f"{side}_embedding", PAD) for position, index in enumerate(ids)]
    close(found.token, tokens)
    assert (found.position is None) == (switch == "distances")
    if found.position is not None:
        close(found.position, places)
    close(found.total, np.add(tokens, places))
    assert found.normed == (switch == "a norm on the embeddings")
    if not found.normed:
        close(found.read, found.total)


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("side", SIDES)
def test_every_number_of_the_stream_is_what_plain_loops_compute(switch: str, side: Side) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES[switch])
    trace = record(checkpoint)
    expected, config = oracle(checkpoint, trace), checkpoint.transformer.config
    for position in (0, 2):
        found = stream(trace, side, position)
        assert found is not None
        assert (found.pre, found.kind) == (config.norm_order == "pre", config.norm)
        for layer, parts in enumerate(found.layers):
            assert [part.part for part in parts] == list(PARTS[side])
            for part in parts:
                name = f"{STACKS[side]}_layers.{layer}.{PLACES[part.part]}"
                x, f = (rows[position] for rows in expected.sums[name])
                close((part.stream, part.added, part.cosine), (length(x), length(f), cosine(x, f)))
                close(part.ratio, length(f) / length(x))
                check_norm(part.norm, expected, f"{name}_residual.norm", position)
        for norm, name, held in (
            (found.final, f"{STACKS[side]}_norm", config.final_norm),
            (found.embedding, f"{side}_embedding.norm", config.embedding_norm),
        ):
            assert (norm is not None) == held
            if held:
                check_norm(norm, expected, name, position)


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("side", SIDES)
def test_the_table_of_positions_is_the_models_own(switch: str, side: Side) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES[switch])
    trace, config = record(checkpoint), checkpoint.transformer.config
    expected, table = oracle(checkpoint, trace), position_table(trace, side)
    assert (table is None) == (switch == "distances")
    if table is not None:
        limit = config.max_length if side == "source" else config.target_limit
        close(table, [expected.place(row, PAD + 1, f"{side}_embedding", PAD) for row in range(limit)])
        assert (formula_of(table) is not None) == (config.positions == "sinusoidal")


@pytest.mark.parametrize("side", SIDES)
def test_distances_have_a_bias_per_head(side: Side) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES["distances"])
    trace = record(checkpoint)
    expected, found = oracle(checkpoint, trace), distance_table(trace, side)
    assert found is not None
    distances, biases = found
    assert distances.tolist() == list(range(-128, 129 if side == "source" else 1))
    for index in (0, 100, 120, 125, 127, 128, len(distances) - 1):
        query = 128
        for head in range(biases.shape[1]):
            key = query + int(distances[index])
            close(biases[index, head], expected.position_bias(STACKS[side], query, key, head))
    assert distance_table(record(make_checkpoint(4)), side) is None


def test_further_positions_come_from_the_run() -> None:
    trace = record(make_checkpoint(4))
    table = trace.activations["source_position_table"]
    held = {**trace.activations, "source_position_table": table[:2]}
    longer = position_table(replace(trace, activations=held), "source")
    assert longer is not None
    np.testing.assert_array_equal(longer, table[: trace.source_length])


# --- formulas ---


def table_of(halves: bool, first: int, steps: int, width: int, rows: int = 9) -> np.ndarray:
    """A table of sines and cosines, in plain loops."""
    table = np.zeros((rows, width), dtype=np.float32)
    for row in range(rows):
        for pair in range(width // 2):
            angle = (row + first) / 10000.0 ** (pair / steps)
            sine, cosine_ = (pair, pair + width // 2) if halves else (2 * pair, 2 * pair + 1)
            table[row, sine], table[row, cosine_] = np.sin(angle), np.cos(angle)
    return table


@pytest.mark.parametrize(
    "formula", [Formula(False, 0, 4), Formula(True, 0, 4), Formula(True, 2, 3), Formula(True, 4, 3)]
)
def test_a_table_tells_its_formula(formula: Formula) -> None:
    table = table_of(formula.halves, formula.first, formula.steps, 8)
    assert formula_of(table) == formula
    for dimension in range(8):
        wave, pair = formula.pair(dimension, 8)
        turn = formula.wavelength(dimension, 8)
        for row in (0, 5):
            angle = 2 * np.pi * (row + formula.first) / turn
            assert table[row, dimension] == pytest.approx(np.sin(angle) if wave == "sin" else np.cos(angle), abs=1e-5)
        assert turn == pytest.approx(2 * np.pi * 10000 ** (pair / formula.steps))


def test_other_tables_have_no_formula() -> None:
    table = table_of(False, 0, 4, 8)
    table[3, 2] += 0.01
    assert formula_of(table) is None
    assert formula_of(table[:1]) is None
    assert formula_of(np.full((4, 8), np.nan, dtype=np.float32)) is None


# --- runs that lack something ---


def test_what_a_run_lacks_is_none() -> None:
    trace = record(make_checkpoint(4))
    bare = replace(trace, activations={})
    for side in SIDES:
        assert embedded(bare, side) is None
        assert position_table(bare, side) is None
        assert distance_table(bare, side) is None
        assert stream(bare, side, 0) is None


def test_a_run_of_an_older_version_has_its_stream_and_its_sum() -> None:
    trace = record(make_checkpoint(4))
    new = ("token", "position", "ff_", "final_", "norm_")
    held = {name: array for name, array in trace.activations.items() if not any(part in name for part in new)}
    older = replace(trace, activations=held, meta=replace(trace.meta, network={}))
    found, way = embedded(older, "source"), stream(older, "source", 1)
    assert found is not None
    assert found.token is found.position is found.total is None
    assert way is not None
    assert way.pre is None
    assert way.layers[0][0].norm is None
    assert way.layers[0][0].stream > 0


def test_a_position_outside_the_run_is_an_error() -> None:
    trace = record(make_checkpoint(4))
    for position in (-1, trace.source_length):
        with pytest.raises(IndexError):
            stream(trace, "source", position)


def test_damaged_numbers_are_no_crash() -> None:
    trace = record(make_checkpoint(4))
    for odd in (np.nan, np.inf, 0.0, 3e38):
        held = {name: np.full_like(array, odd) for name, array in trace.activations.items()}
        for side in SIDES:
            found = stream(replace(trace, activations=held), side, 0)
            assert found is not None
            assert found.layers[0][0].ratio != 0
