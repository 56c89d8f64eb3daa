"""The changes that can be made at what is selected, or at a place in a picture; None where one has no place there."""

from __future__ import annotations

from typing import Literal

from model.network.interventions import CellFlipped, HeadAblated, RowSet
from model.record.trace import Kind
from viz_app.state.state import Snapshot
from viz_app.state.what_if import can_change, same_place

Instead = Literal["zero", "uniform"]


def clicks_change(now: Snapshot) -> bool:
    """Does a click in *Masks* and *All layers* change what it hits? While the dock is open, which says so."""
    return now.settings.what_if_shown and can_change(now.run)


def cell_change(now: Snapshot, kind: Kind, query: int, key: int) -> CellFlipped | None:
    """A cell of the run's own mask; a later token that did not exist when its row was computed has none."""
    run, mask = now.run, None if now.run is None else now.run.mask(kind)
    if run is None or mask is None or not can_change(run) or _joins_tokens(now):
        return None
    there = query < mask.shape[0] and key < mask.shape[1] and run.had(kind, query, key)
    return CellFlipped(kind, query, key) if there else None


def head_change(now: Snapshot, kind: Kind, layer: int, head: int, instead: Instead = "zero") -> HeadAblated | None:
    """One head without its say."""
    if not can_change(now.run) or _joins_heads(now):
        return None
    return HeadAblated(kind, layer, head, instead)


def click_on_head(now: Snapshot, kind: Kind, layer: int, head: int) -> HeadAblated | None:
    """The form in which that head is off by now, to be taken back; else it is to be off."""
    wanted = head_change(now, kind, layer, head)
    found = (one for one in now.what_if.active if isinstance(one, HeadAblated) and wanted and same_place(one, wanted))
    return next(found, wanted)


def cell_here(now: Snapshot) -> CellFlipped | None:
    """The selected cell's."""
    place = _selected(now)
    return None if place is None else cell_change(now, now.run_selection.kind, *place)


def head_here(now: Snapshot, instead: Instead) -> HeadAblated | None:
    """The selected head's."""
    chosen = now.run_selection
    return head_change(now, chosen.kind, chosen.layer, chosen.head, instead)


def row_here(now: Snapshot) -> RowSet | None:
    """The selected cell's whole row moved to it."""
    chosen, place, run = now.run_selection, _selected(now), now.run
    if place is None or run is None or not can_change(run) or _joins_heads(now) or _joins_tokens(now):
        return None
    query, key = place
    if run.attention(chosen.kind) is None or not run.had(chosen.kind, query, key):
        return None
    return RowSet(chosen.kind, chosen.layer, chosen.head, query, (*(0.0,) * key, 1.0))


def _selected(now: Snapshot) -> tuple[int, int] | None:
    """Query and key; a decoder-side row without one is the step's."""
    chosen = now.run_selection
    query = chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query
    return None if query is None or chosen.key is None else (query, chosen.key)


def _joins_tokens(now: Snapshot) -> bool:
    done = None if now.trace is None else now.trace.meta.reading
    return done is not None and bool(done.source_words)


def _joins_heads(now: Snapshot) -> bool:
    done = None if now.trace is None else now.trace.meta.reading
    return done is not None and done.aggregate != "none"
