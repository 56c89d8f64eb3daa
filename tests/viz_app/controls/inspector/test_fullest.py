"""No cell and no step of a run says more than what the inspector has room for."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import numpy as np
import pytest

from model.record.trace import KINDS, Trace
from tests.viz_app.controls.parts import forced_trace, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.fullest import longest
from viz_app.controls.inspector.read_out import StepWords, read_out, step_words
from viz_app.state.state import Selection, Snapshot


def nothing_here(trace: Trace) -> Trace:
    """Rows of cross attention whose first half, without the longest key, is 0 and not blocked, which takes words."""
    assert trace.cross_attention is not None
    weights = np.array(trace.cross_attention)
    weights[..., : weights.shape[-1] // 2] = 0
    weights /= weights.sum(axis=-1, keepdims=True)
    return replace(trace, cross_attention=weights)


LONG = ("▁Donaudampfschiff", "fahrt", "▁im", "▁Mai")
RUNS = {
    "plain": make_trace(), "padded": make_trace(padding=2), "forced": forced_trace(),
    "zeros": nothing_here(make_trace()), "one word": make_trace(source=("Wir",), target=("We",)),
    "long names": make_trace(source=LONG, target=("Going", "▁by", "▁steamboat")),
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_every_text_of_every_cell_has_room(name: str) -> None:
    run = RUNS[name]
    cells, words = longest(ready(run), True, False, len)
    for kind in KINDS:
        layers, heads, queries, keys = run.maps(kind).shape
        said = []
        for step, layer, query, key in product(range(run.steps), {0, layers - 1}, range(queries), (None, *range(keys))):
            if kind == "encoder" or query <= step:
                chosen = Selection(kind, layer, heads - 1, step, query=query, key=key)
                said.append(read_out(ready(run, selection=chosen)))
        for text in ("query", "key", "about", "brief", "note", "title", "weight", "total"):
            most = max(len(getattr(one, text)) for one in said)
            assert most <= max(len(getattr(cell, text)) for cell in cells), (kind, text)
    for step in range(run.steps):
        one = step_words(run, step, True, False)
        for field in fields(StepWords):
            assert len(getattr(one, field.name)) <= len(getattr(words, field.name))


def test_the_kinds_stand_apart_and_a_short_sentence_leaves_room_for_the_note() -> None:
    cells, _ = longest(ready(RUNS["padded"]), True, False, len)
    assert len(cells) == 2 * len(KINDS)
    assert [cell.title.partition(",")[0] for cell in cells[::2]] == [
        cell.title.partition(",")[0] for cell in cells[1::2]
    ]
    assert len({cell.title for cell in cells}) == len(KINDS)
    assert all(len(most.about) >= len(least.about) for most, least in zip(cells[::2], cells[1::2], strict=True))
    assert any(most.about != least.about for most, least in zip(cells[::2], cells[1::2], strict=True))


def test_without_a_run_there_is_nothing() -> None:
    assert longest(Snapshot(), False, False, len) == ((), StepWords())
