"""Embeddings & layers: its pages, the side, pointing, clicking and the arrow keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.pictures.embeddings_layers.test_picture_stack import guessed
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from tests.viz_app.views.pointing import Hand, pointing_at
from viz_app.pictures.embeddings_layers import texts as words
from viz_app.state.intents import MeasureEarlyGuesses, Select, SetView, Topic
from viz_app.state.state import Selection
from viz_app.views.embeddings_layers import EmbeddingsLayersView

TRACE = with_vectors(make_trace())


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    """A hand on the view, at the decoder's fifth step."""
    with pointing_at(EmbeddingsLayersView()) as hand:
        hand.state.update(trace=TRACE, selection=replace(hand.selection, kind="decoder", step=4, dimension=0))
        yield hand


def topics(hand: Hand) -> EmbeddingsLayersView:
    assert isinstance(hand.view, EmbeddingsLayersView)
    return hand.view


def show(hand: Hand, topic: Topic) -> None:
    hand.state.update(selection=replace(hand.selection, topic=topic))


def place(hand: Hand, query: int | None, dimension: int) -> QPoint:
    """A point that answers with a position and a dimension."""
    canvas = hand.view.canvas
    return next(QPoint(x, y) for y in range(0, canvas.height(), 2) for x in range(0, canvas.width(), 2)
                if (cell := canvas.picture.at(x, y)) is not None
                and (cell.query, cell.dimension) == (query, dimension))  # fmt: skip


def test_each_tab_is_a_page(hand: Hand) -> None:
    view = topics(hand)
    for index, topic in enumerate(words.TOPICS):
        view.topics.setCurrentIndex(index)
        assert hand.selection.topic == topic
        assert words.topic_name(topic) in view.canvas.picture.alt or topic == "guesses"
        assert view.topics.tabText(index) == words.topic_name(topic)


def test_the_side_is_the_kind_that_all_views_share(hand: Hand) -> None:
    view = topics(hand)
    assert view.side.currentIndex() == 1
    view.side.setCurrentIndex(0)
    assert hand.selection.kind == "encoder"
    assert "source" in view.canvas.picture.title or "“Zwei”" in view.canvas.picture.alt
    hand.state.update(selection=replace(hand.selection, kind="cross"))
    assert view.side.currentIndex() == 1
    assert not [intent for intent in hand.asked if isinstance(intent, Select) and intent.kind == "decoder"]


def test_pointing_selects_a_position_and_a_dimension_and_leaving_goes_back(hand: Hand) -> None:
    hand.hover(place(hand, 2, 7))
    assert (hand.selection.query, hand.selection.dimension) == (2, 7)
    hand.hover(place(hand, 3, 1))
    hand.view.canvas.left.emit()
    assert (hand.selection.query, hand.selection.dimension) == (None, 0)


def test_a_click_pins_them(hand: Hand) -> None:
    spot = place(hand, 1, 9)
    hand.hover(spot)
    hand.click(spot)
    hand.view.canvas.left.emit()
    assert (hand.selection.query, hand.selection.dimension) == (1, 9)


def test_nothing_that_is_not_yet_decoded_can_be_pointed_at(hand: Hand) -> None:
    canvas = hand.view.canvas
    cells = {cell.query for y in range(0, canvas.height(), 4) for x in range(0, canvas.width(), 8)
             if (cell := canvas.picture.at(x, y)) is not None}  # fmt: skip
    assert cells == set(range(5))


def test_arrows_move_the_position_and_the_dimension_and_stop_at_the_ends(hand: Hand) -> None:
    hand.press(Qt.Key.Key_Up)
    assert hand.selection.query == 3
    hand.press(Qt.Key.Key_Right)
    assert (hand.selection.query, hand.selection.dimension) == (3, 1)
    for _ in range(9):
        hand.press(Qt.Key.Key_Down)
        hand.press(Qt.Key.Key_Left)
    assert (hand.selection.query, hand.selection.dimension) == (4, 0)
    for _ in range(20):
        hand.press(Qt.Key.Key_Right)
    assert hand.selection.dimension == 11


