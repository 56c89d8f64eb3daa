"""The layout of *Embeddings*: each table's own scale, nothing on top of anything, every token named where it can be."""

from __future__ import annotations

import itertools
from dataclasses import replace

import figure_texts
import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from model.record.trace import Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.drawing.test_signed import decoded
from tests.viz_app.pictures.reading import draw, plain_style
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.exports.figures.figure import Figure, grown, picture_of
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.embeddings_layers.embedding_layout import THIN, EmbeddingPlaces, foot_lines
from viz_app.pictures.embeddings_layers.embeddings import EmbeddingPage, picture
from viz_app.platform.theme import font, text_width
from viz_app.state.paper_sizes import INCH, PRESETS
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
TOPIC = Selection("encoder", query=2, topic="embedding", dimension=1)


def scaled(trace: Trace, token: float, **other: float) -> Trace:
    """Token embeddings so many times larger; the sums follow."""
    held = dict(trace.activations)
    for side in ("source", "target"):
        held[f"{side}_token"] = held[f"{side}_token"] * np.float32(token)
        held[f"{side}_embedded"] = held[f"{side}_token"] + held[f"{side}_position"]
    return replace(trace, activations=held)


def page(trace: Trace, size: tuple[int, int], style: Style) -> EmbeddingPage:
    made = picture(trace, TOPIC, *size, style, "Embeddings & layers")
    assert isinstance(made, EmbeddingPage)
    return made


def boxes(places: EmbeddingPlaces) -> list[QRect]:
    """Of all that is drawn: tables, tokens beside them, words, bars."""
    found = [QRect(*places.foot)]
    for place in places.strips:
        heat = place.heat
        found.append(QRect(*heat.box))
        found += [QRect(*box) for box in (place.name, place.note, place.value, place.sign, place.under, place.bar)]
        if heat in places.named:
            left = heat.x.start - places.labels_width
            found.append(QRect(left, heat.y.start, places.labels_width, heat.y.length))
    return [box for box in found if not box.isEmpty()]


@pytest.mark.parametrize(
    ("count", "width", "points", "size"),
    all_pairs((6, 60, 150), (12, 256), (9.0, 18.0), ((500, 190), (720, 205), (720, 410), (1000, 690), (1440, 1090))),
)
def test_nothing_lies_on_anything(count: int, width: int, points: float, size: tuple[int, int]) -> None:
    trace = with_vectors(make_trace(1, 2, [f"word{number}" for number in range(count)]), width=width)
    style = replace(plain_style(), font_points=points)
    made = page(trace, size, style)
    for one, other in itertools.combinations(boxes(made.places), 2):
        assert not one.intersects(other), (one, other)
    inside = QRect(0, 0, *size)
    assert all(inside.contains(box) for box in boxes(made.places))


@pytest.mark.parametrize("points", [9.0, 18.0])
@pytest.mark.parametrize("size", [(720, 410), (1000, 690), (1440, 1090)])
def test_no_letter_of_a_name_is_cut(points: float, size: tuple[int, int]) -> None:
    trace = with_vectors(make_trace(1, 2), width=256)
    made = page(trace, size, replace(plain_style(), font_points=points))
    face = font(made.style.font_pixels, bold=True)
    for strip, place in zip(made.strips, made.places.strips, strict=True):
        if place.name[2]:
            assert min(text_width(name, face) for name in strip.names) <= place.name[2]
            assert text_width("−35.1234", font(made.style.font_pixels)) <= (place.value[2] or 10**6)


def test_a_large_pane_is_used_and_names_every_token() -> None:
    trace = with_vectors(make_trace(1, 2, [f"w{number}" for number in range(16)]), width=256)
    large = page(trace, (1440, 1090), plain_style())
    assert large.places.stacked
    assert {heat.x.length for heat in large.places.heats} == {5 * 256}
    drawn = sum(heat.x.length * heat.y.length for heat in large.places.heats)
    assert drawn > 0.6 * 1440 * 1090
    pitch = 1.1 * 0.8 * large.style.font_pixels
    assert all(heat.y.cell >= pitch for heat in large.places.heats)
    assert not page(trace, (720, 410), plain_style()).places.stacked, "side by side where that names more"


