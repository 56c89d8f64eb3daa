"""Every tab can be seen at every width, with as much of its title as there is room for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from viz_app.platform.theme import families
from viz_app.views.shared.tabs import FittedTabBar, short_titles

WHOLE = ["헤드(head) 하나", "Teacher forcing", "층(layer) & 끝"]
WITHOUT = ["헤드 하나", "Teacher forcing", "층 & 끝"]
SHORT = ["헤드 하나", "Forcing", "층"]


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[FittedTabBar]:
    bar = FittedTabBar()
    for _ in WHOLE:
        bar.addTab("")
    bar.word((WHOLE[0], ""), (WHOLE[1], "Forcing"), (WHOLE[2], "층"))
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
    return sum(bar.tabRect(index).width() for index in range(bar.count()))


def test_titles_become_shorter_with_the_width_and_longer_again(tabs: FittedTabBar) -> None:
    assert texts(tabs, 900) == WHOLE
    room = needed(tabs)
    assert texts(tabs, room - 1) == WITHOUT
    room_without = needed(tabs)
    assert texts(tabs, room_without - 1) == SHORT
    assert texts(tabs, needed(tabs) - 20) == SHORT  # each ends in … then
    assert texts(tabs, room_without) == WITHOUT
    assert texts(tabs, room) == WHOLE


def test_larger_text_needs_other_titles(tabs: FittedTabBar) -> None:
    texts(tabs, 900)
    room = needed(tabs)
    assert texts(tabs, room) == WHOLE
    font = tabs.font()
    font.setPointSizeF(font.pointSizeF() * 1.5)
    tabs.setFont(font)
    QApplication.processEvents()
    assert texts(tabs, room)[1] == "Forcing"


def test_short_titles_are_shorter_in_every_word(qapp: QApplication) -> None:
    assert all(short and len(short) < 12 for short in short_titles().values())


def ink(image: QImage, left: int, right: int, top: int, bottom: int) -> int:
    """How many rows of pixels in one piece hold some of a dark text; the line below a tab is no part of it."""
    inked = [any(image.pixelColor(x, y).lightness() < 215 for x in range(left, right)) for y in range(top, bottom)]
    pieces = "".join("x" if row else " " for row in inked).split()
    return max(map(len, pieces))


def test_the_feet_of_letters_are_not_cut(tabs: FittedTabBar) -> None:
    """As high as the same text drawn where nothing is in its way."""
    face = QFont(tabs.font())
    face.setFamilies(list(families()))
    tabs.setFont(face)
    assert texts(tabs, 900) == WHOLE
    image = tabs.grab().toImage()
    for index in range(tabs.count()):
        free = QImage(400, 80, QImage.Format.Format_RGB32)
        free.fill(QColor(235, 235, 235))
        painter = QPainter(free)
        painter.setFont(tabs.font())
        painter.drawText(10, 50, WHOLE[index])
        painter.end()
        place = tabs.tabRect(index)
        drawn = ink(image, place.left() + 6, place.right() - 5, place.top() + 4, place.bottom() - 1)
        assert drawn >= ink(free, 0, 400, 0, 80)
