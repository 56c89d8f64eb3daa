"""Why the head on screen is worth looking at, with the base of the claim: for subtitles and the inspector.

A pure function of the run and of what is selected: it is there after every run, and gone for a head that is best at
nothing. What the two measures are, :mod:`model.analysis.aligning_head` says.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.aligning_head import HeadPlace, held_out, sharpest_head
from viz_app.state.state import Snapshot

ALIGNS = 0.5  #: share of the words from which on a head may be said to align them


Reason = tuple[str, dict[str, object]]  #: which of the claims, and its numbers


def why_here(now: Snapshot) -> str:
    """One line for a subtitle; nothing for a head that is neither the best nor the sharpest, and for several as one."""
    return next(iter(wordings(now)), "")


def wordings(now: Snapshot) -> tuple[str, ...]:
    """The same, and without the base of the claim where a line has no room for it; () for nothing."""
    found = _reason(now)
    if found is None:
        return ()
    which, numbers = found
    return _said(which).format(**numbers), _briefly(which).format(**numbers)


def _reason(now: Snapshot) -> Reason | None:
    run, chosen = now.run, now.selection
    if run is None or chosen.kind != "cross" or _are_joined(now):
        return None
    count, known, sharpest = run.layers("cross") * run.heads("cross"), held_out(run), sharpest_head(run)
    if count > 1 and (told := _measured(now)) is not None and (told[1] or known is None):
        return _on_file(now, told, sharpest, count)  # sharp is not right: links decide, wherever they come from
    place, best = (chosen.layer, chosen.head), sharpest if known is None else known.best
    if count < 2 or place not in (best, sharpest):
        return None
    if known is None:
        return "sharpest", {"count": count}
    numbers: dict[str, object] = {"count": count, "sentences": known.sentences}
    if known.share < ALIGNS:  # a model that has learnt little: the best of its heads is no alignment
        return ("best, and weak", numbers | {"share": round(100 * known.share)}) if place == best else None
    if place != best:
        return "sharper", numbers | {"other": short_place(known.best)}
    if sharpest is None or place == sharpest:
        return "best", numbers
    return "best, and another sharper", numbers | {"other": short_place(sharpest)}


def _measured(now: Snapshot) -> tuple[HeadPlace, bool, int] | None:
    """The best head over a file; without a table nothing is imported for it."""
    if now.file_heads is None:
        return None
    from viz_app.state.file_heads import best_of_file

    return best_of_file(now)


def _on_file(
    now: Snapshot, measured: tuple[HeadPlace, bool, int], sharpest: HeadPlace | None, count: int
) -> Reason | None:  # fmt: skip
    """The same of the sentences of a file, whose table a person has loaded."""
    best, by_links, sentences = measured
    place, other = (now.selection.layer, now.selection.head), None
    numbers: dict[str, object] = {"count": count, "sentences": f"{sentences:,}"}
    if place == best:
        words = "best" if by_links else "sharp"
        other = sharpest if sharpest not in (None, place) else None
    elif place == sharpest:
        if by_links:
            return "sharper", numbers | {"other": short_place(best)}
        words, other = "only here", best
    else:
        return None
    which = "file: " + words + (", and another" if other is not None and place == best else "")
    return which, numbers if other is None else numbers | {"other": short_place(other)}


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


def _briefly(which: str) -> str:
    translate = QCoreApplication.translate
    if which == "best, and weak":
        return translate("pictures", "best of {count} heads, right for {share} %")
    if which in ("sharpest", "sharper", "file: only here"):
        return translate("pictures", "sharpest of {count} heads here")
    if which.startswith("file: sharp"):
        return translate("pictures", "sharpest of {count} heads")
    return translate("pictures", "aligns best of {count} heads")


def short_place(place: HeadPlace) -> str:
    """``3.4``: layer 3, head 4, as the palette takes it."""
    return f"{place[0] + 1}.{place[1] + 1}"
