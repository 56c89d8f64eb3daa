"""One head as the last row of a hall sees it: measured on what is drawn, for short and long sentences."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from tests.viz_app.pictures.one_head.test_places import run
from tests.viz_app.pictures.reading import pixels_of, snapshot_of
from viz_app.pictures import all_layers, one_layer
from viz_app.pictures.drawing.drawings import full_width
from viz_app.pictures.drawing.marks import number_pixels, printed
from viz_app.pictures.drawing.picture import Style, style_for
from viz_app.pictures.drawing.token_labels import COSINE, face_of
from viz_app.pictures.masks import picture as masks
from viz_app.pictures.one_head import hall
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head.hall import SpotlitSheet
from viz_app.state.classroom.presentation import presented
from viz_app.state.state import Settings, Snapshot

#: The view of a presentation at 1920 × 1080, and on a projector of 1024 × 768, with the letters of each.
HALLS = (((1920, 880), 36), ((1024, 620), 26))


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def in_hall(letters: int, dark: bool = False, ratio: float = 1.0) -> Style:
    style = style_for(presented(Snapshot()).settings, dark, ratio, letters * 0.75, on_screen=True)
    return replace(style, presented=True, scale="sqrt")


def drawn(snapshot: Snapshot, size: tuple[int, int], style: Style) -> SpotlitSheet:
    picture = hall.picture(one_head, snapshot, *size, style)
    assert isinstance(picture, SpotlitSheet), "no other heads beside it"
    return picture


@pytest.mark.parametrize(("size", "letters"), HALLS, ids=str)
@pytest.mark.parametrize("lengths", [(4, 4), (14, 17), (59, 60), (135, 150)], ids=str)
@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_every_row_and_column_has_its_name_in_large_letters_and_every_cell_its_number(
    size: tuple[int, int], letters: int, lengths: tuple[int, int], kind: str
) -> None:
    style, now = in_hall(letters), snapshot_of(run(*lengths), kind, query=3 if kind == "encoder" else None)  # type: ignore[arg-type]
    sheet = drawn(now, size, style)
    form = sheet.plan.panels[0].form
    assert 1 <= form.y.count <= 14
    assert form.x.count <= 16
    assert sheet.unnamed == 0
    for strip, left, *_ in sheet.plan.strips:
        assert face_of(strip, style).pixelSize() >= letters
        for at, label in enumerate(() if strip.foot is None else strip.labels):
            long = min(full_width(label, face_of(strip, style)), strip.room)
            assert left + strip.axis.middle(at) + long * COSINE <= size[0], f"{label.text} is cut by the edge"
    assert printed(form.x, form.y, replace(style, fewest_decimals=2))
    assert number_pixels(form.x, form.y, sheet.style) >= 0.8 * letters
    talked = 3 if kind == "encoder" else now.selection.step
    assert form.y.first <= talked < form.y.first + form.y.count
    whole = now.trace.maps(kind).shape[-2:]  # type: ignore[union-attr,arg-type]
    assert ("rows" in sheet.subtitle) == (form.y.count < whole[0]), "what is left out is named"
    assert ("columns" in sheet.subtitle) == (form.x.count < whole[1])


def test_nothing_jumps_from_step_to_step() -> None:
    trace, style = run(14, 40), in_hall(36)
    places = {drawn(snapshot_of(trace, step=step), (1920, 880), style).plan.panels[0].box for step in range(0, 40, 3)}
    assert len(places) == 1


@pytest.mark.parametrize("dark", [False, True])
def test_the_other_rows_are_dimmed_and_the_one_talked_about_is_outlined(dark: bool) -> None:
    """Half paper over each other cell: checked in the corner of a cell, where neither number nor dot stands."""
    style = replace(in_hall(36, dark), values=False, dots=False)
    now = snapshot_of(run(14, 17))
    sheet = drawn(now, (1920, 880), style)
    pixels = pixels_of(sheet, 1920, 880, style).astype(int)
    panel, step = sheet.plan.panels[0], now.selection.step
    weights = now.trace.maps("cross")[0, 0]  # type: ignore[union-attr]
    paper, frame = (_rgb(QColor(name)) for name in (style.palette.paper, style.palette.selection))
    for row, column in ((step, 2), (step - 1, 2), (step - 3, 5)):
        x, y = panel.form.x, panel.form.y
        at_y = panel.top + y.middle(row - y.first)
        at_x = panel.left + x.middle(column - x.first)
        colour = np.array(_colour(weights[row, column], style))
        expected = colour if row == step else (colour + paper) / 2
        assert np.abs(pixels[round(at_y), round(at_x)] - expected).max() <= 3, (row, column)
    box_top = panel.top + panel.form.y.span(step - panel.form.y.first)[0]
    outline = pixels[round(box_top) - 2, panel.left + 200]
    assert np.abs(outline - frame).max() <= 3


def _rgb(colour: QColor) -> NDArray[np.int_]:
    return np.array([colour.red(), colour.green(), colour.blue()])


def _colour(weight: float, style: Style) -> tuple[int, int, int]:
    """Of the table of colours, at the square root of the weight."""
    red, green, blue = style.colour_map.table[round(255 * float(weight) ** 0.5)].tolist()
    return red, green, blue


@pytest.mark.parametrize("dark", [False, True])
def test_a_projector_shows_weights_of_a_twentieth(dark: bool) -> None:
    """By the lightness of CIE L*: 5 is where two greys side by side are told apart with ease."""
    style = in_hall(36, dark)
    nothing, little, more = (_lightness(_colour(weight, style)) for weight in (0.0, 0.05, 0.15))
    assert abs(little - nothing) >= 8
    assert abs(more - little) >= 5
    assert Settings().scale == "linear", "elsewhere the scale is even"


def _lightness(colour: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


@pytest.mark.parametrize("module", [one_layer, all_layers, masks])
def test_maps_beside_each_other_are_dimmed_but_for_the_row_that_is_talked_about(module: ModuleType) -> None:
    now, style, size = snapshot_of(run(14, 17), "cross"), in_hall(36), (1400, 700)
    plain = module.picture(now, *size, style)
    bright, dimmed = (pixels_of(each, *size, style).astype(int) for each in (plain, hall.spotlit(plain)))
    for panel in plain.plan.panels:
        if panel.form.y.count <= now.selection.step:  # one row for all
            continue
        top, high = panel.form.y.span(now.selection.step)
        top, across = panel.top + top, slice(panel.left + 8, panel.left + panel.form.x.length - 8)
        assert (bright[top + high // 2, across] == dimmed[top + high // 2, across]).all()
        above = slice(panel.top + 2, top - 4), across
        assert dimmed[above].sum() > bright[above].sum(), "nearer to the paper"


@pytest.mark.parametrize("module", [one_layer, all_layers, masks])
@pytest.mark.parametrize("step", [0, 40, 60])
def test_maps_beside_each_other_show_few_rows_around_the_one_talked_about(module: ModuleType, step: int) -> None:
    """Of a long run. Each cell has the colour of the weight that it is said to be, and the heading names the rows."""
    style = replace(in_hall(36), dots=False)
    now, size = snapshot_of(run(30, 60), "cross", step=step), (1920, 880)
    sheet = hall.picture(module, now, *size, style)
    assert isinstance(sheet, SpotlitSheet)
    y, pixels = sheet.plan.panels[-1].form.y, pixels_of(sheet, *size, style).astype(int)
    assert y.count == 14
    assert y.first == {0: 0, 40: 40 - 11, 60: 61 - 14}[step], "of later rows, which are empty, two"
    for strip, *_ in sheet.plan.strips:
        assert face_of(strip, style).pixelSize() >= 36 or strip.drawn, "level labels are a little smaller"
    words = f"rows {y.first + 1}–{y.first + 14} of 61"
    assert words in (sheet.alt if module is masks else sheet.subtitle), "Masks has a sentence in place of a heading"
    panel = sheet.plan.panels[-1]
    weights = now.trace.maps("cross")[panel.layer, panel.head]  # type: ignore[union-attr]
    for column in (0, 11, 29):
        place = panel.left + panel.form.x.middle(column), panel.top + y.middle(step - y.first)
        found = pixels[round(place[1]), round(place[0])]
        assert np.abs(found - np.array(_colour(weights[step, column], style))).max() <= 3, column
        cell = sheet.find(*place)
        assert (cell.query, cell.key) == (step, column)  # type: ignore[union-attr]
