"""Links: pointing at tokens and lines selects, two numbers say what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLayout

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import Hand, pointing_at
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.links.picture import Links
from viz_app.state.intents import CLEAR, ChangeSettings, Select, ShowHeads
from viz_app.state.state import Settings
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


def test_heads_are_added_and_taken_away_by_their_buttons(hand: Hand) -> None:
    view = controls(hand)
    buttons = view.heads.buttons
    assert [button.isChecked() for button in buttons] == [False, False, True, False]
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert hand.asked == [ShowHeads(frozenset({0, 2}))]
    hand.state.update(link_heads=frozenset({0, 2}))
    assert [button.isChecked() for button in buttons] == [True, False, True, False]
    assert [button.icon().isNull() for button in buttons] == [False, True, False, True], "what each line looks like"
    buttons[3].setFocus()
    QTest.keyClick(buttons[3], Qt.Key.Key_Space)
    assert hand.asked[-1] == ShowHeads(frozenset({0, 2, 3}))
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert hand.asked[-1] == ShowHeads(frozenset({2}))
    QTest.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    assert hand.asked[-1] == ShowHeads(frozenset()), "the selected one alone"
    assert buttons[2].isChecked()


def test_a_line_says_whose_it_is_and_a_click_selects_that_head(hand: Hand) -> None:
    hand.state.update(link_heads=frozenset({0, 2, 3}))
    picture = hand.view.canvas.picture
    assert isinstance(picture, Links)
    number = int(np.flatnonzero(picture.lines.head == 3)[-1])
    cell = Cell("cross", 1, 3, int(picture.lines.query[number]), int(picture.lines.key[number]))
    trace = hand.state.snapshot.trace
    assert trace is not None
    assert trace.cross_attention is not None
    told = hand.view.explain(cell).splitlines()
    assert told[0] == "Layer 2, head 4"
    assert told[3] == f"weight: {trace.cross_attention[1, 3, cell.query, cell.key]:.4f}"
    hand.view.click(cell)
    assert ShowHeads(frozenset({0, 2, 3})) in hand.asked
    assert (hand.selection.head, hand.selection.query, hand.selection.key) == (3, cell.query, cell.key)
    hand.state.update(link_heads=frozenset())
    assert hand.view.explain(cell) == ""


def test_a_single_head_needs_no_buttons(hand: Hand) -> None:
    hand.state.update(trace=make_trace(heads=1))
    assert not any(button.isVisible() for button in controls(hand).heads.buttons)
    hand.state.update(trace=make_trace(heads=2))
    assert [button.isVisible() for button in controls(hand).heads.buttons] == [True, True, False, False]


def test_the_threshold_takes_lines_away(hand: Hand) -> None:
    before = hand.view.canvas.grab().toImage()
    hand.state.update(settings=replace(Settings(), link_threshold=60))
    assert hand.view.canvas.grab().toImage() != before


def test_a_low_view_leaves_its_height_to_the_lines_and_keeps_the_heads(hand: Hand) -> None:
    """Both numbers go, no button is cut, and no name is cut at the upper edge."""
    view = controls(hand)
    letters = QFontInfo(view.font()).pixelSize()
    view.layout().setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # type: ignore[union-attr]  # as in the tabs
    view.setMinimumSize(1, 1)
    for high, there in ((12, True), (7, False), (12, True)):
        view.resize(500, high * letters)
        QApplication.processEvents()
        assert (view.threshold.isVisible(), view.count.isVisible()) == (there, there)
        for button in view.heads.buttons:
            assert button.isVisible() and button.mapTo(view, QPoint(0, button.height())).y() <= view.height()
    view.resize(150, 12 * letters)  # narrow: the numbers would take lines that the heads need
    QApplication.processEvents()
    assert not view.threshold.isVisible()
    for button in view.heads.buttons:
        assert button.isVisible() and button.mapTo(view, QPoint(0, button.height())).y() <= view.height()
    view.resize(500, 7 * letters)
    QApplication.processEvents()
    picture = view.canvas.picture
    assert isinstance(picture, Links)
    for side in (picture.left, picture.right):
        assert side.axis.middle(0) - side.face_pixels(picture.style) * 0.6 >= 0
