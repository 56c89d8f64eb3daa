"""Many heads' maps as one: means over heads and layers, and attention rollout. Arithmetic only; numpy only.

All maps are [L,H,Q,K] in and [L',H',Q,K] out, float32; a mean over something leaves an axis of length 1.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass

Maps = NDArray[np.float32]
Aggregate = Literal["none", "heads", "layers", "all", "rollout"]
#: Which axes a mean is taken over.
_AXES: dict[str, tuple[int, ...]] = {"heads": (1,), "layers": (0,), "all": (0, 1)}


def mean(maps: Maps, over: Aggregate) -> Maps:
    """[L,1,Q,K] for ``heads``, [1,H,Q,K] for ``layers``, [1,1,Q,K] for ``all``. A not-a-number stays one."""
    result: Maps = maps.mean(axis=_AXES[over], keepdims=True, dtype=np.float32)
    return result


def encoder_rollout(maps: Maps) -> Maps:
    """[L,H,S,S] → [L,1,S,S]: what of each source token is in each position after layer l.

    Abnar and Zuidema (2020), "Quantifying Attention Flow in Transformers", section 3: with A_l the mean
    over heads and half of every position carried on by the residual connection,

        R_0 = I,   R_l = norm(0.5 · A_l + 0.5 · I) · R_(l−1),

    where norm divides each row by its sum (1 already, but for rows that see nothing or were moved).
    """
    rolled = np.eye(maps.shape[-1])
    result = []
    for layer in maps:
        rolled = _half(layer) @ rolled
        result.append(rolled)
    return _stacked(result)


def decoder_rollout(own: Maps, cross: Maps, encoder: Maps) -> tuple[Maps, Maps]:
    """Both decoder sides jointly: [L,H,T,T], [L,H,T,S] and the encoder's rollout [Le,1,S,S] → [L,1,T,T], [L,1,T,S].

    Our own extension to encoder-decoder models; the paper has encoders only. D holds how much of each
    consumed token is in each decoder position, C how much of each source token; D = I and C = 0 at
    first. Every sub-layer counts half, its residual connection the other half:

        after self-attention with heads' mean A:    D ← N·D,   C ← N·C,   N = norm(0.5 · A + 0.5 · I)
        after cross attention with heads' mean X:   D ← 0.5 · D,   C ← 0.5 · norm(X) · R + 0.5 · C

    where R is the encoder's rollout through all its layers, since the decoder reads the encoder's output. So each
    row of D and C together sums to 1. A row that gives no weight at all passes on what it has.
    """
    memory = encoder[-1, 0].astype(np.float64)  # [S,S]
    target, source = np.eye(own.shape[-1]), np.zeros(cross.shape[-2:])
    both: tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]] = ([], [])
    for self_layer, cross_layer in zip(own, cross, strict=True):
        moved = _half(self_layer)
        target, source = moved @ target, moved @ source
        read = cross_layer.mean(axis=0, dtype=np.float64)  # [T,S]
        total = read.sum(axis=-1, keepdims=True)
        seen = total > 0
        share = np.where(seen, 0.5, 0.0)
        source = (1 - share) * source + share * (np.where(seen, read / np.where(seen, total, 1), 0) @ memory)
        target = (1 - share) * target
        both[0].append(target)
        both[1].append(source)
    return _stacked(both[0]), _stacked(both[1])


@dataclass(frozen=True)
class Terms:
    """The terms of one number of a rollout, by the origin of each share; all float64."""

    own: NDArray[np.float64]  # [S] or [T] by way of each position of the row's own sequence
    source: NDArray[np.float64]  # [S] by way of each position of the encoder's output; () where there is none


def encoder_terms(maps: Maps, layer: int, query: int, key: int) -> Terms:
    """norm(0.5 · A + 0.5 · I)[query, j] · R of the layer before [j, key], for every position j."""
    before = np.eye(maps.shape[-1]) if layer == 0 else encoder_rollout(maps[:layer])[-1, 0].astype(np.float64)
    return Terms(_half(maps[layer])[query] * before[:, key], np.zeros(0))


def decoder_terms(
    own: Maps, cross: Maps, encoder: Maps, layer: int, query: int, key: int, of_source: bool
) -> Terms:  # fmt: skip
    """The same of C (``of_source``) or D of :func:`decoder_rollout`: what passes on, halved, and what cross adds."""
    length = own.shape[-1]
    target, source = np.eye(length), np.zeros(cross.shape[-2:])
    if layer:
        before = decoder_rollout(own[:layer], cross[:layer], encoder)
        target, source = (maps[-1, 0].astype(np.float64) for maps in before)
    passed = _half(own[layer])[query] * (source if of_source else target)[:, key]
    read = cross[layer, :, query].mean(axis=0, dtype=np.float64)
    total = read.sum()
    share = 0.5 if total > 0 else 0.0
    if not of_source:
        return Terms((1 - share) * passed, np.zeros(0))
    added = share * read / (total or 1) * encoder[-1, 0, :, key].astype(np.float64)
    return Terms((1 - share) * passed, added)


def _half(heads: Maps) -> NDArray[np.float64]:
    """[H,N,N] → norm(0.5 · mean + 0.5 · I)."""
    mixed = 0.5 * heads.mean(axis=0, dtype=np.float64) + 0.5 * np.eye(heads.shape[-1])
    half: NDArray[np.float64] = mixed / mixed.sum(axis=-1, keepdims=True)
    return half


def _stacked(layers: list[NDArray[np.float64]]) -> Maps:
    return np.stack(layers)[:, np.newaxis].astype(np.float32)
