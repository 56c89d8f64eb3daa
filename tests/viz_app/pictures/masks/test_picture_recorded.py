"""In a run of somebody's own code each layer and head may have a mask of its own: the selected one's is drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.record.trace import KINDS, Kind
from tests.viz_app.pictures.reading import draw, plain_style, snapshot_of
from tests.viz_app.sample_trace import make_trace

TRACE = make_trace(layers=2, heads=3)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_mask_that_changes_in_one_head_changes_that_heads_picture_only(kind: Kind) -> None:
    attention, mask = TRACE.attention(kind), TRACE.mask(kind)
    assert attention is not None
    assert mask is not None
    name = f"recorded/{kind}_mask"
    every = np.broadcast_to(mask, attention.shape).copy()
    other = every.copy()
    other[1, 2, 3, 1] = not other[1, 2, 3, 1]
    recorded = replace(TRACE.meta, recorded={"tool": "headscope_recorder"})
    before, after = (replace(TRACE, meta=recorded, activations={name: masks}) for masks in (every, other))
    for layer in range(2):
        for head in range(3):
            images = [
                draw("masks", snapshot_of(trace, kind, layer=layer, head=head), 800, 500, plain_style())[1]
                for trace in (before, after)
            ]
            assert (images[0] != images[1]).any() == ((layer, head) == (1, 2))
