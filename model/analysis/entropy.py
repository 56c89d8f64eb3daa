"""The entropy of a step's distribution over the vocabulary: how unsure the model was of the token. numpy only.

Shannon's −Σ p·log₂ p, in bits; 2 to it is the number of tokens, all alike, among which one would be as unsure.
"""

from __future__ import annotations

import math

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace

MOST_BITS = 64.0  #: more than any vocabulary has
NEGLIGIBLE = 1e-6  #: probability of all tokens that are not listed, where rounding alone leaves it


@dataclass(frozen=True)
class NextTokenEntropy:
    """Of one step."""

    bits: float
    exact: bool  #: over the whole vocabulary; else the true one is at least this

    @property
    def written(self) -> tuple[str, str]:
        """The bits and the tokens as they are said; rounded down where they are a lower bound."""
        bits, tokens = self.bits, 2**self.bits
        if not self.exact:
            bits, tokens = math.floor(100 * bits) / 100, math.floor(10 * tokens) / 10
        return f"{bits:.2f}", f"{tokens:.1f}"


def entropy(trace: Trace, step: int) -> NextTokenEntropy | None:
    """As it was recorded; of a trace that lacks it, that of the candidates and of all other tokens as if they were one.

    None where neither is known. Raises IndexError for a step that the run does not have.
    """
    if trace.candidate_entropy is not None and 0 <= (bits := float(trace.candidate_entropy[step])) < MOST_BITS:
        return NextTokenEntropy(abs(bits), exact=True)
    if trace.candidate_probabilities is None or not trace.candidate_probabilities.shape[1]:
        return None
    listed = trace.candidate_probabilities[step].astype(np.float64)
    rest = max(0.0, 1.0 - float(listed.sum()))
    shares = [share for share in [*listed.tolist(), rest] if share != 0]
    if not all(0 < share < 1 + NEGLIGIBLE for share in shares):  # not-a-number either
        return None
    return NextTokenEntropy(abs(sum(share * math.log2(share) for share in shares)), exact=rest < NEGLIGIBLE)
