"""A recorded run once more: its own tokens are consumed, whatever the model thinks. torch, no Qt.

The produced tokens are not chosen again, so that a change of the source or a look inside compares like
with like. What is computed is what the run computed, row by row.
"""

from __future__ import annotations

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.network.masks import combine, look_ahead_mask, padding_mask
from model.network.transformer import Decoding, Encoding, Keep, Transformer
from viz_app.engine.run_ids import RunIds

FLOAT_BYTES = 4


def opened(checkpoint: Checkpoint | None, run: RunIds) -> Checkpoint:
    """The open checkpoint, which must be the one that recorded ``run``. Raises :class:`Problem`."""
    if checkpoint is None or checkpoint.sha256 != run.sha256:
        raise Problem("this run", "the checkpoint that recorded it is not open", "Open that checkpoint")
    checkpoint.require_head()
    return checkpoint


def hidden_states(checkpoint: Checkpoint, run: RunIds, sources: Tensor) -> Tensor:
    """[B,T,M] before the vocabulary head, where ``run`` had each of ``sources`` [B,S] instead of its own."""
    transformer = checkpoint.transformer
    encoding = transformer.encode(sources, padding_mask(sources, checkpoint.special.source_padding))
    count = len(sources)
    consumed = torch.tensor([run.consumed] * count, device=sources.device)  # [B,T]
    visible = torch.tensor([run.visible] * count, device=sources.device)  # [B,T]
    if run.at_once or not grows(transformer, run):
        return decode_to(transformer, encoding, consumed, visible).hidden
    rows = [
        decode_to(transformer, encoding, consumed[:, :length], visible[:, :length]).hidden[:, -1]
        for length in range(1, len(run.consumed) + 1)
    ]
    return torch.stack(rows, dim=1)


def grows(transformer: Transformer, run: RunIds) -> bool:
    """Whether a later token changes earlier rows, so that each step needs a pass of its own.

    As in :func:`model.decoding.session.decode_newest`: blocked cells that keep weight, and rows of padding that see
    nothing.
    """
    config = transformer.config
    return config.revises or (config.padding_blocks.decoder != "keys" and not all(run.visible))


def decode_to(
    transformer: Transformer, encoding: Encoding, consumed: Tensor, visible: Tensor, keep: Keep = Keep.NOTHING
) -> Decoding:
    """The decoder once over ``consumed`` [B,T], of which ``visible`` [B,T] is no blocked padding."""
    rule = transformer.config.padding_blocks.decoder
    mask = look_ahead_mask(consumed.shape[1], consumed.device) & combine(visible, visible, rule)  # [B,T,T]
    return transformer.decode(consumed, encoding, mask, keep=keep, visible=visible)


def row_bytes(transformer: Transformer, source: int, target: int) -> int:
    """Memory that one sentence of a batch takes: the maps of all layers, the widest rows, the logits."""
    config = transformer.config
    encoder = config.encoder.layers * config.encoder.heads * source**2
    decoder = config.decoder.layers * config.decoder.heads * target * (target + source)
    widest = max(config.width, config.encoder.feed_forward_width, config.decoder.feed_forward_width)
    return FLOAT_BYTES * (
        3 * (encoder + decoder) + 4 * widest * (source + target) + 2 * config.target_vocabulary * target
    )
