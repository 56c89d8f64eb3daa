"""Where a person stands in a new run, and what stays selected in one that is only changed. Pure.

Another sentence, another checkpoint, an opened trace: the selection lands on the telling step
(:mod:`model.analysis.landing`) and on the head that aligns best (:mod:`model.analysis.aligning_head`), in cross
attention, without a cell. A kind, layer or head that a person has chosen since the last landing stays, as long as runs
come from the same checkpoint; choosing the landing's own again gives it back. A given target (teacher forcing) opens at
its last label. Playing from where a run has landed begins at its first step.

The same sentence again, with a forced token, padding or a given target: step, kind, layer and head stay, and of the
cell what still is the same token. So a key is never another word than the one that was clicked on. Where the beginning
of its translation was typed, other words follow: that lands as every translation does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.analysis.aligning_head import HeadPlace, aligning_head
from model.analysis.landing import telling_step
from model.analysis.loss import is_taught, labels_given
from model.record.trace import Array, Trace
from viz_app.state.intents import Select
from viz_app.state.masks_block import landing_changes
from viz_app.state.state import Landed, Selection, Snapshot, select


def land(now: Snapshot, run: Trace, sentence: int = 0) -> dict[str, Any]:
    """The changes of the state that bring one to a good place of ``run``, which is shown next."""
    stood, head = now.run_selection, aligning_head(run)
    step = labels_given(run) - 1 if is_taught(run) else telling_step(run, head)
    landed = _landed(stood, head)
    if not _chosen_by_hand(now, run):
        stood = replace(stood, kind=landed.kind, layer=landed.layer, head=landed.head)
    selection = replace(stood, step=max(0, step), query=None, key=None, sentence=sentence)
    return landing_changes(now, run, selection) | {"landed": landed}


def stay(now: Snapshot, before: Trace, run: Trace, sentence: int) -> dict[str, Any]:
    """The changes of the state for ``run``, which is ``before`` again with a change."""
    stood = now.run_selection
    step = min(stood.step, labels_given(run) - 1)
    selection = replace(select(stood, Select(step=step)), sentence=sentence)
    (old_rows, old_columns), (rows, columns) = _axes(before, stood), _axes(run, stood)
    query = selection.query if _is_same(old_rows, rows, selection.query) else None
    key = selection.key if _is_same(old_columns, columns, selection.key) else None
    landed = None if now.landed is None else replace(now.landed, untouched=False)
    return {"selection": replace(selection, query=query, key=key), "landed": landed}


def stand(now: Snapshot, stood: Selection, run: Trace, sentence: int) -> dict[str, Any]:
    """The changes of the state for a sentence that other weights of one training translate, where one ``stood``.

    Kind, layer and head stay, and so do source words; a place in the target keeps its number as far as this
    translation goes. A key of the decoder would be another word there and is let go.
    """
    step = min(stood.step, max(0, labels_given(run) - 1))
    query = stood.query if stood.kind == "encoder" else None
    key = None if stood.kind == "decoder" else stood.key
    landed = None if now.landed is None else replace(now.landed, untouched=False)
    return {"selection": replace(stood, step=step, query=query, key=key, sentence=sentence), "landed": landed}


def is_again(before: Trace, run: Trace) -> bool:
    """Is it the same sentence, by the same checkpoint?"""
    same = before.meta.checkpoint_sha256 == run.meta.checkpoint_sha256
    return same and before.meta.source_text == run.meta.source_text


def is_reworded(before: Trace, run: Trace) -> bool:
    """Does the sentence have another translation now?"""
    old, new = before.produced_ids, run.produced_ids
    return old is None or new is None or not np.array_equal(old, new)


def _landed(stood: Selection, head: HeadPlace | None) -> Landed:
    """In cross attention where there is a head that aligns; else at the first head of what one looks at."""
    return Landed(stood.kind, 0, 0) if head is None else Landed("cross", *head)


def _chosen_by_hand(now: Snapshot, run: Trace) -> bool:
    """Has a person chosen what is selected, and does it mean the same in ``run``?"""
    shown = now.run
    if shown is None or shown.meta.checkpoint_sha256 != run.meta.checkpoint_sha256:
        return False
    return now.landed is None or not now.landed.is_at(now.run_selection)


def _axes(run: Trace, chosen: Selection) -> tuple[Array | None, Array | None]:
    """The ids of the rows and of the columns of the selected kind's maps."""
    if chosen.kind == "encoder":
        return run.source_ids, run.source_ids
    if chosen.kind == "decoder":
        return run.consumed_ids, run.consumed_ids
    return run.produced_ids, run.source_ids


def _is_same(before: Array | None, after: Array | None, index: int | None) -> bool:
    """Is the token at ``index`` the same as it was?"""
    if index is None or before is None or after is None:
        return False
    return index < min(len(before), len(after)) and bool(before[index] == after[index])
