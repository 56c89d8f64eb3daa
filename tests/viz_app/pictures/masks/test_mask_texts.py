"""Sentences about masks: their numbers counted cell by cell, and nothing said that is not so."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from weakref import ref

import numpy as np
import pytest

from model.analysis.causality_check import Extension
from model.analysis.loss import is_taught
from model.analysis.padding_change import PaddingChange
from model.record.trace import Kind, Trace
from model.transforms.view_transform import ViewTransform
from tests.viz_app.pictures.reading import plain_style
from tests.viz_app.sample_trace import make_trace, taught, with_scores
from viz_app.pictures.masks.block import MaskBlock, block_of
from viz_app.pictures.masks.maps import maps_of
from viz_app.pictures.masks.mask_texts import chain, cut, lessons, proof
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection, Snapshot, State


def block(trace: Trace, kind: Kind) -> MaskBlock:
    found = block_of(Snapshot(trace=trace, selection=Selection(kind, 1, 1)))
    assert found is not None
    return found


def told(trace: Trace, kind: Kind, **chosen: Any) -> str:
    now = Snapshot(trace=trace, selection=Selection(kind, 1, 1, **chosen))
    return " ".join(lessons(block(trace, kind), now))


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_what_the_padding_mask_hides_is_counted(kind: Kind) -> None:
    trace = make_trace(padding=3)
    mask: Any = trace.mask(kind)
    hidden = sum(not mask[row, column] for row in range(len(mask)) for column in range(len(mask[0])))
    assert f"hides 3 columns of <pad> in each of {len(mask)} rows: {hidden} cells of {mask.size};" in told(trace, kind)
    alone = "No <pad> here, so the padding mask hides nothing. Add 4 <pad>, or a shorter sentence."
    assert told(make_trace(), kind) == alone


def test_rows_of_padding_are_told_where_they_are_blocked() -> None:
    trace = make_trace(padding=2)
    mask: Any = trace.encoder_mask
    mask = mask.copy()
    mask[-2:] = False
    assert "and rows of <pad> too" in told(replace(trace, encoder_mask=mask), "encoder")


def test_the_later_tokens_of_a_row_are_named() -> None:
    """Two dogs play in the snow . </s>: row 6 consumes "the" and writes "snow"; later keys are "snow" and "."."""
    trace = make_trace()
    expected = {
        5: "While writing “snow” (step 6) the 2 later tokens are hidden: “snow”, “.”.",
        6: "While writing “.” (step 7) one later token is hidden: “.”.",
        7: "“</s>” (step 8) is written last: no later token is left to hide; at step 1 there are 7.",
        0: "While writing “Two” (step 1) the 7 later tokens are hidden: “Two”, “dogs”, “play”, “in”, “the” and 2 more.",
    }
    for row, words in expected.items():
        assert told(trace, "decoder", step=row).startswith(words)
        assert told(trace, "decoder", step=7, query=row).startswith(words), "a row that is pointed at"
    target: Any = trace.target_mask
    target = target.copy()
    target[2, 4] = True  # a mask with a hole
    leaky = replace(trace, target_mask=target, decoder_mask=target.copy())
    assert "(step 3) the 4 later tokens are hidden: “play”, “the”, “snow”, “.”." in told(leaky, "decoder", step=2)


def test_what_the_look_ahead_mask_hides_depends_on_how_the_run_came_about() -> None:
    trace = make_trace()
    assert "while a row is computed, later tokens do not exist yet" in told(trace, "decoder")
    assert "later tokens have no scores yet: “All rows in one pass”" in told(with_scores(trace), "decoder")
    steps = trace.steps
    cells = sum(column > row for row in range(steps) for column in range(steps))
    assert f"In one pass all tokens are there: the mask hides {cells} cells." in told(taught(trace), "decoder")
    assert "could copy “snow”, which it is asked for" in told(taught(trace), "decoder", step=5)
    assert "copy" not in told(taught(trace), "decoder", step=7), "nothing follows the last row"
    headless = replace(trace, origin=None, meta=replace(trace.meta, decoding={"method": "given target"}))
    assert f"the mask hides {cells} cells." in told(headless, "decoder", step=5)
    assert "copy" not in told(headless, "decoder", step=5)
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
    assert "No <pad> in the target, so the padding mask hides nothing here." in told(trace, "decoder")
    assert "the 3 of the source are hidden in Encoder and Cross" in told(make_trace(padding=3), "decoder")


def test_added_padding_says_what_it_changes_in_this_head() -> None:
    before, after = make_trace(), make_trace(padding=3)
    encoder = np.zeros_like(after.maps("encoder"))
    size = before.source_length
    encoder[..., :size, :size] = before.maps("encoder")
    encoder[1, 1, 3, 2] += np.float32(2e-7)
    after = replace(after, encoder_attention=encoder)
    difference = abs(float(encoder[1, 1, 3, 2]) - float(before.maps("encoder")[1, 1, 3, 2]))
    digits, power = f"{difference:.1e}".split("e-0")
    written = f"{digits} × 10⁻{'⁰¹²³⁴⁵⁶⁷⁸⁹'[int(power)]}"
    now = Snapshot(trace=after, padded=PaddingChange(after, ref(before), 3))
    assert lessons(block(after, "encoder"), now)[0] == (
        f"3 <pad> (framed): weight 0; no other weight of this head differs by more than {written}."
    )
    leaky = encoder.copy()
    leaky[1, 1, 0, -1] = 0.125
    seen = replace(after, encoder_attention=leaky)
    change = PaddingChange(seen, ref(before), 3)
    found = lessons(block(seen, "encoder"), replace(now, trace=seen, padded=change))
    assert "get up to 0.1250 of a row’s weight" in found[0]
    away = PaddingChange(before, ref(after), -3)
    assert lessons(block(before, "encoder"), Snapshot(trace=before, padded=away))[0].startswith("3 <pad> are gone: no")


def test_of_a_batch_it_says_which_sentence_is_filled_up_to_which() -> None:
    long, short = make_trace(source=["Zwei", "alte", "Hunde", "bellen"]), make_trace(source=["Ein", "Hund"], padding=2)
    found = lessons(block(short, "cross"), Snapshot(trace=short, batch=(long, short)))
    assert found[-1] == "“Ein Hund” is filled up to the 5 tokens of “Zwei alte Hunde bellen”."


def test_of_somebodys_own_code_nothing_is_claimed() -> None:
    trace = make_trace()
    recorded = replace(trace, meta=replace(trace.meta, recorded={"blocks": ()}))
    assert told(recorded, "decoder") == ""


def extension(decoder: float, future: float) -> Extension:
    trace, rows = make_trace(), np.zeros(8, dtype=np.float32)
    changed, leaked = rows.copy(), rows.copy()
    changed[3], leaked[2] = decoder, future
    return Extension(trace, 9, changed, rows, leaked)


def test_the_proof_says_its_numbers_as_people_write_them() -> None:
    assert proof(extension(6e-8, 0)) == (
        "Checked: rows 1…8 stay as they are with all 9 tokens there; largest difference 6.0 × 10⁻⁸."
    )
    assert proof(extension(0, 0)).endswith("largest difference 0, exactly.")
    revised = proof(extension(0.25, 0))
    assert "revises its rows" in revised
    assert "0.2500" in revised
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


def test_the_three_numbers_of_a_cell_are_its_own() -> None:
    trace = with_scores(make_trace(padding=2))
    assert trace.cross_attention is not None
    for query, key, mask in ((3, 1, "may attend"), (5, 8, "blocked: padding")):
        score = f"{trace.activations['cross_scores'][1, 2, query, key]:.3f}".replace("-", "−")
        weight = f"{trace.cross_attention[1, 2, query, key]:.4f}"
        chosen = Selection("cross", 1, 2, query=query, key=key)
        here = block_of(Snapshot(trace=trace, selection=chosen))
        assert here is not None
        scores = trace.activations["cross_scores"][1, 2, query].astype(np.float64)
        free = np.exp(scores[key]) / np.exp(scores).sum()
        without = f" (without the mask {free:.4f})"
        assert chain(here, chosen) == f"score {score} → {mask} → weight {weight}{without}"
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
    assert chain(here, chosen) == "score −1.250 → blocked: future → weight 0.0000", "other later scores are missing"


def test_may_attend_does_not_stand_beside_nothing() -> None:
    trace = make_trace()
    weights = trace.maps("cross").copy()
    weights[1, 2, 3, 1], weights[1, 2, 3, 2] = 3.1e-6, 0
    chosen = Selection("cross", 1, 2, query=3, key=1)
    trace = replace(trace, cross_attention=weights)
    here = block_of(Snapshot(trace=trace, selection=chosen))
    assert here is not None
    assert chain(here, chosen).endswith("may attend → weight 3.1 × 10⁻⁶")
    assert chain(here, replace(chosen, key=2)).endswith("may attend → weight 0.0000")


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
