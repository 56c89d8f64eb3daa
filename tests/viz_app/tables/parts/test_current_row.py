"""The current row, against plain indexing; and why a cell is blocked."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from model.record.trace import Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import PROBABILITY, make_run
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import CurrentRow, blocked_by, current_row, wordings

TRACE = make_trace(padding=2)  # S = 9, T = 8


def row_of(selection: Selection) -> CurrentRow:
    row = current_row(ready(TRACE, selection=selection))
    assert row is not None
    return row


def test_the_newest_row_unless_one_is_pointed() -> None:
    assert TRACE.cross_attention is not None
    newest, pointed = row_of(Selection("cross", 1, 2, 5)), row_of(Selection("cross", 1, 2, 5, query=3))
    np.testing.assert_array_equal(newest.weights, TRACE.cross_attention[1, 2, 5])
    np.testing.assert_array_equal(pointed.weights, TRACE.cross_attention[1, 2, 3])
    assert newest.keys == ("Zwei", "Hunde", "spielen", "im", "Schnee", ".", "</s>", "<pad>", "<pad>")


def test_a_decoder_row_has_a_column_per_consumed_token() -> None:
    assert TRACE.decoder_attention is not None
    row = row_of(Selection("decoder", 2, 0, 4, query=1))
    assert row.keys == ("<s>", "Two", "dogs", "play", "in")
    np.testing.assert_array_equal(row.weights, TRACE.decoder_attention[2, 0, 1, :5])


def test_the_encoder_has_no_newest_row() -> None:
    assert TRACE.encoder_attention is not None
    assert current_row(ready(TRACE, selection=Selection("encoder", 0, 0, 4))) is None
    row = row_of(Selection("encoder", 2, 3, 4, query=6))
    np.testing.assert_array_equal(row.weights, TRACE.encoder_attention[2, 3, 6])


def test_nothing_without_a_run_or_without_weights() -> None:
    assert current_row(Snapshot()) is None
    assert current_row(ready(replace(TRACE, cross_attention=None))) is None


def test_strongest_and_total() -> None:
    row = row_of(Selection("cross", 0, 0, 3))
    planted = replace(row, weights=np.array([0.1, 0.0, 0.6, 0.1, 0.0, 0.2, 0, 0, 0], dtype=np.float32))
    assert planted.strongest(3) == [2, 5, 0]
    assert planted.strongest(9) == [2, 5, 0, 3]  # what has no weight is left out
    assert planted.total == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("selection", "key", "why"),
    [
        (Selection("cross", 0, 0, 5), 0, None),
        (Selection("cross", 0, 0, 5), 7, "padding"),
        (Selection("encoder", 0, 0, 5, query=8), 8, "padding"),
        (Selection("decoder", 0, 0, 5, query=2), 2, None),
        (Selection("decoder", 0, 0, 5, query=2), 3, "future"),
    ],
)
def test_why_a_cell_is_blocked(selection: Selection, key: int, why: str | None) -> None:
    assert blocked_by(row_of(selection), key) == why


def test_a_changed_mask_is_called_so() -> None:
    cross, decoder = np.array(TRACE.cross_mask), np.array(TRACE.decoder_mask)
    cross[5, 1] = decoder[5, 1] = False
    trace = replace(TRACE, cross_mask=cross, decoder_mask=decoder)
    for kind in ("cross", "decoder"):
        row = current_row(ready(trace, selection=Selection(kind, 0, 0, 5)))
        assert row is not None
        assert blocked_by(row, 1) == "mask"


def test_padding_in_the_target_is_padding_not_future() -> None:
    target = np.array(TRACE.target_mask)
    target[5, 1] = False
    row = current_row(
        ready(replace(TRACE, target_mask=target, decoder_mask=target.copy()), selection=Selection("decoder", 0, 0, 5))
    )
    assert row is not None
    assert blocked_by(row, 1) == "padding"


def test_a_row_that_sees_nothing_is_blind() -> None:
    mask = np.array(TRACE.cross_mask)
    mask[3] = False
    row = current_row(ready(replace(TRACE, cross_mask=mask), selection=Selection("cross", 0, 0, 3)))
    assert row is not None
    assert row.blind
    assert not row_of(Selection("cross", 0, 0, 3)).blind


# --- under teacher forcing ---


def said(trace: Trace, step: int, kind: Kind = "cross") -> str:
    """The shortest wording that has the input too, without the weights."""
    return wordings(ready(trace, selection=Selection(kind, 0, 0, step)))[-3].rpartition("; ")[0]


def test_what_was_given_was_not_written() -> None:
    """The label with its own probability, and what the model would have said where that is another token."""
    run = taught(TRACE, wrong=(2,))
    assert run.candidate_tokens is not None
    assert run.produced_probability is not None
    other, share = run.candidate_tokens[2, 0], run.produced_probability[3]
    assert said(run, 2) == f"step 3: input “dogs” → label “play” (p 0.12); predicted “{other}”"
    assert said(run, 3) == f"step 4: input “play” → label “in” (p {share:.2f}), predicted too"
    assert "writes" not in "".join(wordings(ready(run, selection=Selection("cross", 0, 0, 2))))
    bare = replace(run, candidate_ids=None, candidate_tokens=None, candidate_probabilities=None)
    assert said(bare, 2) == "step 3: input “dogs” → label “play” (p 0.12)"
    assert said(TRACE, 3).startswith("step 4: input “play” → next token “in” (")


def test_padding_of_a_shorter_target_is_no_label() -> None:
    run = taught(TRACE, wrong=(6,))
    run = replace(run, meta=replace(run.meta, decoding={"method": "teacher forcing", "given": 6}))
    assert said(run, 6) == "step 7: input “snow” → label “.”, ignored: padding"
    assert "predicted" in said(run, 5)


def test_a_word_of_several_pieces_has_no_single_prediction() -> None:
    run = make_run(origin=np.array(["teacher"] * 7))
    words = read(run, ViewTransform(words=True))
    assert words.meta.reading is not None
    assert len(words.meta.reading.produced_words[1]) == 3
    share = math.prod(PROBABILITY[1:4])
    assert said(words, 1) == f"step 2: input “The” → label “snowball” (p {share:.2f}, product of 3 pieces)"


def test_of_two_tokens_that_are_spelled_alike_each_has_its_position() -> None:
    run = make_trace()
    weights = run.maps("cross").copy()
    weights[0, 0, 2] = 0
    weights[0, 0, 2, 1], weights[0, 0, 2, 3], weights[0, 0, 2, 2] = 0.5, 0.25, 0.125
    tokens = run.source_tokens.copy()
    tokens[3] = tokens[1]
    alike = replace(run, cross_attention=weights, source_tokens=tokens)
    at = Selection("cross", 0, 0, 2)
    told, others = wordings(Snapshot(trace=alike, selection=at)), wordings(Snapshot(trace=run, selection=at))
    twice = f"“{tokens[1]}” (position 1) 0.50, “{tokens[1]}” (position 3) 0.25, “{tokens[2]}” 0.12"
    assert any(twice in one.replace("0.13", "0.12") for one in told), told
    assert not any("(position" in one for one in others)


def test_in_one_pass_a_row_has_all_its_columns() -> None:
    """Those after it are blocked; they are there."""
    row = current_row(ready(taught(TRACE), selection=Selection("decoder", 1, 2, 3)))
    assert row is not None
    assert row.keys == ("<s>", "Two", "dogs", "play", "in", "the", "snow", ".")
    assert [blocked_by(row, key) for key in range(8)] == [None] * 4 + ["future"] * 4


def test_an_earlier_row_that_the_step_computed_anew_says_by_how_much() -> None:
    run = make_trace()
    layers, _, steps, _ = run.maps("decoder").shape
    sizes = np.zeros((layers, steps, steps), dtype=np.float32)
    sizes[1, 3, 1], sizes[0, 3, 2] = 0.375, 0.5
    anew = replace(run, decoder_revised=sizes, cross_revised=np.zeros_like(sizes))

    def all_said(step: int, query: int, **chosen: object) -> list[str]:
        at = Selection(**{"kind": "decoder", "layer": 1, "step": step, "query": query, **chosen})  # type: ignore[arg-type]
        return wordings(Snapshot(trace=anew, selection=at))

    told = all_said(3, 1)
    assert len(told) > 3 and all(one.endswith("; at step 4 changed by up to 0.38") for one in told)
    for other in (all_said(3, 2), all_said(4, 1), all_said(3, 1, layer=0), all_said(3, 1, kind="cross")):
        assert not any("changed" in one for one in other)
