"""Level labels: whole words on a screen, each from its cell on and none on another; every n-th on paper."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import figure_texts
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from viz_app.pictures.drawing import sparse_labels, token_labels
from viz_app.pictures.drawing.drawings import put
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import style_for
from viz_app.pictures.drawing.sparse_labels import LONG, longest, spaced
from viz_app.pictures.drawing.token_labels import Label
from viz_app.platform.preferences import Settings
from viz_app.platform.theme import font, text_width

SENTENCE = ["Das", "Tier", "überquerte", "die", "Straße", "nicht", ",", "weil", "es", "zu", "müde", "war", ".", "</s>"]
SCREEN = style_for(Settings(), dark=False, ratio=1.0, on_screen=True)


@pytest.mark.parametrize("length", [95, 112, 150, 300, 900])
@pytest.mark.parametrize("repeated", [1, 10])
def test_on_a_screen_words_are_whole_and_apart(qapp: QApplication, length: int, repeated: int) -> None:
    words, axis = SENTENCE * repeated, Axis(0, len(SENTENCE) * repeated, length)
    assert sparse_labels.fits(length, SCREEN)
    strip = sparse_labels.level_strip(tuple(map(Label, words)), axis, SCREEN)
    face = font(round(sparse_labels.SMALLER * SCREEN.font_pixels))
    assert len(strip.drawn) >= 2
    free = 0.0
    for index in strip.drawn:
        start = max(0, axis.middle(index) - 3)
        assert start >= free and words[index] not in ",."
        free = start + text_width(words[index], face)
    assert free <= length


def test_a_click_finds_the_word_that_goes_on_over_later_cells(qapp: QApplication) -> None:
    axis = Axis(0, len(SENTENCE), 112)
    strip = sparse_labels.level_strip(tuple(map(Label, SENTENCE)), axis, SCREEN)
    first, second = strip.drawn[:2]
    assert strip.under(axis.span(second)[0] - 1, -5) == first
    assert strip.under(axis.middle(second), -5) == second


def test_words_of_columns_to_come_are_left_out_whole(qapp: QApplication) -> None:
    axis = Axis(0, len(SENTENCE), 112)
    strip = sparse_labels.level_strip(tuple(map(Label, SENTENCE)), axis, SCREEN)
    second = strip.drawn[1]
    edge, image = axis.span(second)[0], strip.image.pixels
    for cells, end in ((second, edge), (second + 1, edge + 10), (axis.count, axis.length)):
        page = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
        page.fill(0)
        painter = QPainter(page)
        strip.paint(painter, -strip.dx, -strip.dy, cells)
        painter.end()
        assert page.copy(0, 0, end, page.height()) == image.copy(0, 0, end, page.height())
        assert strip.area(cells).boundingRect().right() >= end
        if cells == second:
            nothing = page.copy(end, 0, page.width() - end, page.height())
            assert all(nothing.pixel(x, y) == 0 for x in range(nothing.width()) for y in range(nothing.height()))


def test_on_paper_whole_words_are_named_that_tell_most(qapp: QApplication) -> None:
    strip = sparse_labels.level_strip(tuple(map(Label, SENTENCE)), Axis(0, 14, 168), replace(SCREEN, on_screen=False))
    named = [SENTENCE[index] for index in strip.drawn]
    assert named == ["Tier", "Straße", "es", "müde"]
    assert strip.stride > 1


@pytest.mark.parametrize("length", [230, 260, 285])
def test_on_paper_the_last_name_begins_earlier_before_it_is_only_dots(qapp: QApplication, length: int) -> None:
    """Of “Wissenschaft” at the right end “…” was left, where there was room before it."""
    words, axis = ("Straße", "und", "der", "Wissenschaft") * 38, Axis(0, 152, length)
    strip = sparse_labels.level_strip(tuple(map(Label, words)), axis, replace(SCREEN, on_screen=False))
    image = QImage(length, 40, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(image)
    put(reader, 0, 0, strip.image)
    reader.end()
    assert len(reader.found) > 1
    assert all(len(each.text) > 1 and each.box.right() <= length + 2 for each in reader.found)
    assert not list(figure_texts.overlapping(reader.found))


TOLD = ("Das", "Tier", "überquerte", "die", "Straße", "nicht", ",", "weil", "es", "zu", "müde", "war", ".", "</s>")
LABELS = tuple(map(Label, TOLD))


def test_words_that_tell_are_named_and_no_comma_beside_them() -> None:
    named = [TOLD[index] for index in spaced(LABELS, range(len(TOLD)), 2)]
    assert {"überquerte", "Straße", "weil"} <= set(named) and "," not in named and len(named) == 7, named
    assert spaced(LABELS, range(len(TOLD)), 1) == tuple(range(len(TOLD)))


def test_of_numbers_none_tells_more_than_another() -> None:
    assert spaced(tuple(Label(str(number)) for number in range(30)), range(30), 4) == ()


def worth(words: list[str], chosen: tuple[int, ...]) -> int:
    return sum(min(LONG, len(words[index])) ** 2 for index in chosen)


@given(
    words=st.lists(st.text("ab", min_size=1, max_size=8), min_size=1, max_size=9),
    wide=st.lists(st.integers(1, 5), min_size=9, max_size=9),
)
def test_no_other_choice_tells_more(words: list[str], wide: list[int]) -> None:
    ends = [max(index + wide[other] for index, other in enumerate(range(last + 1))) for last in range(len(words))]
    spans = [(float(index), float(end)) for index, end in enumerate(ends)]
    chosen = longest(tuple(map(Label, words)), spans)
    assert all(spans[one][1] <= spans[other][0] for one, other in pairwise(chosen))
    others = (each for count in range(len(words) + 1) for each in combinations(range(len(words)), count))
    free = (each for each in others if all(spans[a][1] <= spans[b][0] for a, b in pairwise(each)))
    assert worth(words, chosen) == max(worth(words, each) for each in free)


def test_on_paper_slanted_labels_may_be_as_long_as_makes_words_whole_that_nearly_are(qapp: QApplication) -> None:
    labels, paper = tuple(map(Label, [*SENTENCE, "m" * 99])), replace(SCREEN, on_screen=False)
    long = text_width("überquerte", font(token_labels.smallest(paper)))
    assert long <= sparse_labels.whole_columns(labels, paper, 0.6 * long) < long + 1, "no word is, that stays cut"
    assert sparse_labels.whole_columns(labels, paper, 0.4 * long) < 0.8 * long
    assert sparse_labels.whole_columns(labels, paper, 2 * long) == 2 * long
    assert sparse_labels.whole_columns(labels, SCREEN, 0.6 * long) == 0.6 * long


def test_names_of_rows_take_on_paper_what_is_drawn_of_them(qapp: QApplication) -> None:
    """Numbers, of which every n-th is drawn: the longest is none of them. A mark may name any row, a screen too."""
    labels = tuple(map(Label, ["7", "1234567890", *["42"] * 38]))
    paper, low, high = replace(SCREEN, on_screen=False, emphasis=False), Axis(0, 40, 120), Axis(0, 40, 1200)
    whole = token_labels.width_of(labels, paper, 500)
    assert token_labels.row_strip(labels, low, whole, paper).stride > 1
    narrow = sparse_labels.row_width(labels, low, paper, whole)
    letters = token_labels.row_font(paper, low)
    assert text_width("42", letters) < narrow < text_width("42", letters) + 12
    assert sparse_labels.row_width(labels, high, paper, whole) == whole
    for style in (replace(paper, emphasis=True), replace(paper, on_screen=True)):
        assert sparse_labels.row_width(labels, low, style, whole) == whole


def test_no_part_of_a_later_name_is_seen_where_words_are_named(qapp: QApplication) -> None:
    """On paper: half of the next one was there already, since it stands out of its own cell."""
    labels, paper, axis = tuple(map(Label, SENTENCE)), replace(SCREEN, on_screen=False), Axis(0, len(SENTENCE), 84)
    strip = token_labels.row_strip(labels, axis, 80, paper)
    for first, second in pairwise(strip.drawn):
        for cells in range(first + 1, second + 1):
            assert strip.reach(cells) == (axis.middle(first) + axis.middle(second)) / 2 - strip.dy
    assert strip.reach(strip.drawn[0]) < axis.middle(strip.drawn[0]) - strip.dy - 3
