"""The job behind *Where do q, k and v come from?*: matrices of one part of the open checkpoint, as numbers. torch."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from torch import Tensor, nn

from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.common.text import Text
from viz_app.engine.measurement_messages import ReadWeights, WeightsRead

#: Part → the stack of the network, and the block of its layers.
BLOCKS = {
    "encoder": ("encoder_layers", "attention"), "decoder": ("decoder_layers", "attention"),
    "cross": ("decoder_layers", "cross"), "encoder_ff": ("encoder_layers", "feed_forward"),
    "decoder_ff": ("decoder_layers", "feed_forward"),
}  # fmt: skip
VOCABULARY = "vocabulary"  #: rows of the vocabulary head
SHAPES = "parameters"  #: no part: the shape of every parameter


def read_weights(request: ReadWeights, checkpoint: Checkpoint | None) -> Generator[WeightsRead, None, None]:
    """Rows of W_Q, W_K and W_V of a head, a feed-forward, or all shapes. Raises :class:`Problem`."""
    known = request.part in BLOCKS or request.part in (SHAPES, VOCABULARY)
    if checkpoint is None or checkpoint.sha256 != request.sha256 or not known:
        raise Problem(
            Text("this run"), Text("the checkpoint that recorded it is not open"), Text("Open that checkpoint")
        )
    if request.part == SHAPES:
        named = checkpoint.transformer.named_parameters()  # one that two parts share comes once
        yield WeightsRead(request.ticket, {name: np.array(each.shape, dtype=np.float32) for name, each in named})
        return
    if request.part == VOCABULARY:
        checkpoint.require_head()
        rows: dict[str, np.ndarray] = {}
        _add(rows, "vocabulary", checkpoint.transformer.head, list(request.rows))
        yield WeightsRead(request.ticket, rows)
        return
    stack, name = BLOCKS[request.part]
    block = getattr(getattr(checkpoint.transformer, stack)[request.layer], name)
    found: dict[str, np.ndarray] = {}
    if name == "feed_forward":
        for part in ("expand", "gate", "contract"):
            _add(found, part, getattr(block, part), None)
    else:
        for part in ("query", "key", "value"):
            linear = getattr(block, part)
            width = linear.out_features // block.heads
            _add(found, part, linear, slice(request.head * width, (request.head + 1) * width))
    yield WeightsRead(request.ticket, found)


def _add(found: dict[str, np.ndarray], name: str, linear: nn.Linear | None, rows: slice | list[int] | None) -> None:
    """A matrix and its bias, where they are there; of its ``rows`` only."""
    if linear is not None:
        chosen = slice(None) if rows is None else rows
        found[name] = _numbers(linear.weight[chosen])
        if linear.bias is not None:
            found[f"{name}_bias"] = _numbers(linear.bias[chosen])


def _numbers(tensor: Tensor) -> np.ndarray:
    result: np.ndarray = tensor.detach().float().cpu().contiguous().numpy()
    return result
