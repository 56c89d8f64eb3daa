"""What every picture promises, tried on whatever pictures there are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from model.record.trace import KINDS, Kind, Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.maps import MAPS, maps_shown
from tests.viz_app.pictures.reading import MAGENTA, areas, draw, expected_level, level_of, plain_style, snapshot_of
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.pictures import all_pictures, titles
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.state.state import Snapshot

PICTURES = list(all_pictures())
OF_CELLS = list(MAPS)  #: every weight is a coloured cell
OF_WEIGHTS = [*OF_CELLS, "links"]
SMALL = with_vectors(make_trace(layers=2, heads=3, source=["Ein", "Hund"], target=["A", "dog"], padding=1))
MANY = range(39)
LONG = with_vectors(make_trace(2, 3, source=[f"Wort{n}" for n in MANY], target=[f"word{n}" for n in MANY]))
ONE = with_vectors(make_trace(layers=1, heads=1, source=[], target=[]))


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


RUNS = {"no trace": None, "one token": ONE, "3 tokens": SMALL, "40 tokens": LONG}


@pytest.mark.parametrize(
    ("view", "size", "of"),
    all_pairs(PICTURES, ((1, 1), (9, 5), (60, 30), (150, 90), (300, 200), (500, 350), (900, 640)), RUNS),
)
def test_any_size_is_painted_to_the_last_pixel(view: str, size: tuple[int, int], of: str) -> None:
    trace = RUNS[of]
    for kind in KINDS if trace is not None else KINDS[:1]:
        picture, pixels = draw(view, snapshot_of(trace, kind), *size, plain_style())
        assert (picture.width, picture.height) == size
        assert not (pixels == MAGENTA).all(axis=-1).any()
        assert picture.title
        assert picture.alt
        for x, y in ((0, 0), (size[0] / 2, size[1] / 2), (size[0] - 0.5, size[1] - 0.5), (-3, -3), (9999, 9999)):
            picture.at(x, y)


@pytest.mark.parametrize("view", PICTURES)
def test_a_run_that_lacks_arrays_is_no_crash(view: str) -> None:
    bare = replace(
        SMALL, encoder_mask=None, decoder_mask=None, cross_mask=None, padding_mask=None, look_ahead_mask=None,
        target_mask=None, produced_ids=None, produced_tokens=None,
    )  # fmt: skip
    encoder_only = replace(bare, decoder_attention=None, cross_attention=None, consumed_ids=None, consumed_tokens=None)
    for trace in (bare, encoder_only):
        for kind in KINDS:
            picture, _ = draw(view, snapshot_of(trace, kind), 500, 350, plain_style())
            assert picture.alt


@pytest.mark.parametrize("view", OF_CELLS)
def test_a_run_recorded_without_its_steps_is_shown_whole(view: str) -> None:
    names = dict.fromkeys(("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens"))
    whole = make_trace(layers=1, heads=2, source=["a", "b"], target=["c", "d", "e"])
    picture, _ = draw(view, snapshot_of(replace(whole, **names)), 380, 270, plain_style())  # type: ignore[arg-type]
    cells = {(cell.query, cell.key) for cell in areas(picture, 1) if cell.key is not None}
    assert cells == {(query, key) for query in range(4) for key in range(3)}
    assert "step" not in picture.alt


@pytest.mark.parametrize("view", PICTURES)
def test_numbers_that_are_none_are_drawn_and_said(view: str) -> None:
    broken = SMALL.cross_attention.copy() if SMALL.cross_attention is not None else np.zeros(0)
    broken[0, 0, 0, 0], broken[0, 0, 1, 1], broken[0, 0, 2, 0] = np.nan, np.inf, -np.inf
    for style in (plain_style(), plain_style(per_map_scale=True, scale="sqrt"), replace(plain_style(), values=True)):
        whole = draw(view, snapshot_of(SMALL), 600, 400, style)[1]
        shown = draw(view, snapshot_of(replace(SMALL, cross_attention=broken)), 600, 400, style)[1]
        warned = (whole[:30, 300:] != shown[:30, 300:]).any()
        assert warned == (view in (*OF_WEIGHTS, "masks", "compare")), "a warning stands in the heading, at the right"


def test_titles_are_unique_and_those_of_the_table() -> None:
    modules = all_pictures().values()
    assert [module.title() for module in modules] == list(titles().values())
    assert len(set(titles().values())) == len(modules)


@pytest.mark.parametrize(("view", "ratio", "dark"), all_pairs(PICTURES, (1.0, 1.25, 1.5, 2.0), (False, True)))
def test_the_same_arguments_give_the_same_pixels(view: str, ratio: float, dark: bool) -> None:
    style = plain_style(dark, ratio)
    first = draw(view, snapshot_of(SMALL, step=1, query=1, key=0), 420, 300, style)[1]
    draw(view, snapshot_of(LONG, "decoder"), 420, 300, style)
    draw(view, snapshot_of(SMALL, "encoder"), 420, 300, plain_style(not dark, ratio))
    again = draw(view, snapshot_of(SMALL, step=1, query=1, key=0), 420, 300, style)[1]
    assert (first == again).all()


class Shouting(QTranslator):
    """A language of its own: every word in capitals."""

    def translate(self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1) -> str:  # noqa: N803
        return re.sub(r"{[^}]*}|[^{}]+", lambda part: part[0] if part[0][0] == "{" else part[0].upper(), sourceText)


@pytest.mark.parametrize("view", PICTURES)
def test_another_language_is_another_picture_at_once(view: str, qapp: QCoreApplication) -> None:
    before = draw(view, snapshot_of(SMALL), 620, 400, plain_style())[1]
    language = Shouting()
    qapp.installTranslator(language)
    try:
        picture, shouted = draw(view, snapshot_of(SMALL), 620, 400, plain_style())
    finally:
        qapp.removeTranslator(language)
    changed = (before != shouted).any(axis=(1, 2))
    assert changed[:30].any(), "the title"
    assert changed[30:350].any(), "names of maps and axes"
    foot = slice(-260, None) if view == "teacher_forcing" else slice(-40, None)
    assert changed[foot].any(), "the legend, or the sum right below a table"
    assert any(word in picture.alt for word in ("ATTENTION", "MASK", "EMBEDDING", "TEACHER", "BEAM"))
    assert (draw(view, snapshot_of(SMALL), 620, 400, plain_style())[1] == before).all()


@pytest.mark.parametrize("view", PICTURES)
@pytest.mark.parametrize("trace", [None, SMALL], ids=["no trace", "a trace"])
def test_the_painter_is_left_as_it_was(view: str, trace: Trace | None, qtbot: QtBot) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    before = painter.pen(), painter.brush(), painter.font(), painter.transform(), painter.renderHints()
    style = plain_style(ratio=1.25)
    all_pictures()[view].picture(snapshot_of(trace), 300, 200, style).paint(painter)
    assert before == (painter.pen(), painter.brush(), painter.font(), painter.transform(), painter.renderHints())
    assert not painter.hasClipping()
    painter.end()


# --- the stamp: every cell's colour, read back through the scale on display ---


def reference(trace: Trace, kind: Kind, step: int) -> dict[tuple[int, int], bool]:
    """(query, key) of every cell that exists after a step → may it be attended to?"""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None
    assert mask is not None
    rows = attention.shape[2] if kind == "encoder" else step + 1
    columns = step + 1 if kind == "decoder" else attention.shape[3]
    return {(query, key): bool(mask[query, key]) for query in range(rows) for key in range(columns)}


def check_every_cell(view: str, trace: Trace, snapshot: Snapshot, style: Style) -> None:
    """``at`` and the painted colours agree with the trace, cell by cell, and nothing else answers as a cell."""
    chosen = snapshot.selection
    picture, pixels = draw(view, snapshot, 380, 270, style)
    found = {
        cell: area
        for cell, area in areas(picture, style.ratio, every=round(3 * style.ratio)).items()
        if cell.key is not None
    }
    cells = reference(trace, chosen.kind, chosen.step)
    maps = maps_shown(view, trace, chosen)
    assert set(found) == {Cell(chosen.kind, *place, *cell) for place in maps for cell in cells}
    attention = trace.attention(chosen.kind)
    assert attention is not None
    for cell, area in found.items():
        assert area.smallest >= 3
        if cell.query is not None and cell.key is not None and cells[cell.query, cell.key]:
            values = attention[cell.layer, cell.head]
            level = level_of(pixels[area.middle], style)
            assert level is not None, f"{cell} has a colour that is not the map's"
            wanted = expected_level(float(values[cell.query, cell.key]), style, float(values.max()))
            assert abs(level - wanted) <= 1, f"{cell} shows level {level}, its weight is {wanted:.1f}"


SCALES: list[dict[str, Any]] = [
    {},
    {"scale": "sqrt"},
    {"per_map_scale": True},
    {"scale": "sqrt", "per_map_scale": True},
]


@pytest.mark.parametrize(("view", "kind", "scale"), all_pairs(OF_CELLS, KINDS, SCALES), ids=str)
def test_every_cell_has_the_colour_of_its_weight(view: str, kind: Kind, scale: dict[str, Any]) -> None:
    trace = make_trace(layers=2, heads=3, source=["Ein", "Hund", "bellt"], target=["A", "dog"], padding=2, seed=4)
    check_every_cell(view, trace, snapshot_of(trace, kind, layer=1, head=2), plain_style(**scale))


@pytest.mark.parametrize(("view", "kind", "step"), all_pairs(OF_CELLS, KINDS, (0, 1, 3)))
def test_steps_show_their_rows_and_no_more(view: str, kind: Kind, step: int) -> None:
    trace = make_trace(layers=2, heads=2, source=["Ein", "Hund"], target=["A", "dog", "barks", "."], seed=5)
    check_every_cell(view, trace, snapshot_of(trace, kind, head=1, step=step), plain_style())


@pytest.mark.parametrize(("view", "ratio"), [*zip(OF_CELLS, (1.25, 1.25, 1.25), strict=True), (OF_CELLS[0], 2.0)])
def test_colours_are_as_exact_on_other_screens(view: str, ratio: float) -> None:
    trace = make_trace(layers=2, heads=2, source=["Ein", "Hund"], target=["A", "dog"], seed=6)
    check_every_cell(view, trace, snapshot_of(trace, "decoder"), plain_style(dark=True, ratio=ratio))


@pytest.mark.parametrize("view", OF_CELLS)
def test_a_selected_cell_keeps_its_colour(view: str) -> None:
    trace = make_trace(layers=2, heads=2, source=["Ein", "Hund"], target=["A", "dog"], seed=7)
    snapshot = snapshot_of(trace, "encoder", layer=1, head=1, query=1, key=2)
    picture, pixels = draw(view, snapshot, 380, 270, plain_style())
    area = areas(picture, 1)[Cell("encoder", 1, 1, 1, 2)]
    assert trace.encoder_attention is not None
    wanted = expected_level(float(trace.encoder_attention[1, 1, 1, 2]), plain_style())
    level = level_of(pixels[area.middle], plain_style())
    assert level is not None
    assert abs(level - wanted) <= 1


@pytest.mark.parametrize("size", [(641, 397), (1117, 733)])
@pytest.mark.parametrize("view", [*MAPS, "masks"])
def test_squares_have_whole_cells_at_odd_sizes(view: str, size: tuple[int, int], qapp: QCoreApplication) -> None:
    """On a screen, where cells without squares may differ by a pixel."""
    style = replace(plain_style(squares=True), on_screen=True)
    for kind in KINDS:
        found, _ = draw(view, snapshot_of(SMALL, kind), *size, style)
        shown = getattr(found, "main", found)  # one map has small ones beside it
        assert isinstance(shown, MapSheet)
        for panel in shown.plan.panels:
            x, y = panel.form.x, panel.form.y
            large = min(x.length / x.count, y.length / y.count) >= 12
            assert not large or not (x.length % x.count or y.length % y.count), (view, kind)
