"""The veil and the outline alone, on a white sheet."""

from __future__ import annotations

from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.panels import Panel, form_of
from viz_app.pictures.drawing.steps.named_labels import OUTLINE, paint_spotlight


def test_one_row_stays_and_no_pixel_beyond_the_map_changes(qapp: object) -> None:
    panel = Panel("cross", 0, 0, 20, 30, form_of("cross", Axis(0, 4, 80), Axis(0, 3, 90), True, False))
    image = QImage(140, 160, QImage.Format.Format_RGB32)
    image.fill(0xFF000000)
    painter = QPainter(image)
    paint_spotlight(painter, panel, panel.form.shown(2), 1, plain_style())
    painter.end()
    pixels = array_of(image)[..., :3].max(axis=2)
    assert pixels[75, 60] == 0, "the row itself, 60 … 90"
    assert 120 <= pixels[45, 60] <= 135
    assert 120 <= pixels[105, 60] <= 135
    assert pixels[75, 20 - OUTLINE // 2] > 0
    assert not pixels[: 30 - OUTLINE].any()
    assert not pixels[121 + OUTLINE :].any()
    assert not pixels[:, : 20 - OUTLINE].any()
