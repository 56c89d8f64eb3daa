"""The numbers of every page of *Embeddings & layers*, against the run's own arrays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.logit_lens import EarlyGuesses
from model.common.problems import Problem
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace, taught
from tests.viz_app.sample_vectors import with_vectors
from viz_app.state.state import Selection, Snapshot
from viz_app.tables import table_of

pytestmark = pytest.mark.usefixtures("qapp")


def rows(trace: Trace, selection: Selection, **changes: Any) -> list[dict[str, Any]]:
    now = replace(Snapshot(trace=trace, selection=selection, view="embeddings_layers"), **changes)
    table = table_of(now)
    assert {type(value) for row in table.rows() for value in row} <= {str, int, float, bool, type(None)}
    return [dict(zip(table.names, row, strict=True)) for row in table.rows()]


def test_embeddings_position_by_position() -> None:
    trace = with_vectors(make_trace())
    held = trace.activations
    found = rows(trace, Selection("cross", topic="embedding", step=3))
    assert [(row["position"], row["dimension"]) for row in found] == [(p, d) for p in range(4) for d in range(12)]
    for row in found:
        place = row["position"], row["dimension"]
        assert row["token_embedding"] == float(held["target_token"][place])
        assert row["positional_encoding"] == float(held["target_position"][place])
        assert row["read_by_layer_1"] == float(held["target_embedded"][place])
        assert row["sum"] == row["read_by_layer_1"]
    assert [row["token"] for row in found[::12]] == ["<s>", "Two", "dogs", "play"]
    given = rows(taught(trace), Selection("cross", topic="embedding", step=3))
    assert {row["position"] for row in given} == set(range(8)), "in one pass all are there"
    source = rows(trace, Selection("encoder", topic="embedding"))
    assert {row["position"] for row in source} == set(range(7))
    assert source[13]["token_embedding"] == float(held["source_token"][1, 1])


def test_positions_by_the_models_own_table() -> None:
    trace = with_vectors(make_trace())
    found = rows(trace, Selection("cross", topic="position"))
    values = np.array([row["value"] for row in found], dtype=np.float32).reshape(-1, 12)
    np.testing.assert_array_equal(values, trace.activations["target_position_table"])


def test_the_stream_of_one_position() -> None:
    trace = with_vectors(make_trace())
    found = rows(trace, Selection("cross", topic="stream", step=2, query=1))
    held = trace.activations
    assert [(row["layer"], row["part"]) for row in found[:4]] == [
        (1, "attention"), (1, "cross"), (1, "feed forward"), (2, "attention")
    ]  # fmt: skip
    for row in found[:9]:
        part = ("attention", "cross", "feed forward").index(row["part"])
        x = held["decoder_inputs"][row["layer"] - 1, part, 1].astype(np.float64)
        assert row["stream_length"] == pytest.approx(np.sqrt((x * x).sum()))
        assert row["token"] == "Two"


def test_heads_are_cut_where_the_model_cuts() -> None:
    trace = with_vectors(make_trace())
    found = rows(trace, Selection("encoder", layer=1, topic="heads", query=2, key=4))
    held = trace.activations["encoder_query"]  # [L,H,S,D]
    mine = [row for row in found if row["vector"] == "q"]
    assert [row["value"] for row in mine] == held[1, :, 2].ravel().tolist()
    assert [row["head"] for row in mine] == [head + 1 for head in range(4) for _ in range(3)]
    keys = [row for row in found if row["vector"] == "k"]
    assert [row["value"] for row in keys] == trace.activations["encoder_key"][1, :, 4].ravel().tolist()
    assert {row["position"] for row in keys} == {4}
    assert {row["head"] for row in found if row["vector"] == "x"} == {None}


def test_early_guesses_of_the_step() -> None:
    trace = make_trace()
    random = np.random.default_rng(5)
    shape = (3, trace.steps, 5)
    ids = random.integers(0, 20, shape)
    guesses = EarlyGuesses(
        trace, ids, ids.astype(str), random.random(shape).astype(np.float32),
        random.random(shape[:2]).astype(np.float32),
    )  # fmt: skip
    found = rows(trace, Selection("cross", topic="guesses", step=4), early_guesses=guesses)
    assert [(row["layer"], row["rank"]) for row in found] == [(la, ra) for la in (1, 2, 3) for ra in range(1, 6)]
    for row in found:
        place = row["layer"] - 1, 4
        assert row["probability"] == float(guesses.probabilities[(*place, row["rank"] - 1)])
        assert row["id"] == ids[(*place, row["rank"] - 1)]
        assert row["produced_probability"] == float(guesses.produced_probability[place])
        assert row["produced_token"] == "the"


@pytest.mark.parametrize("topic", ["embedding", "position", "stream", "heads", "guesses"])
def test_a_run_without_vectors_says_so(topic: Any) -> None:
    with pytest.raises(Problem, match="does not hold"):
        rows(make_trace(), Selection("cross", topic=topic))
