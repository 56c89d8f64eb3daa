"""TSV files: one head as the matrix on the screen; what a spreadsheet gets when it is pasted or opened."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model.record.trace import Kind
from tests.viz_app.exports.planted import KINDS, STEP, snapshot, token
from viz_app.exports import tsv as export
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.drawing import picture_texts
from viz_app.state.state import Snapshot
from viz_app.state.zoom import Zoom

pytestmark = pytest.mark.usefixtures("qapp")


def lines(now: Snapshot, folder: Path, figure: Figure | None = None) -> list[list[str]]:
    path = folder / "t.tsv"
    export.write(now, figure or Figure(), path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, "excel-tab", strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_one_head_is_a_matrix(kind: Kind, tmp_path: Path) -> None:
    now = snapshot("one_head", kind)
    trace = now.trace
    assert trace is not None
    weights = trace.attention(kind)
    assert weights is not None
    rows = weights.shape[2] if kind == "encoder" else STEP + 1
    columns = STEP + 1 if kind == "decoder" else weights.shape[3]
    first, *rest = lines(now, tmp_path)
    labels = [label.text for label in picture_texts.column_labels(trace, kind, weights.shape[3])][:columns]
    assert [token(text) for text in first[1:]] == labels
    assert len(rest) == rows
    mask = trace.mask(kind)
    assert mask is not None
    for query, line in enumerate(rest):
        for key, text in enumerate(line[1:]):  # a blocked cell is empty: 0 would be a weight
            assert text == (repr(float(weights[1, 2, query, key])) if mask[query, key] else "")


def test_an_open_zero_is_written_and_a_leak_too(tmp_path: Path) -> None:
    now = snapshot("one_head", "cross")
    trace = now.trace
    assert trace is not None
    assert trace.cross_attention is not None
    weights = trace.cross_attention.copy()
    weights[1, 2, 3, 4] = 0.0
    weights[1, 2, 3, 12] = 0.25  # padding that got weight all the same
    _, *rest = lines(replace(now, trace=replace(trace, cross_attention=weights)), tmp_path)
    assert (rest[3][1 + 4], rest[3][1 + 11], rest[3][1 + 12]) == ("0.0", "", "0.25")


def test_a_zoomed_map_is_the_part_that_is_shown(tmp_path: Path) -> None:
    now = snapshot("one_head", zoom=Zoom(2, 3, 3, 4))
    assert now.trace is not None
    assert now.trace.cross_attention is not None
    _, *rest = lines(now, tmp_path)
    numbers = np.array([[float(number) for number in line[1:]] for line in rest])
    np.testing.assert_array_equal(numbers, now.trace.cross_attention[1, 2, 2:5, 3:7].astype(np.float64))


def test_everything_else_is_as_in_csv(tmp_path: Path) -> None:
    assert lines(snapshot("one_layer"), tmp_path)[0][:3] == ["kind", "layer", "head"]
    assert lines(snapshot("one_head"), tmp_path, Figure(whole_run=True))[0][0] == "record"
