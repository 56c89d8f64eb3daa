"""The answer to *Why −∞?*: which row it takes, and what it says of this network's own fill."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.masking import masking
from viz_app.state.state import Selection


def test_the_selected_row_where_something_in_it_is_blocked() -> None:
    _, trace = explained()
    note, parts = masking(ready(trace, selection=Selection("encoder", 1, 1, 2, query=1)))
    assert note.startswith("Encoder")
    assert "layer 2, head 2" in note.replace("\u00a0", " ")
    assert [part.title for part in parts] == [
        "Without a mask", "−∞ in their place, before softmax", "0 in their place, before softmax",
        "0 in their place, after softmax",
    ]  # fmt: skip
    blocked = parts[1].numbers[1].blocked
    assert trace.encoder_mask is not None
    assert blocked == frozenset(key for key in range(trace.source_length) if not trace.encoder_mask[1, key])


@pytest.mark.parametrize(("fill", "said"), [("-inf", "fills in −∞."), (-1e9, "fills in −1e9: e^(−1e9 − ")])
def test_what_this_network_writes(fill: object, said: str) -> None:
    _, trace = explained()
    own = replace(trace, meta=replace(trace.meta, network={**trace.meta.network, "mask_fill": fill}))
    _, parts = masking(ready(own, selection=Selection("encoder", 1, 1, 2, query=1)))
    assert said in parts[1].lines[-1]
    assert fill == "-inf" or parts[1].lines[-1].endswith("= 0 in 32-bit numbers.")


def test_a_run_without_numbers_says_how_to_get_them() -> None:
    note, parts = masking(ready(make_trace(), selection=Selection("cross", 0, 0, 2)))
    assert "Translate the sentence again" in note
    assert parts == ()
