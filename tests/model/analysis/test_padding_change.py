"""What padding changes in one head: planted differences are found, those of other heads are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from weakref import ref

import numpy as np
import pytest

from model.analysis.padding_change import HeadChange, PaddingChange, head_change
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace


def pair(added: int = 3) -> tuple[Trace, Trace]:
    """A run and the same with padding: its weights are the run's, and nothing on what was added."""
    before, after = make_trace(), make_trace(padding=added)
    parts: dict[str, Any] = {}
    for kind in ("encoder", "cross"):
        old, new = before.maps(kind), after.maps(kind).copy()
        new[...] = 0
        new[..., : old.shape[-2], : old.shape[-1]] = old
        parts[f"{kind}_attention"] = new
    return before, replace(
        after, decoder_attention=before.decoder_attention, consumed_ids=before.consumed_ids, **parts
    )  # fmt: skip


@pytest.mark.parametrize("planted", [0.25, -0.25])
def test_a_planted_difference_is_the_heads_own(planted: float) -> None:
    """A weight that became smaller counts like one that became larger."""
    before, after = pair()
    encoder, cross = after.maps("encoder").copy(), after.maps("cross").copy()
    encoder[1, 2, 4, 3] += np.float32(planted)
    cross[0, 1, 2, -1] = 0.125
    after = replace(after, encoder_attention=encoder, cross_attention=cross)
    change, rows = PaddingChange(after, ref(before), 3), before.source_length
    found = head_change(change, "encoder", 1, 2)
    assert found is not None
    assert found.largest == pytest.approx(0.25, rel=1e-6)
    assert (found.padding, found.rows, found.all_rows) == (0, rows, True)
    assert head_change(change, "encoder", 1, 1) == HeadChange(0, 0, rows, True)
    assert head_change(change, "cross", 0, 1) == HeadChange(0, 0.125, before.steps, True)
    assert head_change(change, "decoder", 0, 1) == HeadChange(0, 0, before.steps, True)


def test_rows_are_compared_as_far_as_the_same_was_consumed() -> None:
    before, after = pair()
    assert after.consumed_ids is not None
    ids, cross = after.consumed_ids.copy(), after.maps("cross").copy()
    ids[4], cross[0, 0, 4, 0] = 999, 9.0
    other = replace(after, consumed_ids=ids, cross_attention=cross)
    assert head_change(PaddingChange(other, ref(before), 3), "cross", 0, 0) == HeadChange(0, 0, 4, False)


def test_padding_that_was_taken_away_leaves_what_both_have() -> None:
    before, after = pair()
    assert head_change(PaddingChange(before, ref(after), -3), "encoder", 0, 0) == HeadChange(
        0, 0, before.source_length, True
    )


def test_without_the_run_before_nothing_is_said() -> None:
    before, after = pair()
    change = PaddingChange(after, ref(before), 3)
    assert head_change(replace(change, trace=replace(after, cross_attention=None)), "cross", 0, 0) is None
    narrow = replace(before, encoder_attention=np.asarray(before.encoder_attention)[:, :2])
    assert head_change(PaddingChange(after, ref(narrow), 3), "encoder", 0, 0) is None
    gone = ref(make_trace())
    assert head_change(PaddingChange(after, gone, 3), "encoder", 0, 0) is None
