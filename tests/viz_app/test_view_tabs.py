"""Every tab can be seen at every width, with as much of its title as there is room for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.view_tabs import ViewTabs

TITLES = {"one_head": "헤드(head) 하나", "teacher_forcing": "Teacher forcing", "embeddings_layers": "A(a) & B(b)"}


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[ViewTabs]:
    tabs = ViewTabs()
    for name, title in TITLES.items():
        tabs.add(QWidget(), name, title)
    tabs.show()
    yield tabs
    tabs.close()
    tabs.deleteLater()


def texts(tabs: ViewTabs, width: int) -> list[str]:
    """What the tabs say in so many pixels; all of them are inside."""
    tabs.resize(width, 200)
    QApplication.processEvents()
    bar = tabs.tabBar()
    assert bar.tabRect(bar.count() - 1).right() < width
    return [bar.tabText(index) for index in range(bar.count())]


def needed(tabs: ViewTabs) -> int:
    bar = tabs.tabBar()
    return sum(bar.tabRect(index).width() for index in range(bar.count()))


def test_titles_become_shorter_with_the_width_and_longer_again(tabs: ViewTabs) -> None:
    whole = ["헤드(head) 하나", "Teacher forcing", "A(a) && B(b)"]
    without = ["헤드 하나", "Teacher forcing", "A && B"]
    short = ["헤드 하나", "Forcing", "Embeddings"]
    assert texts(tabs, 900) == whole
    room = needed(tabs)
    assert texts(tabs, room - 1) == without
    room_without = needed(tabs)
    assert texts(tabs, room_without - 1) == short
    assert texts(tabs, 180) == short  # each ends in … then
    assert texts(tabs, room_without) == without
    assert texts(tabs, room) == whole


def test_larger_text_needs_other_titles(tabs: ViewTabs) -> None:
    texts(tabs, 900)
    room = needed(tabs)
    assert texts(tabs, room) == ["헤드(head) 하나", "Teacher forcing", "A(a) && B(b)"]
    font = tabs.font()
    font.setPointSizeF(font.pointSizeF() * 1.5)
    tabs.setFont(font)
    QApplication.processEvents()
    assert texts(tabs, room)[1] == "Forcing"
