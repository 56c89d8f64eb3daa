"""Strips and bars: every value can be read where it is painted, by pointing and by keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import painted
from viz_app.controls.inspector import number_strips as strips
from viz_app.controls.inspector.number_strips import Numbers, NumberStrip, pooled, signed
from viz_app.platform.theme import SIGNED, colours

VECTOR = np.array([0.5, -1.25, 0.0, 1.0], dtype=np.float32)
TABLE = np.array([[1, -2, 3], [-4, 5, 6]], dtype=np.float32)


def make(qtbot: QtBot, numbers: Numbers, width: int = 204) -> NumberStrip:
    strip = NumberStrip()
    qtbot.addWidget(strip)
    strip.show_numbers(numbers)
    strip.resize(width, strip.sizeHint().height())
    strip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    strip.show()
    strip.activateWindow()
    return strip


def middle(strip: NumberStrip, row: int, column: int) -> QPointF:
    rows, columns = np.atleast_2d(strip.numbers.values).shape
    body = strip.body()
    return QPointF(
        body.left() + (column + 0.5) * body.width() / columns, body.top() + (row + 0.5) * body.height() / rows
    )


@pytest.mark.parametrize("values", [VECTOR, TABLE])
def test_every_value_is_read_where_it_is_painted_in_its_own_colour(qtbot: QtBot, values: np.ndarray) -> None:
    strip = make(qtbot, Numbers("q", values))
    image, table = strip.grab().toImage(), np.atleast_2d(values)
    below, above = SIGNED[colours()]
    bound = np.abs(values).max()
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            place, value = middle(strip, row, column), table[row, column]
            assert strip.index_at(place) == row * table.shape[1] + column
            level = round(abs(float(value)) / bound * 255)
            red, green, blue = (below if value < 0 else above).table[level].tolist()
            shown = image.pixelColor(place.toPoint() * image.devicePixelRatio())
            assert shown == QColor(red, green, blue), (row, column)


def test_pointing_reads(qtbot: QtBot) -> None:
    strip = make(qtbot, Numbers("q", VECTOR))
    assert strip.read_out == "±1.2500"
    QTest.mouseMove(strip, middle(strip, 0, 1).toPoint())
    assert strip.read_out == "2 / 4: −1.2500"
    assert "2 / 4: −1.2500" in painted(strip)
    assert strip.accessibleName() == "q, 2 / 4: −1.2500"
    QTest.mouseMove(strip, QPoint(3, 1))  # the caption
    assert strip.read_out == "±1.2500"


def test_the_keys_read_too(qtbot: QtBot) -> None:
    strip = make(qtbot, Numbers("values", TABLE, ("Hund", "Katze")))
    strip.setFocus()
    moved: list[int] = []
    strip.moved.connect(moved.append)
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.read_out == "Hund, 1 / 3: 1.0000"
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert strip.read_out == "Katze, 3 / 3: 6.0000"
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.read_out == "Katze, 2 / 3: 5.0000"
    QTest.keyClick(strip, Qt.Key.Key_Home)
    assert strip.index == 0
    QTest.keyClick(strip, Qt.Key.Key_Down)
    QTest.keyClick(strip, Qt.Key.Key_Up)
    assert moved == [1, -1]


def test_bars_name_their_keys_and_mark_the_selected_one(qtbot: QtBot) -> None:
    weights = np.array([0.1, 0.7, 0.2, 0.0], dtype=np.float32)
    numbers = Numbers("weights", weights, ("a", "b", "c", "<pad>"), 1, bars=True, blocked=frozenset({3}))
    strip = make(qtbot, numbers)
    assert strip.read_out == "0 … 0.7000"
    image, palette, body = strip.grab().toImage(), colours(), strip.body()
    foot = [
        image.pixelColor((QPointF(middle(strip, 0, key).x(), body.bottom() - 2)).toPoint() * image.devicePixelRatio())
        for key in range(4)
    ]
    assert foot[:3] == [QColor(palette.accent), QColor(palette.selection), QColor(palette.accent)]
    assert foot[3] not in foot[:3]
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert strip.read_out == "<pad>: 0.0000"


@pytest.mark.parametrize(("width", "said"), [(204, ["layer 1", "layer 2"]), (60, ["1", "2"])])
def test_groups_of_bars_have_their_names_in_place_of_some_bars(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int, said: list[str]
) -> None:
    """Each in the middle below its own bars, whichever are the largest."""
    groups = ("layer 1", "layer 2"), ("1", "2")
    values = np.array([1, 9, 8, 0.5], dtype=np.float32)
    strip = make(qtbot, Numbers("x", values, ("1 a", "1 b", "2 a", "2 b"), bars=True, groups=groups), width)
    told: list[tuple[float, str]] = []

    class Spy(QPainter):
        def drawText(self, box: QRectF, flags: Any, text: str) -> None:  # type: ignore[override]  # noqa: N802
            told.append((box.center().x(), text))

    monkeypatch.setattr(strips, "QPainter", Spy)
    strip.grab()
    below = [(x, text) for x, text in told if text in (*sum(groups, ()), *strip.numbers.names)]
    assert [text for _, text in below] == said
    body = strip.body()
    assert [x for x, _ in below] == pytest.approx([body.left() + share * body.width() for share in (0.25, 0.75)])
    assert strip.numbers.read(3) == "2 b: 0.5000", "pointing says which"


def test_scores_of_either_sign_stand_on_a_line_in_the_middle(qtbot: QtBot) -> None:
    scores = np.array([2.0, -2.0, -np.inf], dtype=np.float32)
    strip = make(qtbot, Numbers("before", scores, ("a", "b", "c"), bars=True, blocked=frozenset({2})))
    assert strip.read_out == "±2.0000"
    image, body = strip.grab().toImage(), strip.body()
    accent = QColor(colours().accent)

    def at(key: int, height: float) -> QColor:
        place = QPointF(middle(strip, 0, key).x(), body.top() + height * body.height()).toPoint()
        return image.pixelColor(place * image.devicePixelRatio())

    assert [at(0, 0.25) == accent, at(0, 0.75) == accent] == [True, False]
    assert [at(1, 0.25) == accent, at(1, 0.75) == accent] == [False, True]
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert strip.read_out == "c: −∞"


def test_what_a_mask_put_in_does_not_set_the_scale(qtbot: QtBot) -> None:
    row = np.array([2.0, 1.0, -1e10], dtype=np.float32)
    strip = make(qtbot, Numbers("before", row, ("a", "b", "c"), bars=True, blocked=frozenset({2})))
    assert strip.read_out == "0 … 2.0000"
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert strip.read_out == "c: −1e+10"


def test_of_many_that_share_a_pixel_the_largest_is_shown() -> None:
    values = np.zeros((2, 1000), dtype=np.float32)
    values[0, 501], values[1, 3], values[1, 4] = -7, 2, -1
    shown = pooled(values, 90)
    assert shown.shape == (2, 90)
    assert (shown.min(), shown[1].max(), shown[1].min()) == (-7, 2, 0)
    assert pooled(values, 1000) is values


@pytest.mark.parametrize("values", [np.zeros(0), np.zeros((0, 3)), np.full(3, np.nan), np.full((2, 2), np.inf)])
@pytest.mark.parametrize("bars", [True, False])
def test_numbers_that_are_none_are_painted_without_harm(qtbot: QtBot, values: np.ndarray, bars: bool) -> None:
    if bars and values.ndim > 1:
        return
    strip = make(qtbot, Numbers("q", values.astype(np.float32), bars=bars))
    strip.grab()
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.grab().width()


def test_as_text_every_digit_is_there() -> None:
    assert Numbers("q", np.array([0.1, -2], dtype=np.float32)).as_text() == "q\t0.100000001\t-2"
    assert Numbers("w", VECTOR[:2], ("a", "b"), bars=True).as_text() == "\ta\tb\nw\t0.5\t-1.25"
    assert Numbers("v", TABLE, ("a", "b")).as_text() == "v a\t1\t-2\t3\nv b\t-4\t5\t6"


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.43125, "−0.4313"), (12.0, "12.0000"), (-np.inf, "−∞"), (np.inf, "∞"), (-1e10, "−1e+10"), (np.nan, "nan")],
)
def test_numbers_in_a_read_out(value: float, text: str) -> None:
    assert signed(value) == text


def test_large_counts_are_read_as_counts(qtbot: QtBot) -> None:
    """Not 4.451e+05, where the sentence above says 445,104."""
    strip = make(qtbot, Numbers("scores", np.array([7044, 445104], dtype=np.float32), ("1 ×", "8 ×"), bars=True))
    assert strip.read_out == "0 … 445,104"
    assert strip.numbers.read(1) == "8 ×: 445,104"
    assert strip.numbers.read(0) == "1 ×: 7,044"


def test_bars_of_which_none_is_above_0_hang_from_the_top_and_use_all_of_the_height(qtbot: QtBot) -> None:
    strip = NumberStrip()
    qtbot.addWidget(strip)
    strip.resize(300, 80)
    strip.show_numbers(Numbers("logits", np.array([0.0, -4.0, -8.0], dtype=np.float32), ("a", "b", "c"), bars=True))
    assert strip.read_out == "−8.0000 … 0"
    image, body = strip.grab().toImage(), strip.body()
    foot = round(body.bottom()) - 3
    first, second, third = (image.pixelColor(round(body.left() + at * body.width() / 6), foot) for at in (1, 3, 5))
    assert second == first, "paper"
    assert third != first, "the smallest reaches the foot"
