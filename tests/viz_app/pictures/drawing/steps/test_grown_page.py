"""A page that grows step by step is, to the pixel, the page that each step alone paints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from model.record.trace import Kind, Trace
from tests.viz_app.pictures.reading import draw, pixels_of, plain_style, sheet, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.page import Painted
from viz_app.pictures.drawing.panels import Form, Panel
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.steps import grown_page
from viz_app.pictures.drawing.steps.grown_page import blocks
from viz_app.state.state import Selection

pytestmark = pytest.mark.usefixtures("qapp")
SCREEN = replace(plain_style(), on_screen=True)
Pages = list[QImage | None]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    """What was asked for, one for each picture that is painted."""
    found, taken, again = Pages(), grown_page.grown, Painted.again

    def noting(sheet: MapSheet) -> QImage | None:
        found[-1] = taken(sheet)
        return found[-1]

    def asked(self: Painted, selection: Selection) -> bool:
        found.append(None)
        return again(self, selection)

    monkeypatch.setattr(grown_page, "grown", noting)
    monkeypatch.setattr(Painted, "again", asked)
    return found


def words(count: int) -> list[str]:
    """Of several lengths, so that some names have room and others have none."""
    return ["mwil"[index % 4] * (1 + index**2 % 6) for index in range(count)]


def drawn(view: str, trace: Trace, kind: Kind, size: tuple[int, int], style: Style, **place: Any) -> NDArray[np.uint8]:
    return draw(view, snapshot_of(trace, kind, **place), *size, style)[1]


def alone(trace: Trace) -> Trace:
    """Another run to whoever keeps pages."""
    return replace(trace, source_ids=trace.source_ids.copy())


@pytest.mark.parametrize("view", ["all_layers", "one_layer", "one_head", "masks"])
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize(
    ("heads", "lengths", "size", "style"),
    [
        ((3, 4), (11, 9), (803, 507), replace(SCREEN, values=True)),  # numbers in cells, slanted names
        ((2, 3), (34, 23), (640, 400), replace(SCREEN, ratio=1.25)),  # names of some rows alone
        ((2, 5), (150, 130), (1280, 720), replace(plain_style(dark=True), ratio=1.5)),
        ((1, 2), (700, 690), (500, 380), SCREEN),  # several rows to a pixel
    ],
)
def test_every_step_is_as_if_it_were_painted_alone(
    view: str, kind: Kind, heads: tuple[int, int], lengths: tuple[int, int], size: tuple[int, int], style: Style,
    pages: Pages,
) -> None:  # fmt: skip
    """Forward, by more than one, back, at the end and again; with and without a cell."""
    source, target = lengths
    trace = make_trace(*heads, words(source), words(target), padding=2)
    middle = target // 2
    steps = (
        middle,
        middle + 1,
        middle + 2,
        middle + 7 if target > 20 else middle + 3,
        target,
        middle,
        0,
        1,
        target - 1,
    )
    places = [{"step": step, "query": (None, 1)[index % 3 == 2]} for index, step in enumerate(steps)]
    after_others = [drawn(view, trace, kind, size, style, **place) for place in places]
    grown = [page is not None for page in pages]
    assert not grown[0] and any(grown), "but for the first picture the page has grown"
    assert all(grown[1:]) or view in ("one_head", "masks"), "of which some have small maps on the page of another"
    pages.clear()
    for place, pixels in zip(places, after_others, strict=True):
        assert (drawn(view, alone(trace), kind, size, style, **place) == pixels).all(), place
    assert set(pages) == {None}, "nothing but the first picture of each"


@pytest.mark.parametrize("view", ["all_layers", "masks"])
def test_pixels_for_several_rows_show_no_row_that_is_to_come(view: str) -> None:
    """Nor the line that was around what was decoded before, where a map shows no part of such pixels."""
    trace, style = make_trace(1, 2, words(5), words(700), padding=3), plain_style()
    for step in range(350, 362):
        one, other = (drawn(view, run, "cross", (640, 400), style, step=step) for run in (trace, alone(trace)))
        assert (one == other).all(), step


def test_other_names_are_another_page() -> None:
    trace, size = make_trace(2, 2, words(6), words(9)), (640, 400)
    sheet("all_layers", snapshot_of(trace, "decoder", step=3), *size, SCREEN)
    shown, pixels = sheet("all_layers", snapshot_of(trace, "decoder", step=4), *size, SCREEN)
    fewer = replace(shown, plan=replace(shown.plan, strips=shown.plan.strips[1:]))
    assert fewer.plan.painted is shown.plan.painted
    without = pixels_of(fewer, *size, SCREEN)
    plan = replace(fewer.plan, painted=Painted())
    assert (without != pixels).any() and (without == pixels_of(replace(fewer, plan=plan), *size, SCREEN)).all()


def test_two_runs_and_two_sizes_in_turn_are_not_mixed() -> None:
    first, second = make_trace(2, 2, words(6), words(9)), make_trace(2, 2, words(6)[::-1], words(9))
    for step in (3, 4, 5, 4):
        for run in (first, second):
            for size in ((640, 400), (803, 507)):
                pixels = drawn("all_layers", run, "decoder", size, SCREEN, step=step)
                assert (pixels == drawn("all_layers", alone(run), "decoder", size, SCREEN, step=step)).all(), step


def test_whoever_keeps_what_the_page_was_keeps_it(pages: Pages) -> None:
    trace = make_trace(2, 2, words(6), words(9))
    for step in (3, 4):
        drawn("all_layers", trace, "decoder", (640, 400), SCREEN, step=step)
    assert pages[-1] is not None
    kept = QImage(pages[-1])
    before = QImage(pages[-1]).copy()
    after = drawn("all_layers", trace, "decoder", (640, 400), SCREEN, step=5)
    assert kept == before
    assert (after == drawn("all_layers", alone(trace), "decoder", (640, 400), SCREEN, step=5)).all()


def test_a_very_large_page_is_not_kept(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grown_page, "LARGEST", 4 * 640 * 400 - 1)
    trace = make_trace(2, 2, words(6), words(9))
    for step in (3, 4):
        drawn("all_layers", trace, "decoder", (640, 400), SCREEN, step=step)
    assert pages == [None, None]


def panel(index: int, left: int, top: int, form: Form) -> Panel:
    return Panel("cross", 0, index, left, top, form)


FORM = Form(Axis(0, 4, 20), Axis(0, 3, 12))


def test_maps_of_a_grid_are_one_block_and_a_shorter_last_row_another() -> None:
    places = [(10, 5), (40, 5), (70, 5), (10, 25), (40, 25), (70, 25), (10, 45), (40, 45)]
    full, last = blocks([panel(index, *place, FORM) for index, place in enumerate(places)], 100, 60, 1)
    assert full.indices.tolist() == [[0, 1, 2], [3, 4, 5]] and last.indices.tolist() == [[6, 7]]
    page = QImage(100, 60, QImage.Format.Format_RGB32)
    page.fill(0)
    full.maps(page, 1)[1, 1, 2, 1] = 0xFF123456  # second row, third map, its first pixel
    assert page.pixelColor(70, 25).name() == "#123456"
    assert full.maps(page, 1).shape == (2, 14, 3, 22)


def test_maps_at_unequal_distances_are_blocks_of_their_own() -> None:
    found = blocks([panel(index, left, 5, FORM) for index, left in enumerate((10, 40, 75))], 100, 60, 1)
    assert [block.indices.tolist() for block in found] == [[[0]], [[1]], [[2]]]
    assert [(block.left, block.top) for block in found] == [(10, 5), (40, 5), (75, 5)]


@pytest.mark.parametrize("places", [[(0, 5)], [(79, 5)], [(10, 48)], [(10, 5), (30, 5)], [(10, 5), (10, 17), (50, 17)]])
def test_where_a_rim_has_no_room_nothing_is_kept(places: list[tuple[int, int]]) -> None:
    """At an edge of the page, and between maps that touch each other."""
    assert not blocks([panel(index, *place, FORM) for index, place in enumerate(places)], 100, 60, 2)


def test_maps_of_two_forms_that_lie_in_each_others_rim_are_not_kept() -> None:
    other = Form(Axis(0, 4, 20), Axis(0, 1, 4))
    assert len(blocks([panel(0, 10, 5, FORM), panel(1, 10, 19, other)], 100, 60, 2)) == 2
    assert not blocks([panel(0, 10, 5, FORM), panel(1, 10, 18, other)], 100, 60, 2)
