"""Files of a plot: the numbers as others read them, the picture as vectors with its texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.shared.test_plot import PLOT
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.files import SUFFIXES, encoded, made, written


@pytest.fixture
def canvas(qapp: QApplication) -> Iterator[PlotCanvas]:
    canvas = PlotCanvas()
    canvas.resize(640, 480)
    canvas.show_plot(PLOT)
    canvas.show()
    QApplication.processEvents()
    yield canvas
    canvas.close()
    delete(canvas)


def test_numbers_come_back_from_the_table() -> None:
    rows = list(csv.reader(io.StringIO(encoded(written(PLOT)).decode("utf-8-sig"))))
    assert rows[1] == ["p", "a", "가", "1", "0.5"]
    assert rows[2][4] == ""
    assert float(rows[3][4]) == 1 / 3
    assert rows[5][2] == "'=y", "no formula in a spreadsheet"


def test_vectors_have_the_axes_and_curves(canvas: PlotCanvas) -> None:
    root = ET.fromstring(made(canvas, ".svg"))
    texts = "".join(root.itertext())
    assert "가" in texts
    assert "step" in texts
    assert root.get("viewBox") == "0 0 640 480"
    assert not [each for each in root.iter() if each.tag.endswith("image")], "nothing is a bitmap"
    (page,) = PdfReader(io.BytesIO(made(canvas, ".pdf"))).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (480, 360)  # points of 640 × 480 at 96 dpi


def test_words_stand_below_the_picture_and_cover_nothing(canvas: PlotCanvas) -> None:
    words = ("What it is.", "whence " * 60 + "the end")
    root = ET.fromstring(made(canvas, ".svg", words))
    wide, high = map(int, (root.get("viewBox") or "").split()[2:])
    assert wide == 640 and high > 480 + 3 * 8, "the second is longer than a line"
    assert all(word in "".join(root.itertext()) for word in ("What it is.", "the end"))
    below = [each for each in root.iter() if each.tag.endswith("text") and "whence" in "".join(each.itertext())]
    assert below and all(480 < float(each.get("y") or 0) < high for each in below)
    image = QImage.fromData(made(canvas, ".png", words))
    assert (image.width(), image.height()) == (1280, 2 * high)
    (page,) = PdfReader(io.BytesIO(made(canvas, ".pdf", words))).pages
    assert abs(page.mediabox.height - high * 0.75) <= 1


def test_changes_are_a_last_column() -> None:
    rows = list(csv.reader(io.StringIO(encoded(written(PLOT, changes="no √d_k")).decode("utf-8-sig"))))
    assert [row[-1] for row in rows] == ["what_if", *["no √d_k"] * (len(rows) - 1)]


def test_a_kind_that_is_none_is_refused(canvas: PlotCanvas) -> None:
    assert ".gif" not in SUFFIXES
    with pytest.raises(KeyError):
        made(canvas, ".gif")


def test_pixels_are_two_for_each_of_the_screen(canvas: PlotCanvas) -> None:
    image = QImage.fromData(made(canvas, ".png"))
    assert (image.width(), image.height()) == (1280, 960)
    assert len({image.pixel(x, y) for x in range(0, 1280, 3) for y in range(0, 960, 3)}) > 3
