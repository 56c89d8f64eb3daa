"""NPZ files of what is shown: read without pickles, and spread to the rows of the CSV file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from model.record.trace import Kind
from model.record.trace_file import load_trace
from tests.viz_app.exports.planted import KINDS, planted, snapshot, tokens, weights_shown
from viz_app.exports import npz as export
from viz_app.exports.figures.figure import Figure

pytestmark = pytest.mark.usefixtures("qapp")
MAPS = ("one_head", "one_layer", "all_layers", "links", "masks")
SHOWN = Figure(whole_run=False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", MAPS)
def test_arrays_spread_to_what_is_shown(view: str, kind: Kind, tmp_path: Path) -> None:
    now = snapshot(view, kind)
    assert now.trace is not None
    export.write(now, SHOWN, tmp_path / "t.npz")
    expected = weights_shown(now)
    with np.load(tmp_path / "t.npz", allow_pickle=False) as file:
        names = ["layer", "head", "query_position", "key_position", "query_token", "key_token", "weight"]
        held = [file[name] for name in names]
        meta = json.loads(str(file["meta"]))
    assert held[-1].dtype == np.float32
    grid = np.broadcast_arrays(*held)
    assert grid[0].shape == tuple(meta["shape"])
    layers, heads, queries, keys, *words, weights = (column.ravel().tolist() for column in grid)
    assert list(zip(layers, heads, queries, keys, strict=True)) == [
        (layer + 1, head + 1, query, key) for layer, head, query, key in expected
    ]
    told = np.array([np.nan if weight is None else weight for weight in expected.values()], dtype=np.float32)
    np.testing.assert_array_equal(np.array(weights, dtype=np.float32), told)  # NaN equals NaN here
    rows, columns = (tokens(now.trace, kind, side) for side in (True, False))
    assert words[0] == [rows[query] for query in queries]
    assert words[1] == [columns[key] for key in keys]


def test_the_run_is_what_is_meant_unless_something_else_is_said(tmp_path: Path) -> None:
    trace = planted()
    for figure in (Figure(), Figure(whole_run=True)):
        export.write(snapshot("one_head", trace=trace), figure, tmp_path / "t.npz")
        again = load_trace(tmp_path / "t.npz")
        assert again.cross_attention is not None
        np.testing.assert_array_equal(again.cross_attention, trace.cross_attention)
