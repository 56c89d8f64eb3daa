"""A synthetic run with the vectors behind its weights, for *Embeddings & layers*: no model, no file.

No two numbers are alike, so that a swapped axis or an index one off shows. What follows from something else does:
the sum is token + position, and the position table is the paper's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.record.trace import Trace

Vectors = NDArray[np.float32]
NETWORK = {"scale_scores": True, "mask_fill": "-inf", "norm": "layer", "norm_order": "post", "norm_eps": 1e-5,
           "positions": "sinusoidal", "scale_embeddings": True}  # fmt: skip
ROWS = 128  #: of the tables of positions


def with_vectors(trace: Trace, width: int = 12, depth: int = 3, seed: int = 1, **network: Any) -> Trace:
    """``trace`` with activations of M = ``width`` and D = ``depth``; ``network`` replaces entries of its ``meta``."""
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> Vectors:
        return rng.normal(size=shape).astype(np.float32)

    table = sines(ROWS, width)
    held: dict[str, Vectors] = {}
    lengths = {"source": trace.source_length, "target": trace.steps}
    for side, stack, parts in (("source", "encoder", 2), ("target", "decoder", 3)):
        count, layers = lengths[side], trace.layers(stack)  # type: ignore[arg-type]  # a kind too
        token, position = drawn(count, width), sines(count, width)
        held |= {f"{side}_token": token, f"{side}_position": position, f"{side}_embedded": token + position}
        held |= {f"{side}_position_table": table, f"{stack}_inputs": drawn(layers, parts, count, width)}
        held |= {f"{stack}_outputs": drawn(layers, parts, count, width)}
        held |= {f"{stack}_ff_gamma": 1 + drawn(layers, width), f"{stack}_ff_beta": drawn(layers, width)}
    for kind, rows, columns in (("encoder", "source", "source"), ("decoder", "target", "target"),
                                ("cross", "target", "source")):  # fmt: skip
        layers, heads = trace.layers(kind), trace.heads(kind)  # type: ignore[arg-type]
        held |= {f"{kind}_{name}": drawn(layers, heads, lengths[rows], depth) for name in ("query", "mixed")}
        held |= {f"{kind}_{name}": drawn(layers, heads, lengths[columns], depth) for name in ("key", "value")}
        held |= {f"{kind}_gamma": 1 + drawn(layers, width), f"{kind}_beta": drawn(layers, width)}
    held["memory"] = drawn(lengths["source"], width)
    return replace(trace, activations=held, meta=replace(trace.meta, network=NETWORK | network))


def sines(rows: int, width: int) -> Vectors:
    """[rows,M] the table of section 3.5, in plain loops."""
    return _sines(rows, width).copy()


@lru_cache(maxsize=64)
def _sines(rows: int, width: int) -> Vectors:
    table = np.zeros((rows, width), dtype=np.float32)
    for position in range(rows):
        for dimension in range(width):
            angle = position / 10000.0 ** ((dimension - dimension % 2) / width)
            table[position, dimension] = np.cos(angle) if dimension % 2 else np.sin(angle)
    return table
