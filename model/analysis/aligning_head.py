"""The head of cross attention that aligns words best: as measured for its checkpoint on held-out sentences, else here.

Two measures, never mixed up. *Aligns best* is said of sentences with word links: how often the largest weight of the
row that writes a word falls on the linked source word (``benchmarks/alignment.py``). A shipped checkpoint carries that
table, ``assets/samples/NAME-alignment.json``, found by the hash of its weights; so do the snapshots of the training
that ships (``assets/learning/alignment.json``). *Sharpest* is said of one run without
links: two-way focus (:mod:`model.analysis.alignment`). A sharp head may point at the wrong word; so where the table is
known it decides, and the other is said beside it. numpy only.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.alignment import two_way_focus
from model.common.assets import LEARNING, SAMPLES, shipped_checkpoints, shipped_sha
from model.common.lazy_dataclass import dataclass
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace

MOST_CELLS = 64_000_000  #: of cross attention: a tenth of a second

HeadPlace = tuple[int, int]  #: layer and head of cross attention, from 0


@dataclass(frozen=True)
class HeldOutAlignment:
    """How often each head's largest weight falls on the linked word; of sentences that training has not seen."""

    sentences: int
    links: int
    accuracy: tuple[tuple[float, ...], ...]  #: [L][H], 0 … 1

    @property
    def table(self) -> NDArray[np.float64]:
        """The accuracies as [L,H]."""
        return np.array(self.accuracy, dtype=np.float64)

    @property
    def share(self) -> float:
        """How often that of the best head does."""
        return float(np.nanmax(self.table))

    @property
    def best(self) -> HeadPlace:
        """The head that aligns best."""
        return _largest(self.table)


def held_out(trace: Trace) -> HeldOutAlignment | None:
    """What is known of the checkpoint that recorded a run; None where nothing is, or it has other heads."""
    known = _measured(trace.meta.checkpoint_sha256)
    heads = (trace.layers("cross"), trace.heads("cross"))
    return known if known is not None and known.table.shape == heads else None


@kept_by_run(8)
def sharpness(trace: Trace) -> NDArray[np.float64] | None:
    """[L,H] two-way focus, computed once; None where there is nothing to align, or too much to be told at once."""
    attention = trace.cross_attention
    return None if attention is None or attention.size > MOST_CELLS else two_way_focus(trace)


def sharpest_head(trace: Trace) -> HeadPlace | None:
    """The head that points most clearly on this run alone; of equal ones the first."""
    focus = sharpness(trace)
    return None if focus is None or not np.isfinite(focus).any() else _largest(focus)


def aligning_head(trace: Trace) -> HeadPlace | None:
    """The head at which a run is worth looking at first: by held-out sentences where they are known, else on itself."""
    known = held_out(trace)
    return sharpest_head(trace) if known is None else known.best


def _largest(values: NDArray[np.float64]) -> HeadPlace:
    layer, head = divmod(int(np.nanargmax(values)), values.shape[1])
    return layer, head


@cache
def _measured(sha256: str) -> HeldOutAlignment | None:
    """By the hash of the weights, so that another file of that name has no record."""
    if not sha256:
        return None
    shipped = (SAMPLES / f"{name}-alignment.json" for name in shipped_checkpoints() if shipped_sha(name) == sha256)
    path = next(shipped, None)
    try:
        said = json.loads((path or LEARNING / "alignment.json").read_text(encoding="utf-8"))
        return _checked(said if path is not None else said[sha256])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _checked(said: dict[str, Any]) -> HeldOutAlignment:
    """Raises ValueError, KeyError or TypeError for what is no table of shares."""
    rows = tuple(tuple(float(share) for share in row) for row in said["accuracy"])
    shares = [share for row in rows for share in row]
    if not shares or len({len(row) for row in rows}) != 1 or not all(0 <= share <= 1 for share in shares):
        raise ValueError
    return HeldOutAlignment(int(said["sentences"]), int(said["links"]), rows)
