"""Every view has a table, and it holds exactly what the view shows: the run's own numbers, each at its own tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.record.trace import ARRAYS, Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.viz_app.pictures.maps import MAPS, maps_shown
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.pictures import all_pictures
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.state.zoom import Zoom
from viz_app.tables import all_tables, table_of

pytestmark = pytest.mark.usefixtures("qapp")
KINDS: tuple[Kind, ...] = ("encoder", "decoder", "cross")


def snapshot(view: str, kind: Kind = "cross", trace: Trace | None = None, **changes: object) -> Snapshot:
    place = Selection(kind, layer=1, head=2, step=4)
    shown = with_scores(make_trace(padding=2)) if trace is None else trace
    return replace(Snapshot(trace=shown, selection=place, view=view), **changes)  # type: ignore[arg-type]


def records(now: Snapshot) -> list[dict[str, Any]]:
    table = table_of(now)
    rows = [dict(zip(table.names, row, strict=True)) for row in table.rows()]
    assert len(rows) == len(table)
    assert {type(value) for row in rows for value in row.values()} <= {str, int, float, bool, type(None)}
    return rows


def test_every_view_has_its_table() -> None:
    assert set(all_tables()) == set(all_pictures())


@pytest.mark.parametrize("view", all_tables())
def test_without_a_run_it_says_so(view: str) -> None:
    with pytest.raises(Problem):
        table_of(Snapshot(view=view))


@pytest.mark.parametrize("view", ["masks", "teacher_forcing"])
def test_a_run_that_was_recorded_without_is_to_be_recorded_again(view: str) -> None:
    bare: dict[str, Any] = dict.fromkeys(name for name in ARRAYS if "mask" in name or "produced" in name)
    with pytest.raises(Problem, match="Translate the sentence again"):
        table_of(Snapshot(trace=replace(make_trace(), **bare), view=view))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", MAPS)
def test_maps_are_told_cell_by_cell(view: str, kind: Kind) -> None:
    now = snapshot(view, kind)
    trace = now.trace
    assert trace is not None
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None
    assert mask is not None
    rows = 9 if kind == "encoder" else 5
    columns = 5 if kind == "decoder" else 9
    maps = maps_shown(view, trace, now.selection)
    expected = [(*place, q, k) for place in maps for q in range(rows) for k in range(columns)]
    found = records(now)
    assert [(r["layer"], r["head"], r["query_position"], r["key_position"]) for r in found] == [
        (layer + 1, head + 1, q, k) for layer, head, q, k in expected
    ]
    for row, (layer, head, q, k) in zip(found, expected, strict=True):
        assert row["weight"] == (float(attention[layer, head, q, k]) if mask[q, k] else None)
        assert row["kind"] == kind
        assert (row["state"] == "may attend") == bool(mask[q, k])
        assert row["step"] == (None if kind == "encoder" else q + 1)
        tokens = trace.source_tokens if kind == "encoder" else trace.consumed_tokens
        assert tokens is not None
        assert row["query_token"] == tokens[q]
        keys = trace.consumed_tokens if kind == "decoder" else trace.source_tokens
        assert keys is not None
        assert row["key_token"] == keys[k]


def test_rows_of_cross_attention_name_both_tokens() -> None:
    row = records(snapshot("one_head"))[9]
    assert (row["query_token"], row["produced_token"], row["query_label"]) == ("Two", "dogs", "dogs")


def test_why_a_cell_is_blocked() -> None:
    states = {(r["query_position"], r["key_position"]): r["state"] for r in records(snapshot("one_head", "decoder"))}
    assert states[0, 1] == "blocked: future"
    assert states[1, 1] == "may attend"
    padded = {r["key_position"]: r["state"] for r in records(snapshot("one_head", "cross"))}
    assert padded[7] == "blocked: padding"


def test_only_the_part_that_is_shown() -> None:
    found = records(snapshot("one_head", zoom=Zoom(1, 2, 3, 4)))
    assert {r["query_position"] for r in found} == {1, 2, 3}
    assert {r["key_position"] for r in found} == {2, 3, 4, 5}
    later = records(snapshot("one_head", zoom=Zoom(3, 2, 5, 4)))
    assert {r["query_position"] for r in later} == {3, 4}  # step 5 of 8
    matrix = table_of(snapshot("one_head", zoom=Zoom(1, 2, 3, 4))).matrix
    assert matrix is not None
    assert matrix.columns == ("spielen", "im", "Schnee", ".")
    assert matrix.rows == ("dogs", "play", "in")
    assert matrix.values.shape == (3, 4)


def test_a_reading_is_told_as_it_is_read() -> None:
    run = make_trace()
    shown = read(run, ViewTransform(aggregate="heads", aside="specials", renormalise=True))
    row = records(snapshot("one_layer", trace=shown, unread=run, selection=Selection(layer=2, step=3)))
    assert {r["head"] for r in row} == {"mean"}
    assert {r["layer"] for r in row} == {3}
    assert {r["reading"] for r in row} == {"aggregate heads, without specials, renormalised"}
    assert {r["state"] for r in row if r["key_token"] == "</s>"} == {"set aside"}
    attention = shown.attention("cross")
    assert attention is not None
    told = attention[2, 0, :4].ravel().tolist()
    assert [r["weight"] for r in row] == [
        w if r["state"] == "may attend" else None for w, r in zip(told, row, strict=True)
    ]


def test_heads_in_another_order_keep_their_numbers() -> None:
    trace = make_trace()
    now = snapshot("all_layers", trace=trace, described=trace, settings=Settings(head_order="focus"))
    attention = trace.attention("cross")
    assert attention is not None
    found = records(now)
    order = [r["head"] for r in found if r["layer"] == 1]
    assert order != sorted(order)
    for row in found:
        place = row["layer"] - 1, row["head"] - 1, row["query_position"], row["key_position"]
        assert row["weight"] == float(attention[place])


def test_links_are_the_lines_that_are_drawn() -> None:
    settings = Settings(link_threshold=10, link_count=2)
    now = snapshot("links", link_heads=frozenset({0}), settings=settings)
    trace = now.trace
    assert trace is not None
    attention = trace.attention("cross")
    assert attention is not None
    expected = []
    for head in (0, 2):
        for q in range(5):
            row = attention[1, head, q]
            strongest = sorted(range(9), key=lambda k: (-row[k], k))[:2]
            expected += [(head + 1, q, k, float(row[k])) for k in sorted(strongest) if row[k] >= np.float32(0.1)]
    found = [(r["head"], r["query_position"], r["key_position"], r["weight"]) for r in records(now)]
    assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_masks_stand_beside_scores_and_weights(kind: Kind) -> None:
    now = snapshot("masks", kind)
    trace = now.trace
    assert trace is not None
    mask, weights, scores = trace.mask(kind), trace.attention(kind), trace.activations[f"{kind}_scores"]
    assert mask is not None
    assert weights is not None
    for row in records(now):
        q, k = row["query_position"], row["key_position"]
        assert row["mask"] is bool(mask[q, k])
        assert row["weight"] == (float(weights[1, 2, q, k]) if mask[q, k] else None)
        assert np.array_equal(row["score"], float(scores[1, 2, q, k]), equal_nan=True)
        if kind == "decoder":
            assert row["look_ahead_mask"] is (k <= q)
        else:
            assert row["padding_mask"] is (k < 7)


def test_teacher_forcing_tells_every_position() -> None:
    now = snapshot("teacher_forcing")
    trace = now.trace
    assert trace is not None
    assert trace.produced_probability is not None
    found = records(now)
    assert [r["position"] for r in found] == list(range(8))
    assert [r["input_token"] for r in found][:2] == ["<s>", "Two"]
    assert [r["target_token"] for r in found][:2] == ["Two", "dogs"]
    assert [r["probability"] for r in found] == trace.produced_probability.tolist()
    losses = -np.log(trace.produced_probability.astype(np.float64))
    assert [r["loss"] for r in found] == losses.tolist()
    assert trace.candidate_entropy is not None
    assert [r["entropy_bits"] for r in found] == trace.candidate_entropy.tolist()
    facts = table_of(now).facts
    assert facts is not None
    assert facts["perplexity"] == pytest.approx(np.exp(losses.mean()))
