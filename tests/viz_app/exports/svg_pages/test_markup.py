"""How numbers, text and shapes are spelled."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from tests.viz_app.exports.svg_reader import rectangles
from viz_app.exports.svg_pages import markup as xml


@pytest.mark.parametrize(
    ("value", "spelled"), [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (10, "10"), (100.004, "100"), (-3.456, "-3.46")]
)
def test_numbers_are_short(value: float, spelled: str) -> None:
    assert xml.number(value) == spelled


def test_any_text_comes_back_or_is_a_sign_that_something_was_there() -> None:
    every = "".join(map(chr, [*range(0x300), *range(0x2000, 0x2070), *range(0xD7F0, 0xE010), *range(0xFDC0, 0xFE00),
                              *range(0xFFF0, 0x10010), 0x1F469, 0x10FFFD]))  # fmt: skip
    read = ET.fromstring(f'<a b="{xml.escaped(every)}">{xml.escaped(every)}</a>')
    assert read.text is not None and len(read.text) == len(every)
    for given, got in zip(every, read.text, strict=True):
        assert got in (given, "\ufffd")
        if given.isprintable():
            assert got == given, hex(ord(given))
    assert xml.escaped("]]>&<\"'") == "]]&gt;&amp;&lt;&quot;&apos;"


def test_cells_are_drawn_from_one_to_the_next() -> None:
    runs = [(3, 0, 2, 1), (0, 1, 1, 4), (7, 1, 1, 1), (2, 5, 3, 2)]
    path = xml.cells_path(runs)
    assert re.fullmatch(r"[mhvz0-9 -]+", path)
    assert rectangles(path) == [(x, y, x + wide, y + high) for x, y, wide, high in runs]


def test_shapes_lie_where_the_transformation_puts_them() -> None:
    where = QTransform().translate(10, 20).scale(2, 4)
    assert xml.rect_path(QRectF(1, 2, 3, 4), where) == "M12 28H18V44H12z"
    assert xml.polygon_path([QPointF(0, 0), QPointF(1, 2)], where) == "M10 20L12 28"
    turned = QTransform().rotate(90)
    assert xml.rect_path(QRectF(1, 2, 3, 4), turned) == "M-2 1L-2 4L-6 4L-6 1z"
    curve = QPainterPath(QPointF(1, 1))
    curve.cubicTo(2, 1, 3, 2, 3, 3)
    assert xml.path_of(curve, where) == "M12 24C14 24 16 28 16 32"


def test_an_ellipse_is_two_halves_around_its_middle() -> None:
    assert xml.ellipse_path(QRectF(2, 3, 8, 4)) == "M2 5a4 2 0 1 0 8 0a4 2 0 1 0 -8 0z"


def test_empty_attributes_are_left_out() -> None:
    assert xml.attributes({"a": "1", "b": "", "c": "x"}) == ' a="1" c="x"'
