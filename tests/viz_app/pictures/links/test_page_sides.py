"""Where the two columns of tokens lie: inside their room, in order, thinned where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from tests.viz_app.pictures.reading import array_of, plain_style
from viz_app.pictures.drawing.token_labels import Label
from viz_app.pictures.links.page import sides
from viz_app.platform.theme import font, text_width

pytestmark = pytest.mark.usefixtures("qapp")
STYLE = plain_style()


def names(count: int) -> tuple[Label, ...]:
    return tuple(Label(f"word{number}") for number in range(count))


@pytest.mark.parametrize("count", [1, 2, 13, 60, 512])
@pytest.mark.parametrize("room", [(0, 0, 700, 420), (10, 30, 200, 90), (5, 5, 60, 40)], ids=str)
def test_both_columns_stay_inside_at_one_pitch_with_all_names(count: int, room: tuple[int, int, int, int]) -> None:
    left, right = sides(names(count), names(max(1, count // 2)), room, STYLE)
    x, y, wide, high = room
    assert x <= left.edge - left.width <= left.edge < right.edge <= right.edge + right.width <= x + wide
    for side in (left, right):
        assert y <= side.axis.start < side.axis.end <= y + high
        middles = [side.axis.middle(index) for index in range(side.axis.count)]
        assert middles == sorted(middles)
    pitches = [side.axis.length / side.axis.count for side in (left, right)]
    if left.stride(STYLE) == 1:
        assert pitches[0] == pytest.approx(pitches[1], rel=0.1)


def test_no_name_lies_under_the_frame_of_another() -> None:
    left, _ = sides(names(120), names(120), (0, 0, 700, 420), STYLE)
    letters = left.face_pixels(STYLE)
    for marked in (40, 41, 43, 58):
        others = set(left.named(120, STYLE, [marked])) - {marked}
        near = min(abs(left.axis.middle(other) - left.axis.middle(marked)) for other in others)
        assert near >= (1.35 * letters + letters) / 2, "half a frame and half a name"


@pytest.mark.parametrize("counts", [(12, 176), (176, 12)])
def test_a_short_column_keeps_its_names_beside_a_long_one(counts: tuple[int, int]) -> None:
    both = sides(names(counts[0]), names(counts[1]), (0, 0, 700, 420), STYLE)
    for side, count in zip(both, counts, strict=True):
        assert (side.stride(STYLE) == 1) == (count == 12)
        assert side.axis.end <= 420
        middles = [side.axis.middle(index) for index in side.named(count, STYLE, ())]
        assert min(np.diff(middles)) >= side.face_pixels(STYLE), "no two overlap"


@pytest.mark.parametrize("at_left", [True, False])
def test_a_frame_is_around_a_word_and_its_gloss(at_left: bool) -> None:
    label = Label("tired", gloss="피곤한")
    side = sides((label,) * 3, (label,) * 3, (0, 0, 400, 120), STYLE)[not at_left]
    image = QImage(400, 120, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    side.paint(painter, 3, STYLE, {1: "#ff0000"})
    painter.end()
    pixels = array_of(image)
    red = np.flatnonzero(((pixels[..., 0] > 200) & (pixels[..., 1] < 90)).any(axis=0))
    letters = QFontMetricsF(font(side.face_pixels(STYLE)))
    words = letters.horizontalAdvance("tired") + letters.horizontalAdvance("피곤한")
    assert red.max() - red.min() > words, "both stand in it"
    inked = np.flatnonzero((pixels.max(axis=2) < 200).any(axis=0))
    assert red.min() <= inked.min() and inked.max() <= red.max(), "and nothing out of it"


@pytest.mark.parametrize(("count", "all_named"), [(20, True), (120, False), (512, False)])
def test_names_never_overlap(count: int, all_named: bool) -> None:
    left, right = sides(names(count), names(count), (0, 0, 700, 420), STYLE)
    for side in (left, right):
        apart = side.axis.middle(side.stride(STYLE)) - side.axis.middle(0)
        assert apart >= side.face_pixels(STYLE)
        assert (side.stride(STYLE) == 1) == all_named


def test_every_token_is_found_where_it_stands_once_it_is_decoded() -> None:
    left, right = sides(names(12), names(9), (0, 0, 700, 420), STYLE)
    for side, x in ((left, left.edge - 3), (right, right.edge + 3)):
        for index in range(side.axis.count):
            assert side.token_at(x, side.axis.middle(index), 9) == (index if index < 9 else None)
        assert side.token_at((left.edge + right.edge) / 2, side.axis.middle(0), 9) is None
        assert side.token_at(x, side.axis.end + 1, 12) is None


@pytest.mark.parametrize("framed", [False, True])
def test_every_name_is_written_at_its_own_token(framed: bool) -> None:
    """Token k is k + 1 letters long, and so is the ink beside it."""
    labels = tuple(Label("m" * (number + 1)) for number in range(8))
    left, right = sides(labels, labels, (0, 0, 500, 200), STYLE)
    image = QImage(500, 210, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    for side in (left, right):
        side.paint(painter, 8, STYLE, dict.fromkeys(range(8), "#ffffff") if framed else {})  # unseen frames
    painter.end()
    dark = array_of(image).max(axis=2) < 160
    letter = text_width("m", font(left.face_pixels(STYLE)))
    for index in range(8):
        row = dark[int(left.axis.middle(index)) - 2 : int(left.axis.middle(index)) + 5].any(axis=0)
        for half in (np.flatnonzero(row[:250]), np.flatnonzero(row[250:])):
            assert half.max() - half.min() + 1 == pytest.approx(letter * (index + 1), abs=0.5 * letter)
