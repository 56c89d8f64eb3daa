"""The block that *Masks* opens on: where there is something to see, unless a person has chosen another there. Pure.

Whoever goes on to another view without having chosen finds the attention there that was looked at before.
"""

from __future__ import annotations

from typing import Any

from model.analysis.hidden_keys import hidden_keys, telling_block
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.platform.text import translate
from viz_app.state.intents import Select
from viz_app.state.sentences import padding_of
from viz_app.state.state import Selection, Snapshot, select

MASKS = "masks"


@dataclass(frozen=True, eq=False)
class Turned:
    """From where *Masks* turned to the block that has something to show."""

    trace: Trace
    selection: Selection
    to: Kind | None


def view_changes(now: Snapshot, view: str) -> dict[str, Any]:
    """What going to ``view`` changes."""
    changes: dict[str, Any] = {"view": view}
    if view == MASKS and now.view != MASKS:
        kind = None if now.trace is None else telling_block(now.trace)
        chosen = now.selection.kind
        if now.trace is not None and kind not in (None, chosen) and chosen != now.chosen_kind:
            turned = Turned(now.trace, now.selection, kind)
            changes |= {"selection": select(now.selection, Select(kind=kind)), "turned": turned}
    elif view != MASKS and now.turned is not None:
        changes["turned"] = None
        if now.selection.kind == now.turned.to:
            changes["selection"] = _back(now, now.turned)
    return changes


def choice_changes(now: Snapshot, change: Select) -> dict[str, Any]:
    """What becomes of it when a person asks for a kind of attention, in *Masks* or anywhere."""
    if change.kind is None or (change.kind == now.selection.kind and now.view != MASKS):
        return {}
    if change.query is not None or change.key is not None:
        return {"turned": None} if change.kind != now.selection.kind else {}  # a cell of this map, or a way elsewhere
    meant = now.view == MASKS or (now.run is not None and _hides(now.run, change.kind))
    return {"chosen_kind": change.kind if meant else None, "turned": None}


def landing_changes(now: Snapshot, run: Trace, selection: Selection) -> dict[str, Any]:
    """What becomes of ``selection`` in another sentence's ``run``: *Masks* turns to what there is to see there."""
    kind = telling_block(run)
    changes: dict[str, Any] = {"selection": selection, "chosen_kind": None}
    if now.view == MASKS and kind is not None and not _hides(run, selection.kind):
        turned = Turned(run, selection, kind)
        changes |= {"selection": select(selection, Select(kind=kind)), "turned": turned}
    return changes


def seen_padding(now: Snapshot, run: Trace, selection: Selection) -> Selection:
    """``selection`` of a new ``run``, in *Masks* in a block that shows padding where there is more of it now."""
    before = 0 if now.run is None else padding_of(now.run)
    hidden = hidden_keys(run, selection.kind)
    if now.view != MASKS or padding_of(run) <= before or (hidden is not None and selection.kind != "decoder"):
        return selection
    kind = telling_block(run)
    return selection if kind in (None, "decoder") else select(selection, Select(kind=kind))


def turn_told(before: Kind, kind: Kind) -> dict[str, Any]:
    """What says why *Masks* shows another ``kind`` than ``before`` now that padding was added; nothing if it does not.

    A decoder that is on screen has no padding in its block.
    """
    if kind == before:
        return {}
    if kind == "encoder":
        return {"message": translate("MasksView", "Padding is in the source: the encoder’s mask shows it")}
    return {"message": translate("MasksView", "Padding is in the source: the mask of cross attention shows it")}


def _hides(run: Trace, kind: Kind) -> bool:
    """Is there something to see in the mask of this block?"""
    hidden = hidden_keys(run, kind)
    return hidden is not None and bool(hidden.future or hidden.padding)


def _back(now: Snapshot, turned: Turned) -> Selection:
    """The attention that was looked at before; its cell too, where that is still about the same."""
    same = turned.trace is now.trace and turned.selection.step == now.selection.step
    back = select(now.selection, Select(kind=turned.selection.kind))
    if not same:
        return back
    return select(back, Select(query=turned.selection.query, key=turned.selection.key))