def test_arrows_climb_the_stack_as_it_is_drawn(hand: Hand) -> None:
    show(hand, "stream")
    hand.state.update(selection=replace(hand.selection, layer=0))
    hand.press(Qt.Key.Key_Up)
    assert hand.selection.layer == 1
    hand.press(Qt.Key.Key_Down)
    hand.press(Qt.Key.Key_Left)
    assert (hand.selection.layer, hand.selection.query) == (0, 3)
    upper = place_of_layer(hand, 2)
    assert upper.y() < place_of_layer(hand, 0).y()
    hand.click(upper)
    assert hand.selection.layer == 2
    assert hand.selection.query == 3, "the position stays"


def place_of_layer(hand: Hand, layer: int) -> QPoint:
    canvas = hand.view.canvas
    return next(QPoint(300, y) for y in range(canvas.height())
                if (cell := canvas.picture.at(300, y)) is not None and cell.layer == layer)  # fmt: skip


def test_a_head_is_clicked_and_opened(hand: Hand) -> None:
    show(hand, "heads")
    spot = hand.place(head=0, dimension=1)
    hand.click(spot)
    assert hand.selection.head == 0
    hand.press(Qt.Key.Key_Right)
    assert hand.selection.head == 1
    hand.double_click(spot)
    assert SetView("one_head") in hand.asked
    assert "q “" in topics(hand).explain(hand.view.canvas.picture.at(spot.x(), spot.y()))  # type: ignore[arg-type]


def test_the_columns_of_a_distance_table_are_heads(hand: Hand) -> None:
    held = {name: array for name, array in TRACE.activations.items() if "position" not in name}
    held["target_distance_table"] = np.random.default_rng(0).normal(size=(129, 4)).astype(np.float32)
    hand.state.update(trace=replace(TRACE, activations=held), selection=replace(hand.selection, head=0))
    show(hand, "position")
    hand.press(Qt.Key.Key_Right)
    assert (hand.selection.head, hand.selection.dimension) == (1, 0)


def test_keys_ask_for_nothing_without_a_run(hand: Hand) -> None:
    hand.state.update(trace=None)
    hand.asked.clear()
    hand.press(Qt.Key.Key_Up)
    assert not [intent for intent in hand.asked if isinstance(intent, Select) and intent.query is not None]


def test_guesses_are_measured_on_request(hand: Hand) -> None:
    view = topics(hand)
    assert view.measure.isHidden()
    show(hand, "guesses")
    assert view.measure.isVisible()
    view.measure.click()
    assert MeasureEarlyGuesses() in hand.asked
    trace = hand.state.snapshot.trace
    assert trace is not None
    hand.state.update(early_guesses=guessed(trace))
    assert view.measure.isHidden()
    hand.press(Qt.Key.Key_Left)
    assert hand.selection.step == 3
    hand.click(place_of_layer(hand, 2))
    hand.press(Qt.Key.Key_Down)
    assert hand.selection.layer == 1


def test_pieces_keep_their_rows_where_maps_are_read_as_words(hand: Hand) -> None:
    run = with_vectors(make_run())
    hand.state.update(trace=run, selection=Selection("decoder", 0, 0, run.steps - 1))
    hand.state.update(reading=ViewTransform(words=True))
    shown = hand.state.snapshot.trace
    assert shown is not None
    assert shown.steps < run.steps
    rows = {cell.query for y in range(0, hand.view.canvas.height(), 4) for x in range(0, hand.view.canvas.width(), 8)
            if (cell := hand.view.canvas.picture.at(x, y)) is not None}  # fmt: skip
    assert rows == set(range(run.steps))
    hand.click(place(hand, 3, 5))  # the second piece of the third word
    assert (hand.selection.query, hand.selection.dimension) == (2, 5)
    assert "position 2 " in hand.view.canvas.picture.alt, "a word stands at its first piece"
    hand.press(Qt.Key.Key_Down)
    assert hand.selection.query == 3
    assert "position 5 " in hand.view.canvas.picture.alt
