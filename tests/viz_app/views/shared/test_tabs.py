"""The tabs of the window: a view is made when it is first needed, and then it is as if it had always been there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar, QVBoxLayout, QWidget

from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.display.kind_switch import KindSwitch
from viz_app.pictures import titles
from viz_app.state.intents import Intent, Select, SetView
from viz_app.views import view_of
from viz_app.views.shared.tab_bar import FittedTabBar
from viz_app.views.shared.tabs import Tabs


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[Tabs]:
    tabs = Tabs()
    tabs.resize(900, 500)
    tabs.display(MIDDLE)
    tabs.show()
    qapp.processEvents()
    yield tabs
    tabs.close()
    tabs.deleteLater()


def test_only_the_view_on_screen_is_made(tabs: Tabs) -> None:
    assert list(tabs.views.made) == [tabs.current]
    assert tabs.current.name == MIDDLE.view and tabs.current.snapshot is MIDDLE
    tabs.display(replace(MIDDLE, view="masks"))
    assert {view.name for view in tabs.views.made} == {MIDDLE.view, "masks"}
    assert tabs.current is tabs.views["masks"] and tabs.current.isVisible()


def drawn(bar: QTabBar) -> list[tuple[str, int, int]]:
    """What each tab says, its width, and the size of its letters."""
    pixels = QFontInfo(bar.font()).pixelSize()
    return [(bar.tabText(at), bar.tabRect(at).width(), pixels) for at in range(bar.count()) if bar.isTabVisible(at)]


def test_names_follow_text_that_grows_step_by_step(qapp: QApplication, tabs: Tabs) -> None:
    """As if it had been so large from the start: once letters were smaller than asked for, names were cut."""
    before, grown = QFont(qapp.font()), QFont(qapp.font())
    tabs.resize(420, 500)
    tabs.display(replace(MIDDLE, view="embeddings_layers"))
    topics = tabs.current.findChild(FittedTabBar)
    assert topics is not None
    try:
        for more in (5, 6, 7, 9, 10, 4):
            grown.setPointSizeF(before.pointSizeF() + more)
            qapp.setFont(grown)
            qapp.processEvents()
            fresh = Tabs()
            fresh.resize(420, 500)
            fresh.display(replace(MIDDLE, view="embeddings_layers"))
            fresh.show()
            qapp.processEvents()
            assert drawn(tabs.tabBar()) == drawn(fresh.tabBar()), more
            other = fresh.current.findChild(FittedTabBar)
            assert other is not None and drawn(topics) == drawn(other), more
            fresh.close()
            fresh.deleteLater()
    finally:
        qapp.setFont(before)


def click_on(tabs: Tabs, name: str) -> None:
    tab = tabs.tabBar().tabRect(list(titles()).index(name))
    QTest.mouseClick(tabs.tabBar(), Qt.MouseButton.LeftButton, pos=tab.center())


def test_a_view_that_is_made_on_screen_fills_its_page_at_once(tabs: Tabs) -> None:
    tabs.requested.connect(lambda _: tabs.display(replace(MIDDLE, view="masks")))
    QTest.mouseClick(
        tabs.tabBar(), Qt.MouseButton.LeftButton, pos=tabs.tabBar().tabRect(list(titles()).index("masks")).center()
    )
    view = tabs.views["masks"]
    assert view.isVisible() and view.geometry() == tabs.currentWidget().rect()
    assert view.canvas.width() == view.width() > 800


def test_one_after_another_is_made_in_spare_time(tabs: Tabs) -> None:
    steps = sum(tabs.views.make_next() for _ in range(20))
    assert steps == len(tabs.views) - 1
    assert [type(tabs.views[name]) for name in tabs.views] == [view_of(name) for name in titles()]
    assert all(view.snapshot is MIDDLE for view in tabs.views.made)


def test_names_are_known_before_the_views_are_made(tabs: Tabs) -> None:
    assert list(tabs.views) == list(titles()) and len(tabs.views) == tabs.count()
    assert "links" in tabs.views and "no such view" not in tabs.views
    with pytest.raises(KeyError):
        tabs.views["no such view"]
    assert len(tabs.views.made) == 1


def test_a_click_asks_and_what_a_view_says_is_passed_on(tabs: Tabs) -> None:
    heard: list[Intent] = []
    places: list[QPoint] = []
    tabs.requested.connect(heard.append)
    tabs.menu_wanted.connect(places.append)
    QTest.mouseClick(
        tabs.tabBar(), Qt.MouseButton.LeftButton, pos=tabs.tabBar().tabRect(list(titles()).index("masks")).center()
    )
    assert heard == [SetView("masks")]
    tabs.views["links"].requested.emit(Select(head=1))
    tabs.views["links"].menu_wanted.emit(QPoint(3, 4))
    assert (heard[1:], places) == ([Select(head=1)], [QPoint(3, 4)])


@pytest.mark.parametrize("name", list(titles()))
def test_the_tab_key_finds_a_view_where_its_tab_is(qapp: QApplication, name: str) -> None:
    """However late it was made: after the bar, in its own order, and before what lies behind the tabs."""
    holder, tabs, behind = QWidget(), Tabs(), QPushButton("behind")
    box = QVBoxLayout(holder)
    box.addWidget(tabs)
    box.addWidget(behind)
    holder.show()
    tabs.display(replace(MIDDLE, view=name))
    alone = type(tabs.current)()
    alone.display(tabs.current.snapshot)
    wanted = [type(each) for each in reached(alone, alone)]
    chain = reached(tabs.tabBar(), behind)
    assert [type(each) for each in chain if tabs.current.isAncestorOf(each)][: len(wanted)] == wanted != []
    for widget in (holder, alone):
        widget.close()
        widget.deleteLater()


def reached(start: QWidget, end: QWidget) -> list[QWidget]:
    """What takes the keyboard between two widgets of the chain."""
    found: list[QWidget] = []
    widget = start.nextInFocusChain()
    while widget is not None and widget is not end:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def test_a_view_that_nobody_looks_at_is_told_when_somebody_does(tabs: Tabs) -> None:
    masks, shown = tabs.views["masks"], tabs.views[MIDDLE.view]
    moved = replace(MIDDLE, selection=replace(MIDDLE.selection, head=2))
    tabs.display(moved)
    assert (shown.snapshot, masks.snapshot) == (moved, MIDDLE)
    tabs.display(replace(moved, view="masks"))
    assert masks.snapshot.selection.head == 2
    tabs.display(replace(moved, trace=None, view="masks"))
    assert shown.snapshot.trace is None, "it keeps no run alive that is gone"


def test_tabs_that_come_at_times_move_neither_the_others_nor_the_switch(tabs: Tabs) -> None:
    """Where all have room for a word each; the switch comes closer together for it, and says whole words there."""
    switch = KindSwitch()
    tabs.furnish(switch, QWidget())
    switch.show()
    names = tabs.tabBar()
    assert isinstance(names, FittedTabBar)
    for spare in (0, 8, 60):
        tabs.resize(names.wanted + switch.rooms[1] + spare, 500)
        places = []
        for now in (MIDDLE, replace(MIDDLE, pinned=make_trace(seed=3)), MIDDLE):
            tabs.display(now)
            QApplication.processEvents()
            shown = [names.tabRect(index) for index in range(names.count() - 1)]
            texts = [names.tabText(index) for index in range(names.count())]
            assert texts[:4] == ["One head", "One layer", "All layers", "Links"]
            assert texts[-2:] == ["Beam tree", "Compare"]
            places.append((shown, texts, switch.geometry(), [each.geometry() for each in switch.buttons.values()]))
            assert names.isTabVisible(names.count() - 1) == (now is not MIDDLE)
        assert places[0] == places[1] == places[2]
        assert [each.text() for each in switch.buttons.values()] == ["Encoder", "Decoder", "Cross"]


def test_the_switch_gives_way_before_a_tab_loses_its_word(tabs: Tabs) -> None:
    switch = KindSwitch()
    tabs.furnish(switch, QWidget())
    switch.show()
    names = tabs.tabBar()
    assert isinstance(names, FittedTabBar)
    tabs.resize(names.wanted + switch.rooms[-1], 500)
    tabs.display(replace(MIDDLE, pinned=make_trace(seed=3)))
    QApplication.processEvents()
    assert [each.text() for each in switch.buttons.values()] == ["Enc.", "Dec.", "Cross"]
    assert names.tabText(0) == "One head" and names.tabText(names.count() - 1) == "Compare"
    assert names.tabRect(names.count() - 1).right() < switch.geometry().left()


def test_the_keyboard_goes_from_picture_to_picture(tabs: Tabs) -> None:
    """Qt gives it to whatever stands first in a view: in *Masks* a button, whose arrows mean something else."""
    tabs.activateWindow()
    for name in ("one_head", "masks", "all_layers", "masks", "compare"):
        tabs.display(replace(MIDDLE, view=name))
        if name == "one_head":
            tabs.current.canvas.setFocus()
        assert QApplication.focusWidget() is tabs.current.canvas, name


def test_only_a_view_that_is_read_by_arrows_takes_the_keyboard_from_the_window(qapp: QApplication) -> None:
    window = QWidget()
    tabs = Tabs()
    tabs.setParent(window)
    for each in (window, tabs):
        each.resize(900, 500)
    tabs.display(replace(MIDDLE, view="one_head"))
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.show()
    window.activateWindow()
    qapp.processEvents()
    window.setFocus()
    for name, taken in (("all_layers", False), ("beam_tree", True), ("one_head", True)):
        tabs.display(replace(MIDDLE, view=name))
        assert (QApplication.focusWidget() is tabs.current.canvas) == taken, name
    window.close()
    window.deleteLater()
