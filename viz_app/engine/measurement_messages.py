"""Messages of the measurements on a run: what each asks, what it says meanwhile, what it answers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.common.text import Text
from viz_app.engine.run_ids import RunIds

#: What Progress says.
REPLACING = Text("Measuring what happens without each word", context="Engine")
GUESSING = Text("Asking every decoder layer for the next token", context="Engine")
EXTENDING = Text("Running the decoder over the whole target at once", context="Engine")


@dataclass(frozen=True)
class ReplaceTokens:
    """What happens to each produced token's probability without each source token?"""

    ticket: int
    run: RunIds
    replacement: str = "unknown"  #: or padding: hidden


@dataclass(frozen=True)
class GuessEarly:
    """What would the vocabulary head say after each decoder layer?"""

    ticket: int
    run: RunIds


@dataclass(frozen=True)
class ExtendTarget:
    """The decoder over all consumed tokens at once, and the last produced one where there is a position for it."""

    ticket: int
    run: RunIds


@dataclass(frozen=True, eq=False)
class EffectsMeasured:
    """As in :class:`model.analysis.effects.Effects`."""

    ticket: int
    change: NDArray[np.float32]  # [T,S]
    replacement: str
    token: str


@dataclass(frozen=True, eq=False)
class EarlyGuessed:
    """As in :class:`model.analysis.logit_lens.EarlyGuesses`."""

    ticket: int
    ids: NDArray[np.int64]  # [Ld,T,5]
    tokens: NDArray[np.str_]  # [Ld,T,5]
    probabilities: NDArray[np.float32]  # [Ld,T,5]
    produced_probability: NDArray[np.float32]  # [Ld,T]


@dataclass(frozen=True, eq=False)
class TargetExtended:
    """The weights of the run's T rows with N ≥ T tokens there; compared in :mod:`model.analysis.causality_check`."""

    ticket: int
    decoder: NDArray[np.float32]  # [Ld,Hd,T,N]
    cross: NDArray[np.float32]  # [Ld,Hd,T,S]


@dataclass(frozen=True)
class ReadWeights:
    """The matrices of one part of one layer: of one head of an attention, or of a feed-forward."""

    ticket: int
    sha256: str  #: of the checkpoint that is meant
    part: str  #: encoder, decoder, cross, encoder_ff, decoder_ff; vocabulary; parameters: all shapes
    layer: int
    head: int = 0
    rows: tuple[int, ...] = ()  #: of the vocabulary head: which tokens


@dataclass(frozen=True, eq=False)
class WeightsRead:
    """As in :class:`model.analysis.projections.PartWeights`."""

    ticket: int
    weights: Mapping[str, NDArray[np.float32]]


MeasurementRequest = ReplaceTokens | GuessEarly | ExtendTarget | ReadWeights  #: another run makes them pointless
MeasurementReply = EffectsMeasured | EarlyGuessed | TargetExtended | WeightsRead
