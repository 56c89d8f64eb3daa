"""Sampling: the next token drawn from the network's distribution, sharpened and cut off as it was asked for.

Temperature first, then top-k, then top-p ("The Curious Case of Neural Text Degeneration", arXiv 1904.09751), and what
is left sums to 1 again. The number that is drawn at a step depends on the seed and the step alone, so that a run is the
same in every process and in any batch. numpy only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.seeded_numbers import drawn
from model.common.text import Text
from model.network.interventions import LARGEST_SEED, is_temperature

METHOD = "sampled"  #: of decoding, and the origin of a token that was drawn
Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Sampling:
    """The rules of drawing. Raises :class:`Problem` for values that leave nothing to draw from."""

    seed: int = 0
    temperature: float = 1.0  #: logits are divided by it
    top_k: int = 0  #: of the likeliest so many; 0: of all
    top_p: float = 1.0  #: of the likeliest that together have this probability, as few as do

    def __post_init__(self) -> None:
        good = (
            type(self.seed) is int and 0 <= self.seed <= LARGEST_SEED,
            is_temperature(self.temperature),
            type(self.top_k) is int and self.top_k >= 0,
            type(self.top_p) in (int, float) and 0 < self.top_p <= 1,
        )
        if not all(good):
            why = Text("a seed and top-k are whole numbers, a temperature is above 0, and top-p from above 0 to 1")
            raise Problem(Text("sampling"), why, Text("Correct them"))

    @property
    def said(self) -> Text:
        """For captions."""
        said: Text = Text("sampled with temperature %1, seed %2", f"{self.temperature:g}", self.seed)
        if self.top_k:
            said = Text("%1, top-k %2", said, self.top_k)
        return Text("%1, top-p %2", said, f"{self.top_p:g}") if self.top_p < 1 else said

    def to_json(self) -> dict[str, Any]:
        """As ``meta.decoding`` of a trace holds it under ``sampling``."""
        return asdict(self)

    def shares(self, logits: Shares) -> Shares:
        """[V] logits, −∞ for what may not be produced → [V] the probabilities that are drawn from."""
        x = np.asarray(logits, dtype=np.float64) / self.temperature
        p = np.exp(x - x.max())
        p /= p.sum()
        likeliest = np.argsort(-p, kind="stable")
        if self.top_k:
            p[likeliest[self.top_k :]] = 0.0
        if self.top_p < 1:
            p /= p.sum()
            before = np.cumsum(p[likeliest]) - p[likeliest]
            p[likeliest[before >= self.top_p]] = 0.0
        return np.asarray(p / p.sum())

    def choose(self, shares: Shares, step: int) -> int:
        """The token that is drawn at a step, counted from 0."""
        ends = np.cumsum(shares)
        found = int(np.searchsorted(ends, drawn(self.seed, step) * ends[-1], side="right"))
        return min(found, int(np.flatnonzero(shares)[-1]))


def sampling_of(decoding: Mapping[str, Any]) -> Sampling | None:
    """The rules that a run's ``meta.decoding`` tells of; None where it drew nothing, or tells nonsense."""
    held = decoding.get("sampling")
    if not isinstance(held, Mapping) or set(held) != {item.name for item in fields(Sampling)}:
        return None
    try:
        return Sampling(**held)
    except Problem:
        return None
