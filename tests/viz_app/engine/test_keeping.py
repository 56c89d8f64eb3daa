"""What a run hands over: its estimate is what the arrays really take, and the bounds decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.config import StackConfig, TransformerConfig
from model.decoding import DecodingSession
from model.transformer import Keep
from tests.model.checkpoints import make_checkpoint
from viz_app.engine.keeping import RUN_BYTES, WEIGHT_BYTES, run_bytes, weight_bytes, what_to_keep


@pytest.mark.parametrize("value_width", [None, 3])
def test_the_estimate_is_what_the_arrays_take(value_width: int | None) -> None:
    """All but the embeddings, the ends of the stacks and the vectors of the norms, which hardly count."""
    stack = StackConfig(layers=2, heads=3, head_width=4, feed_forward_width=5, value_width=value_width)
    checkpoint = make_checkpoint(changes={"encoder": stack, "decoder": replace(stack, layers=3, heads=2)})
    source = checkpoint.source("a b c", 7)
    session = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=(5, 6, 4), origin="teacher")
    trace, config = session.run().trace(), checkpoint.transformer.config
    ends = ("source_embedded", "memory", "target_embedded", "hidden")
    sizes = {name: value.nbytes for name, value in trace.activations.items()}
    weights = sum(size for name, size in sizes.items() if name.endswith("w_o"))
    small = sum(size for name, size in sizes.items() if name in ends or name.endswith(("b_o", "gamma", "beta")))
    assert weight_bytes(config) == weights
    assert run_bytes(config, trace.source_length, trace.steps) == sum(sizes.values()) - weights - small


def test_the_bounds_decide() -> None:
    paper = TransformerConfig.paper(37_000, 37_000)
    assert what_to_keep(paper, 60, 140) == Keep.ACTIVATIONS
    assert run_bytes(paper, 400, 512) > RUN_BYTES
    assert what_to_keep(paper, 400, 512) == Keep.WEIGHTS
    wide = StackConfig(layers=24, heads=32, head_width=128, feed_forward_width=4)
    large = replace(paper, width=4096, encoder=wide, decoder=wide)
    assert weight_bytes(large) > WEIGHT_BYTES
    assert what_to_keep(large, 5, 5) == Keep.WEIGHTS
