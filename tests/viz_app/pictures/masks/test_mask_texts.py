"""Sentences about masks: their numbers counted cell by cell, and nothing said that is not so."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.causality_check import Extension
from model.analysis.loss import is_taught
from model.record.trace import Kind, Trace
from model.transforms.view_transform import ViewTransform
from tests.viz_app.pictures.reading import plain_style
from tests.viz_app.sample_trace import make_trace, taught, with_scores
from viz_app.pictures.masks.block import MaskBlock, block_of
from viz_app.pictures.masks.maps import maps_of
from viz_app.pictures.masks.mask_texts import chain, cut, lessons, proof, small
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection, Snapshot, State


def block(trace: Trace, kind: Kind) -> MaskBlock:
    found = block_of(Snapshot(trace=trace, selection=Selection(kind, 1, 1)))
    assert found is not None
    return found


def told(trace: Trace, kind: Kind) -> str:
    return " ".join(lessons(block(trace, kind), trace, None))


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_what_the_padding_mask_hides_is_counted(kind: Kind) -> None:
    trace = make_trace(padding=3)
    mask: Any = trace.mask(kind)
    hidden = sum(not mask[row, column] for row in range(len(mask)) for column in range(len(mask[0])))
    assert f"3 × {len(mask)} = {hidden} cells of {mask.size}" in told(trace, kind)
    assert "hides nothing here" in told(make_trace(), kind)


def test_rows_of_padding_are_told_where_they_are_blocked() -> None:
    trace = make_trace(padding=2)
    mask: Any = trace.encoder_mask
    mask = mask.copy()
    mask[-2:] = False
    assert "and rows of <pad> too" in told(replace(trace, encoder_mask=mask), "encoder")


def test_what_the_look_ahead_mask_hides_depends_on_how_the_run_came_about() -> None:
    trace = make_trace()
    assert "the newest row has no future to hide" in told(trace, "decoder")
    steps = trace.steps
    cells = sum(column > row for row in range(steps) for column in range(steps))
    assert f"hides {cells} cells" in told(taught(trace), "decoder")
    headless = replace(trace, origin=None, meta=replace(trace.meta, decoding={"method": "given target"}))
    assert told(headless, "decoder") == f"One pass over a given target: the look-ahead mask hides {cells} cells."
    assert is_taught(taught(trace))
    assert not is_taught(trace)
    assert not is_taught(replace(trace, origin=None))


def test_the_targets_own_padding_is_counted() -> None:
    trace = make_trace()
    mask: Any = trace.target_mask
    mask = mask.copy()
    mask[:, 5:7] = False
    padded = taught(replace(trace, target_mask=mask, decoder_mask=mask.copy()))
    assert "Columns that the target’s own padding hides: 2." in told(padded, "decoder")
    assert "own padding" not in told(trace, "decoder")


def test_of_somebodys_own_code_nothing_is_claimed() -> None:
    trace = make_trace()
    recorded = replace(trace, meta=replace(trace.meta, recorded={"blocks": ()}))
    assert told(recorded, "decoder") == ""


def extension(decoder: float, future: float) -> Extension:
    trace, rows = make_trace(), np.zeros(8, dtype=np.float32)
    changed, leaked = rows.copy(), rows.copy()
    changed[3], leaked[2] = decoder, future
    return Extension(trace, 9, changed, rows, leaked)


def test_the_proof_says_rounding_only_of_rounding() -> None:
    assert proof(extension(6e-8, 0)) == (
        "Rows 1…8 are unchanged with all 9 tokens there: largest difference 0.0000001 (6e-08, rounding). "
        "They were computed before later tokens existed."
    )
    assert "largest difference 0.0000000 (0, rounding)." in proof(extension(0, 0))
    revised = proof(extension(0.25, 0))
    assert "revises its rows" in revised
    assert "0.2500000" in revised
    assert "leaks" not in revised
    leaky = proof(extension(0, 0.125))
    assert "Its mask leaks: up to 0.1250 of a row’s weight" in leaky


def test_in_one_line_stand_whole_sentences(qapp: object) -> None:
    face = font(12)
    for words in ("Ab cd. Ef gh. Ij.", "가나 다. 라마 바. 사."):
        assert cut(words, face, 9999) == words
        first = re.split(r"(?<=[.])\s", words)[0]
        assert cut(words, face, text_width(words, face) - 1) == words.rpartition(" ")[0]
        assert cut(words, face, text_width(first, face) + 2) == cut(words, face, 1) == first


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (6.2e-8, "6e-08"), (0.25, "0.250")])
def test_a_small_number_in_short(value: float, text: str) -> None:
    assert small(value) == text


def test_the_three_numbers_of_a_cell_are_its_own() -> None:
    trace = with_scores(make_trace(padding=2))
    assert trace.cross_attention is not None
    for query, key, mask in ((3, 1, "may attend"), (5, 8, "blocked: padding")):
        score = f"{trace.activations['cross_scores'][1, 2, query, key]:.3f}".replace("-", "−")
        weight = f"{trace.cross_attention[1, 2, query, key]:.4f}"
        chosen = Selection("cross", 1, 2, query=query, key=key)
        here = block_of(Snapshot(trace=trace, selection=chosen))
        assert here is not None
        assert chain(here, chosen) == f"score {score} → {mask} → weight {weight}"
    chosen = Selection("decoder", 1, 2, query=2, key=3)
    here = block_of(Snapshot(trace=trace, selection=chosen))
    assert here is not None
    told = "a later token: it did not exist when this row was computed, so no score and nothing to mask"
    assert chain(here, chosen) == told
    scores = trace.activations["decoder_scores"].copy()
    scores[1, 2, 2, 3] = -1.25
    given = taught(replace(trace, activations={**trace.activations, "decoder_scores": scores}))
    here = block_of(Snapshot(trace=given, selection=chosen))
    assert here is not None
    assert chain(here, chosen) == "score −1.250 → blocked: future → weight 0.0000"


def test_of_heads_made_one_no_score_and_no_softmax_is_claimed() -> None:
    state = State(Snapshot(trace=with_scores(make_trace()), selection=Selection("cross", 1, 1, 7, 2, 3)))
    state.update(reading=ViewTransform(aggregate="heads"))
    here = block_of(state.snapshot)
    assert here is not None
    assert chain(here, state.snapshot.selection).startswith("no score in this display → may attend → weight 0.")
    weights = maps_of(here, plain_style(), False, here.trace)[-1]
    assert (weights.name, weights.meaning) == ("Weights after", "mean of 4 heads")


def test_a_cell_outside_is_none_of_the_block() -> None:
    here = block(make_trace(), "cross")
    for query, key in ((None, 2), (2, None), (99, 0), (0, 99)):
        assert chain(here, Selection("cross", 1, 1, query=query, key=key)) == ""


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_an_attention_without_a_padding_mask_is_said_to_have_none(kind: Kind) -> None:
    """Seen where there is padding; known from the network where there is none."""
    padded = make_trace(padding=3)
    open_mask: dict[str, Any] = {f"{kind}_mask": np.ones_like(np.asarray(padded.mask(kind)))}
    network = {"padding_blocks": {"encoder": "none", "decoder": "keys", "cross": "none"}}
    alone = make_trace()
    for trace in (replace(padded, **open_mask), replace(alone, meta=replace(alone.meta, network=network))):
        assert told(trace, kind) == ("This attention has no padding mask: columns of <pad> get weight like any other.")
        own = maps_of(block(trace, kind), plain_style(), False, trace)[0]
        assert own.meaning == "no padding mask: <pad> is not hidden"
    assert "no padding mask" not in told(padded, kind) + told(alone, kind)
