"""The newest row has no future to hide: rows computed one at a time, and again with every later token there.

A causal decoder never revises a row (AIAYN 3.1: predictions for position i depend only on positions before
it). numpy only: the comparison; the second pass needs the network and is :mod:`viz_app.engine.measurements`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

ROUNDING = 1e-4  #: single precision, added up in another order, differs by less than this


@dataclass(frozen=True, eq=False)
class Extension:
    """One run beside one pass over its whole target, which is as long or one token longer."""

    trace: Trace  #: the run as it was recorded, a row at a time
    length: int  #: tokens that the decoder consumed in the pass
    decoder: NDArray[np.float32]  # [T] largest |difference| of a weight in each row, over all layers, heads and keys
    cross: NDArray[np.float32]  # [T] the same of cross attention
    future: NDArray[np.float32]  # [T] the largest weight that a row gives to a later token in the pass

    @property
    def rows(self) -> NDArray[np.float32]:
        """[T] the largest difference of each row, of either attention, weight on later tokens included."""
        return np.maximum(np.maximum(self.decoder, self.cross), self.future)

    @property
    def largest(self) -> float:
        return float(self.rows.max(initial=0))

    @property
    def unchanged(self) -> bool:
        """Nothing beyond rounding; a blocked cell that keeps any weight at all is no rounding."""
        return not self.future.any() and self.largest <= ROUNDING


def compare(trace: Trace, decoder: NDArray[np.float32], cross: NDArray[np.float32]) -> Extension:
    """``decoder`` [Ld,Hd,T,N] and ``cross`` [Ld,Hd,T,S]: the same rows with N ≥ T tokens there.

    Raises ValueError where they are not of this run.
    """
    own, fetched = trace.decoder_attention, trace.cross_attention
    steps, length = decoder.shape[-2:]
    if own is None or fetched is None or cross.shape != fetched.shape or own.shape[:3] != decoder.shape[:3]:
        raise ValueError("these are no maps of this run")
    if length < steps:
        raise ValueError("a later pass has at least as many tokens")
    past = np.tri(steps, dtype=bool)
    later = ~np.tri(steps, length, dtype=bool)
    changed, given, other = (np.zeros(steps, dtype=np.float32) for _ in range(3))
    for layer in range(len(own)):
        changed = np.maximum(changed, _most(np.abs(decoder[layer, ..., :steps] - own[layer]) * past))
        given = np.maximum(given, _most(np.abs(cross[layer] - fetched[layer])))
        other = np.maximum(other, _most(decoder[layer] * later))
    return Extension(trace, length, changed, given, other)


def _most(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """[H,T,K] → [T]."""
    most: NDArray[np.float32] = values.max(axis=(0, 2), initial=0)
    return most


def with_extension(extension: Extension) -> Trace:
    """The run with what was measured on it, to travel in a file."""
    rows = {name: getattr(extension, name) for name in _ROWS}
    held = {f"extension/{name}": array for name, array in (rows | {"length": np.array([extension.length])}).items()}
    return replace(extension.trace, activations={**extension.trace.activations, **held})


def held_extension(trace: Trace) -> Extension | None:
    """The extension that travelled with ``trace``; None where there is nothing, or arrays that do not fit."""
    rows = {name: trace.activations.get(f"extension/{name}") for name in _ROWS}
    length = trace.activations.get("extension/length")
    if length is None or length.shape != (1,) or length.dtype.kind not in "iu" or int(length[0]) < trace.steps:
        return None
    found = {name: array for name, array in rows.items() if array is not None}
    if any(array.shape != (trace.steps,) or array.dtype.kind != "f" for array in found.values()):
        return None
    return Extension(trace, int(length[0]), **found) if len(found) == len(_ROWS) else None


_ROWS = ("decoder", "cross", "future")
