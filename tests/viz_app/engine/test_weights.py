"""Matrices asked of the engine: the right rows of the right layer, and of no other checkpoint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.viz_app.controls.explained import explained
from tests.viz_app.engine.parts import there
from viz_app.engine.jobs import Engine
from viz_app.engine.measurement_messages import ReadWeights
from viz_app.engine.messages import Failed


def ask(part: str, layer: int, head: int = 0, sha256: str | None = None) -> Any:
    engine = Engine()
    engine.checkpoint = explained()[0]
    return list(engine.run(ReadWeights(4, sha256 or engine.checkpoint.sha256, part, layer, head)))[-1]


@pytest.mark.parametrize(("part", "place", "heads"), [
    ("encoder", "encoder_layers.1.attention", 2), ("decoder", "decoder_layers.1.attention", 3),
    ("cross", "decoder_layers.1.cross", 3),
])  # fmt: skip
def test_a_heads_own_rows(part: str, place: str, heads: int) -> None:
    weights = there(ask(part, 1, 1)).weights
    held = dict(explained()[0].transformer.named_parameters())
    for name in ("query", "key", "value"):
        whole = held[f"{place}.{name}.weight"].detach().numpy()
        wide = len(whole) // heads
        np.testing.assert_array_equal(weights[name], whole[wide : 2 * wide])


def test_a_feed_forward_whole() -> None:
    weights = there(ask("decoder_ff", 1)).weights
    held = dict(explained()[0].transformer.named_parameters())
    for name in ("expand", "contract"):
        for letter, suffix in (("weight", ""), ("bias", "_bias")):
            expected = held[f"decoder_layers.1.feed_forward.{name}.{letter}"].detach().numpy()
            np.testing.assert_array_equal(weights[name + suffix], expected)
    assert "gate" not in weights


def test_rows_of_the_vocabulary_head_in_their_order() -> None:
    engine = Engine()
    engine.checkpoint = explained()[0]
    request = ReadWeights(4, engine.checkpoint.sha256, "vocabulary", 2, 0, (7, 3, 5))
    weights = there(list(engine.run(request))[-1]).weights
    head = engine.checkpoint.transformer.head
    np.testing.assert_array_equal(weights["vocabulary"], head.weight.detach().numpy()[[7, 3, 5]])


def test_every_shape_once() -> None:
    found = there(ask("parameters", 0)).weights
    held = dict(explained()[0].transformer.named_parameters())
    assert {name: tuple(map(int, shape)) for name, shape in found.items()} == {
        name: tuple(each.shape) for name, each in held.items()
    }


def test_another_checkpoint_or_part_is_not_read() -> None:
    assert isinstance(ask("encoder", 0, sha256="other"), Failed)
    assert isinstance(ask("nothing of the sort", 0), Failed)
