"""All layers: a click chooses a layer and head, a double click opens it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.views.pointing import pointing_at
from viz_app.pictures.drawing import head_orders
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.intents import ChangeSettings, Select, SetView
from viz_app.state.state import Selection, Settings
from viz_app.views.all_layers import AllLayersView


def test_a_click_chooses_layer_and_head_not_swapped(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        hand.click(hand.place(layer=2, head=0))
        chosen = hand.asked[0]
        assert isinstance(chosen, Select)
        assert (chosen.kind, chosen.layer, chosen.head) == ("cross", 2, 0)


def test_layer_one_is_at_the_top_and_head_one_at_the_left(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        assert hand.place(layer=0, head=1).y() < hand.place(layer=1, head=1).y() < hand.place(layer=2, head=1).y()
        assert hand.place(layer=1, head=0).x() < hand.place(layer=1, head=1).x() < hand.place(layer=1, head=3).x()


def test_a_double_click_opens_the_head(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        hand.double_click(hand.place(layer=0, head=3))
        assert (hand.selection.layer, hand.selection.head) == (0, 3)
        assert hand.asked[-1] == SetView("one_head")


def test_arrows_go_where_they_point(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        hand.press(Qt.Key.Key_Down)
        assert (hand.selection.layer, hand.selection.head) == (2, 2)
        hand.press(Qt.Key.Key_Left)
        hand.press(Qt.Key.Key_Up)
        assert (hand.selection.layer, hand.selection.head) == (1, 1)


def test_a_click_leaves_the_keyboard_to_the_steps(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        assert hand.view.canvas.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_the_order_of_heads_is_chosen_and_followed(qapp: QApplication) -> None:
    view = AllLayersView()
    with pointing_at(view) as hand:
        QTest.keyClick(view.order_box, Qt.Key.Key_Down)
        assert hand.asked == [ChangeSettings({"head_order": "entropy"})]
        before = view.canvas.grab().toImage()
        hand.state.update(settings=replace(Settings(), head_order="diagonal"))
        assert view.order_box.currentIndex() == 4
        assert len(hand.asked) == 1, "following is not asking"
        assert view.canvas.grab().toImage() != before


def test_a_double_click_opens_what_its_first_click_chose(qapp: QApplication) -> None:
    """Sorted by similarity to the selected head, that head's map moves with the first click."""
    with pointing_at(AllLayersView()) as hand:
        hand.state.update(settings=replace(Settings(), head_order="similar"))
        hand.click(hand.place(layer=1, head=3))
        first = hand.selection
        assert (first.layer, first.head) == (1, 3)
        hand.view.open(Cell("cross", 1, 0, None, None))
        assert hand.asked[-1] == SetView("one_head")
        assert hand.selection == first
        hand.press(Qt.Key.Key_Left)
        assert hand.selection.head == 2, "the next number"


def test_arrows_go_where_they_point_in_any_order(qapp: QApplication) -> None:
    with pointing_at(AllLayersView()) as hand:
        trace = hand.state.snapshot.trace
        assert trace is not None
        order = head_orders.heads(replace(hand.state.snapshot, settings=Settings(head_order="entropy")))
        assert order is not None
        assert order.heads[1] != (0, 1, 2, 3)
        hand.state.update(
            settings=replace(Settings(), head_order="entropy"), selection=Selection("cross", 1, order.heads[1][0])
        )
        hand.press(Qt.Key.Key_Left)
        assert (hand.selection.layer, hand.selection.head) == (1, order.heads[1][0])
        hand.press(Qt.Key.Key_Right)
        assert (hand.selection.layer, hand.selection.head) == (1, order.heads[1][1])
        hand.press(Qt.Key.Key_Down)
        assert (hand.selection.layer, hand.selection.head) == (2, order.heads[2][1])


def test_what_is_pointed_at_is_named_in_a_line_that_stays_where_it_is(qapp: QApplication) -> None:
    view = AllLayersView()
    with pointing_at(view) as hand:
        trace = hand.state.snapshot.trace
        assert trace is not None
        assert trace.cross_attention is not None
        before = view.place.geometry(), view.canvas.geometry()
        assert view.place.text() == "Layer 2, head 3 · query: the → snow"  # the step's row of the selected map
        place = hand.place(layer=0, head=3, query=2, key=4)
        hand.hover(place)
        weight = f"{trace.cross_attention[0, 3, 2, 4]:.4f}"
        assert view.place.text() == f"Layer 1, head 4 · query: dogs → play · key: Schnee · weight: {weight}"
        assert hand.asked == []
        view.leave()
        assert view.place.text() == "Layer 2, head 3 · query: the → snow"
        hand.click(place)
        view.leave()
        assert view.place.text() == f"Layer 1, head 4 · query: dogs → play · key: Schnee · weight: {weight}"
        assert (view.place.geometry(), view.canvas.geometry()) == before
