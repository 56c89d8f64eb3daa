"""Every tab can be seen at every width, with as much of its title as there is room for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyle

from tests.viz_app.pictures.reading import array_of
from viz_app.pictures import short_titles
from viz_app.views.shared.tab_bar import CLOSEST, LEAST, FittedTabBar

WHOLE = ["헤드(head) 하나", "Teacher forcing", "층(layer) & 끝"]
WITHOUT = ["헤드 하나", "Teacher forcing", "층 & 끝"]
SHORT = ["헤드 하나", "Forcing", "층"]


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[FittedTabBar]:
    bar = FittedTabBar()
    for _ in WHOLE:
        bar.addTab("")
    bar.word((WHOLE[0], ""), (WHOLE[1], "Forcing"), (WHOLE[2], "층(layer)"))  # a short title loses its gloss as well
    bar.show()
    yield bar
    bar.close()
    bar.deleteLater()


def texts(bar: FittedTabBar, width: int) -> list[str]:
    """What the tabs say in so many pixels; all of them are inside, and none scrolls."""
    bar.resize(width, 30)
    QApplication.processEvents()
    assert bar.tabRect(bar.count() - 1).right() < width
    return [bar.tabText(index).replace("&&", "&") for index in range(bar.count())]


def needed(bar: FittedTabBar) -> int:
    """Pixels of the tabs as they are, were they as close as they get."""
    beside = bar.style().pixelMetric(QStyle.PixelMetric.PM_TabBarTabHSpace, None, bar)
    return sum(bar.tabRect(index).width() for index in range(bar.count())) - bar.count() * (beside - CLOSEST)


def test_titles_become_shorter_with_the_width_and_longer_again(tabs: FittedTabBar) -> None:
    assert texts(tabs, 900) == WHOLE
    room = needed(tabs)
    assert texts(tabs, room - 1) == WITHOUT
    room_without = needed(tabs)
    assert texts(tabs, room_without - 1) == SHORT
    assert texts(tabs, needed(tabs) - 20) == SHORT  # each ends in … then
    assert texts(tabs, needed(tabs) + 400)[1] == "Teacher forcing"
    assert texts(tabs, room_without) == WITHOUT
    assert texts(tabs, room) == WHOLE


def test_titles_come_closer_before_they_become_shorter_and_are_never_cut(tabs: FittedTabBar) -> None:
    """Between the two widths every title is whole, with at least five pixels at each side of its letters."""
    assert texts(tabs, 900) == WHOLE
    wide, close = sum(tabs.tabRect(index).width() for index in range(3)), needed(tabs)
    assert wide - close >= 3 * 10
    metrics = QFontMetrics(tabs.font())
    for width in (close, (close + wide) // 2, wide):
        assert texts(tabs, width) == WHOLE
        for index, title in enumerate(WHOLE):
            assert tabs.tabRect(index).width() - metrics.horizontalAdvance(title) >= 10


def test_a_tab_that_comes_moves_no_other_where_there_is_room_for_its_name(tabs: FittedTabBar) -> None:
    texts(tabs, 900)
    for width in (needed(tabs), needed(tabs) + 12):
        tabs.show_tab(2, True)
        assert texts(tabs, width) == WHOLE
        with_it = [tabs.tabRect(index) for index in range(2)]
        assert tabs.show_tab(2, False) and not tabs.show_tab(2, False)
        QApplication.processEvents()
        assert [tabs.tabRect(index) for index in range(2)] == with_it
    tabs.resize(needed(tabs) // 2, 30)  # no room for all three by any word of their own
    assert tabs.tabText(1) == "Forcing"
    tabs.show_tab(2, True)


def test_larger_text_needs_other_titles(tabs: FittedTabBar) -> None:
    texts(tabs, 900)
    room = needed(tabs)
    assert texts(tabs, room) == WHOLE
    font = tabs.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    tabs.setFont(font)
    QApplication.processEvents()
    assert texts(tabs, room)[1] == "Forcing"


def test_short_titles_are_shorter_in_every_word(qapp: QApplication) -> None:
    assert all(short and len(short) < 12 for short in short_titles().values())


@pytest.mark.parametrize("points", [8, 10, 11, 13, 15, 20])
def test_no_descender_is_cut(qapp: QApplication, points: int) -> None:
    """The ink of a title is as high where its tab is not chosen as where it is, and as high as by itself."""
    bar = FittedTabBar()
    face = bar.font()
    face.setPointSize(points)
    bar.setFont(face)
    for _ in range(2):
        bar.addTab("")
    bar.word(("pgjqyÅ", ""), ("pgjqyÅ", ""))
    bar.resize(600, 90)
    bar.show()
    QApplication.processEvents()
    free = QImage(300, 120, QImage.Format.Format_RGB32)
    free.fill(0xFFFFFF)
    painter = QPainter(free)
    painter.setFont(bar.font())
    painter.drawText(QPointF(10, 70), "pgjqyÅ")
    painter.end()
    shown = bar.grab().toImage()
    heights = [inked(free.rect(), free)] + [
        inked(bar.tabRect(index).adjusted(6, 2, -6, -2), shown) for index in range(2)
    ]
    assert min(heights[1:]) >= heights[0]
    assert abs(heights[1] - heights[2]) <= 1
    bar.close()
    bar.deleteLater()


def inked(place: QRect, image: QImage) -> int:
    """Rows of pixels from the first to the last with ink in them."""
    dark = array_of(image)[place.top() : place.bottom() + 1, place.left() : place.right() + 1].max(axis=2) < 140
    rows = np.flatnonzero(dark.any(axis=1))
    return int(rows.max() - rows.min() + 1)


def test_very_large_text_makes_letters_smaller_before_it_cuts_them(tabs: FittedTabBar) -> None:
    """Every short title whole, and the usual letters again as soon as there is room."""
    usual = tabs.font()
    usual.setPixelSize(24)
    tabs.setFont(usual)
    texts(tabs, 900)
    room = needed(tabs)
    short = tabs.needed
    for width in (short - 20, short - 60):
        assert texts(tabs, width) == SHORT
        metrics = QFontMetrics(tabs.font())
        for index in range(tabs.count()):
            assert metrics.horizontalAdvance(tabs.tabText(index)) <= tabs.tabRect(index).width() - 8
        assert 9 <= QFontInfo(tabs.font()).pixelSize() < 24
    texts(tabs, round(short / 2))
    assert QFontInfo(tabs.font()).pixelSize() == round(LEAST * 24), "who asked for large letters can read these too"
    assert texts(tabs, room + 200) == WHOLE
    assert QFontInfo(tabs.font()).pixelSize() == 24


def test_the_applications_font_counts_again_after_letters_were_made_smaller(
    qapp: QApplication, tabs: FittedTabBar
) -> None:
    before = QFont(qapp.font())
    try:
        texts(tabs, tabs.needed - 20)
        larger = QFont(before)
        larger.setPointSizeF(before.pointSizeF() + 3)
        qapp.setFont(larger)
        texts(tabs, 1200)
        assert QFontInfo(tabs.font()).pixelSize() == QFontInfo(larger).pixelSize()
    finally:
        qapp.setFont(before)