def test_on_a_screen_a_dimension_has_a_pixel_before_every_token_has_its_name() -> None:
    """Of a sine and a cosine in one pixel only the larger is seen, and all positions look alike."""
    trace = with_vectors(make_trace(1, 2, [f"w{number}" for number in range(16)]), width=256)
    made = page(trace, (720, 410), replace(plain_style(), on_screen=True))
    assert made.places.stacked
    assert not any(heat.x.pooled for heat in made.places.heats)


@pytest.mark.parametrize("points", [9.0, 18.0, 27.0])
def test_signs_between_tables_are_whole(points: float) -> None:
    style = replace(plain_style(), font_points=points, presented=True)
    made = page(with_vectors(make_trace(1, 2), width=256), (1024, 389), style)
    face = font(made.style.font_pixels, bold=True)
    for strip, place in zip(made.strips, made.places.strips, strict=True):
        assert text_width(strip.sign, face) <= place.sign[2]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(720, 410), (1440, 1090)])
def test_a_sine_beside_large_embeddings_keeps_its_colours(dark: bool, size: tuple[int, int]) -> None:
    """Tokens forty times as large: the sines still reach full colour, and each colour is told by its own table."""
    trace = scaled(with_vectors(make_trace(1, 2), width=12), 40.0)
    style = plain_style(dark=dark)
    shown = Snapshot(trace=trace, selection=TOPIC)
    _, pixels = draw("embeddings_layers", shown, *size, style)
    made = page(trace, size, style)
    held = trace.activations
    tables = held["source_token"], held["source_position"], held["source_embedded"]
    for table, heat in zip(tables, made.places.heats, strict=True):
        bound = float(np.abs(table).max())
        assert heat.bound == pytest.approx(bound)
        for row, dimension in ((0, 0), (1, 3), (4, 11), (6, 7)):
            x, y = int(heat.x.middle(dimension)), int(heat.y.middle(row))
            share = decoded(pixels[y, x], style)
            assert share * bound == pytest.approx(float(table[row, dimension]), abs=0.02 * bound)


def test_a_bar_says_where_numbers_are_larger_than_it() -> None:
    """One huge number leaves the others their colours; its table's bar alone says so."""
    trace = with_vectors(make_trace(1, 2), width=256)
    held = dict(trace.activations)
    held["source_token"] = held["source_token"].copy()
    held["source_token"][3, 5] = 900.0
    made = page(replace(trace, activations=held), (720, 410), plain_style())
    token, position, _ = made.places.heats
    assert token.bound < 10
    assert position.bound == pytest.approx(1.0, abs=0.01)
    column = page(replace(trace, activations=held), (340, 330), plain_style())
    lines = foot_lines(column.places, column.style)
    assert "in full colour" in " ".join(lines), "on paper in as many lines as it takes"
    assert len(lines) > 1 and column.places.foot[3] >= len(lines) * 1.4 * column.style.font_pixels


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(720, 410), (900, 650), (1445, 1090)])
def test_tables_fill_the_pane_at_every_ratio(ratio: float, size: tuple[int, int]) -> None:
    """Cells of one pixel and a half are drawn as one and two, or the half of the pane stays empty."""
    trace = with_vectors(make_trace(1, 2, [f"word{number}" for number in range(14)]), width=256)
    style = replace(plain_style(), ratio=ratio, on_screen=True, font_points=9.0)
    places = page(trace, size, style).places
    rows = 1 if not places.stacked else len(places.strips)
    used = sum(heat.x.length for heat in places.heats) // rows + places.labels_width
    used += 0 if places.stacked else round(22 * ratio) * (len(places.strips) - 1)
    assert used >= 0.9 * size[0] * ratio
    for heat in places.heats:
        assert heat.x.cell >= 1 or heat.x.pooled
        assert heat.x.end <= size[0] * ratio


