"""A page with its maps and their names as far as they are decoded, in pixels: a step adds what is new, and no more.

Copying it to the screen takes a fifth of painting what is on it. Lengths are device pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter

from viz_app.pictures.drawing.atlas import partial_words
from viz_app.pictures.drawing.drawings import Draw, Drawing, PictureCache
from viz_app.pictures.drawing.geometry import Geometry
from viz_app.pictures.drawing.panels import Form, Panel, PlacedStrip, Shown

if TYPE_CHECKING:
    from viz_app.pictures.drawing.sheet import MapSheet

Pixels = NDArray[np.uint32]
LARGEST = 32 << 20  #: bytes of a page that is kept for this: a window of 1600 × 1000 at twice the scale
NOTHING = Shown(0, 0, 0, 0, 0, 0, 0, 0, 0, False, False, (0.0, 0.0))


def grown(sheet: MapSheet) -> QImage | None:
    """The page at a sheet's step; None of very large pages, and of maps that touch each other."""
    ground = sheet.ground
    if ground is None or ground.bytes() > LARGEST:
        return None
    return _kept.get(sheet.plan.painted, lambda: _Grown(sheet, ground)).at(sheet, ground)


class _On(NamedTuple):
    """What the page shows."""

    ground: Drawing
    strips: Sequence[PlacedStrip]
    step: int
    now: Geometry


class _Grown:
    """Its pixels, and what they show."""

    def __init__(self, sheet: MapSheet, ground: Drawing) -> None:
        self._rim = sheet.style.px(1)
        self._blocks = blocks(sheet.plan.panels, ground.width(), ground.height(), self._rim)
        self.bytes = 2 * ground.bytes() if self._blocks else 0
        self._page: QImage | None = None
        self._finished: QImage | None = None  #: the maps as they are in the end, in their places
        self._on: _On | None = None

    def at(self, sheet: MapSheet, ground: Drawing) -> QImage | None:
        """See :func:`grown`."""
        if not self._blocks:
            return None
        on, step, strips = self._on, sheet.selection.step, sheet.plan.strips
        if self._page is None:
            self._page = QImage(ground.pixels.size(), ground.pixels.format())
        if on is None or on.ground is not ground or on.step > step or on.strips != strips:
            np.copyto(np.frombuffer(self._page.bits(), np.uint32), np.frombuffer(ground.pixels.constBits(), np.uint32))
            on = None
        if on is None or on.step != step:
            self._grow(self._page, on, sheet, ground)
            self._on = _On(ground, strips, step, sheet.now)
        return self._page

    def _grow(self, page: QImage, on: _On | None, sheet: MapSheet, ground: Drawing) -> None:
        """What is decoded now and was not."""
        now = sheet.now
        if now.decoded and self._finished is None:  # no step to come needs the maps apart
            _painted(page, sheet.plan.paint_finished)
            return
        if self._finished is None:
            self._finished = QImage(page.size(), QImage.Format.Format_RGB32)
            _painted(self._finished, sheet.plan.paint_finished)
        line = QColor(sheet.style.palette.line).rgb()
        for block in self._blocks:
            was, shown = on.now.of(block.form) if on else NOTHING, now.of(block.form)
            place, source = (block.maps(image, self._rim) for image in (page, self._finished))
            _add(place, source, was, shown, self._rim)
            if shown.high < shown.bottom:  # less than all rows of the last pixels
                part = slice(self._rim + shown.high, self._rim + shown.bottom)
                place[:, part] = block.maps(ground.pixels, self._rim)[:, part]
            if not now.decoded and shown.rows and shown.columns:
                _outline(place, was, shown, self._rim, line)
        self._add_partial_row(page, sheet)
        if not now.decoded:  # else they are on the ground
            since = on.step if on else None
            names = [(placed, named) for placed in sheet.plan.strips if (named := _named(placed, since, sheet))]
            if names:
                _painted(page, lambda painter: _write(painter, names))

    def _add_partial_row(self, page: QImage, sheet: MapSheet) -> None:
        """Where pixels stand for several rows, the one of which only some are decoded."""
        plan, (panel, shown) = sheet.plan, sheet.now.drawn[0]
        words = partial_words(plan.atlas, sheet.trace, panel, shown, sheet.style)
        if words is None:
            return
        if panel.form.x.stretched:
            words = words.take(panel.form.x.blocks[: shown.wide], axis=-1)
        rows = words.reshape(-1, words.shape[-1])
        for block in self._blocks:
            place = block.maps(page, self._rim)[:, self._rim + shown.high, :, self._rim :]
            place[..., : rows.shape[-1]] = rows[block.indices]


_kept: PictureCache[_Grown] = PictureCache(2 * LARGEST, lambda kept: kept.bytes, count=2)


