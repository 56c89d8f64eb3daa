"""Where not every label has room, the step's row and what is selected have theirs all the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from model.record.trace import Kind
from tests.viz_app.pictures.reading import Pixels, draw, pixels_of, plain_style, rgb, sheet, snapshot_of, where
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.panels import PlacedStrip
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.steps import named_labels
from viz_app.pictures.drawing.token_labels import Label, face_of
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot
from viz_app.state.zoom import Zoom

SOURCE = tuple("mw"[n % 2] * (1 + n * n % 5) for n in range(149))
TARGET = tuple("wm"[n % 2] * (1 + n * n % 6) for n in range(144))
TRACE = make_trace(1, 4, SOURCE, TARGET)
STYLE = replace(plain_style(), dots=False, on_screen=True)
SIZE = (720, 450)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def shown(snapshot: Snapshot, style: Style = STYLE) -> tuple[MapSheet, Pixels]:
    picture, pixels = draw("one_head", snapshot, *SIZE, style)
    sheet = picture.main if isinstance(picture, WithSisters) else picture
    assert isinstance(sheet, MapSheet)
    return sheet, pixels


def plate(pixels: Pixels, colour: str, right: int) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of what has a colour left of a map, beside its frame."""
    found = where(pixels, colour)[:, : right - 4]
    rows, columns = np.flatnonzero(found.any(axis=1)), np.flatnonzero(found.any(axis=0))
    return (columns[0], rows[0], columns[-1], rows[-1]) if len(rows) else None


