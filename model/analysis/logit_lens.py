"""The logit lens: the predictions after each decoder layer, as if that were the last.

The vocabulary head, made for the last layer, is applied to the layers before it (the "logit lens",
nostalgebraist 2020), after the final norm where the model has one. numpy only: the result; the measuring
needs the network and is :mod:`viz_app.engine.measurements`. No layer but the last was trained to be read so.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

GUESSES = 5  #: per layer and step, fewer only where the vocabulary is smaller


@dataclass(frozen=True, eq=False)
class EarlyGuesses:
    """The head applied after each of Ld decoder layers, at each of T steps of one run."""

    trace: Trace  #: the run as it was recorded
    ids: NDArray[np.int64]  # [Ld,T,5] the likeliest first
    tokens: NDArray[np.str_]  # [Ld,T,5]
    probabilities: NDArray[np.float32]  # [Ld,T,5] softmax over the whole vocabulary
    produced_probability: NDArray[np.float32]  # [Ld,T] of the token that follows in this run


#: What a trace file can hold of them, beside the activations.
_HELD = {"ids": "LTG", "tokens": "LTG", "probabilities": "LTG", "produced_probability": "LT"}


def holding(guesses: EarlyGuesses) -> Trace:
    """The run with its guesses, to travel in a file."""
    held = {f"early/{name}": getattr(guesses, name) for name in _HELD}
    return replace(guesses.trace, activations={**guesses.trace.activations, **held})


def held_guesses(trace: Trace) -> EarlyGuesses | None:
    """The guesses that travelled with ``trace``; None where there are none, or arrays that do not fit."""
    held = {name: trace.activations.get(f"early/{name}") for name in _HELD}
    found = {name: array for name, array in held.items() if array is not None}
    sizes = {"T": trace.steps}
    for name, array in found.items():
        letters, kind = _HELD[name], {"ids": "i", "tokens": "U"}.get(name, "f")
        fits = array.ndim == len(letters) and array.dtype.kind == kind and 0 not in array.shape
        if not fits or any(sizes.setdefault(one, size) != size for one, size in zip(letters, array.shape, strict=True)):
            return None
    return EarlyGuesses(trace, **found) if len(found) == len(_HELD) else None
