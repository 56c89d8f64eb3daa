"""The job behind *the newest row has no future to hide*: the decoder over a run's whole target in one pass.

The window compares the weights with those of the rows as they were computed (:mod:`model.analysis.causality_check`).
torch, no Qt.
"""

from __future__ import annotations

from collections.abc import Generator

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint
from model.network.masks import padding_mask
from model.network.transformer import Decoding, Keep
from viz_app.engine.messages import EXTENDING, ExtendTarget, Progress, TargetExtended
from viz_app.engine.rerun import decode_to, opened
from viz_app.engine.run_ids import RunIds

Items = Generator[Progress | TargetExtended, None, None]


def extend_target(request: ExtendTarget, checkpoint: Checkpoint | None) -> Items:
    """The maps of the run's rows with every later token there. Raises :class:`Problem`.

    The last row gets a later token too: the one it produced, where the network has a position for it.
    """
    run = request.run
    checkpoint = opened(checkpoint, run)
    yield Progress(request.ticket, EXTENDING)
    layers = whole_target(checkpoint, run).layers
    own = [record.own.weights for record in layers]
    cross = [record.cross.weights for record in layers if record.cross is not None]
    rows = len(run.consumed)
    yield TargetExtended(request.ticket, _rows(own, rows).numpy(), _rows(cross, rows).numpy())


@torch.inference_mode()
def whole_target(checkpoint: Checkpoint, run: RunIds) -> Decoding:
    """One pass over the consumed tokens and, up to the network's limit, the last produced one."""
    transformer = checkpoint.transformer
    device = next(transformer.parameters()).device
    room = len(run.consumed) < transformer.config.target_limit
    consumed = torch.tensor([run.consumed + run.produced[-1:] * room], device=device)  # [1,N]
    visible = torch.tensor([run.visible + (True,) * room], device=device)  # [1,N]
    source = torch.tensor([run.source], device=device)  # [1,S]
    encoding = transformer.encode(source, padding_mask(source, checkpoint.special.source_padding))
    return decode_to(transformer, encoding, consumed, visible, Keep.WEIGHTS)


def _rows(weights: list[Tensor], rows: int) -> Tensor:
    """L tensors [1,H,N,K] → [L,H,rows,K]."""
    return torch.cat(weights)[:, :, :rows].float().cpu()
