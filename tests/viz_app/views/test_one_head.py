"""One head: the pointer reads, a click pins, the arrows move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from model.record.trace import Kind
from tests.viz_app.views.pointing import Hand, pointing_at
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.intents import Select, SetView
from viz_app.state.state import Selection, select
from viz_app.tables.parts.current_row import current_row
from viz_app.views.one_head import OneHeadView


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    with pointing_at(OneHeadView()) as hand:
        yield hand


def cell(hand: Hand) -> tuple[int | None, int | None]:
    return hand.selection.query, hand.selection.key


def test_the_pointer_selects_once_per_cell(hand: Hand) -> None:
    place = hand.place(query=2, key=3)
    for dx in (-2, 0, 2):
        hand.hover(place + QPoint(dx, dx))
    assert hand.asked == [Select(query=2, key=3)]
    hand.hover(hand.place(query=3, key=3))
    assert cell(hand) == (3, 3)


def test_leaving_clears_what_was_not_pinned(hand: Hand) -> None:
    hand.hover(hand.place(query=2, key=3))
    hand.hover(QPoint(1, hand.view.height() - 1))
    assert cell(hand) == (None, None)


def test_a_click_pins(hand: Hand) -> None:
    hand.click(hand.place(query=2, key=3))
    hand.hover(hand.place(query=1, key=4))
    assert cell(hand) == (1, 4)
    hand.hover(QPoint(1, hand.view.height() - 1))
    assert cell(hand) == (2, 3)


def test_a_click_on_an_earlier_row_goes_to_its_step_and_pointing_only_looks(hand: Hand) -> None:
    hand.hover(hand.place(query=2, key=3))
    assert (hand.selection.step, *cell(hand)) == (5, 2, 3)
    hand.click(hand.place(query=2, key=3))
    assert (hand.selection.step, *cell(hand)) == (2, 2, 3)
    row = current_row(hand.state.snapshot)
    assert row is not None
    assert row.query == hand.selection.step
    hand.state.update(selection=select(hand.selection, Select(step=7)))  # End
    assert (hand.selection.step, *cell(hand)) == (7, None, 3), "the same source token, in the row of that step"


@pytest.mark.parametrize("kind", ["cross", "decoder"])
def test_the_place_of_a_row_that_comes_after_this_step_leads_to_its_step(hand: Hand, kind: Kind) -> None:
    """As a click upwards leads back: what is blank is only not there *yet*, and the run has it."""
    hand.state.update(selection=Selection(kind, 1, 2, 6))
    later = hand.place(query=6, key=0)  # where a row is while it is shown
    hand.click(hand.place(query=2, key=0))
    assert hand.selection.step == 2
    hand.hover(later)
    assert hand.selection.step == 2, "pointing there shows nothing"
    hand.click(later)
    assert (hand.selection.step, *cell(hand)[:1]) == (6, None)
    assert hand.state.snapshot.trace is not None
    row = current_row(hand.state.snapshot)
    assert row is not None
    assert row.query == 6


def test_a_blocked_cell_of_the_future_is_looked_at_from_where_one_stands(hand: Hand) -> None:
    """At the step of its row the later token was not there yet, and nobody could ask why its weight is 0."""
    hand.state.update(selection=Selection("decoder", 1, 2, 5))
    hand.click(hand.place(query=1, key=3))
    assert hand.selection == Selection("decoder", 1, 2, 5, 1, 3)
    hand.click(hand.place(query=1, key=0))
    assert hand.selection == Selection("decoder", 1, 2, 1, 1, 0)


def test_a_row_of_the_encoder_has_no_step(hand: Hand) -> None:
    hand.state.update(selection=Selection("encoder", 1, 2, 5))
    hand.click(hand.place(query=2, key=3))
    assert hand.selection == Selection("encoder", 1, 2, 5, 2, 3)


def test_what_others_select_counts_as_pinned(hand: Hand) -> None:
    hand.hover(hand.place(query=4, key=1))
    hand.state.update(selection=hand.selection.__class__("cross", 0, 0, 6, 3, 5))
    hand.hover(hand.place(query=0, key=0))
    hand.hover(QPoint(1, hand.view.height() - 1))
    assert cell(hand) == (3, 5)


def test_arrows_start_at_the_largest_weight_of_the_row_and_stay_inside(hand: Hand) -> None:
    trace = hand.state.snapshot.trace
    assert trace is not None
    assert trace.cross_attention is not None
    hand.press(Qt.Key.Key_Down)
    assert cell(hand) == (5, int(np.argmax(trace.cross_attention[1, 2, 5])))
    for _ in range(20):
        hand.press(Qt.Key.Key_Down)
        hand.press(Qt.Key.Key_Right)
    assert cell(hand) == (7, 6)  # every row is computed by its own step
    assert hand.selection.step == 7
    for _ in range(20):
        hand.press(Qt.Key.Key_Up)
        hand.press(Qt.Key.Key_Left)
    assert cell(hand) == (0, 0)
    assert hand.selection.step == 0


def test_arrows_with_alt_are_left_to_the_window(hand: Hand) -> None:
    hand.press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert hand.asked == []


def test_a_double_click_opens_nothing_else(hand: Hand) -> None:
    hand.double_click(hand.place(query=2, key=3))
    assert not any(isinstance(intent, SetView) for intent in hand.asked)


def test_no_tooltip_hides_the_neighbours(hand: Hand) -> None:
    place = hand.place(query=2, key=6)
    found = hand.view.canvas.picture.at(place.x(), place.y())
    assert found is not None
    assert hand.view.explain(found) == ""


def test_a_small_map_shows_its_head_and_keeps_the_cell(hand: Hand) -> None:
    hand.click(hand.place(head=2, query=2, key=3))
    hand.asked.clear()
    other = hand.place(head=0)
    hand.hover(other)
    assert hand.selection.head == 2
    hand.click(other)
    assert hand.asked[-1] == Select(head=0)
    assert (hand.selection.layer, hand.selection.head, *cell(hand)) == (1, 0, 2, 3)
    assert hand.view.canvas.picture.at(other.x(), other.y()) is not None
    assert hand.view.explain(Cell("cross", 1, 3, None, None)) == "Layer 2, head 4"
    assert hand.view.explain(Cell("cross", 1, 0, 2, 3)) == ""
