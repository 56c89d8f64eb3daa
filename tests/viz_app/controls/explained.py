"""Runs with activations for the tests of the inspector: a network with random weights, so that nothing is symmetric."""

from __future__ import annotations

from functools import cache
from typing import Any

from model.checkpoints.checkpoint import Checkpoint
from model.decoding.session import DecodingSession
from model.network.config import StackConfig
from model.network.transformer import Keep
from model.record.trace import Trace
from tests.model.sample_checkpoints import make_checkpoint

#: Wide enough that several dimensions share a pixel of a narrow strip.
WIDE = {
    "encoder": StackConfig(layers=2, heads=2, head_width=6, feed_forward_width=5),
    "decoder": StackConfig(layers=2, heads=3, head_width=4, feed_forward_width=5),
}


@cache
def _checkpoint(changes: tuple[tuple[str, Any], ...]) -> Checkpoint:
    return make_checkpoint(11, changes={**WIDE, **dict(changes)})


@cache
def explained(pad_to: int = 6, **changes: Any) -> tuple[Checkpoint, Trace]:
    """A run of ``a b c`` with padding, and the checkpoint that it is of."""
    checkpoint = _checkpoint(tuple(changes.items()))
    source = checkpoint.source("a b c", pad_to)
    session = DecodingSession(
        checkpoint, source, keep=Keep.ACTIVATIONS, forced=(5, 8, 6, 4), origin="teacher", text="a b c"
    )
    return checkpoint, session.run().trace()
