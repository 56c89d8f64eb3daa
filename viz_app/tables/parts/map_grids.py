"""The maps of *Masks* and *Compare* as grids of texts: every cell in words and numbers, in the order of the picture.

The weights of one map are a table of their own; these are the other maps on screen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.compare.numbers import ComparedHead, among_both, both_of, in_run
from viz_app.pictures.drawing import cell_states, picture_texts, quantities
from viz_app.pictures.drawing.legends import Entry, entry_text
from viz_app.pictures.drawing.picture import Cell, Measure, style_for
from viz_app.pictures.masks.block import MaskBlock, Numbers, block_of
from viz_app.pictures.masks.maps import MaskMap, Missing, NumberMap, maps_of
from viz_app.platform.text import translate
from viz_app.state.state import Snapshot

DECIMALS = 6
REASONS: dict[int, Entry] = {
    cell_states.FUTURE: "future", cell_states.PADDING: "padding", cell_states.ASIDE: "aside",
    cell_states.BY_HAND: "changed",
}  # fmt: skip
Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class MapGrid:
    """One map: ``text(row, column)`` of each cell. ``place`` is the query and key of a cell in the run on screen."""

    name: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    text: Callable[[int, int], str]
    place: Callable[[int, int], Place | None]
    current: Place
    spoken: Callable[[int, int], str] | None = None  #: what a cell says to a screen reader, where that is more

    def told(self, row: int, column: int) -> str:
        """The cell in a sentence that needs no headers."""
        words = translate("WeightTable", "row {row}, {query}; column {column}, {key}: {number}")
        number = (self.spoken or self.text)(row, column)
        return words.format(
            row=row + 1, query=self.rows[row], column=column + 1, key=self.columns[column], number=number
        )


def grids_of(now: Snapshot) -> tuple[MapGrid, ...]:
    """Those of the view on screen; none where its maps are weights of one run."""
    if now.view == "masks":
        return _of_masks(now)
    return _of_comparison(now) if now.view == "compare" else ()


# --- Masks ---


def _of_masks(now: Snapshot) -> tuple[MapGrid, ...]:
    block = block_of(now)
    if block is None or now.run is None:
        return ()
    maps = maps_of(block, style_for(now.settings, False, 1.0), now.settings.masks_as_in_code, now.run)
    grids = [_of_map(block, each, now) for each in maps]
    return tuple(grids if block.weights is None else grids[:-1])  # the last are the weights


def _of_map(block: MaskBlock, shown: MaskMap | NumberMap | Missing, now: Snapshot) -> MapGrid:
    chosen, trace = now.selection, block.trace
    where = " · ".join(filter(None, (picture_texts.map_name(trace, chosen), picture_texts.step_of(trace, chosen))))
    title = f"{shown.name}: {shown.meaning} · {where}"
    if isinstance(shown, Missing):
        return MapGrid(shown.name, f"{title}\n{shown.why}", (), (), lambda *_: "", lambda *_: None, (0, 0))
    above = shown.strip if isinstance(shown, MaskMap) else None
    first = int(above is not None)  # the padding mask is the first row
    rows, columns = ([label.text for label in labels] for labels in block.labels)
    decoded, later = trace.decoded(block.kind, chosen.step, block.shape), entry_text("undecoded")

    def text(row: int, column: int) -> str:
        query = row - first
        if column >= decoded[1] or query >= decoded[0]:
            return later
        if query < 0 and above is not None:
            return entry_text("allowed" if above[column] else "padding")
        return _mask_said(shown, query, column) if isinstance(shown, MaskMap) else _number(shown, query, column)

    def place(row: int, column: int) -> Place | None:
        there = 0 <= row - first < decoded[0] and column < decoded[1]
        return (row - first, column) if there else None

    query = chosen.step if chosen.query is None else chosen.query
    current = min(query, len(rows) - 1) + first, min(chosen.key or 0, len(columns) - 1)
    names = [translate("WeightTable", "padding mask")] * first
    return MapGrid(shown.name, title, (*names, *rows), tuple(columns), text, place, current)


def _mask_said(shown: MaskMap, query: int, key: int) -> str:
    state = int(shown.states[query, key])
    return entry_text("allowed" if state == cell_states.OPEN else REASONS[state])


def _number(shown: NumberMap, query: int, key: int) -> str:
    if shown.absent is not None and shown.absent[query, key]:
        return entry_text("undecoded")
    reason = 0 if shown.states is None else int(shown.states[query, key])
    if reason and shown.ground:
        return entry_text(REASONS[reason])
    return _figure(shown.values[query, key], shown.style.quantity)


def _figure(value: float, quantity: Measure) -> str:
    return f"{value:.{DECIMALS}f}" if quantity == "weight" else quantities.figure(float(value), quantity, DECIMALS)


# --- Compare ---


def _of_comparison(now: Snapshot) -> tuple[MapGrid, ...]:
    both, chosen = both_of(now), now.run_selection
    if isinstance(both, str):
        return ()
    head, kind = ComparedHead(both, chosen.kind, chosen.layer, chosen.head), chosen.kind
    marked, pick = among_both(both, chosen), (chosen.kind, chosen.layer, chosen.head)
    before, after, difference = both.map_before(*pick), both.map_after(*pick), both.difference(*pick)
    labels, own = head.labels, head.own_columns
    rows = tuple(f"{each.lead} → {each.text}" if each.lead else each.text for each in labels[0])
    where = picture_texts.map_name(both.after, chosen)

    def place(row: int, column: int) -> Place | None:
        query, key = in_run(both, Cell(kind, chosen.layer, chosen.head, row, column))
        return None if query is None or key is None else (query, key)

    def spoken(row: int, column: int) -> str:
        one, two, less = (texts(row, column) for texts in (told[1], told[2], told[0]))
        words = translate("WeightTable", "{less}; pinned {one}, this run {two}")
        return words.format(less=less, one=one, two=two)

    row = marked.step if marked.query is None else marked.query
    largest = np.nan_to_num(np.abs(difference[row])) if len(difference) else np.zeros(1)
    current = row, int(np.argmax(largest)) if marked.key is None else marked.key
    names = (
        translate("WeightTable", "Difference: this run − pinned"),
        translate("WeightTable", "Weights of the pinned run"),
        translate("WeightTable", "Weights of this run"),
    )
    measures: tuple[Measure, Measure, Measure] = ("difference", "weight", "weight")
    shown = (difference, head.maps[2]), (before, head.maps[0]), (after, head.maps[1])
    told = [
        _cells(values, each.states, measure, (before, after))
        for (values, each), measure in zip(shown, measures, strict=True)
    ]
    columns = labels[1], own[0], own[1]
    return tuple(
        MapGrid(name, f"{name} · {where}", rows, tuple(each.text for each in above), texts, place, current,
                None if at else spoken)
        for at, (name, above, texts) in enumerate(zip(names, columns, told, strict=True))
    )  # fmt: skip


def _absent(one: float, two: float) -> str:
    """Which run has a cell, where not both have."""
    only = {
        (True, False): translate("pictures", "only in this run"),
        (False, True): translate("pictures", "only in the pinned run"),
        (True, True): translate("pictures", "no run has both tokens"),
    }
    return only.get((bool(np.isnan(one)), bool(np.isnan(two))), "")


def _cells(
    values: Numbers, states: cell_states.States, measure: Measure, both: tuple[Numbers, Numbers]
) -> Callable[[int, int], str]:
    """The texts of a map among the rows and columns of both runs."""

    def text(row: int, column: int) -> str:
        if np.isnan(values[row, column]):
            return _absent(both[0][row, column], both[1][row, column])
        state = int(states[row, column])
        return _figure(values[row, column], measure) if state == cell_states.OPEN else entry_text(REASONS[state])

    return text
