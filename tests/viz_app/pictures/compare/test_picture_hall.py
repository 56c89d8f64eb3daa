"""Compare as the last row of a hall sees it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from tests.viz_app.pictures.compare.test_picture import BEFORE, compared, flat, inside
from tests.viz_app.pictures.reading import pixels_of, plain_style
from viz_app.pictures.compare.picture import ComparisonSheet, picture


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


def _sum(colour: QColor) -> int:
    return colour.red() + colour.green() + colour.blue()
