"""The heads of a handout: those that were asked for, or the one that aligns best and its sisters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.analysis.aligning_head import aligning_head, held_out, sharpness
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures.drawing.picture_texts import place_name

Head = tuple[int, int]  #: layer and head, from 0
MOST = 6  #: heads that can be asked for


@dataclass(frozen=True)
class Map:
    """One head's map, or those of its whole layer."""

    kind: Kind
    layer: int
    head: int
    whole_layer: bool = False


@dataclass(frozen=True)
class Chosen:
    """What every step's page shows, the largest first, and why these."""

    maps: tuple[Map, ...]
    why: str = ""


_ORDER: tuple[Kind, ...] = ("cross", "decoder", "encoder")


def chosen(trace: Trace, heads: Sequence[Head] = ()) -> Chosen:
    """The maps of ``heads`` in every kind that has them; without ``heads``, the best by two-way focus.

    Raises :class:`Problem` for a head that no kind has.
    """
    if not heads:
        return _best(trace)
    for layer, head in heads:
        if not any(_has(trace, kind, (layer, head)) for kind in KINDS):
            most = ", ".join(f"{kind} {trace.layers(kind)} × {trace.heads(kind)}" for kind in KINDS)
            raise Problem(
                Text("head %1.%2", layer + 1, head + 1),
                Text("this run has no such head"),
                Text("Layers × heads are: %1", most),
            )
    return Chosen(tuple(Map(kind, *place) for place in heads for kind in _ORDER if _has(trace, kind, place)))


def _has(trace: Trace, kind: Kind, place: Head) -> bool:
    attention = trace.attention(kind)
    if attention is None or 0 in attention.shape:
        return False
    return place[0] < trace.layers(kind) and place[1] < trace.heads(kind)


def _best(trace: Trace) -> Chosen:
    """The best head of cross attention, the same place in the other kinds, then its layer."""
    best, first, sisters, why = aligning_head(trace), (0, 0), list[Map](), ""
    if best is not None:
        first = best
        sisters = [Map("cross", *best, whole_layer=True)] if trace.heads("cross") > 1 else []
        beside = QCoreApplication.translate(
            "Handout", "Beside it stand the same place in the other kinds, and the other heads of its layer."
        )
        why = f"{_why(trace, best)} {beside}"
    maps = [Map(kind, *place) for kind in _ORDER for place in (first, (0, 0)) if _has(trace, kind, place)]
    kinds = {each.kind: each for each in reversed(maps)}  # the first place, where the kind has it
    return Chosen((*(kinds[kind] for kind in _ORDER if kind in kinds), *sisters), why)


def _why(trace: Trace, best: Head) -> str:
    """Why this head, with the base of the claim."""
    known, focus, translate = held_out(trace), sharpness(trace), QCoreApplication.translate
    count, place = trace.layers("cross") * trace.heads("cross"), place_name(None, "cross", *best)
    if known is not None:
        words = translate(
            "Handout",
            "Of {count} heads of cross attention, {place} aligns best: over {sentences} held-out sentences its "
            "largest weight falls on the linked word most often ({value:.2f}).",
        )
        return words.format(count=count, place=place, sentences=known.sentences, value=known.table[best])
    words = translate(
        "Handout",
        "Of {count} heads of cross attention, {place} is the sharpest, by two-way focus ({value:.2f}; on this "
        "sentence, n = 1).",
    )
    return words.format(count=count, place=place, value=0.0 if focus is None else focus[best])
