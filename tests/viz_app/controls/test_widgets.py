"""The widgets that controls share: the wording that fits, icons that are drawn, the ring of the focus."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
import shiboken6
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayoutItem, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from viz_app.controls.widgets import (
    FittedLabel,
    Icon,
    IconButton,
    draw_icon,
    faded,
    follow_layouts,
    number_font,
    scaled,
    text_pixels,
)
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.theme import DARK, LIGHT, apply_theme, colours

WORDINGS = ("layer 2, head 3 of the decoder", "layer 2, head 3", "2.3")
INK = QColor("#ff0000")


@pytest.fixture
def label(qtbot: QtBot) -> FittedLabel:
    widget = FittedLabel()
    qtbot.addWidget(widget)
    widget.set_wordings(WORDINGS)
    return widget


def wide(label: FittedLabel, wording: str, more: int = 0) -> None:
    """Exactly as wide as a wording, or by some pixels more."""
    label.resize(label.fontMetrics().horizontalAdvance(wording) + more, 20)
    label.show()


@pytest.mark.parametrize("wording", WORDINGS)
def test_the_longest_wording_that_fits_is_shown(label: FittedLabel, wording: str) -> None:
    wide(label, wording)
    assert label.text() == wording
    wide(label, wording, more=-1)
    assert label.text() != wording


def test_where_none_fits_the_last_is_cut(label: FittedLabel) -> None:
    label.set_wordings(("a long statement", "a statement"))
    wide(label, "a statem")
    assert label.text().endswith("…")
    assert label.text().startswith("a ")


def test_the_longest_is_read_out_and_in_the_tooltip_where_it_is_not_shown(label: FittedLabel) -> None:
    wide(label, WORDINGS[0])
    assert (label.accessibleName(), label.toolTip()) == (WORDINGS[0], "")
    wide(label, WORDINGS[2])
    assert label.accessibleName() == WORDINGS[0]
    assert WORDINGS[0] in label.toolTip()
    label.set_wordings(WORDINGS, ("a detail",))
    assert "a detail" in label.toolTip()
    assert WORDINGS[0] not in label.toolTip()


def test_another_font_is_another_room(label: FittedLabel) -> None:
    wide(label, WORDINGS[0])
    larger = label.font()
    larger.setPixelSize(2 * text_pixels(label))
    label.setFont(larger)
    assert label.text() != WORDINGS[0]


def test_markup_is_shown_as_it_is_written(label: FittedLabel) -> None:
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


def drawn(icon: Icon) -> QImage:
    image = QImage(16, 16, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_icon(painter, icon, INK)
    painter.end()
    return image


def ink(image: QImage) -> list[tuple[int, int]]:
    return [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha() > 99]


def test_every_icon_is_drawn_and_is_another() -> None:
    icons: tuple[Icon, ...] = get_args(Icon)
    images = {icon: drawn(icon) for icon in icons}
    assert all(ink(image) for image in images.values())
    assert len({bytes(image.constBits()) for image in images.values()}) == len(icons)


@pytest.mark.parametrize(("icon", "other"), [("first", "last"), ("previous", "next")])
def test_back_and_forth_are_mirror_images(icon: Icon, other: Icon) -> None:
    mirrored = [(15 - x, y) for x, y in ink(drawn(other))]
    near = {(x + dx, y) for x, y in mirrored for dx in (-1, 0, 1)}
    assert set(ink(drawn(icon))) <= near


def test_an_icon_button_is_pressed_by_mouse_and_keyboard(qtbot: QtBot) -> None:
    button = IconButton("play")
    qtbot.addWidget(button)
    button.describe("Play", "Play the run (Space)")
    button.show()
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert len(pressed) == 2
    assert (button.accessibleName(), button.toolTip()) == ("Play", "Play the run (Space)")
    assert button.minimumSizeHint() == button.sizeHint()
    assert button.sizeHint().width() >= 24


def test_an_icon_button_shows_its_icon_and_whether_it_can_be_pressed(qtbot: QtBot) -> None:
    button = IconButton("play")
    qtbot.addWidget(button)
    button.show()
    playing = button.grab().toImage()
    button.set_icon("pause")
    pausing = button.grab().toImage()
    assert pausing != playing
    button.setEnabled(False)
    assert button.grab().toImage() != pausing


def test_the_ring_of_the_focus_is_two_pixels_inside() -> None:
    image = QImage(30, 20, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_focus_ring(painter, QRectF(4, 4, 20, 12), 0, INK.name())
    painter.end()
    columns, rows = zip(*ink(image), strict=True)
    assert (min(columns), max(columns), min(rows), max(rows)) == (4, 23, 4, 15)
    assert {image.pixelColor(x, 10).alpha() for x in (4, 5, 22, 23)} == {255}
    assert image.pixelColor(6, 10).alpha() == image.pixelColor(14, 10).alpha() == 0


def test_colours_are_those_of_the_theme(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    assert colours() is DARK
    apply_theme(qapp, "light")
    assert colours() is LIGHT
    apply_theme(qapp, "system")


@pytest.mark.parametrize(("opacity", "alpha"), [(-1, 0), (0, 0), (0.5, 0.5), (1, 1), (7, 1)])
def test_an_opacity_stays_between_0_and_1(opacity: float, alpha: float) -> None:
    assert faded("#123456", opacity).alphaF() == pytest.approx(alpha, abs=0.01)


def test_a_font_is_scaled_in_its_own_unit() -> None:
    points, pixels = QFont(), QFont()
    points.setPointSizeF(10)
    pixels.setPixelSize(10)
    assert scaled(points, 1.5).pointSizeF() == 15
    assert scaled(pixels, 1.5).pixelSize() == 15
    assert scaled(pixels, 0.01).pixelSize() == 1
    assert scaled(pixels, 1, "DejaVu Sans").families() == ["DejaVu Sans"]


def test_figures_of_numbers_have_one_width() -> None:
    face = number_font(12)
    assert face.featureValue(QFont.Tag("tnum")) == 1
    assert face is number_font(12)
    assert number_font(12, bold=True).bold()


def kept_items() -> int:
    """Python objects of layout items: each outlives its item, and is taken for what comes to be in its place."""
    return sum(
        isinstance(held, QLayoutItem) for held in shiboken6.getAllValidWrappers() if not isinstance(held, QWidget)
    )


def test_the_keyboard_follows_layouts_inside_layouts_and_nothing_is_kept_of_them(qtbot: QtBot) -> None:
    pane = QWidget()
    qtbot.addWidget(pane)
    last, fourth, second, first, beside = (QPushButton(text, pane) for text in ("last", "4", "2", "first", "beside"))
    lines, line = QVBoxLayout(pane), QHBoxLayout()
    lines.addWidget(first)
    lines.addLayout(line)
    line.addWidget(second)
    line.addWidget(beside)
    lines.addWidget(fourth)
    lines.addWidget(last)
    before = kept_items()
    follow_layouts(pane)
    assert kept_items() == before
    with qtbot.waitActive(pane):
        pane.show()
        pane.activateWindow()
    for here, after in pairwise((first, second, beside, fourth, last)):
        here.setFocus()
        QTest.keyClick(here, Qt.Key.Key_Tab)
        assert after.hasFocus(), after.text()