def _painted(image: QImage, draw: Draw) -> None:
    painter = QPainter(image)
    try:
        draw(painter)
    finally:
        painter.end()


# --- names ---


def _named(placed: PlacedStrip, since: int | None, sheet: MapSheet) -> tuple[int, int] | None:
    """How many cells have names now, and how many had; None where none has come."""
    strip, first = placed.strip, placed.strip.axis.first
    cells = sheet.selection.step + 1 - first if placed.stepwise else strip.axis.count
    before = 0 if since is None else since + 1 - first if placed.stepwise else strip.axis.count
    return (cells, before) if strip.reach(cells) != strip.reach(before) else None


def _write(painter: QPainter, names: Sequence[tuple[PlacedStrip, tuple[int, int]]]) -> None:
    for placed, (cells, before) in names:
        placed.strip.paint(painter, placed.left, placed.top, cells, before)


# --- many maps at once ---


class Block(NamedTuple):
    """Equal maps at equal distances."""

    form: Form
    left: int
    top: int
    across: int  #: from map to map
    down: int
    indices: NDArray[np.intp]  #: [rows, columns] which panels they are

    def maps(self, page: QImage, rim: int) -> Pixels:
        """[rows, high, columns, wide] of a page, each map with a rim around it: its own memory, to be changed."""
        rows, columns = self.indices.shape
        shape = rows, self.form.y.length + 2 * rim, columns, self.form.x.length + 2 * rim
        line = page.bytesPerLine()
        start = (self.top - rim) * line + 4 * (self.left - rim)
        return np.ndarray(shape, np.uint32, page.bits(), start, (self.down * line, line, 4 * self.across, 4))

    def box(self, rim: int) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of all, with a rim."""
        rows, columns = self.indices.shape
        right = self.left + (columns - 1) * self.across + self.form.x.length
        bottom = self.top + (rows - 1) * self.down + self.form.y.length
        return self.left - rim, self.top - rim, right + rim, bottom + rim


def blocks(panels: Sequence[Panel], wide: int, high: int, rim: int) -> tuple[Block, ...]:
    """All of a page's maps; none where a rim lies on another map, or beside the page: what lies there would go."""
    found = list[Block]()
    for form in {id(panel.form): panel.form for panel in panels}.values():
        places = sorted((panel.top, panel.left, index) for index, panel in enumerate(panels) if panel.form is form)
        rows = [list(row) for _, row in groupby(places, key=itemgetter(0))]
        for _, alike in groupby(rows, key=lambda row: [place[1] for place in row]):
            found += _split(form, list(alike), rim)
    for block in found:
        left, top, right, bottom = own = block.box(rim)
        if left < 0 or top < 0 or right > wide or bottom > high:
            return ()
        if min(block.across - block.form.x.length, block.down - block.form.y.length) < rim:
            return ()
        if any(_meet(own, other.box(0)) for other in found if other is not block):
            return ()
    return tuple(found)


def _split(form: Form, rows: Sequence[Sequence[tuple[int, int, int]]], rim: int) -> Iterator[Block]:
    """Rows of maps, each with top, left and number, in the same columns: one block, if they are equally far apart."""
    tops, lefts = [row[0][0] for row in rows], [left for _, left, _ in rows[0]]
    downs, acrosses = ({after - before for before, after in pairwise(starts)} for starts in (tops, lefts))
    if max(len(downs), len(acrosses)) > 1:
        for row in rows:
            yield from (_block(form, [[place]], form.x.length + rim, form.y.length + rim) for place in row)
        return
    yield _block(form, rows, *acrosses or {form.x.length + rim}, *downs or {form.y.length + rim})


def _block(form: Form, rows: Sequence[Sequence[tuple[int, int, int]]], across: int, down: int) -> Block:
    top, left, _ = rows[0][0]
    return Block(form, left, top, across, down, np.array([[index for _, _, index in row] for row in rows]))


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _add(place: Pixels, source: Pixels, was: Shown, now: Shown, rim: int) -> None:
    """What of each map is decoded now and was not, below and at the right."""
    place, source = (maps[:, rim:, :, rim:] for maps in (place, source))
    below, beside = slice(was.high, now.high), slice(was.wide, now.wide)
    place[:, below, :, : now.wide] = source[:, below, :, : now.wide]
    place[:, : was.high, :, beside] = source[:, : was.high, :, beside]


def _outline(place: Pixels, was: Shown, now: Shown, rim: int, line: int) -> None:
    """A hairline around what is decoded. What of the one before is not on a map now is a part of it."""
    right, bottom = now.wide + 2 * rim, now.bottom + 2 * rim
    place[:, :rim, :, was.wide : right] = line
    place[:, bottom - rim : bottom, :, :right] = line
    place[:, was.high : bottom, :, :rim] = line
    place[:, (was.high if was.wide == now.wide else 0) : bottom, :, right - rim : right] = line
