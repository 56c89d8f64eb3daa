"""The answer to *How many parameters per block?*: shapes planted and counted one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.analysis.projections import PartWeights
from tests.viz_app.controls.measured import RUN, shown
from viz_app.controls.inspector.network.parameters import parameters, size_of, written

SHAPES = {
    "source_embedding.token.weight": (11, 4), "encoder_layers.0.attention.query.weight": (4, 4),
    "encoder_layers.0.attention.query.bias": (4,), "encoder_layers.0.attention_residual.norm.weight": (4,),
    "encoder_layers.0.feed_forward.expand.weight": (7, 4), "encoder_layers.1.attention.query.weight": (4, 4),
    "encoder_norm.weight": (4,), "decoder_layers.0.cross.key.weight": (4, 4),
}  # fmt: skip


def test_every_array_is_counted_once() -> None:
    arrays = {name: np.array(shape, dtype=np.float32) for name, shape in SHAPES.items()}
    now = replace(shown(), weights=PartWeights(RUN, "parameters", 0, 0, arrays))
    note, parts = parameters(now)
    total = sum(int(np.prod(shape)) for shape in SHAPES.values())
    assert f"has {total} parameters in 8 arrays" in note
    encoder = parts[0].lines
    assert encoder[0] == "self-attention: W_Q, W_K, W_V, W_O: 4·4 + 4 = 20"
    assert "norms: 4 = 4" in encoder
    assert encoder[-1] == "together 52; all 2 layers 68"
    assert "source_embedding.token: 11·4 = 44" in parts[2].lines
    assert "encoder_norm: 4 = 4" in parts[2].lines
    assert [int(value) for value in parts[3].numbers[0].values] == [68, 16, total - 84]


def test_before_they_are_known() -> None:
    assert parameters(replace(shown(), checkpoint=None)) == (
        "They are in the checkpoint that recorded this run: open it.",
        (),
    )
    assert written([(2, 3), (2, 3), (5,)]) == "2 × 2·3 + 5 = 17"
    assert size_of(()) == 1
