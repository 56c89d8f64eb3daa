"""Links: pointing at tokens and lines selects, two numbers say what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.views.pointing import Hand, pointing_at
from viz_app.intents import CLEAR, ChangeSettings, Select
from viz_app.pictures.links import Links
from viz_app.state import Settings
from viz_app.views.links import LinksView


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    with pointing_at(LinksView()) as hand:
        yield hand


def controls(hand: Hand) -> LinksView:
    assert isinstance(hand.view, LinksView)
    return hand.view


def test_pointing_at_a_token_selects_its_row_or_column(hand: Hand) -> None:
    hand.hover(hand.place(query=2, key=None))
    hand.hover(hand.place(query=None, key=3))
    assert hand.asked == [Select(query=2, key=CLEAR), Select(query=CLEAR, key=3)]
    assert (hand.selection.query, hand.selection.key) == (None, 3)


def test_pointing_at_a_line_selects_its_cell_and_leaving_lets_go(hand: Hand) -> None:
    picture = hand.view.canvas.picture
    assert isinstance(picture, Links)
    query, key = int(picture.lines.query[-1]), int(picture.lines.key[-1])
    hand.hover(hand.place(query=query, key=key))
    assert (hand.selection.query, hand.selection.key) == (query, key)
    hand.hover(QPoint(2, 2))
    assert (hand.selection.query, hand.selection.key) == (None, None)


def test_a_click_pins_and_the_arrows_move_on(hand: Hand) -> None:
    hand.click(hand.place(query=2, key=None))
    hand.hover(QPoint(2, 2))
    assert hand.selection.query == 2
    hand.press(Qt.Key.Key_Down)
    assert hand.selection.query == 2  # the first arrow finds the row's largest weight
    key = hand.selection.key
    hand.press(Qt.Key.Key_Down)
    assert (hand.selection.query, hand.selection.key) == (3, key)


def test_the_numbers_ask_for_settings_and_follow_them(hand: Hand) -> None:
    view = controls(hand)
    QTest.keyClick(view.threshold, Qt.Key.Key_Up)
    QTest.keyClick(view.count, Qt.Key.Key_Up)
    assert hand.asked == [ChangeSettings({"link_threshold": 6}), ChangeSettings({"link_count": 1})]
    hand.state.update(settings=replace(Settings(), link_threshold=40, link_count=3))
    assert (view.threshold.value(), view.count.value()) == (40, 3)
    assert len(hand.asked) == 2, "following is not asking"


def test_the_threshold_takes_lines_away(hand: Hand) -> None:
    before = hand.view.canvas.grab().toImage()
    hand.state.update(settings=replace(Settings(), link_threshold=60))
    assert hand.view.canvas.grab().toImage() != before
