"""The proof row by row: beside the last map, how much each row differs once later tokens are there."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.causality_check import Extension
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.page import PageText
from viz_app.pictures.drawing.panels import Panel, PlacedStrip
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Label, Labels
from viz_app.pictures.masks.numbers import readable
from viz_app.pictures.masks.places import MapPlaces
from viz_app.platform.theme import font, text_width

Rows = Labels


def rows_of(found: Extension, count: int) -> Rows:
    """A number for each of ``count`` rows, without the spaces that labels make visible.

    None where the rows on screen are words, and the proof's are tokens.
    """
    if len(found.rows) != count:
        return ()
    return tuple(Label(readable(float(value), exactly=False).replace(" ", ""), quiet=True) for value in found.rows)


def width(rows: Rows, style: Style) -> int:
    """Device pixels of all numbers, none of them cut, and of their name."""
    return token_labels.width_of(rows, style, float("inf")) + _line(style) if rows else 0


def strip(rows: Rows, where: MapPlaces, panel: Panel, wide: int, style: Style) -> PlacedStrip:
    """The numbers, right of ``panel``."""
    numbers = wide - _line(style)
    found = token_labels.row_strip(rows, where.y, numbers, style)
    return PlacedStrip(found, panel.left + where.x.length + numbers, panel.top, panel.form.stepwise_rows)


def name(where: MapPlaces, panel: Panel, wide: int, style: Style) -> PageText:
    """What they are, upright beside them."""
    told = QCoreApplication.translate("pictures", "largest difference")
    long = max(where.y.length, round(text_width(told, font(style.font_pixels))) + style.px(4))
    top = panel.top + where.y.length - long
    line = _line(style)
    return PageText((panel.left + where.x.length + wide - line, top, line, long), told, quiet=True, upright=True)


def _line(style: Style) -> int:
    return round(1.5 * style.font_pixels)
