"""What a table of heads over a file says of the heads on screen: statements that would else stand on one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from model.analysis.aligning_head import HeadPlace, aligning_head, held_out
from model.record.trace import KINDS, Kind
from viz_app.platform.text import fill, translate
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure

LONGEST = 28  #: letters of a file's name in a statement


def heads_of_file(now: Snapshot) -> CorpusHeads | None:
    """The table that is loaded, where it is of the checkpoint that recorded the run on screen."""
    table, run = now.file_heads, now.run
    if table is None or run is None:
        return None
    shapes: dict[Kind, Any] = {kind: (run.layers(kind), run.heads(kind)) for kind in KINDS}
    return table if table.fits(run.meta.checkpoint_sha256, shapes) else None


def measure_of_file(now: Snapshot, kind: Kind, name: str) -> CorpusMeasure | None:
    """One measure of all heads of a kind; None for what is shown as a mean over heads or layers."""
    table, reading = heads_of_file(now), None if now.trace is None else now.trace.meta.reading
    joined = reading is not None and reading.aggregate != "none"
    return None if table is None or joined else table.measure(kind, name)


def best_of_file(now: Snapshot) -> tuple[HeadPlace, bool, int] | None:
    """The head of cross attention that aligns best over the file, whether by links, and on how many sentences.

    By the lowest alignment error rate where the table has one, else by the mean two-way focus.
    """
    table = heads_of_file(now)
    if table is None:
        return None
    by_links = table.measure("cross", "aer")
    found = by_links or table.measure("cross", "sharpness")
    if found is None or not np.isfinite(found.mean).any():
        return None
    values = found.mean if by_links is None else -found.mean
    layer, head = (int(place) for place in np.unravel_index(int(np.nanargmax(values)), values.shape))
    return (layer, head), by_links is not None, int(found.base[layer, head])


def best_head(now: Snapshot) -> HeadPlace | None:
    """The head that is called the one that aligns best: a file's links decide, then held-out ones, then sharpness."""
    run = now.run
    if run is None:
        return None
    found = None if now.file_heads is None else best_of_file(now)
    if found is not None and (found[1] or held_out(run) is None):
        return found[0]
    return aligning_head(run)


def base_told(table: CorpusHeads) -> str:
    """``5,000 sentences of pairs.tsv``."""
    name = table.file if len(table.file) <= LONGEST else table.file[: LONGEST - 1] + "…"
    return fill(translate("FileHeads", "%1 sentences of %2"), f"{table.sentences:,}", name)
