"""Layers, heads and steps as people write them, counted from 1."""

from __future__ import annotations

import pytest

from viz_app.dialogs.palette.entries import RunPlace, place_of


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("2.3", RunPlace(layer=2, head=3)),
        ("layer 2 head 3", RunPlace(layer=2, head=3)),
        ("Head 3, Layer 2", RunPlace(layer=2, head=3)),
        ("l2h3", RunPlace(layer=2, head=3)),
        ("L2 H3 step 5", RunPlace(layer=2, head=3, step=5)),
        ("step 5", RunPlace(step=5)),
        ("step5", RunPlace(step=5)),
        ("layer: 12", RunPlace(layer=12)),
        ("head 4", RunPlace(head=4)),
        ("encoder 1.2", RunPlace("encoder", 1, 2)),
        ("cross attention layer 3", RunPlace("cross", layer=3)),
        ("decoder 2.1 step 7", RunPlace("decoder", 2, 1, 7)),
        ("레이어 2 헤드 3", RunPlace(layer=2, head=3)),
        ("2층 3번 헤드", RunPlace(layer=2, head=3)),
        ("인코더 셀프 어텐션 1.2", RunPlace("encoder", 1, 2)),
        ("시점 5", RunPlace(step=5)),
    ],
)
def test_a_place(query: str, place: RunPlace) -> None:
    assert place_of(query) == place


@pytest.mark.parametrize(
    "query",
    ["", "layer", "cross", "encoder", "5", "mask 2.3", "layers 2 heads", "2.3.4", "step five", "3 heads", "hello 5"],
)
def test_no_place(query: str) -> None:
    assert place_of(query) is None
