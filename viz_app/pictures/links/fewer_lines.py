"""Lines that are left out where tokens are crowded: all would be one grey area.

Whoever is talked about, the selected token or this step's row, keeps all of its lines. Others keep their strongest;
where even those would lie on each other every n-th token keeps it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.links.heads import MOST, Lines
from viz_app.state.state import Selection, Settings

#: Logical pixels from token to token: below, a token has its strongest line only; or none but every n-th.
CROWDED, CRAMPED = 8, 3
SPARSE = 6  #: logical pixels between lines in the background, where not every token has one


class Crowd(IntEnum):
    """How much room there is from token to token."""

    ROOM = 0  #: for all lines
    STRONGEST = 1  #: for the strongest line of each token
    SOME = 2  #: for those of some


@dataclass(frozen=True)
class Thinning:
    """What is left out of one picture."""

    crowd: Crowd
    talked: bool  #: one row or column is talked about
    every: int = 1  #: of so many tokens one keeps its strongest line

    def front(self, lines: Lines, spoken: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """[N] lines drawn in their head's ink; ``spoken`` are those that are talked about."""
        if self.talked or self.crowd is Crowd.ROOM:
            return spoken
        return np.asarray(spoken & strongest(lines) & (lines.query % self.every == 0))

    def behind(self, lines: Lines) -> NDArray[np.bool_]:
        """[N] lines drawn in the background, whoever is talked about."""
        if not self.talked:
            return np.zeros(len(lines), dtype=bool)
        if self.crowd is Crowd.ROOM:
            return ~lines.added
        return np.asarray(strongest(lines) & (lines.query % self.every == 0) & ~lines.added)


def thinning(trace: Trace, chosen: Selection, style: Style, pitch: float, heads: int) -> Thinning:
    """For tokens ``pitch`` device pixels apart, and the lines of so many heads."""
    talked = talked_about(trace, chosen, style) != (None, None)
    own = pitch if talked else pitch / heads  # lines of nobody in particular are all as strong as they are
    crowd = Crowd(sum(own < style.px(least) for least in (CROWDED, CRAMPED)))
    apart = style.px(SPARSE if talked else CRAMPED)
    return Thinning(crowd, talked, math.ceil(apart / own) if crowd is Crowd.SOME else 1)


def talked_about(trace: Trace, chosen: Selection, style: Style) -> tuple[int | None, int | None]:
    """The row or the column whose lines stand in front: of the selected token, else of this step; else neither."""
    if chosen.query is not None or chosen.key is not None:
        return chosen.query, chosen.key if chosen.query is None else None
    return marked_step(trace, chosen, style), None


def marked_step(trace: Trace, chosen: Selection, style: Style) -> int | None:
    """This step's row, where rows appear step by step and it is to be told from the others."""
    stepwise = style.emphasis and trace.steps > 0 and chosen.kind != "encoder"
    return min(chosen.step, trace.maps(chosen.kind).shape[2] - 1) if stepwise else None


def strongest(lines: Lines) -> NDArray[np.bool_]:
    """[N] True at the strongest line of each token in each head."""
    found = np.zeros(len(lines), dtype=bool)
    if len(lines):
        place = lines.query * (int(lines.head.max()) + 1) + lines.head
        last = np.unique(place[::-1], return_index=True)[1]  # lines are sorted, the weakest first
        found[len(found) - 1 - last] = True
    return found


def footnote_of(
    settings: Settings, lines: Lines, blocked: bool, named: Sequence[int], thinned: Thinning, style: Style
) -> str:
    """What is not drawn, and why. ``named``: of each column one token in so many has its name."""
    translate = QCoreApplication.translate
    parts = []
    if thinned.crowd is not Crowd.ROOM:
        parts.append(_thinned(thinned))
    if settings.link_threshold:
        below = translate("pictures", "lines below {weight} are not drawn")
        parts.append(below.format(weight=quantities.figure(settings.link_threshold / 100 * style.full, "weight", 2)))
    if settings.link_count:
        parts.append(translate("pictures", "at most {count} per row").format(count=settings.link_count))
    if lines.found > MOST:
        most = translate("pictures", "only the strongest {count} of {all} lines")
        parts.append(most.format(count=f"{MOST:,}", all=f"{lines.found:,}"))
    if style.below is not None:
        parts.append(translate("pictures", "numbers below 0 have no line"))
    if blocked:
        parts.append(translate("pictures", "blocked keys have no line"))
    if max(named) > 1:
        some = translate("pictures", "one token in {number} is named")
        if max(named) > min(named):
            some = translate("pictures", "in the longer column one token in {number} is named")
        parts.append(some.format(number=max(named)))
    return " · ".join(parts) or translate("pictures", "every weight above 0 has its line")


def _thinned(thinned: Thinning) -> str:
    translate = QCoreApplication.translate
    if thinned.talked and thinned.crowd is Crowd.STRONGEST:
        return translate("pictures", "other tokens: their strongest line only")
    if thinned.talked:
        some = translate("pictures", "other tokens: one in {number}, by its strongest line")
        return some.format(number=thinned.every)
    if thinned.every == 1:
        return translate("pictures", "each token: its strongest line only")
    few = translate("pictures", "one token in {number}, by its strongest line")
    return few.format(number=thinned.every)
