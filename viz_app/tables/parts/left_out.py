"""The source token that *What if … were missing?* is about at the step on screen, and what becomes of its mark."""

from __future__ import annotations

from dataclasses import replace

from model.transforms.places import Place, in_reading
from viz_app.state.intents import Select
from viz_app.state.questions import opened
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import heaviest


def left_out(now: Snapshot) -> Select | None:
    """What marks the token with most weight, in the run as it is displayed; None where no token can be left out."""
    key = heaviest(now)
    if key is None:
        return None
    done = None if now.trace is None else now.trace.meta.reading
    return Select(kind="cross", key=key if done is None else in_reading(done, "cross", Place(0, key=key)).key)


def is_marked(now: Snapshot) -> bool:
    """The answer is open, and the token that the question names is the one that it marks."""
    if opened(now.settings) != "effects":
        return False
    place = left_out(now)
    return place is None or (now.selection.kind, now.selection.key) == (place.kind, place.key)


def without_old_mark(now: Snapshot, selection: Selection) -> Selection:
    """``selection`` of another step: the question names another token there, so the mark that it set is let go.

    A column that a person has chosen is another one, and stays.
    """
    stays = selection.step == now.selection.step or selection.key is None or selection.key != now.selection.key
    if stays or selection.kind != "cross" or not is_marked(now):
        return selection
    place = left_out(replace(now, selection=selection))
    return selection if place is not None and place.key == selection.key else replace(selection, key=None)
