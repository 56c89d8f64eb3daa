"""One map as a value: its numbers, names and colours, what a click selects, and what is told of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.common.text import fill
from model.record.trace import Array, Kind, Trace
from viz_app.pictures.drawing import cell_states, legends, picture_texts, quantities
from viz_app.pictures.drawing.cell_states import States
from viz_app.pictures.drawing.picture import Style, style_for
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import decimal, exact, quoted
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Settings
from viz_app.tables.parts.maps import MapPart, table_of_maps
from viz_app.tables.parts.table import Matrix

translate = QCoreApplication.translate
Cell = tuple[int, int]  #: query, key
Part = tuple[range, range]  #: rows and columns that are in view
_ENTRIES: dict[int, legends.Entry] = {
    cell_states.FUTURE: "future", cell_states.PADDING: "padding", cell_states.ASIDE: "aside",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class MapPlot:
    """The map of one head, every row of the run."""

    title: str
    trace: Trace
    selection: Selection
    settings: Settings
    base: str = ""  #: of what the numbers are, in a sentence
    of_run: bool = True  #: as :class:`viz_app.plots.shared.plot.Plot` has it

    @property
    def place(self) -> tuple[Kind, int, int]:
        return self.selection.kind, self.selection.layer, self.selection.head

    def is_same_map(self, other: MapPlot | None) -> bool:
        """The same numbers, whatever is selected in them."""
        return other is not None and other.trace is self.trace and other.place == self.place

    @cached_property
    def values(self) -> Array:
        """[Q,K]."""
        kind, layer, head = self.place
        return np.asarray(self.trace.maps(kind)[layer, head])

    @cached_property
    def states(self) -> States | None:
        """[Q,K] why cells are blocked; None where none is."""
        return cell_states.states(self.trace, self.selection.kind)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.values.shape
        return rows, columns

    @property
    def heading(self) -> str:
        """Which map it is, how it is read, and what has to be said of its run."""
        kind, meta = self.selection.kind, self.trace.meta
        told = (picture_texts.map_name(self.trace, self.selection), picture_texts.how_read(meta.reading, kind))
        return " · ".join(part for part in (*told, *picture_texts.reservations(meta)) if part)

    def style(self, dark: bool, ratio: float) -> Style:
        """The colours, as in the views."""
        return quantities.measured(style_for(self.settings, dark, ratio), self.trace, self.selection.kind)

    def full(self, style: Style) -> float:
        """The number of full colour in the views."""
        return quantities.highest(self.values, style).item() if style.per_map_scale else style.full

    # --- names ---

    @cached_property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """[Q] and [K]."""
        kind, (rows, columns) = self.selection.kind, self.shape
        sides = picture_texts.row_labels(self.trace, kind, rows), picture_texts.column_labels(self.trace, kind, columns)
        return tuple(label.text for label in sides[0]), tuple(label.text for label in sides[1])

    @property
    def axes(self) -> tuple[str, str]:
        """What rows and columns are."""
        kind = self.selection.kind
        return picture_texts.row_axis(kind, self.trace, pairs=False), picture_texts.column_axis(kind, self.trace)

    @property
    def quantity(self) -> str:
        """What one number is."""
        return quantities.name(quantities.measure_of(self.trace))

    @property
    def short_quantity(self) -> str:
        """The same where there is little room."""
        return quantities.short_name(quantities.measure_of(self.trace))

    @property
    def patterns(self) -> tuple[tuple[int, str], ...]:
        """Why cells of it are blocked or set aside, with the words for it."""
        found = () if self.states is None else np.unique(self.states).tolist()
        return tuple((state, legends.entry_text(_ENTRIES[state])) for state in found if state in _ENTRIES)

    def row_told(self, query: int) -> str:
        """Positions count from 0, as in the inspector."""
        names = " → ".join(map(quoted, tokens_of(self.trace).row(self.selection.kind, query)))
        return fill(translate("plots", "query: %1, position %2"), names, query)

    def column_told(self, key: int) -> str:
        return fill(translate("plots", "key: %1, position %2"), quoted(self.names[1][key]), key)

    def told(self, cell: Cell) -> str:
        """Query, key and number of a cell, in one line."""
        state = cell_states.OPEN if self.states is None else int(self.states[cell])
        why = legends.entry_text(_ENTRIES[state]) if state in _ENTRIES else ""
        value = float(self.values[cell])
        empty = state == cell_states.ASIDE or not np.isfinite(value)
        number = "" if empty and why else f"{self.quantity}: {exact(value)}".replace("-", "−")
        return " · ".join(
            part for part in (self.row_told(cell[0]), self.column_told(cell[1]), number, why) if part
        )  # fmt: skip

    def region_told(self, part: Part) -> str:
        """A rectangle: which rows and columns, the mean of its numbers and the largest one with its cell."""
        rows, columns = (slice(each.start, each.stop) for each in part)
        values = np.asarray(self.values[rows, columns], dtype=np.float64)
        gone = ~np.isfinite(values) if self.absent is None else self.absent[rows, columns] | ~np.isfinite(values)
        ends = (part[0][0], part[0][-1], part[1][0], part[1][-1])
        where = fill(translate("plots", "rectangle: queries %1 … %2, keys %3 … %4"), *ends)
        if gone.all():
            return where
        row, column = np.unravel_index(np.where(gone, -np.inf, values).argmax(), values.shape)
        told = fill(translate("plots", "mean %1"), decimal(float(values[~gone].mean())))
        names = self.names[0][part[0][int(row)]], self.names[1][part[1][int(column)]]
        most = fill(
            translate("plots", "largest %1 at %2, %3"), decimal(float(values[row, column])), *map(quoted, names)
        )
        return f"{where} · {told} · {most}"

    # --- selecting ---

    @property
    def current(self) -> tuple[int | None, int | None]:
        """The selected query and key; without a query the row of the selected step."""
        now, rows = self.selection, self.shape[0]
        step = None if now.kind == "encoder" or not self.trace.steps else min(now.step, rows - 1)
        return step if now.query is None else now.query, now.key

    def select(self, cell: Cell) -> Select:
        """Selects a cell, at a step that has it."""
        kind, layer, head = self.place
        step = cell[0] if kind == "cross" else max(cell) if kind == "decoder" else None
        return Select(kind, layer, head, step if self.trace.steps else None, *cell)

    def matrix(self, part: Part | None = None) -> Matrix:
        """The numbers with their names: all of them, or the rows and columns of a part."""
        kind, layer, head = self.place
        rows, columns = part or (range(self.shape[0]), range(self.shape[1]))
        shown = MapPart(
            self.trace, kind, range(layer, layer + 1), np.array([[head]], dtype=np.intp), rows, columns
        )  # fmt: skip
        matrix = table_of_maps(shown).matrix
        assert matrix is not None, "one map is a matrix"
        return matrix

    @cached_property
    def absent(self) -> NDArray[np.bool_] | None:
        """[Q,K] cells that are blocked or set aside and hold nothing; None where none is."""
        return None if self.states is None else (self.states != cell_states.OPEN) & (self.values == 0)

    def section(self, at: int | None, part: Part, axis: int) -> NDArray[np.float64]:
        """Numbers along an axis: of one row (axis 1) or column (axis 0), or the mean of those in view where ``at`` is
        None; not a number where a cell has none, and nowhere counted then."""
        values, absent = (self.values, self.absent) if axis else (self.values.T, _turned(self.absent))
        if at is not None:
            return np.where(False if absent is None else absent[at], np.nan, values[at]).astype(np.float64)
        across = part[0] if axis else part[1]
        sums = values[across.start : across.stop].sum(axis=0, dtype=np.float64)
        counts: NDArray[np.intp] | int = len(across)
        if absent is not None:
            counts = len(across) - np.count_nonzero(absent[across.start : across.stop], axis=0)
        return np.where(counts, sums / np.maximum(counts, 1), np.nan)


def _turned(absent: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    return None if absent is None else absent.T
