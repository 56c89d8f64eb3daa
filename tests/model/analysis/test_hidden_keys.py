"""How much each mask hides, counted cell by cell; and where there is something to see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.analysis.hidden_keys import HiddenKeys, hidden_keys, telling_block
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace


def padded_target() -> Trace:
    """Its third and sixth tokens are padding."""
    run = make_trace()
    assert run.target_mask is not None
    mask = run.target_mask.copy()
    mask[:, [2, 5]] = False
    return replace(run, target_mask=mask, decoder_mask=mask)


def test_cells_of_the_future_and_columns_of_padding_are_counted() -> None:
    run, steps = make_trace(padding=3), make_trace().steps
    later = sum(key > query for query in range(steps) for key in range(steps))
    assert hidden_keys(run, "decoder") == HiddenKeys(later, 0, 0)
    assert hidden_keys(run, "encoder") == hidden_keys(run, "cross") == HiddenKeys(0, 3, 3)
    target = hidden_keys(padded_target(), "decoder")
    assert target is not None
    assert (target.future, target.padding) == (later, 2)
    assert hidden_keys(replace(run, cross_attention=None), "cross") is None


def test_padding_is_seen_first_then_the_future() -> None:
    alone, padded = make_trace(), make_trace(padding=2)
    assert telling_block(alone) == "decoder"
    assert telling_block(padded) == "encoder"
    leaky = replace(padded, encoder_mask=np.ones_like(np.asarray(padded.encoder_mask)))
    assert telling_block(leaky) == "cross", "where this encoder hides nothing"
    assert telling_block(replace(leaky, cross_mask=np.ones_like(np.asarray(padded.cross_mask)))) == "decoder"
    assert telling_block(make_trace(target=())) is None, "one token has no later one"
