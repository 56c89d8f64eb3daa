"""JSON files, read by a strict reader: nothing lost, nothing that JSON does not have."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.record.trace import ARRAYS, Kind
from tests.viz_app.exports.planted import KINDS, planted, snapshot, tokens, weights_shown
from viz_app.exports import json as export
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
MAPS = ("one_head", "one_layer", "all_layers", "links", "masks")


def written(now: Snapshot, folder: Path, figure: Figure | None = None) -> dict[str, Any]:
    path = folder / "t.json"
    export.write(now, figure or Figure(), path)

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    found = json.loads(path.read_bytes().decode("utf-8"), parse_constant=refuse)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", MAPS)
def test_every_weight_is_the_runs_own(view: str, kind: Kind, tmp_path: Path) -> None:
    now = snapshot(view, kind)
    assert now.trace is not None
    found = written(now, tmp_path)
    expected, keys = weights_shown(now), tokens(now.trace, kind, False)
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    told = [None if weight is None else float(weight) for weight in expected.values()]
    assert [row["weight"] for row in rows] == told
    places = [(row["layer"] - 1, row["head"] - 1, row["query_position"], row["key_position"]) for row in rows]
    assert places == list(expected)
    assert [row["key_token"] for row in rows] == [keys[place[3]] for place in places]  # as they are: no apostrophe
    assert found["about"]["view"] == view
    assert found["about"]["checkpoint_sha256"] == "0" * 64


def test_the_steps_candidates_come_along(tmp_path: Path) -> None:
    now = snapshot("one_head")
    trace = now.trace
    assert trace is not None
    assert trace.candidate_tokens is not None
    assert trace.candidate_probabilities is not None
    found = written(now, tmp_path)["candidates"]
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    assert [row["token"] for row in rows] == trace.candidate_tokens[6].tolist()
    assert [row["probability"] for row in rows] == trace.candidate_probabilities[6].tolist()
    assert {row["step"] for row in rows} == {7}
    assert trace.candidate_entropy is not None
    assert {row["entropy_bits"] for row in rows} == {float(trace.candidate_entropy[6])}


def test_the_whole_run_is_there_array_by_array(tmp_path: Path) -> None:
    trace = planted()
    found = written(snapshot("links", trace=trace), tmp_path, Figure(whole_run=True))
    for name in ARRAYS:
        held = getattr(trace, name)
        if held is None:
            assert name not in found
        else:
            np.testing.assert_array_equal(np.array(found[name], dtype=held.dtype), held)
            assert np.array(found[name]).shape == held.shape
    assert found["meta"]["translation"] == trace.meta.translation
    assert found["left_out"] == sorted(trace.activations)


def test_numbers_that_json_has_no_word_for(tmp_path: Path) -> None:
    trace = planted()
    assert trace.cross_attention is not None
    weights = trace.cross_attention.copy()
    weights[1, 2, 0, :3] = np.nan, np.inf, -np.inf
    bad = snapshot("one_head", trace=replace(trace, cross_attention=weights))
    shown = written(bad, tmp_path)
    at = shown["columns"].index("weight")
    assert [row[at] for row in shown["rows"][:3]] == ["NaN", "Infinity", "-Infinity"]
    run = written(bad, tmp_path, Figure(whole_run=True))
    read = np.array([[[[float(n) for n in q] for q in h] for h in layer] for layer in run["cross_attention"]])
    np.testing.assert_array_equal(read.astype(np.float32), weights)


def test_half_a_character_is_replaced(tmp_path: Path) -> None:
    trace = planted()
    source = trace.source_tokens.astype(object)
    source[0] = "a\ud800b"
    found = written(snapshot("one_head", trace=replace(trace, source_tokens=source.astype(str))), tmp_path)
    at = found["columns"].index("key_token")
    assert found["rows"][0][at] == "a\ufffdb"
