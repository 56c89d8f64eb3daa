"""The loss of a run under teacher forcing: at each position, its mean, perplexity. numpy only: no torch, no Qt.

For a run that was decoded the produced tokens take the place of the given ones: its own loss on itself.
Cross entropy as in training, without label smoothing (AIAYN 5.4 smooths it).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace


@dataclass(frozen=True, eq=False)
class Losses:
    """The losses of a run with ``given`` labels that count; positions after them are padding and are ignored."""

    each: NDArray[np.float64]  # [T] −ln p of each label; not-a-number where it is ignored
    mean: NDArray[np.float64]  # [T] over the labels up to each position; not-a-number where it is ignored
    given: int

    @property
    def log_probability(self) -> float:
        """Of the whole given target: Σ ln p; −∞ where the model gave a label no probability."""
        return -float(self.each[: self.given].sum())

    @property
    def loss(self) -> float:
        """Mean over the labels, in nats."""
        return -self.log_probability / self.given

    @property
    def perplexity(self) -> float:
        """e to the mean loss: among how many tokens, all alike, the model would be as unsure."""
        return float(np.exp(min(self.loss, 700.0)))  # beyond that no number of this kind is left


def losses(trace: Trace) -> Losses | None:
    """None for a run without probabilities: it has no vocabulary head, or they were not recorded."""
    if trace.produced_probability is None or not len(trace.produced_probability):
        return None
    probability, given = trace.produced_probability.astype(np.float64), labels_given(trace)
    with np.errstate(divide="ignore", invalid="ignore"):
        each = -np.log(probability)
    each[given:] = np.nan
    return Losses(each, np.cumsum(each) / np.arange(1, len(each) + 1), given)


def is_taught(trace: Trace) -> bool:
    """Was the target given, all of it, and consumed in one pass?"""
    return trace.origin is not None and len(trace.origin) > 0 and bool((trace.origin == "teacher").all())


def labels_given(trace: Trace) -> int:
    """The number of labels that count; after them a batch's shorter targets are padded."""
    given = trace.meta.decoding.get("given")
    return given if type(given) is int and 1 <= given <= trace.steps else trace.steps
