"""The residual stream in plain loops: what each sub-layer of a network received and added, and what each norm read.

It shares no code with ``model/``: :mod:`tests.oracle` runs the network, this module watches it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import Array, Matrix, Oracle, Row

Sums = dict[str, tuple[Matrix, Matrix]]


class StreamOracle(Oracle):
    """A network that remembers its sums and its norms, by the names of its parts."""

    def __init__(
        self, config: Any, weights: Mapping[str, Array], source: Sequence[int], target: Sequence[int], pad: int
    ) -> None:
        super().__init__(config, weights)
        self.sums: Sums = {}
        self.read: dict[str, Matrix] = {}
        self.pad = pad
        self.decode(target, self.encode(source, pad), source, pad)

    def after(self, name: str, x: Matrix, added: Matrix) -> Matrix:
        self.sums[name] = x, added
        return super().after(name, x, added)

    def norm(self, name: str, x: Matrix) -> Matrix:
        self.read[name] = x
        return super().norm(name, x)

    def token(self, index: int, side: str) -> Row:
        """A token's row of its table, times √M where the model does so."""
        table = self.target_table if side == "target" else "source_embedding.token.weight"
        scale = math.sqrt(self.config.width) if self.config.scale_embeddings else 1.0
        return [float(value) * scale for value in self.weights[table][index]]

    def moments(self, name: str, position: int) -> tuple[float, float]:
        """μ and σ of what a norm read at a position, σ before eps."""
        row = self.read[name][position]
        mean = 0.0 if self.config.norm == "rms" else sum(row) / len(row)
        over = len(row) - 1 if self.config.norm == "unbiased" else len(row)
        return mean, math.sqrt(sum((value - mean) ** 2 for value in row) / over)


def length(row: Row) -> float:
    """‖row‖."""
    return math.sqrt(sum(value * value for value in row))


def cosine(left: Row, right: Row) -> float:
    """Of the angle between two rows."""
    return sum(a * b for a, b in zip(left, right, strict=True)) / length(left) / length(right)
