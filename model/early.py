"""Early guesses: what the model would say after each decoder layer, if that were the last.

The vocabulary head, made for the last layer, is applied to the layers before it (the "logit lens",
nostalgebraist 2020), after the final norm where the model has one. numpy only: the result; the measuring
needs the network and is :mod:`viz_app.engine.early`. No layer but the last was trained to be read so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.trace import Trace

GUESSES = 5  #: per layer and step, fewer only where the vocabulary is smaller


@dataclass(frozen=True, eq=False)
class EarlyGuesses:
    """The head applied after each of Ld decoder layers, at each of T steps of one run."""

    trace: Trace  #: the run as it was recorded
    ids: NDArray[np.int64]  # [Ld,T,5] the likeliest first
    tokens: NDArray[np.str_]  # [Ld,T,5]
    probabilities: NDArray[np.float32]  # [Ld,T,5] softmax over the whole vocabulary
    produced_probability: NDArray[np.float32]  # [Ld,T] of the token that follows in this run
