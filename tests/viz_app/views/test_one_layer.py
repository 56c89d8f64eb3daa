"""One layer: a click chooses a head, a double click opens it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.viz_app.views.pointing import pointing_at
from viz_app.pictures.drawing.picture import Cell
from viz_app.platform.text import plain_tooltip
from viz_app.state.intents import Select, SetView
from viz_app.views.one_layer import OneLayerView


def test_a_click_on_a_cell_of_another_map_chooses_head_and_cell(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        hand.click(hand.place(head=3, query=1, key=2))
        assert hand.asked == [Select(kind="cross", layer=1, head=3, step=1, query=1, key=2)]


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


def test_the_tooltip_says_what_the_cell_is_and_hides_nothing(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        trace = hand.state.snapshot.trace
        assert trace is not None
        assert trace.cross_attention is not None
        place = hand.place(head=3, query=2, key=6)
        found = hand.view.canvas.picture.at(place.x(), place.y())
        assert found is not None
        lines = hand.view.explain(found).split("\n")
        assert lines[0] == "Layer 2, head 4"
        assert lines[1:4] == ["query: dogs → play", "key: </s>", f"weight: {trace.cross_attention[1, 3, 2, 6]:.4f}"]
        assert "already mixed" in lines[4]
        assert "&lt;/s&gt;" in plain_tooltip(hand.view.explain(found))


def test_in_the_first_layer_nothing_is_mixed_yet(qapp: QApplication) -> None:
    with pointing_at(OneLayerView()) as hand:
        assert "mixed" not in hand.view.explain(Cell("encoder", 0, 1, 2, 3))
        assert "mixed with others" in hand.view.explain(Cell("encoder", 1, 1, 2, 3))
        assert "encoder’s output" in hand.view.explain(Cell("cross", 0, 1, 2, 3))