@pytest.mark.parametrize("step", [0, 1, 5, 70, 101, 143, 144])
@pytest.mark.parametrize("zoom", [None, Zoom(0, 20, 60, 60)], ids=["whole", "part"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_steps_row_has_its_name_at_its_height(step: int, zoom: Zoom | None, dark: bool) -> None:
    style = replace(plain_style(dark), dots=False, on_screen=True)
    part = None if zoom is None else zoom.holding(step, None)
    sheet, pixels = shown(replace(snapshot_of(TRACE, step=step), zoom=part), style)
    panel, strip = sheet.plan.panels[0], sheet.plan.strips[0].strip
    assert strip.stride > 1
    box = plate(pixels, style.palette.selection, panel.left)
    assert box is not None, "no row is without a name"
    left, top, right, bottom = box
    first, high = panel.form.y.span(step - panel.form.y.first)
    assert top - 2 <= panel.top + first + high / 2 <= bottom + 2
    name = (*TARGET, "</s>")[step]
    face = font(face_of(strip, style).pixelSize(), bold=True)
    assert face.pixelSize() >= 9
    assert right - left >= min(text_width(name, face), strip.room) - 2
    assert bottom - top >= face.pixelSize()
    assert right == panel.left - 6, "as near to the map as to all others"
    assert panel.top <= panel.top + first < panel.top + panel.form.y.length, "it is in the part that is shown"


@pytest.mark.parametrize("kind", ["encoder", "cross", "decoder"])
def test_the_selected_row_and_column_have_their_names(kind: Kind) -> None:
    """What is drawn for the one cell is not drawn for another, and lies at its own row and column."""
    first = snapshot_of(TRACE, kind, step=144, query=71, key=40)
    other = snapshot_of(TRACE, kind, step=144, query=101, key=101)
    sheet, pixels = shown(first)
    _, elsewhere = shown(other)
    panel = sheet.plan.panels[0]
    differs = (pixels != elsewhere).any(axis=-1)
    beside = np.flatnonzero(differs[panel.top :, : panel.left - 6].any(axis=1)) + panel.top
    for row in (71, 101):
        middle = panel.top + panel.form.y.middle(row)
        assert np.abs(beside - middle).min() <= 2
        assert all(min(abs(at - panel.top - panel.form.y.middle(each)) for each in (71, 101)) < 22 for at in beside)
    above = np.flatnonzero(differs[panel.top - 4 : panel.top, panel.left :].any(axis=0)) + panel.left
    for column in (40, 101):
        assert np.abs(above - panel.left - panel.form.x.middle(column)).min() < 12


def test_half_of_a_neighbours_name_is_not_left_beside_it() -> None:
    """Ink of other labels keeps away from the plate's frame."""
    for step in range(60, 90):
        sheet, pixels = shown(snapshot_of(TRACE, step=step))
        panel, strip = sheet.plan.panels[0], sheet.plan.strips[0].strip
        pixels = pixels[: panel.top + strip.image.height()]  # other heads have frames of that colour, too
        box = plate(pixels, STYLE.palette.selection, panel.left)
        assert box is not None
        left, top, _, bottom = box
        edge = panel.left - strip.image.width()
        letters = face_of(strip, STYLE).pixelSize()
        for rows in (range(top - 2, top), range(bottom + 1, bottom + 3)):
            ink = pixels[rows.start : rows.stop, edge : panel.left - 6].min(axis=-1) < 120
            assert not ink.any() or ink.sum() < 2 * letters, (step, rows)
        assert (pixels[top + 2 : bottom - 2, edge : left - 1] == np.array(rgb(STYLE.palette.paper))).all()


def test_half_of_a_name_beside_the_next_map_is_not_left_either() -> None:
    """Where the plate of a last row stands out below its map, what it would hide in part is gone in whole."""
    trace, size, found = make_trace(6, 8, SOURCE[:20], TARGET[:20]), SIZE, 0
    for step in (0, 20):
        picture, pixels = sheet("all_layers", snapshot_of(trace, step=step), *size, STYLE)
        strips = [placed for placed in picture.plan.strips if placed.strip.rows]
        for placed in strips:
            label = named_labels.named_at(placed, step, STYLE.palette.selection, STYLE, tuple(strips), size[1])
            for band in label.hidden:
                found += 1
                below = round(max(band.top(), label.corner.y() + label.image.height())), int(band.bottom())
                left, right = int(band.left()) + 1, int(band.right())
                assert (pixels[below[0] : below[1], left:right] == np.array(rgb(STYLE.palette.paper))).all()
    assert found


def test_where_every_label_has_room_nothing_is_added() -> None:
    few = make_trace(1, 1, SOURCE[:6], TARGET[:6])
    sheet, pixels = shown(snapshot_of(few, step=3))
    assert plate(pixels, STYLE.palette.selection, sheet.plan.panels[0].left) is None


def test_a_figure_of_all_rows_names_none_of_them_first() -> None:
    picture, _ = shown(snapshot_of(TRACE, step=70))
    bare = replace(STYLE, emphasis=False)
    sheet, _ = shown(snapshot_of(TRACE, step=70), bare)
    pixels = pixels_of(sheet, *SIZE, bare)
    assert plate(pixels, STYLE.palette.selection, picture.plan.panels[0].left) is None


@pytest.mark.parametrize("rows", [True, False], ids=["row", "column"])
def test_a_plate_has_the_name_of_its_own_place(rows: bool) -> None:
    """Of two strips that differ in one name alone, the plates of that place differ, and no others."""
    at, axis = 31, Axis(0, 60, 240)
    images = {}
    for name in ("mmmm", "w"):
        labels = tuple(Label("m" if index != at else name) for index in range(60))
        make = token_labels.row_strip if rows else token_labels.column_strip
        placed = PlacedStrip(make(labels, axis, 80, STYLE), 100, 100, stepwise=True)
        assert placed.strip.stride > 1
        for index in (at - 1, at, at + 1):
            image = QImage(400, 400, QImage.Format.Format_RGB32)
            image.fill(0xFFFFFFFF)
            painter = QPainter(image)
            named_labels.paint_named(painter, placed, index, STYLE.palette.ink, STYLE)
            painter.end()
            images[name, index] = image
    same = [images["mmmm", index] == images["w", index] for index in (at - 1, at, at + 1)]
    assert same == [True, False, True]
