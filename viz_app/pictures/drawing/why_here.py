"""Why the head on screen is worth looking at, with the base of the claim: for subtitles and the inspector.

A pure function of the run and of what is selected: it is there after every run, and gone for a head that is best at
nothing. What the two measures are, :mod:`model.analysis.aligning_head` says.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.aligning_head import HeadPlace, held_out, sharpest_head
from viz_app.state.state import Snapshot

ALIGNS = 0.5  #: share of the words from which on a head may be said to align them


def why_here(now: Snapshot) -> str:
    """One line for a subtitle; nothing for a head that is neither the best nor the sharpest, and for several as one."""
    run, chosen = now.run, now.selection
    if run is None or chosen.kind != "cross" or _are_joined(now):
        return ""
    count, known, sharpest = run.layers("cross") * run.heads("cross"), held_out(run), sharpest_head(run)
    if count > 1 and (told := _measured(now)) is not None and (told[1] or known is None):
        return _on_file(now, told, sharpest, count)  # sharp is not right: links decide, wherever they come from
    place, best = (chosen.layer, chosen.head), sharpest if known is None else known.best
    if count < 2 or place not in (best, sharpest):
        return ""
    if known is None:
        return _said("sharpest").format(count=count)
    if known.share < ALIGNS:  # a model that has learnt little: the best of its heads is no alignment
        return "" if place != best else _said("best, and weak").format(
            count=count, sentences=known.sentences, share=round(100 * known.share)
        )  # fmt: skip
    if place != best:
        return _said("sharper").format(count=count, sentences=known.sentences, other=short_place(known.best))
    if sharpest is None or place == sharpest:
        return _said("best").format(count=count, sentences=known.sentences)
    return _said("best, and another sharper").format(
        count=count, sentences=known.sentences, other=short_place(sharpest)
    )


def _measured(now: Snapshot) -> tuple[HeadPlace, bool, int] | None:
    """The best head over a file; without a table nothing is imported for it."""
    if now.file_heads is None:
        return None
    from viz_app.state.file_heads import best_of_file

    return best_of_file(now)


def _on_file(now: Snapshot, measured: tuple[HeadPlace, bool, int], sharpest: HeadPlace | None, count: int) -> str:
    """The same of the sentences of a file, whose table a person has loaded."""
    best, by_links, sentences = measured
    place, other = (now.selection.layer, now.selection.head), None
    if place == best:
        words = "best" if by_links else "sharp"
        other = sharpest if sharpest not in (None, place) else None
    elif place == sharpest:
        if by_links:
            return _said("sharper").format(count=count, sentences=f"{sentences:,}", other=short_place(best))
        words, other = "only here", best
    else:
        return ""
    which = "file: " + words + (", and another" if other is not None and place == best else "")
    named = "" if other is None else short_place(other)
    return _said(which).format(count=count, sentences=f"{sentences:,}", other=named)


def _are_joined(now: Snapshot) -> bool:
    done = None if now.trace is None else now.trace.meta.reading
    return done is not None and done.aggregate != "none"


def _said(which: str) -> str:
    translate = QCoreApplication.translate
    return {
        "sharpest": translate("pictures", "sharpest of {count} heads (this sentence, n = 1)"),
        "best": translate("pictures", "aligns words best of {count} heads ({sentences} held-out sentences)"),
        "best, and weak": translate(
            "pictures", "best of {count} heads, and right for {share} % of the words only ({sentences} sentences)"
        ),
        "best, and another sharper": translate(
            "pictures", "aligns best of {count} heads ({sentences} sentences); head {other} sharper here"
        ),
        "sharper": translate(
            "pictures", "sharpest of {count} heads here; on {sentences} sentences head {other} aligns best"
        ),
        "file: best": translate("pictures", "aligns words best of {count} heads ({sentences} sentences with links)"),
        "file: best, and another": translate(
            "pictures", "aligns best of {count} heads ({sentences} sentences); head {other} sharper here"
        ),
        "file: sharp": translate("pictures", "sharpest of {count} heads (on {sentences} sentences)"),
        "file: sharp, and another": translate(
            "pictures", "sharpest of {count} heads ({sentences} sentences); here head {other} is"
        ),
        "file: only here": translate(
            "pictures", "sharpest of {count} heads here; on {sentences} sentences head {other} is"
        ),
    }[which]


def short_place(place: HeadPlace) -> str:
    """``3.4``: layer 3, head 4, as the palette takes it."""
    return f"{place[0] + 1}.{place[1] + 1}"
