"""Level labels: whole words on a screen, each from its cell on and none on another; every n-th on paper."""

from __future__ import annotations

from dataclasses import replace

import figure_texts
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from viz_app.pictures.drawing import sparse_labels
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import style_for
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
    assert strip.area(second).boundingRect().right() == pytest.approx(axis.span(second)[0])
    assert strip.area(second + 1).boundingRect().right() > axis.span(second)[0] + 10


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
    reader.drawImage(0, 0, strip.image)
    reader.end()
    assert len(reader.found) > 1
    assert all(len(each.text) > 1 and each.box.right() <= length + 2 for each in reader.found)
    assert not list(figure_texts.overlapping(reader.found))
