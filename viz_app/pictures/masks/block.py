"""One attention block in *Masks*: its masks, its scores before them and its weights after them.

All maps of a block (:mod:`viz_app.pictures.masks.maps`) have its rows and columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from model.analysis.unmasked_weights import unmasked_weights
from model.common.lazy_dataclass import dataclass
from model.record.changed_places import flipped_cells, unflipped
from model.record.kept_by_run import kept_by_run
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.drawings import glossed
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.state.state import Snapshot

Bools = NDArray[np.bool_]
Numbers = NDArray[np.float32]

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import RunGlosses


@dataclass(frozen=True, eq=False)
class MaskBlock:
    """One attention block of a run."""

    trace: Trace  #: whose rows and columns these are
    kind: Kind
    layer: int
    head: int
    mask: Bools  #: [Q,K] as the block used it
    scores: Numbers | None  #: [Q,K] not-a-number where none was computed
    weights: Numbers | None
    unmasked: NDArray[np.float64] | None  #: the weights that all scores would give

    @property
    def pairs(self) -> Labels | None:
        """Consumed → produced for each row, where the run has both."""
        return picture_texts.pair_labels(self.trace, self.kind)

    @property
    def flipped(self) -> frozenset[tuple[int, int]]:
        """Cells (query, key) that somebody flipped, where both tokens were there."""
        return flipped_cells(self.trace, self.kind)

    @property
    def unflipped(self) -> Bools:
        """[Q,K] the mask as it was before that."""
        return unflipped(self.trace, self.kind, self.mask)

    @property
    def shape(self) -> tuple[int, int]:
        return self.mask.shape[0], self.mask.shape[1]

    @property
    def reads_one_head(self) -> bool:
        """Are cells those of one head and its own tokens? Else scores are not theirs."""
        return reads_one_head(self.trace)

    @property
    def labels(self) -> tuple[Labels, Labels]:
        """Of the rows and of the columns."""
        queries, keys = self.shape
        return picture_texts.row_labels(self.trace, self.kind, queries), picture_texts.column_labels(
            self.trace, self.kind, keys
        )

    def told(self, glosses: RunGlosses | None) -> tuple[Labels, Labels]:
        """The same with what their words mean."""
        rows, columns = self.labels
        return glossed(rows, glosses, self.kind, rows=True), glossed(columns, glosses, self.kind, rows=False)

    @property
    def padding(self) -> Bools | None:
        """[K] the padding mask of the keys; in the decoder only where a consumed token is hidden."""
        if self.kind != "decoder":
            return self.trace.padding_mask
        target = self.trace.target_mask
        visible = None if target is None else unflipped(self.trace, self.kind, target).diagonal()
        return None if visible is None or visible.all() else visible.copy()

    @property
    def shows_padding(self) -> bool:
        """Has this attention no padding mask: is that known of its network, or seen where there is padding?"""
        told = self.trace.meta.network.get("padding_blocks")
        if isinstance(told, Mapping) and told.get(self.kind) == "none":
            return True
        hidden = None if self.padding is None or self.trace.meta.recorded else ~self.padding
        return self.kind != "decoder" and hidden is not None and bool(hidden.any() and self.unflipped.all())


def block_of(snapshot: Snapshot) -> MaskBlock | None:
    """The selected block; None where the run holds no mask of it."""
    trace, run, chosen = snapshot.trace, snapshot.run, snapshot.selection
    if trace is None or run is None:
        return None
    kind, done, place = chosen.kind, trace.meta.reading, (chosen.layer, chosen.head)
    mask = _own_mask(trace, kind, *place)
    weights, scores = trace.attention(kind), None
    if reads_one_head(trace):
        scores = scores_of(run, kind)
        weights = weights if done is None or done.quantity == "weight" else run.attention(kind)
    elif done is not None and done.quantity != "weight":
        weights = None
    if mask is None or 0 in mask.shape:
        return None
    fitting = weights is not None and weights.shape[-2:] == mask.shape
    return MaskBlock(
        trace, kind, *place, mask,
        None if scores is None or not fitting else scores[place],
        None if weights is None or not fitting else weights[place],
        _unmasked(run, kind, *place) if scores is not None and fitting else None,
    )  # fmt: skip


@kept_by_run(8)
def _unmasked(run: Trace, kind: Kind, layer: int, head: int) -> NDArray[np.float64] | None:
    """Asked for with every cell, so kept."""
    return unmasked_weights(run, kind, layer, head)


def reads_one_head(trace: Trace) -> bool:
    """Has a reading left every head and every token as it is?"""
    done = trace.meta.reading
    return done is None or (done.aggregate == "none" and not done.source_words)


def scores_of(run: Trace, kind: Kind) -> Numbers | None:
    """[L,H,Q,K] q·k / √d_k before bias and mask; not-a-number where the key was not there yet."""
    scores, weights = run.activations.get(f"{kind}_scores"), run.attention(kind)
    fits = scores is not None and weights is not None and scores.shape == weights.shape and scores.dtype.kind == "f"
    return scores if fits else None


def _own_mask(trace: Trace, kind: Kind, layer: int, head: int) -> Bools | None:
    """The block's mask; in a run of somebody's own code every layer and head may have another."""
    every, attention = trace.activations.get(f"recorded/{kind}_mask"), trace.attention(kind)
    if every is None or attention is None or every.shape != attention.shape or every.dtype != np.bool_:
        return trace.mask(kind)
    return np.asarray(every[layer, head])
