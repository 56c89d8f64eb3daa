"""Where lines stand, against where Qt puts its ink."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import array_of
from viz_app.exports.svg_pages.text import TextLine, from_right, lines, outlines
from viz_app.platform.theme import font, text_width

pytestmark = pytest.mark.usefixtures("qapp")

Align, Flag, Direction = Qt.AlignmentFlag, Qt.TextFlag, Qt.LayoutDirection
BOX = QRectF(40, 30, 300, 90)


def ink(given: tuple[Any, ...], pixels: int, direction: Qt.LayoutDirection) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what Qt draws."""
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setFont(font(pixels))
    painter.setLayoutDirection(direction)
    painter.drawText(*given)
    painter.end()
    dark = array_of(image).max(axis=2) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@pytest.mark.parametrize("down", [Align.AlignTop, Align.AlignVCenter, Align.AlignBottom])
@pytest.mark.parametrize(
    ("across", "text", "direction"),
    all_pairs(
        (Align.AlignLeft, Align.AlignHCenter, Align.AlignRight),
        ("HEH", "HEH ", "HEH 漢", "HEH ∝ H", "שלוםH"),
        (Direction.LeftToRight, Direction.RightToLeft, Direction.LayoutDirectionAuto),
    ),
)
def test_a_line_stands_where_qt_draws_it(
    across: Qt.AlignmentFlag, down: Qt.AlignmentFlag, text: str, direction: Qt.LayoutDirection
) -> None:
    given = (BOX, across | down | Flag.TextSingleLine, text)
    [line] = lines(given, font(24), direction)
    left, _, right, bottom = ink(given, 24, direction)
    wide = text_width(line.text, font(24))
    start = line.x - {"start": 0, "middle": wide / 2, "end": wide}[line.anchor]
    assert start == pytest.approx(left, abs=4) and start + wide == pytest.approx(right, abs=4)
    if not set(text) & set("漢ש"):
        assert line.y == pytest.approx(bottom, abs=1)


@pytest.mark.parametrize("given", [(QPoint(50, 60), "HEH"), (QPointF(50, 60), "HEH"), (50, 60, "HEH")])
def test_a_point_is_where_the_base_line_begins(given: tuple[Any, ...]) -> None:
    assert lines(given, font(24), Direction.LeftToRight) == [TextLine("HEH", 50, 60, "start")]
    left, _, _, bottom = ink(given, 24, Direction.LeftToRight)
    assert left == pytest.approx(50, abs=4) and bottom == pytest.approx(60, abs=1)


def test_words_are_wrapped_as_qt_wraps_them() -> None:
    text = "HE HEH EEH HHE EHE HEE EHH HEH EEE HEH"
    given = (QRect(40, 30, 150, 160), int(Align.AlignCenter | Flag.TextWordWrap), text)
    found = lines(given, font(20), Direction.LeftToRight)
    assert len(found) > 2
    assert " ".join(line.text for line in found) == text
    _, top, _, bottom = ink(given, 20, Direction.LeftToRight)
    assert found[-1].y == pytest.approx(bottom, abs=1)
    assert found[0].y - 0.8 * 20 == pytest.approx(top, abs=4)
    assert {(line.anchor, line.x) for line in found} == {("middle", 115.0)}


def test_breaks_are_lines_unless_one_is_asked_for() -> None:
    for flags, count in ((Align.AlignLeft, 2), (Align.AlignLeft | Flag.TextSingleLine, 1)):
        assert len(lines((BOX, flags, "one\ntwo"), font(12), Direction.LeftToRight)) == count


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="no way to place"):
        lines((BOX, "text"), font(12), Direction.LeftToRight)


def test_which_way_a_text_runs() -> None:
    automatic = Direction.LayoutDirectionAuto
    assert [from_right(text, automatic) for text in ("a", "1 שa", "aש", "", "…")] == [False, True, False, False, False]
    assert from_right("a", Direction.RightToLeft) and not from_right("ש", Direction.LeftToRight)


def test_outlines_are_the_letters_and_emoji_a_picture() -> None:
    path, picture, _ = outlines(TextLine("HEH", 50, 60, "start"), font(24), QColor("#000000"), Direction.LeftToRight)
    box = path.boundingRect()
    assert picture is None
    assert box.left() == pytest.approx(50, abs=4) and box.bottom() == pytest.approx(60, abs=1)
    path, picture, place = outlines(
        TextLine("\U0001f642", 50, 60, "end"), font(24), QColor("#000000"), Direction.LeftToRight
    )
    assert path.isEmpty() and picture is not None
    assert place.right() == pytest.approx(51, abs=1) and picture.width() > 3 * place.width()


def test_outlines_run_as_the_painter_says() -> None:
    """An arrow after a Hebrew token stays after it."""
    black, left_to_right = QColor("#000000"), Direction.LeftToRight
    arrow = outlines(TextLine("→", 50, 60, "start"), font(24), black, left_to_right)[0].boundingRect()
    tip = QRectF(arrow.right() - 3, arrow.center().y() - 1, 2, 2)
    shift = text_width("ש ", font(24))
    for direction, moved in ((left_to_right, shift), (Direction.RightToLeft, 0.0)):
        path, _, _ = outlines(TextLine("ש →", 50, 60, "start"), font(24), black, direction)
        assert path.intersects(tip.translated(moved, 0)), direction
        assert not path.intersects(tip.translated(shift - moved, 0)) or moved == 0
