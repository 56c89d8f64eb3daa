"""The presentation: one view on a whole screen for a hall. Its state, and the sizes that it asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from model.common.lazy_dataclass import dataclass
from viz_app.state.intents import Select
from viz_app.state.zoom import Shape, Zoom, fitted

if TYPE_CHECKING:
    from viz_app.state.state import Snapshot

MOST_ROWS, MOST_COLUMNS = 14, 16  #: of a map at a time: more are too small for the last row of a hall
LETTERS = 36 / 1080  #: of the height of the screen
LATER = 2  #: rows that are not decoded yet, at most: they are empty
GROWTH = 1.1  #: from one size to the next
SMALLEST, LARGEST = -6, 8  #: sizes


@dataclass(frozen=True)
class Presentation:
    """What is true while one view fills a screen; none of it is a setting or lies in a session."""

    size: int = 0  #: of letters, in steps
    blank: bool = False  #: the screen shows nothing until a key is pressed
    projector: bool = True  #: colours follow the square root, so that weights of 0.05 to 0.15 are seen

    def resized(self, by: int) -> Presentation:
        """With larger or smaller letters, as far as there are some."""
        return replace(self, size=min(max(self.size + by, SMALLEST), LARGEST))

    def letters(self, height: int) -> int:
        """Pixels of the letters of tokens on a screen so high."""
        return max(8, round(LETTERS * height * GROWTH**self.size))


def presented(now: Snapshot) -> Snapshot:
    """``now`` with what a hall needs: numbers in cells, a scale that shows small weights, and a row to talk about."""
    settings = replace(now.settings, values=True, squares=False, row_totals=False)
    if now.presentation is not None and now.presentation.projector:
        settings = replace(settings, scale="sqrt", per_map_scale=False)
    chosen = now.selection
    if chosen.kind == "encoder" and chosen.query is None:
        chosen = replace(chosen, query=0)
    return replace(now, settings=settings, selection=chosen)


def turned(now: Snapshot, by: int) -> Select:
    """Where a clicker goes: to another step; in the encoder, which has none, to another row."""
    chosen = now.selection
    if chosen.kind != "encoder":
        return Select(step=max(0, chosen.step + by))
    last = 0 if now.trace is None else now.trace.source_length - 1
    return Select(query=min(max((chosen.query or 0) + by, 0), last))


def part_around(now: Snapshot, shape: Shape, most: Shape) -> Zoom | None:
    """The part of the selected map around the row that is talked about; None where all of it fits.

    That row is in the middle, or near the end where later ones are not decoded yet. Columns are those around the
    selected key, else around the row's largest weight.
    """
    shown = now.zoom or Zoom(0, 0, *shape)
    rows, columns = min(shown.rows, most[0]), min(shown.columns, most[1])
    row, column = _talked_about(now)
    empty = now.trace is not None and now.selection.kind != "encoder" and now.trace.steps and not now.trace.at_once
    middle = row - max(0, rows - 1 - LATER - rows // 2) if empty else row
    first_row = _around(middle, rows, shown.row, shown.rows)
    return fitted(Zoom(first_row, _around(column, columns, shown.column, shown.columns), rows, columns), shape)


def current_row_of(now: Snapshot) -> int | None:
    """The row that is outlined: the selected one, else the step's; in the encoder none until one is selected."""
    chosen = now.selection
    return chosen.step if chosen.query is None and chosen.kind != "encoder" else chosen.query


def _talked_about(now: Snapshot) -> tuple[int, int]:
    chosen, row = now.selection, current_row_of(now)
    if chosen.key is not None:
        return row or 0, chosen.key
    attention = None if now.trace is None else now.trace.attention(chosen.kind)
    if attention is None or row is None:
        return row or 0, 0
    return row, int(attention[chosen.layer, chosen.head, row].argmax())


def _around(index: int, count: int, first: int, among: int) -> int:
    return min(max(index - count // 2, first), max(first, first + among - count))
