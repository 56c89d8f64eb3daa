"""Which maps each picture shows: a new picture of maps gets its row, and every test over cells runs on it."""

from __future__ import annotations

from collections.abc import Callable

from model.record.trace import Trace
from viz_app.state.state import Selection

#: Name of the picture → (layers, heads) that it shows of a selection, with all layers and all heads there are.
MAPS: dict[str, Callable[[Selection, range, range], tuple[range, range]]] = {
    "one_head": lambda chosen, layers, heads: (_only(chosen.layer), _only(chosen.head)),
    "one_layer": lambda chosen, layers, heads: (_only(chosen.layer), heads),
    "all_layers": lambda chosen, layers, heads: (layers, heads),
}


def maps_shown(view: str, trace: Trace, chosen: Selection) -> list[tuple[int, int]]:
    """(layer, head) of the maps in a picture, layer by layer."""
    attention = trace.attention(chosen.kind)
    assert attention is not None
    layers, heads = MAPS[view](chosen, range(attention.shape[0]), range(attention.shape[1]))
    return [(layer, head) for layer in layers for head in heads]


def _only(index: int) -> range:
    return range(index, index + 1)
