"""What a trace says of rows that were computed anew: by layer and step, without noise, of a run as it was recorded."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.record.revised_rows import first_revising_step, revised_rows
from model.record.trace import ReadAs
from tests.model.traces import DECODER, META, T, make_trace


def test_it_says_which_rows_by_layer_and_step() -> None:
    sizes = np.zeros((DECODER[0], T, T), dtype=np.float32)
    sizes[1, 2] = [0.25, 5e-7, 0]
    sizes[2, 1, 0] = 0.5
    run = make_trace(decoder_revised=sizes, cross_revised=2 * sizes)
    found = revised_rows(run, "decoder", 1, 2)
    assert found is not None and found.tolist() == [0.25, 0.0, 0.0]
    twice = revised_rows(run, "cross", 2, 1)
    assert twice is not None and twice.tolist() == [1.0, 0.0, 0.0]
    assert [first_revising_step(run, "decoder", layer) for layer in range(4)] == [None, 2, 1, None]
    assert revised_rows(run, "encoder", 1, 2) is revised_rows(run, "decoder", 1, T) is None
    assert revised_rows(make_trace(decoder_revised=None), "decoder", 1, 2) is None
    assert revised_rows(replace(run, meta=replace(META, reading=ReadAs())), "decoder", 1, 2) is None
