"""Every label stands at its own row or column, whole where it fits, and none where it has no room."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.drawings import Drawing, title_line
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import ANGLE, Label, Labels
from viz_app.platform.theme import font, text_width

#: Widths that tell the labels apart, in no order.
WORDS = ("mmm", "m", "mmmmmm", "mm", "mmmmm")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def labels(*words: str) -> Labels:
    return tuple(Label(word) for word in words)


def ink(image: Drawing) -> NDArray[np.bool_]:
    """[height,width] where something is drawn."""
    white = QImage(image.rect().size(), QImage.Format.Format_RGB32)
    white.fill(0xFFFFFF)
    painter = QPainter(white)
    painter.drawImage(0, 0, image.pixels)
    painter.end()
    return np.asarray(array_of(white).min(axis=-1) < 190)


def extent(marks: NDArray[np.bool_]) -> int:
    """How wide the marked columns reach."""
    columns = np.flatnonzero(marks.any(axis=0))
    return int(columns[-1] - columns[0]) + 1 if len(columns) else 0


def row_band(strip: token_labels.LabelStrip, index: int) -> NDArray[np.bool_]:
    first, size = strip.axis.span(index)
    return ink(strip.image)[first - strip.dy : first - strip.dy + size]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_row_labels_stand_at_their_rows(ratio: float) -> None:
    style = plain_style(ratio=ratio)
    strip = token_labels.row_strip(labels(*WORDS), Axis(7, 5, 5 * style.px(24)), style.px(120), style)
    for index, word in enumerate(WORDS):
        wanted = text_width(word, font(style.font_pixels))
        assert extent(row_band(strip, index)) == pytest.approx(wanted, abs=3 * ratio)


def test_row_labels_end_at_the_map() -> None:
    style = plain_style()
    strip = token_labels.row_strip(labels("mm", "mmmm"), Axis(0, 2, 40), 90, style)
    assert strip.dx == -90
    for index in range(2):
        last = int(np.flatnonzero(row_band(strip, index).any(axis=0))[-1])
        assert 90 - 12 < last < 90 - 3


def test_level_column_labels_stand_over_their_columns() -> None:
    style = plain_style()
    strip = token_labels.column_strip(labels(*WORDS), Axis(0, 5, 5 * 80), 100, style)
    assert strip.foot is None
    drawn = ink(strip.image)
    for index, word in enumerate(WORDS):
        band = drawn[:, index * 80 : index * 80 + 80]
        assert extent(band) == pytest.approx(text_width(word, font(style.font_pixels)), abs=3)
        columns = np.flatnonzero(band.any(axis=0))
        assert (columns[0] + columns[-1]) / 2 == pytest.approx(40, abs=3)


def along(strip: token_labels.LabelStrip, index: int) -> float:
    """How far ink reaches on the slanted line over a column, from its foot."""
    assert strip.foot is not None
    drawn, turn = ink(strip.image), math.radians(ANGLE)
    reach = 0
    for step in range(400):
        x = strip.axis.middle(index) - strip.dx + step * math.cos(turn)
        y = drawn.shape[0] - strip.foot - step * math.sin(turn)
        if y < 0:
            break
        near = drawn[max(0, int(y) - 2) : int(y) + 3, max(0, int(x) - 1) : int(x) + 2]
        reach = step if near.any() else reach
    return reach


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_slanted_column_labels_start_at_their_columns(ratio: float) -> None:
    style = plain_style(ratio=ratio)
    strip = token_labels.column_strip(labels(*WORDS), Axis(0, 5, 5 * style.px(24)), style.px(120), style)
    for index, word in enumerate(WORDS):
        wanted = text_width(word, font(style.font_pixels))
        assert along(strip, index) == pytest.approx(wanted, abs=6 * ratio)


@pytest.mark.parametrize("words", [WORDS, ("x", "a very long label indeed", "y", "z", "another very long label")])
def test_the_last_label_is_not_cut_at_the_edge(words: tuple[str, ...]) -> None:
    style = plain_style()
    for cell in (9, 16, 24):
        drawn: NDArray[np.bool_] = ink(token_labels.column_strip(labels(*words), Axis(0, 5, 5 * cell), 90, style).image)
        assert not drawn[0].any()
        assert not drawn[:, 0].any()
        assert not drawn[:, -1].any()


def test_long_labels_are_shortened() -> None:
    style = plain_style()
    assert token_labels.width_of(labels("m" * 99), style, 60) <= 60 + 10
    high, overhang = token_labels.column_size(labels("m" * 99), style, 60)
    assert high < 60 + style.font_pixels
    assert overhang < 60 + style.font_pixels


@pytest.mark.parametrize("on_screen", [True, False])
def test_a_label_that_is_a_letter_too_long_is_whole_in_smaller_letters(on_screen: bool) -> None:
    """Words of one letter, so that each stroke that is missing would be seen."""
    style = replace(plain_style(), on_screen=on_screen, font_points=18.0)
    wide, axis = text_width("mmmmm", font(style.font_pixels)), Axis(0, 1, 60)
    marks = [
        int(ink(token_labels.column_strip(labels("mmmmm"), axis, share * wide, style).image).sum())
        for share in (1, 0.85, 0.5)
    ]
    assert 0.65 < marks[1] / marks[0] < 0.9 and marks[2] < 0.5 * marks[0]


def test_small_cells_show_every_nth_label() -> None:
    style = plain_style()
    strip = token_labels.row_strip(labels(*["m"] * 40), Axis(0, 40, 160), 60, style)
    drawn = np.asarray(ink(strip.image).any(axis=1))
    starts = int(np.count_nonzero(np.logical_and(drawn[1:], ~drawn[:-1])))
    assert starts == len(range(0, 40, strip.stride))
    assert strip.stride * 4 >= 0.8 * style.font_pixels


@pytest.mark.parametrize("cell", [5, 12, 26])
def test_a_cut_between_steps_shows_whole_labels_only(cell: int) -> None:
    style, count = plain_style(), 30
    words = labels(*["MgM"] * count)
    for strip in (
        token_labels.row_strip(words, Axis(0, count, count * cell), 60, style),
        token_labels.column_strip(words, Axis(0, count, count * cell), 60, style),
    ):
        one = int(ink(strip.image).sum()) / len(range(0, count, strip.stride))
        for cells in (1, 2, 7, count - 1):
            kept = ink(painted(strip, cells)).sum()
            assert kept / one == pytest.approx(len(range(0, cells, strip.stride)), abs=0.35)


def painted(strip: token_labels.LabelStrip, cells: int) -> Drawing:
    def draw(painter: QPainter) -> None:
        strip.paint(painter, -strip.dx, -strip.dy, cells)

    return Drawing(strip.image.width(), strip.image.height(), draw)


def test_a_pair_has_its_quiet_token_first() -> None:
    style = plain_style()
    alone = token_labels.row_strip(labels("dogs"), Axis(0, 1, 20), 120, style)
    pair = token_labels.row_strip((Label("dogs", lead="Two"),), Axis(0, 1, 20), 120, style)
    whole, word = extent(row_band(pair, 0)), extent(row_band(alone, 0))
    assert whole == pytest.approx(word + text_width("Two → ", font(style.font_pixels)), abs=4)
    right = slice(pair.image.width() - word - 8, None)
    assert (array_of(pair.image.pixels)[:, right] == array_of(alone.image.pixels)[:, right]).all()


def test_the_arrow_follows_a_token_that_is_read_from_the_right() -> None:
    style = plain_style()
    arrow_and_word = round(text_width(" → mm", font(style.font_pixels))) + 7
    ends = [
        array_of(token_labels.row_strip((Label("mm", lead=lead),), Axis(0, 1, 20), 120, style).image.pixels)[
            :, -arrow_and_word:
        ]
        for lead in ("Two", "שלום")
    ]
    assert (ends[0] == ends[1]).all()


@pytest.mark.parametrize("style", [plain_style(), plain_style(dark=True, ratio=1.5)], ids=["light", "dark"])
def test_padding_is_quiet(style: Style) -> None:
    loud = array_of(token_labels.row_strip((Label("m"),), Axis(0, 1, 20), 60, style).image.pixels)
    quiet = array_of(token_labels.row_strip((Label("m", quiet=True),), Axis(0, 1, 20), 60, style).image.pixels)
    assert (loud != quiet).any()


def test_a_heading_is_kept_and_shortened() -> None:
    style = plain_style()
    one = title_line("Cross attention", 300, 20, style.palette.ink, True, style)
    assert one is title_line("Cross attention", 300, 20, style.palette.ink, True, style)
    assert 60 < one.width() < 300
    cut = title_line("A title that is much too long", 60, 20, style.palette.ink, True, style)
    assert cut.width() <= 60
    assert not ink(cut)[:, -1].any()


@pytest.mark.parametrize("rows", [True, False])
@pytest.mark.parametrize(("count", "cell"), [(5, 40), (5, 90), (60, 7), (300, 1)])
def test_a_label_is_found_where_its_ink_is(
    rows: bool, count: int, cell: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Each label alone on its strip: there, and nowhere beside the strip, its own row or column is found."""
    monkeypatch.setattr(token_labels, "elide", lambda text, face, width: text)  # nothing stays nothing
    monkeypatch.setattr(token_labels, "visible", lambda text: text)
    style, axis = plain_style(), Axis(0, count, count * cell)

    def alone(index: int) -> token_labels.LabelStrip:
        only = tuple(Label("Wort" if place == index else "") for place in range(count))
        return (
            token_labels.row_strip(only, axis, 80, style) if rows else token_labels.column_strip(only, axis, 70, style)
        )

    stride = alone(0).stride
    for index in (0, count // 2 // stride * stride, (count - 1) // stride * stride):
        strip = alone(index)
        places = [(int(x) + strip.dx, int(y) + strip.dy) for y, x in np.argwhere(ink(strip.image))]
        assert places
        found = [strip.under(x, y) for x, y in places if (0 <= y < axis.length if rows else y < 0)]
        assert found.count(index) > 0.85 * len(found)
        assert strip.under(strip.dx - 1, places[0][1]) is None
        assert strip.under(5, 5) is None
