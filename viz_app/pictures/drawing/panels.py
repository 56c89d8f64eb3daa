"""The places of a picture's maps, and the part of each that exists after a step. Lengths are device pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.boxes import Boxes, boxes, outline, underline
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.picture import Style
from viz_app.state.zoom import Shape, Zoom


class Shown(NamedTuple):
    """How much of a map is decoded."""

    rows: int
    columns: int
    wide: int  #: device pixels
    high: int  #: whole device pixels; the newest row may lack one where pixels stand for several rows
    source_wide: int  #: pixels of its image
    source_high: int
    newest: int  #: where the step's row starts
    bottom: int  #: where what is decoded ends
    end: int  #: where the newest row ends; where it starts, if it is not in the part that is shown
    scaled: bool  #: a cell is more than one device pixel


@dataclass(frozen=True)
class Form:
    """What maps of one kind have in common: their axes, at 0, and which of them grow step by step."""

    x: Axis
    y: Axis
    stepwise_rows: bool = True  #: rows after the step are not yet decoded
    stepwise_columns: bool = False
    queries: bool = True  #: False for a strip whose one row is no query
    marked: bool = False  #: the step's row is framed

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return self.y.count, self.x.count

    def decoded(self, step: int) -> tuple[int, int]:
        """How many rows and columns exist of it after a step; they count from the first shown."""
        rows, columns = self.y.count, self.x.count
        if self.stepwise_rows:
            rows = min(max(step + 1 - self.y.first, 0), rows)
        if self.stepwise_columns:
            columns = min(max(step + 1 - self.x.first, 0), columns)
        return rows, columns

    def shown(self, step: int) -> Shown:
        """What exists of it after a step."""
        newest_row = step - self.y.first
        rows, columns = self.decoded(step)
        wide, high = self.x.edge(columns), self.y.edge(rows)
        bottom = sum(self.y.span(rows - 1)) if rows else 0
        there = 0 <= newest_row < self.y.count
        newest = self.y.edge(newest_row) if there else bottom
        end = sum(self.y.span(newest_row)) if there else newest
        scaled = max(self.x.cell, self.y.cell) > 1
        return Shown(
            rows, columns, wide, high, columns if self.x.even else wide, rows if self.y.even else high,
            newest, bottom, end, scaled,
        )  # fmt: skip


def form_of(kind: Kind, x: Axis, y: Axis, stepwise: bool, at_once: bool) -> Form:
    """The form of a kind's maps: encoder maps are complete at once, decoder maps grow both ways.

    Nothing grows in a run that was recorded without its steps, or whose steps were all taken in one pass.
    """
    marked = stepwise and kind != "encoder"
    grows = marked and not at_once
    return Form(x.at(0), y.at(0), grows, grows and kind == "decoder", marked=marked)


class Panel(NamedTuple):
    """One map and its top left corner."""

    kind: Kind
    layer: int
    head: int
    left: int
    top: int
    form: Form
    heading: int = 0  #: pixels above the map that belong to it when clicked

    @property
    def box(self) -> Box:
        return self.left, self.top, self.form.x.length, self.form.y.length


class PlacedStrip(NamedTuple):
    """Labels at the top left corner of a map."""

    strip: token_labels.LabelStrip
    left: int
    top: int
    stepwise: bool


class Geometry(NamedTuple):
    """Where things lie after a step, in the order of the panels."""

    drawn: list[tuple[Panel, Shown]]
    plates: Boxes  #: what of each map is decoded, with a rim: hairlines
    newest: Boxes  #: the lines around or under the step's row in each map that has one
    decoded: bool  #: nothing is left to decode


Geometries = Callable[[int], Geometry]


def geometries(panels: Sequence[Panel], style: Style, underlined: bool = False) -> Geometries:
    """step → geometry, a few of them kept: the pointer moves more often than the step.

    Where maps are small the step's row is only ``underlined``: a frame would be most of what one sees.
    """
    low = bool(panels) and panels[0].form.y.cell < style.px(14)
    rim, pen = style.px(1), style.px(1 if low else 2)
    forms = list({id(panel.form): panel.form for panel in panels}.values())  # most panels share one
    places = {id(form): place for place, form in enumerate(forms)}
    which = [places[id(panel.form)] for panel in panels]
    left, top = np.array([(panel.left, panel.top) for panel in panels], dtype=np.intc).reshape(-1, 2).T
    around = underline if underlined else outline

    def geometry(step: int) -> Geometry:
        shown = [form.shown(step) for form in forms]
        sides = [_sides(form, part) for form, part in zip(forms, shown, strict=True)]
        wide, bottom, there, newest, high, marked = np.array(sides, dtype=np.intc).reshape(-1, 6)[which].T
        plates = boxes(left - rim, top - rim, wide + 2 * rim, bottom + 2 * rim)[there > 0]
        lines = around(left, top + newest, wide, high, pen)[marked > 0]
        drawn = [(panel, shown[place]) for panel, place in zip(panels, which, strict=True)]
        return Geometry(drawn, plates, lines, all(form.decoded(step) == form.size for form in forms))

    return lru_cache(maxsize=4)(geometry)


def _sides(form: Form, part: Shown) -> tuple[int, int, bool, int, int, bool]:
    """Width and height of what is decoded of a map, is there any; where the step's row begins, its height, its mark."""
    newest, high = part.newest, part.end - part.newest
    there, marked = bool(part.rows and part.columns), bool(form.marked and part.columns and high > 0)
    return part.wide, part.bottom, there, newest, high, marked


# --- the part of a map that zooming, or a hall, leaves ---


def part_told(zoom: Zoom | None, shape: Shape) -> str:
    """``rows 11–40 of 128, columns 1–30 of 96``; nothing where all is shown. People count from 1."""
    if zoom is None:
        return ""
    translate = QCoreApplication.translate
    parts = (
        (translate("pictures", "rows {first}–{last} of {count}"), zoom.row, zoom.rows, shape[0]),
        (translate("pictures", "columns {first}–{last} of {count}"), zoom.column, zoom.columns, shape[1]),
    )
    return ", ".join(
        words.format(first=first + 1, last=first + shown, count=count)
        for words, first, shown, count in parts
        if shown < count
    )


def part_rows(zoom: Zoom | None) -> range | None:
    """The rows of a part that has all columns; None where all is shown."""
    return None if zoom is None else range(zoom.row, zoom.row + zoom.rows)