@pytest.mark.parametrize("size", [(720, 412), (553, 294)])
def test_rows_of_a_long_sentence_fill_the_height_and_the_selected_one_has_its_name(size: tuple[int, int]) -> None:
    """A row and two thirds of a pixel are drawn as one and two; of 150 tokens not every one is named."""
    trace = with_vectors(make_trace(1, 2, [f"word{number}" for number in range(149)]), width=256)
    style = replace(plain_style(), on_screen=True, font_points=9.0)
    made = picture(trace, replace(TOPIC, query=83), *size, style, "Embeddings & layers")
    assert isinstance(made, EmbeddingPage)
    assert not made.places.stacked
    heat = made.places.heats[0]
    assert size[1] - heat.y.end < 6 * style.font_pixels, "a line of dimensions, one of bars and a note"
    image = QImage(*size, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    made.paint(reader)
    reader.end()
    named = [words for words in reader.found if words.text == "word83"]
    assert len(named) == 1
    assert named[0].box.center().y() == pytest.approx(heat.y.middle(83), abs=2)
    assert not [other.text for one, other in figure_texts.overlapping(reader.found)]


def test_a_dimension_has_a_pixel_where_tables_below_each_other_give_it_one() -> None:
    """The smallest window, with and without glosses above it: of a sine and a cosine both are seen."""
    trace = with_vectors(make_trace(1, 2, [f"w{number}" for number in range(16)]), width=256)
    style = replace(plain_style(), on_screen=True, font_points=9.0)
    for height in (294, 266):
        made = page(trace, (553, height), style)
        assert made.places.stacked
        assert all(heat.x.cell >= 1 and heat.y.cell >= 2 for heat in made.places.heats)
        assert all(place.value[2] >= text_width("−35.1234", font(style.font_pixels)) for place in made.places.strips)
        for one, other in itertools.combinations(boxes(made.places), 2):
            assert not one.intersects(other), (one, other)


def test_a_sine_and_a_cosine_have_two_pixels_each_where_every_token_is_named_too() -> None:
    """In every language: tables stood below each other only where the glosses beside them took some pixels."""
    trace = with_vectors(make_trace(1, 2, [f"word{number}" for number in range(15)]), width=256)
    style = replace(plain_style(), on_screen=True, font_points=9.0)
    for wide in (880, 901, 940):
        places = page(trace, (wide, 690), style).places
        assert places.stacked and places.heats[0].x.cell >= 2


def test_a_column_of_a_paper_grows_to_tables_below_each_other_and_says_what_is_framed() -> None:
    """Side by side each had 80 pixels for its dimensions; of very many tokens it stays so; of many some have names."""
    for tokens, stacked, all_named in ((16, True, True), (60, True, False), (90, False, False)):
        trace = with_vectors(make_trace(1, 2, [f"w{number}" for number in range(tokens)]), width=256)
        now = Snapshot(trace=trace, view="embeddings_layers", selection=TOPIC)
        figure = grown(now, Figure(**PRESETS["paper-column"].lengths))
        made = picture_of(now, figure)
        assert isinstance(made, EmbeddingPage)
        assert (made.places.stacked, figure.height > 1.5 * PRESETS["paper-column"].high * INCH) == (stacked, stacked)
        found = figure_texts.texts(now, figure)
        assert not [other.text for one, other in figure_texts.overlapping(found)]
        assert "framed: position 2 “w2”, dimension 1, with its numbers" in " ".join(words.text for words in found)
        named = {words.text for words in found} & {f"w{number}" for number in range(tokens)}
        assert len(named) == tokens if all_named else 5 <= len(named) < tokens
        x, y = made.places.heats[0].x, made.places.heats[0].y
        assert not stacked or (x.cell >= 1 and y.cell >= THIN * figure.scale), "what is seen of each number"
