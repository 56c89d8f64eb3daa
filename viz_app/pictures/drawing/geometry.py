"""Where the maps of a picture lie after a step, and the lines around them. Lengths are device pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.panels import (
    Boxes,
    Form,
    Panel,
    Shown,
    Spans,
    boxes_at,
    corner_sides,
    outline,
    underline,
)
from viz_app.pictures.drawing.picture import Style


class Geometry:
    """Where things lie after a step. What few paints ask for is found when they do."""

    def __init__(self, panels: Sequence[Panel], parts: Mapping[int, Shown], lines: _Surround) -> None:
        self._panels, self._parts, self._lines = panels, parts, lines

    def of(self, form: Form) -> Shown:
        """What is decoded of the maps of a form."""
        return self._parts[id(form)]

    @cached_property
    def drawn(self) -> list[tuple[Panel, Shown]]:
        """In the order of the panels."""
        return [(panel, self._parts[id(panel.form)]) for panel in self._panels]

    @cached_property
    def decoded(self) -> bool:
        """Nothing is left to decode."""
        return all(self.of(form)[:2] == (form.y.count, form.x.count) for form in self._lines.forms)

    @cached_property
    def rims(self) -> Boxes:
        """Hairlines around what of each map is decoded."""
        return self._lines.around(
            (form, outline(0, 0, part.wide, part.bottom, self._lines.rim))
            for form in self._lines.forms
            if (part := self.of(form)).rows and part.columns
        )

    @cached_property
    def newest(self) -> Boxes:
        """The lines around or under the step's row in each map that has one."""
        around = underline if self._lines.underlined else outline
        return self._lines.around(
            (form, around(0, part.newest, part.wide, part.end - part.newest, self._lines.pen))
            for form in self._lines.forms
            if form.marked and (part := self.of(form)).columns and part.newest < part.end
        )

    @cached_property
    def covered(self) -> tuple[Spans, Spans] | None:
        """Across and down, where equal maps of a grid hide the page; None without."""
        grid = self._lines.grid
        if grid is None or not (size := self.drawn[0][1]).wide or not size.high:
            return None
        return [(at, at + size.wide) for at in grid[0]], [(at, at + size.high) for at in grid[1]]


Geometries = Callable[[int], Geometry]


class _Surround(NamedTuple):
    """What lines lie around, at every step."""

    forms: Sequence[Form]
    corners: Mapping[int, Boxes]  #: of the maps of each form
    grid: tuple[list[int], list[int]] | None
    rim: int
    pen: int
    underlined: bool

    def around(self, lines: Iterable[tuple[Form, tuple[Box, ...]]]) -> Boxes:
        """The same lines at every map of a form."""
        return _joined([boxes_at(boxes, self.corners[id(form)]) for form, boxes in lines])


def geometries(panels: Sequence[Panel], style: Style, underlined: bool = False) -> Geometries:
    """step → geometry, a few of them kept: the pointer moves more often than the step.

    Where maps are small the step's row is only ``underlined``: a frame would be most of what one sees.
    """
    low = bool(panels) and panels[0].form.y.cell < style.px(14)
    forms = {id(panel.form): panel.form for panel in panels}  # most panels share one
    corners = {key: corner_sides([panel[3:5] for panel in panels if id(panel.form) == key]) for key in forms}
    pen = style.px(1 if low else 2)
    lines = _Surround(tuple(forms.values()), corners, _grid(panels), style.px(1), pen, underlined)

    def geometry(step: int) -> Geometry:
        return Geometry(panels, {key: form.shown(step) for key, form in forms.items()}, lines)

    return lru_cache(maxsize=4)(geometry)


def _grid(panels: Sequence[Panel]) -> tuple[list[int], list[int]] | None:
    """Where columns and rows of equal maps begin, if they fill a grid."""
    lefts, tops = sorted({panel.left for panel in panels}), sorted({panel.top for panel in panels})
    full = len({(panel.left, panel.top) for panel in panels}) == len(lefts) * len(tops)
    return (lefts, tops) if full and len({id(panel.form) for panel in panels}) == 1 else None


def _joined(parts: Sequence[Boxes]) -> Boxes:
    return parts[0] if len(parts) == 1 else np.concatenate([np.empty((0, 4), dtype=np.intc), *parts])
