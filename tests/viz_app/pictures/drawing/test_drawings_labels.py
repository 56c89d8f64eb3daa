"""A gloss stands where a word leaves room, and goes before any letter of the word does."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.drawings import Drawing, full_width, gloss_beside, glossed, word_width
from viz_app.pictures.drawing.label_strip import LabelStrip
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.token_labels import Label
from viz_app.platform.theme import font
from viz_app.state.classroom.glosses import RunGlosses

WORDS = (Label("müde"), Label("war"), Label("."))
MEANT = (Label("müde", gloss="피곤한"), Label("war", gloss="~였다"), Label("."))


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def ink(image: Drawing) -> NDArray[np.bool_]:
    """Where something is written."""
    paper = QImage(image.rect().size(), QImage.Format.Format_RGB32)
    paper.fill(0xFFFFFFFF)
    painter = QPainter(paper)
    painter.drawImage(0, 0, image.pixels)
    painter.end()
    return np.asarray(array_of(paper)[..., 0] < 200)


def test_labels_take_the_glosses_of_their_side_and_others_stay() -> None:
    run = RunGlosses(source=("피곤한", "~였다", ""), produced=("x", "y"))
    assert glossed(WORDS, run, "cross", rows=False) == MEANT
    assert glossed(WORDS, run, "cross", rows=True) is WORDS, "of another length"
    assert glossed(WORDS, None, "cross", rows=False) is WORDS


def test_a_gloss_that_has_no_room_is_left_out_and_the_word_stays_whole() -> None:
    face, label = font(12), MEANT[0]
    enough = full_width(label, face)
    assert gloss_beside(label, face, enough) == "피곤한"
    assert gloss_beside(label, face, enough - 1) == ""
    assert word_width(label, face) == word_width(WORDS[0], face)


@pytest.mark.parametrize("limit", [400, 30], ids=["room", "none"])
def test_drawn_beside_rows_and_above_columns_only_where_it_fits(limit: int) -> None:
    style, axis = plain_style(), Axis(0, 3, 90)
    width = token_labels.width_of(MEANT, style, limit)
    assert width >= token_labels.width_of(WORDS, style, limit)
    narrow = limit == 30
    rows = [token_labels.row_strip(labels, axis, width, style).image for labels in (WORDS, MEANT)]
    columns = [token_labels.column_strip(labels, axis, limit, style).image for labels in (WORDS, MEANT)]
    for without, with_them in (rows, columns):
        one, two = (int(ink(image).sum()) for image in (without, with_them))
        assert (one == two) == narrow


def test_level_labels_have_a_second_line_for_them_and_the_words_do_not_move() -> None:
    style, axis = plain_style(), Axis(0, 3, 360)
    without, with_them = (token_labels.column_strip(labels, axis, 200, style) for labels in (WORDS, MEANT))
    assert with_them.foot is None, "level"
    taller = with_them.image.height() - without.image.height()
    assert taller > 8
    assert token_labels.column_height(MEANT, axis, 200, style) == with_them.image.height()
    assert np.array_equal(ink(with_them.image)[: taller * -1], ink(without.image))


def strip() -> LabelStrip:
    image = Drawing(60, 120, lambda _: None)
    return LabelStrip(image, -60, -10, Axis(0, 10, 100), 4, rows=True, labels=(Label("m"),) * 10, room=50)


def test_every_nth_or_what_is_drawn() -> None:
    plain = strip()
    assert plain.with_drawn(range(0, 10, 4)) is plain and (plain.first, plain.last) == (0, 8)
    picked = plain.with_drawn((1, 5, 6))
    assert (picked.first, picked.last, picked.stride) == (1, 6, 4)
    assert plain.under(-5, 45) == 4 and picked.under(-5, 55) == 5 and picked.under(5, 55) is None


def test_where_few_have_room_for_their_gloss_none_is_written() -> None:
    style, axis = plain_style(), Axis(0, 5, 5 * 30)
    many = (Label("ab", gloss="x"), *[Label("abcdefg", gloss="xyz")] * 4)
    bare = tuple(label._replace(gloss="") for label in many)
    wide = max(word_width(label, font(style.font_pixels)) for label in many) + 12
    drawn = [ink(token_labels.row_strip(labels, axis, round(wide), style).image) for labels in (many, bare)]
    assert (drawn[0] == drawn[1]).all()
    roomy = [ink(token_labels.row_strip(labels, axis, round(4 * wide), style).image) for labels in (many, bare)]
    assert (roomy[0] != roomy[1]).any()
