"""The heads of a handout: those that were asked for, or the one that aligns best and its sisters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.analysis.aligning_head import held_out, sharpness
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures.drawing.picture_texts import place_name
from viz_app.state.file_heads import base_told, best_head, best_of_file, measure_of_file
from viz_app.state.state import Snapshot

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


def chosen(now: Snapshot, heads: Sequence[Head] = ()) -> Chosen:
    """The maps of ``heads`` in every kind that has them; without ``heads``, those of the head that aligns best.

    Raises :class:`Problem` for a head that no kind has.
    """
    trace = now.run
    assert trace is not None, "it is what the handout is of"
    if not heads:
        return _best(now, trace)
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


def _best(now: Snapshot, trace: Trace) -> Chosen:
    """The best head of cross attention, the same place in the other kinds, then its layer."""
    best, first, sisters, why = best_head(now), (0, 0), list[Map](), ""
    if best is not None:
        first = best
        sisters = [Map("cross", *best, whole_layer=True)] if trace.heads("cross") > 1 else []
        beside = QCoreApplication.translate(
            "Handout", "Beside it stand the same place in the other kinds, and the other heads of its layer."
        )
        why = f"{_why(now, trace, best)} {beside}"
    maps = [Map(kind, *place) for kind in _ORDER for place in (first, (0, 0)) if _has(trace, kind, place)]
    kinds = {each.kind: each for each in reversed(maps)}  # the first place, where the kind has it
    return Chosen((*(kinds[kind] for kind in _ORDER if kind in kinds), *sisters), why)


def _why(now: Snapshot, trace: Trace, best: Head) -> str:
    """Why this head, with the base of the claim."""
    known, focus, translate = held_out(trace), sharpness(trace), QCoreApplication.translate
    count, place = trace.layers("cross") * trace.heads("cross"), place_name(None, "cross", *best)
    over = best_of_file(now)
    if over is not None and (over[1] or known is None):
        return _on_file(now, over[1], count, best)
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


def _on_file(now: Snapshot, by_links: bool, count: int, best: Head) -> str:
    """The same of the sentences of a file, whose table a person has loaded."""
    translate = QCoreApplication.translate
    measured = measure_of_file(now, "cross", "aer" if by_links else "sharpness")
    assert measured is not None, "it is the best by it"
    assert now.file_heads is not None, "it is of it"
    words = (
        translate(
            "Handout",
            "Of {count} heads of cross attention, {place} aligns best: over {sentences} its alignment error rate is "
            "the lowest ({value:.2f}; by the links of {base}).",
        )
        if by_links
        else translate(
            "Handout",
            "Of {count} heads of cross attention, {place} is the sharpest, by two-way focus ({value:.2f}; mean over "
            "{sentences}).",
        )
    )
    return words.format(
        count=count, place=place_name(None, "cross", *best), sentences=base_told(now.file_heads),
        value=float(measured.mean[best]), base=f"{int(measured.base[best]):,}",
    )  # fmt: skip
