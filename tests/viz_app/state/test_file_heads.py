"""A table over a file speaks of the run of its own checkpoint, names its best head, and says its base."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.common.assets import SAMPLES
from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure
from model.record.trace_file import load_trace
from model.transforms.view_transform import ViewTransform
from tests.model.corpus.planted import planted
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.why_here import why_here
from viz_app.state.file_heads import base_told, best_of_file, heads_of_file, measure_of_file
from viz_app.state.state import Selection, Snapshot, State

RUN = make_trace(layers=2, heads=3)
SHAPES = {"encoder": (2, 3), "decoder": (2, 3), "cross": (2, 3)}


def table(**cross: list[list[float]]) -> CorpusHeads:
    """Of the run's checkpoint; some measures of cross attention as given."""
    made = planted(SHAPES, RUN.meta.checkpoint_sha256, "pairs.tsv")  # type: ignore[arg-type]  # kinds
    own = {
        name: CorpusMeasure(np.array(values), np.full((2, 3), np.nan), np.full((2, 3), 150))
        for name, values in cross.items()
    }
    return replace(made, kinds={**made.kinds, "cross": {**made.kinds["cross"], **own}})


def now(found: CorpusHeads, layer: int = 0, head: int = 0, kind: str = "cross") -> Snapshot:
    return Snapshot(trace=RUN, file_heads=found, selection=Selection(kind, layer, head, 2))  # type: ignore[arg-type]


def test_it_is_of_the_runs_own_checkpoint_and_heads() -> None:
    assert heads_of_file(now(table())) is not None
    other = replace(table(), about={**table().about, "checkpoint_sha256": "00"})
    assert heads_of_file(now(other)) is None
    smaller = planted({"cross": (2, 2)}, RUN.meta.checkpoint_sha256)
    assert heads_of_file(now(smaller)) is None
    assert heads_of_file(Snapshot(trace=RUN)) is None
    assert heads_of_file(Snapshot(file_heads=table())) is None


def test_a_mean_of_heads_has_no_number_of_one_head() -> None:
    state = State(now(table()))
    assert measure_of_file(state.snapshot, "cross", "focus") is not None
    state.update(reading=ViewTransform(aggregate="heads"))
    assert measure_of_file(state.snapshot, "cross", "focus") is None


def test_the_base_is_said_and_a_long_name_is_cut(qapp: object) -> None:
    assert base_told(table()) == "200 sentences of pairs.tsv"
    long = replace(table(), about={**table().about, "file": "x" * 90, "sentences": 5000})
    assert base_told(long) == f"5,000 sentences of {'x' * 27}…"


def test_the_best_head_is_that_with_fewest_errors_else_the_sharpest(qapp: object) -> None:
    linked = table(aer=[[0.5, 0.4, 0.6], [0.3, 0.2, 0.7]], sharpness=[[0.9, 0, 0], [0, 0, 0]])
    assert best_of_file(now(linked)) == ((1, 1), True, 150)
    bare = table(sharpness=[[0.1, 0.2, 0.8], [0.1, np.nan, 0.1]])
    without = replace(bare, kinds={"cross": {"sharpness": bare.kinds["cross"]["sharpness"]}})
    assert best_of_file(now(without)) == ((0, 2), False, 150)
    assert best_of_file(Snapshot(trace=RUN)) is None


@pytest.mark.parametrize("linked", [True, False])
def test_why_a_head_is_worth_looking_at_stands_on_the_file(linked: bool, qapp: object) -> None:
    cross = np.full((2, 3, RUN.steps, RUN.source_length), 1 / RUN.source_length, dtype=np.float32)
    for step in range(RUN.steps):
        cross[1, 2, step] = np.eye(RUN.source_length)[step % RUN.source_length]
    run = replace(RUN, cross_attention=cross)  # head 3 of layer 2 is the sharpest here
    best, sharp = [[0.5, 0.1, 0.5], [0.5, 0.5, 0.5]], [[0.5, 0.9, 0.5], [0.5, 0.5, 0.5]]
    found = table(aer=best) if linked else table(sharpness=sharp)
    if not linked:
        found = replace(found, kinds={"cross": {"sharpness": found.kinds["cross"]["sharpness"]}})

    def said(layer: int, head: int) -> str:
        return why_here(replace(now(found, layer, head), trace=run))

    beside = "head 2.3 sharper here" if linked else "here head 2.3 is"
    first = "aligns best" if linked else "sharpest"
    assert said(0, 1) == f"{first} of 6 heads (150 sentences); {beside}"
    last = "head 1.2 aligns best" if linked else "head 1.2 is"
    assert said(1, 2) == f"sharpest of 6 heads here; on 150 sentences {last}"
    assert said(0, 0) == ""
    both = np.array(cross)
    both[0, 1], both[1, 2] = cross[1, 2], cross[0, 1]
    run = replace(RUN, cross_attention=both)
    alone = (
        "aligns words best of 6 heads (150 sentences with links)"
        if linked
        else "sharpest of 6 heads (on 150 sentences)"
    )
    assert said(0, 1) == alone


def test_links_of_held_out_sentences_are_not_overruled_by_sharpness(qapp: object) -> None:
    """A shipped checkpoint has such sentences; a file without links says nothing of what aligns best."""
    run = load_trace(SAMPLES / "everyday.npz")
    shapes = dict.fromkeys(("encoder", "decoder", "cross"), (3, 4))
    found = planted(shapes, run.meta.checkpoint_sha256)  # type: ignore[arg-type]  # kinds
    cross = {name: measure for name, measure in found.kinds["cross"].items() if name != "aer"}
    bare = replace(found, kinds={**found.kinds, "cross": cross})
    for layer, head in np.ndindex(3, 4):
        now = Snapshot(trace=run, selection=Selection("cross", layer, head, 3))
        assert why_here(replace(now, file_heads=bare)) == why_here(now)
    best = Snapshot(trace=run, selection=Selection("cross", 0, 0, 3), file_heads=found)
    assert "150 sentences" in why_here(best)
