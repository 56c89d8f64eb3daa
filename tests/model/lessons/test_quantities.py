"""What lessons say of a run is read off it: planted numbers by a plain loop, rows that end, places by their tokens."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.lessons.quantities import QUANTITIES, RowPlace, placed, position_of
from model.record.trace import Trace
from tests.model.traces import META, make_trace

RUN = make_trace(meta=replace(META, source_spelling=(), network={"norm_order": "pre"}))
HERE = RowPlace("cross", 1, 0, 2)


def weights(run: Trace, layer: int, head: int, query: int) -> list[float]:
    assert run.cross_attention is not None
    return [float(run.cross_attention[layer][head][query][key]) for key in range(run.source_length)]


def test_the_largest_of_a_row_is_what_a_loop_finds() -> None:
    row = weights(RUN, 1, 0, 2)
    best = max(range(len(row)), key=row.__getitem__)
    assert QUANTITIES["largest"](RUN, HERE) == str(RUN.source_tokens[best])
    assert QUANTITIES["largest_weight"](RUN, HERE) == row[best]
    assert QUANTITIES["second_weight"](RUN, HERE) == sorted(row)[-2]
    assert QUANTITIES["row_sum"](RUN, HERE) == pytest.approx(sum(row))
    assert QUANTITIES["weight"](RUN, replace(HERE, key=1)) == row[1]
    assert QUANTITIES["padding_weight"](RUN, HERE) == row[3]  # the only <pad>


def test_a_decoder_row_ends_at_itself_unless_it_was_computed_in_one_pass() -> None:
    at = RowPlace("decoder", 0, 1, 1)
    assert RUN.decoder_attention is not None
    assert QUANTITIES["largest"](RUN, at) == "Two"  # planted: later keys are larger, but do not exist
    taught = make_trace(origin=np.array(["teacher"] * 3))
    assert QUANTITIES["largest"](taught, at) == "dogs"
    assert QUANTITIES["future_weight"](taught, at) == pytest.approx(float(RUN.decoder_attention[0, 1, 1, 2]))


def test_places_are_named_by_tokens_and_count_from_one() -> None:
    assert placed(RUN, {"row": "dogs", "layer": 3, "head": 2}, HERE) == RowPlace("cross", 2, 1, 1, 1)
    assert placed(RUN, {"column": "zwei"}, HERE) == replace(HERE, key=0)
    assert placed(RUN, {"step": 1}, replace(HERE, query=2)) == RowPlace("cross", 1, 0, 0)
    assert placed(RUN, {"kind": "encoder", "row": 3, "layer": 1}, HERE) == RowPlace("encoder", 0, 0, 2, 3)
    lacking = ({"row": "cats"}, {"column": 9}, {"layer": 4}, {"head": 3}, {"step": 4})
    assert [placed(RUN, wanted, HERE) for wanted in lacking] == [None] * len(lacking)
    assert position_of("cause", ("▁be", "cause")) == 1


def test_no_quantity_fails_on_a_run_that_lacks_everything() -> None:
    bare = Trace(META, RUN.source_ids, RUN.source_tokens, encoder_attention=RUN.encoder_attention)
    found = {name: read(bare, RowPlace("encoder", 0, 0, 0)) for name, read in QUANTITIES.items()}
    assert found["token"] is None and found["largest"] == "<pad>"
