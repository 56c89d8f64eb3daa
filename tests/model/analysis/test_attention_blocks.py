"""What a run says of its blocks: read, checked, and never believed beyond that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.attention_blocks import blocks_of
from model.record.trace import KINDS, Trace
from tests.model.traces import make_trace


def told(trace: Trace, **recorded: Any) -> Trace:
    return replace(trace, meta=replace(trace.meta, recorded=recorded))


def test_every_block_comes_with_its_own_side_of_the_tokens() -> None:
    trace = make_trace()
    blocks = list(blocks_of(trace))
    assert [(block.kind, block.layer) for block in blocks] == [
        (kind, layer) for kind in KINDS for layer in range(trace.layers(kind))
    ]
    for block in blocks:
        np.testing.assert_array_equal(block.weights, np.asarray(trace.attention(block.kind))[block.layer])
        assert block.queries.tokens == trace.rows("decoder" if block.kind != "encoder" else "encoder")
        assert len(block.keys.ids) == block.weights.shape[-1]
        assert block.others == {} and not block.exchanged


def test_other_sentences_are_those_whose_padding_differs() -> None:
    trace = make_trace()
    own = np.asarray(trace.padding_mask, dtype=bool)
    other = own.copy()
    other[-1] = ~other[-1]
    visible = np.stack([other, own, own])
    given = {"recorded/source_visible": visible, "recorded/encoder_last_rows": visible[[1, 0, 2]]}
    blocks = {block.kind: block for block in blocks_of(replace(trace, activations={**trace.activations, **given}))}
    assert list(blocks["encoder"].others) == [0] and blocks["encoder"].exchanged
    np.testing.assert_array_equal(blocks["encoder"].others[0], other)
    assert list(blocks["cross"].others) == [0] and not blocks["cross"].exchanged, "its last rows are not there"
    assert blocks["decoder"].others == {}


@pytest.mark.parametrize("blocked", [True, False])
def test_cross_blocks_know_whether_the_encoder_blocked_the_same_padding(blocked: bool) -> None:
    trace = make_trace()
    visible = np.ones(trace.source_length, dtype=bool)
    visible[-1] = False
    mask = np.tile(visible if blocked else np.ones_like(visible), (trace.source_length, 1))
    padded = replace(trace, padding_mask=visible, encoder_mask=mask)
    found = {(block.kind, block.layer): block.masked_before for block in blocks_of(padded)}
    assert found == {place: blocked and place[0] == "cross" for place in found}


@pytest.mark.parametrize("odd", [np.zeros((2, 1), bool), np.zeros(4, bool), np.zeros((2, 99), np.float32)])
def test_arrays_that_do_not_fit_are_left_out(odd: Any) -> None:
    trace = make_trace()
    changed = replace(trace, activations={**trace.activations, "recorded/source_visible": odd})
    assert all(block.others == {} for block in blocks_of(changed))


def test_what_a_file_says_of_a_block_is_checked() -> None:
    for blocks in ("x", (3, "x"), ({"kind": 4, "layer": "a"},)):
        assert all(block.facts == {} for block in blocks_of(told(make_trace(), blocks=blocks, padding_id="1")))
    [facts, *_] = [block.facts for block in blocks_of(told(make_trace(), blocks=({"kind": "encoder", "layer": 0},)))]
    assert facts == {"kind": "encoder", "layer": 0}
