"""One layer: a click chooses a head, a double click opens it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.viz_app.views.pointing import pointing_at
from viz_app.state import Select, SetView
from viz_app.views.one_layer import OneLayerView


def test_a_click_on_a_cell_of_another_map_chooses_head_and_cell(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        hand.click(hand.place(head=3, query=1, key=2))
        assert hand.asked == [Select(kind="cross", layer=1, head=3, query=1, key=2)]


def test_hovering_selects_nothing(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        hand.hover(hand.place(head=3, query=1, key=2))
        assert hand.asked == []


def test_a_double_click_opens_the_head(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        hand.double_click(hand.place(head=0))
        assert hand.selection.head == 0
        assert hand.asked[-1] == SetView("one_head")


def test_arrows_go_from_head_to_head(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        hand.press(Qt.Key.Key_Right)
        assert (hand.selection.layer, hand.selection.head) == (1, 3)
        hand.press(Qt.Key.Key_Left)
        hand.press(Qt.Key.Key_Left)
        assert (hand.selection.layer, hand.selection.head) == (1, 1)
