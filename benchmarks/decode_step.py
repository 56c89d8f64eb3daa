"""The time of one captured decoding step, against the tutorial's loop, Hugging Face and no capture.

``python benchmarks/decode_step.py [--rounds N] [--only TEXT]``; needs the package transformers for one baseline.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._harness import Bar, Candidate, run

REPEATS = {"small": 9, "base": 3}
WAYS = {
    "captured": "ours, cache, everything captured",
    "fused": "same network, fused attention, no capture",
    "tutorial": "the tutorial's loop, everything again",
    "marian": "Hugging Face Marian, cache + attentions",
}


def milliseconds(size: str, way: str) -> float:
    """Median CPU milliseconds per step of several sentences."""
    from benchmarks._decoders import prepare

    decode = prepare(size, way)
    decode()
    return statistics.median(decode() for _ in range(REPEATS[size]))


def capture_ratio(size: str) -> float:
    """Median of captured / fused, decoded in turns: apart, the two differ by what else the machine does meanwhile."""
    from benchmarks._decoders import prepare

    captured, fused = prepare(size, "captured"), prepare(size, "fused")
    captured(), fused()
    return statistics.median(captured() / fused() for _ in range(5 * REPEATS[size]))


def bandwidth_bound(size: str) -> float:
    """Milliseconds that one thread needs to read a step's weights once: no step can be faster."""
    import torch

    from benchmarks._decoders import SIZES

    torch.set_num_threads(1)
    width, layers, _, inner, vocabulary = SIZES[size]
    weights = torch.randn(layers * (6 * width * width + 2 * width * inner) + vocabulary * width)
    times = []
    for _ in range(15):
        start = time.process_time()
        weights.sum()
        times.append(time.process_time() - start)
    return statistics.median(times) * 1e3


def name(size: str, way: str) -> str:
    return f"{size}: {WAYS[way]}"


CANDIDATES: Mapping[str, Candidate] = {
    **{name(size, way): partial(milliseconds, size, way) for size in REPEATS for way in WAYS},
    **{f"{size}: captured / fused, in turns": partial(capture_ratio, size) for size in REPEATS},
    **{f"{size}: reading the weights once": partial(bandwidth_bound, size) for size in REPEATS},
}
BARS = (
    Bar("small: the tutorial's loop", name("small", "captured"), name("small", "tutorial"), bar=2.6, goal=4),
    Bar("base: the tutorial's loop", name("base", "captured"), name("base", "tutorial"), bar=1.9, goal=2.5),
    Bar("small: Marian, cache + attentions", name("small", "captured"), name("small", "marian"), bar=1.9, goal=3),
    Bar("base: Marian, cache + attentions", name("base", "captured"), name("base", "marian"), bar=1.2, goal=1.6),
    Bar("small: capture / none", "small: captured / fused, in turns", "", 1.2, 1.05, at_most=True),
    Bar("base: capture / none", "base: captured / fused, in turns", "", 1.2, 1.05, at_most=True),
)
#: Reported, not promised: how near a step comes to what memory allows.
REPORTED = tuple(
    Bar(f"{size}: over the bound of memory", name(size, "captured"), f"{size}: reading the weights once",
        bar=float("inf"), goal=goal, at_most=True)
    for size, goal in (("small", 1.5), ("base", 1.15))
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, (*BARS, *REPORTED), "CPU milliseconds per decoding step, one thread."))
