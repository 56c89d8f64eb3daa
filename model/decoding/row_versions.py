"""Rows of the decoder that a step computes anew: how much each differs from what it was at the step before. torch.

Only a network in which a later token may change an earlier row computes one twice; see
:func:`model.decoding.session.decode_newest`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from model.network.transformer import Attended, Decoding
from model.record.trace import Kind

Sizes = Mapping[Kind, NDArray[np.float32]]


class RowVersions:
    """The weights of every decoder row as the newest step has computed them."""

    def __init__(self) -> None:
        self._before: dict[Kind, list[Tensor]] = {}

    def revised(self, decoding: Decoding) -> Sizes:
        """Kind → [Ld,t+1] the largest change of a weight of each row, over the heads of a layer; 0 for the newest row.

        A key that was not there at the step before had no weight. Nothing where only the newest row was computed.
        """
        before, self._before = self._before, _whole(decoding)
        if not before or not self._before:
            return {}
        pairs = {kind: zip(rows, self._before[kind], strict=True) for kind, rows in before.items()}
        return {kind: np.stack([_sizes(*pair) for pair in found]) for kind, found in pairs.items()}


def _whole(decoding: Decoding) -> dict[Kind, list[Tensor]]:
    """Kind → the weights [H,t+1,K] of each layer, where every row is there."""
    rows, keys = decoding.layers[0].own.weights.shape[2:]
    if rows != keys:
        return {}
    own = [record.own for record in decoding.layers]
    cross = [record.cross for record in decoding.layers if record.cross is not None]
    kinds: dict[Kind, list[Attended]] = {"decoder": own, "cross": cross}
    return {kind: [one.weights[0] for one in found] for kind, found in kinds.items()}


def _sizes(before: Tensor, now: Tensor) -> NDArray[np.float32]:
    """[H,t,J] and [H,t+1,K] weights → [t+1]."""
    rows, keys = before.shape[1:]
    change = now[:, :rows].clone()
    change[..., :keys] -= before
    sizes: NDArray[np.float32] = change.abs().amax(dim=(0, 2)).float().cpu().numpy()
    return np.append(sizes, np.float32(0))
