"""A table of heads whose numbers differ in every axis."""

from __future__ import annotations

import math

import numpy as np

from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure
from model.record.trace import Kind


def measure(first: float, shape: tuple[int, int], spread: bool = True, base: int = 200) -> CorpusMeasure:
    """``first`` + layer / 10 + head / 100."""
    layers, heads = np.indices(shape)
    values = first + layers / 10 + heads / 100
    deviation = values / 7 if spread else np.full(shape, math.nan)
    return CorpusMeasure(values, deviation, np.full(shape, base, dtype=np.int64))


def planted(
    shapes: dict[Kind, tuple[int, int]] | None = None, sha256: str = "ab" * 32, file: str = "sätze.tsv"
) -> CorpusHeads:
    """Two kinds of two layers of three heads, or of ``shapes``."""
    found: dict[Kind, dict[str, CorpusMeasure]] = {}
    for number, (kind, shape) in enumerate((shapes or {"encoder": (2, 3), "cross": (2, 3)}).items()):
        found[kind] = {"entropy": measure(1 + number, shape), "focus": measure(0.2 + number / 4, shape)}
        if kind == "cross":
            found[kind]["sharpness"] = measure(0.3, shape)
            found[kind]["aer"] = measure(0.5, shape, spread=False, base=150)
        else:
            found[kind]["previous"] = measure(0.1, shape)
    about = {"checkpoint": "planted", "checkpoint_sha256": sha256, "file": file, "sentences": 200, "left_out": 0}
    return CorpusHeads(about, found)
