"""The head at which runs are opened: by the table of its checkpoint where there is one, else on the run itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.analysis import aligning_head as module
from model.analysis.aligning_head import aligning_head, held_out, sharpest_head, sharpness
from model.analysis.alignment import two_way_focus
from model.common.assets import LEARNING, SAMPLES
from model.record.learning_run import folder_of, read_run
from model.record.trace import Trace
from model.record.trace_file import load_trace
from tests.source_tree import PROJECT
from tests.viz_app.sample_trace import make_trace


@pytest.mark.parametrize("name", ["everyday", "classic"])
def test_shipped_checkpoints_have_a_table_of_all_their_heads(name: str) -> None:
    trace, said = load_trace(SAMPLES / f"{name}.npz"), json.loads((SAMPLES / f"{name}-alignment.json").read_text())
    known = held_out(trace)
    assert known is not None
    assert (known.sentences, known.links) == (said["sentences"], said["links"])
    largest = max(
        (share, -layer, -head) for layer, row in enumerate(said["accuracy"]) for head, share in enumerate(row)
    )
    assert known.best == (-largest[1], -largest[2]) == aligning_head(trace)
    place = json.loads((SAMPLES / f"{name}.json").read_text())
    assert known.best == (place["layer"] - 1, place["head"] - 1)


def test_another_checkpoint_of_that_shape_has_none() -> None:
    trace = load_trace(SAMPLES / "everyday.npz")
    other = replace(trace, meta=replace(trace.meta, checkpoint_sha256="1" * 64))
    assert held_out(other) is None
    assert aligning_head(other) == sharpest_head(other) != held_out(trace).best  # type: ignore[union-attr]


def test_a_table_of_other_heads_is_none() -> None:
    trace = load_trace(SAMPLES / "everyday.npz")
    assert trace.cross_attention is not None
    assert held_out(replace(trace, cross_attention=trace.cross_attention[:, :3])) is None


def test_the_sharpest_head_is_the_one_with_the_largest_two_way_focus() -> None:
    trace = make_trace()
    values = two_way_focus(trace)
    assert values is not None
    best = max(((values[place], place) for place in np.ndindex(values.shape)), key=lambda pair: pair[0])[1]
    assert sharpest_head(trace) == aligning_head(trace) == best
    assert sharpness(trace) is sharpness(trace), "computed once"


def test_what_cannot_be_told_has_no_such_head(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = make_trace()
    nothing: dict[str, Any] = {"cross_attention": None, "cross_mask": None}
    assert aligning_head(replace(trace, **nothing)) is None
    monkeypatch.setattr(module, "MOST_CELLS", 10)
    assert aligning_head(replace(trace)) is None


@pytest.mark.parametrize(
    "said",
    [{}, [], {"sentences": 1, "links": 1, "accuracy": []}, {"sentences": 1, "links": 1, "accuracy": [[0.5], []]},
     {"sentences": 1, "links": 1, "accuracy": [[1.5]]}, {"sentences": "x", "links": 1, "accuracy": [[0.5]]}],
)  # fmt: skip
def test_a_damaged_table_is_none(said: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    trace: Trace = load_trace(SAMPLES / "everyday.npz")
    (tmp_path / "everyday-alignment.json").write_text(json.dumps(said))
    monkeypatch.setattr(module, "SAMPLES", tmp_path)
    module._measured.cache_clear()
    try:
        assert held_out(trace) is None
    finally:
        module._measured.cache_clear()


def test_every_snapshot_of_the_shipped_training_has_a_table_of_its_own() -> None:
    """Between them the best head changes, and its share rises from chance to an alignment."""
    training = read_run(folder_of(LEARNING))
    assert training is not None
    found = []
    for each in training.snapshots:
        header = json.loads((Path(each.path) / "config.json").read_text())
        run = make_trace(layers=2, heads=4)
        known = held_out(replace(run, meta=replace(run.meta, checkpoint_sha256=header["weights_sha256"])))
        assert known is not None and known.sentences == 200
        assert known.share == max(max(row) for row in known.accuracy)
        found.append((known.share, known.best))
    assert len(found) == 9 and found[0][0] < 0.2 and found[-1][0] > 0.65 and found[-1][1] == (1, 1)
    assert [share for share, _ in found] == sorted(share for share, _ in found)
    points = {point.update: point for point in training.points}
    lesson = (PROJECT / "docs/learning.md").read_text(encoding="utf-8").partition("## Two hundred sentences")[2]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lesson.splitlines() if " %" in line]
    told = []
    for each, (share, (layer, head)) in zip(training.snapshots, found, strict=True):
        point = points[each.update or 0]
        best = f"{share:.0%} ({layer + 1}.{head + 1})".replace("%", " %")
        told.append([f"{each.update:,}", best, f"{point.validation_loss:.2f}", f"{point.bleu:.1f}"])
    shown = [row for row in rows if len(row) == 5]
    assert [row[:2] + row[3:] for row in shown] == told, "what the lesson says is what its tables and its curve say"
