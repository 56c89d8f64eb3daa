"""Compare as the last row of a hall sees it."""

from __future__ import annotations

from dataclasses import replace

import figure_texts
import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor, QImage

from model.record.trace import Trace
from tests.viz_app.pictures.compare.test_picture import BEFORE, compared, flat, inside
from tests.viz_app.pictures.reading import pixels_of, plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.compare.picture import ComparisonSheet, picture
from viz_app.pictures.drawing.picture import style_for
from viz_app.state.classroom.presentation import presented
from viz_app.state.state import Snapshot


def test_in_a_hall_the_row_that_is_talked_about_keeps_its_colours_in_all_maps(qapp: QCoreApplication) -> None:
    """The others are half as strong: the same planted weight above it is paler."""
    now = compared(flat(BEFORE, at_1_1=0.9, at_3_1=0.9), flat(BEFORE, at_1_1=0.9, at_3_1=0.9), step=3)
    style = replace(plain_style(dots=False), on_screen=True, presented=True)
    sheet = picture(now, 1920, 880, style)
    assert isinstance(sheet, ComparisonSheet)
    pixels = pixels_of(sheet, 1920, 880, style)
    for panel in sheet.plan.panels[:2]:
        row, above = (sum(inside(pixels, panel, at, 1)) for at in (3, 1))
        paper = sum(inside(pixels, panel, 3, 0))
        assert row < above < paper
        assert abs(above - (row + _sum(QColor(style.palette.paper))) / 2) <= 6


@pytest.mark.parametrize("step", [0, 9, 20])
def test_in_a_hall_fourteen_rows_around_the_one_talked_about_are_shown(qapp: QCoreApplication, step: int) -> None:
    """Of a long run; each cell is the one that it is said to be, and the heading names the rows."""
    first, row = {0: 0, 9: 2, 20: 7}[step], step + 1 if step < 20 else 19
    words = [f"w{at}" for at in range(20)]  # and the end token: 21 rows
    before, after = (_planted(make_trace(1, 2, words[:5], words), row, column) for column in (2, 3))
    now = compared(before, after, step=step)
    style = replace(plain_style(dots=False), on_screen=True, presented=True)
    sheet = picture(now, 1920, 880, style)
    assert isinstance(sheet, ComparisonSheet)
    pixels = pixels_of(sheet, 1920, 880, style)
    for number, panel in enumerate(sheet.plan.panels):
        y = panel.form.y
        assert (y.first, y.count) == (first, 14)
        strong, paper = (sum(inside(pixels, panel, row - first, column)) for column in ((2, 1), (3, 1), (2, 1))[number])
        assert strong < paper - 30, "the planted weight stands in its own row"
        cell = sheet.find(panel.left + panel.form.x.middle(2), panel.top + y.middle(row - first))
        assert cell is not None
        assert (cell.query, cell.key) == (row, 2)
    assert f"rows {first + 1}–{first + 14} of 21" in sheet.subtitle
    names = next(each.strip.labels for each in sheet.plan.strips if each.strip.rows)
    assert [label.text for label in names] == [*words, "</s>"][first : first + 14]
    whole = picture(now, 1920, 880, replace(style, presented=False))
    assert isinstance(whole, ComparisonSheet)
    assert (whole.plan.panels[0].form.y.count, "rows" in whole.subtitle) == (21, False), "elsewhere all of them"


@pytest.mark.parametrize("letters", [53, 77])
def test_in_a_hall_two_words_are_whole_and_no_scale_lies_on_the_other(qapp: QCoreApplication, letters: int) -> None:
    """At each of these one of both had no room: a name ended in “…”, two scales had one line."""
    words = [f"w{at}" for at in range(12)]
    before, after = (make_trace(1, 2, words[:9], [*words, last]) for last in ("wide", "tired"))
    settings = presented(Snapshot()).settings
    style = replace(style_for(settings, False, 1.0, letters * 0.75, on_screen=True), presented=True)
    sheet = picture(compared(before, after, step=12), 1920, 803, style)
    page = QImage(1920, 803, QImage.Format.Format_RGB32)
    reader = figure_texts.Reader(page)
    sheet.paint(reader)
    reader.end()
    assert "wide≠tired" in [each.text for each in reader.found]
    assert not list(figure_texts.overlapping(reader.found))


def _planted(run: Trace, row: int, column: int) -> Trace:
    weights = np.zeros_like(run.maps("cross"))
    weights[..., row, column] = 0.9
    return replace(run, cross_attention=weights)


def _sum(colour: QColor) -> int:
    return colour.red() + colour.green() + colour.blue()
