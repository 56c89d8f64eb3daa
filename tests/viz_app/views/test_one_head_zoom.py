"""Zooming with the wheel, dragging, double clicks and keys, by real events."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import LEFT, NONE, Hand, pointing_at
from viz_app.handlers.navigation import Zooming
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection
from viz_app.state.zoom import ShowPart, Zoom, ZoomBy
from viz_app.views.one_head import OneHeadView

LONG = make_trace(2, 3, [f"s{n}" for n in range(23)], [f"t{n}" for n in range(29)])  # S = 24, T = 30


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[Hand]:
    """A long run, and an owner of the state that zooms."""
    with pointing_at(OneHeadView()) as hand:
        handlers = Zooming(hand.state).handlers

        def hear(intent: Intent) -> None:
            if type(intent) in handlers:
                handlers[type(intent)](intent)

        hand.view.requested.connect(hear)
        hand.state.update(trace=LONG, selection=Selection("cross", 1, 2, 29))
        QApplication.processEvents()
        yield hand


def turn(hand: Hand, place: QPoint, angle: int, keys: Qt.KeyboardModifier = NONE) -> bool:
    """The wheel at a place; whether the view took it."""
    canvas = hand.view.canvas
    event = QWheelEvent(
        QPointF(place), QPointF(canvas.mapToGlobal(place)), QPoint(), QPoint(0, angle),
        Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)
    QApplication.processEvents()
    return event.isAccepted()


def zoom(hand: Hand) -> Zoom:
    shown = hand.state.snapshot.zoom
    assert shown is not None
    return shown


def drag(hand: Hand, start: QPoint, end: QPoint) -> None:
    canvas = hand.view.canvas
    QTest.mousePress(canvas, LEFT, NONE, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, start + (end - start) * share)
        QApplication.processEvents()
    QTest.mouseRelease(canvas, LEFT, NONE, end)
    QApplication.processEvents()


def cell_at(hand: Hand, place: QPoint) -> tuple[int | None, int | None]:
    cell = hand.view.canvas.picture.at(place.x(), place.y())
    assert cell is not None
    return cell.query, cell.key


@pytest.mark.parametrize("keys", [NONE, Qt.KeyboardModifier.ControlModifier], ids=["plain", "with Ctrl"])
def test_the_wheel_keeps_the_cell_under_the_pointer(hand: Hand, keys: Qt.KeyboardModifier) -> None:
    place = hand.place(head=2, query=20, key=15)
    for _ in range(5):
        assert turn(hand, place, 120, keys)
        assert cell_at(hand, place) == (20, 15)
    assert zoom(hand).rows < 12
    for _ in range(12):
        turn(hand, place, -120, keys)
    assert hand.state.snapshot.zoom is None


def test_less_than_a_notch_adds_up(hand: Hand) -> None:
    place = hand.place(head=2, query=20, key=15)
    for _ in range(7):
        turn(hand, place, 30)
    assert [zoom.rows for zoom in shown(hand)] == [24]
    turn(hand, place, 30)
    assert [zoom.rows for zoom in shown(hand)] == [24, 19]


def shown(hand: Hand) -> list[Zoom]:
    """The parts that were asked for."""
    return [intent.zoom for intent in hand.asked if isinstance(intent, ShowPart) and intent.zoom is not None]


def test_beside_the_map_the_wheel_zooms_to_what_is_selected(hand: Hand) -> None:
    turn(hand, QPoint(2, 2), 120)
    assert hand.asked[-1] == ZoomBy(1.25)


def test_the_wheel_elsewhere_is_not_taken(hand: Hand) -> None:
    hand.view.canvas.zooms = False
    assert not turn(hand, hand.place(head=2, query=20, key=15), 120)


def test_a_drag_carries_the_cell_along_and_pins_nothing(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(10, 8, 8, 8))
    QApplication.processEvents()
    start = hand.place(head=2, query=14, key=12)
    hand.hover(start)
    hand.asked.clear()
    end = start + QPoint(-90, 70)
    drag(hand, start, end)
    assert cell_at(hand, end) == (14, 12)
    assert zoom(hand) != Zoom(10, 8, 8, 8)
    assert (zoom(hand).rows, zoom(hand).columns) == (8, 8)
    assert not [intent for intent in hand.asked if isinstance(intent, Select)]


def test_a_drag_stops_at_the_edge(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(2, 2, 8, 8))
    QApplication.processEvents()
    start = hand.place(head=2, query=5, key=5)
    drag(hand, start, start + QPoint(2000, 2000))
    assert zoom(hand) == Zoom(0, 0, 8, 8)


def test_a_small_movement_is_still_a_click(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(10, 8, 8, 8))
    QApplication.processEvents()
    start = hand.place(head=2, query=14, key=12)
    drag(hand, start, start + QPoint(2, 1))
    assert hand.asked[-1] == Select(step=14, query=14, key=12)
    hand.hover(QPoint(1, hand.view.height() - 1))
    assert (hand.selection.query, hand.selection.key) == (14, 12)
    assert zoom(hand) == Zoom(10, 8, 8, 8)


def test_a_map_that_is_shown_whole_cannot_be_dragged(hand: Hand) -> None:
    start = hand.place(head=2, query=14, key=12)
    drag(hand, start, start + QPoint(60, 60))
    assert hand.state.snapshot.zoom is None
    assert not [intent for intent in hand.asked if isinstance(intent, ShowPart)]
    assert Select(step=14, query=14, key=12) in hand.asked, "the click counts where it began"


def test_a_double_click_shows_all_again(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(10, 8, 8, 8))
    QApplication.processEvents()
    hand.double_click(hand.place(head=2, query=14, key=12))
    assert hand.state.snapshot.zoom is None


def test_arrows_move_the_cell_and_the_view_follows(hand: Hand) -> None:
    hand.state.update(zoom=Zoom(10, 8, 4, 4), selection=Selection("cross", 1, 2, 29, 13, 11))
    QApplication.processEvents()
    hand.press(Qt.Key.Key_Down)
    assert (hand.selection.query, zoom(hand)) == (14, Zoom(11, 8, 4, 4))
    hand.press(Qt.Key.Key_Right)
    assert (hand.selection.key, zoom(hand)) == (12, Zoom(11, 9, 4, 4))
    for _ in range(30):
        hand.press(Qt.Key.Key_Left)
        hand.press(Qt.Key.Key_Up)
    assert zoom(hand) == Zoom(0, 0, 4, 4)


def test_leaving_goes_back_to_a_pinned_cell_and_moves_nothing(hand: Hand) -> None:
    hand.state.update(selection=Selection("cross", 1, 2, 29, 1, 1), zoom=Zoom(10, 8, 8, 8))
    QApplication.processEvents()
    hand.state.update(zoom=Zoom(10, 8, 8, 8))
    hand.hover(hand.place(head=2, query=14, key=12))
    hand.hover(QPoint(1, hand.view.height() - 1))
    assert (hand.selection.query, hand.selection.key) == (1, 1)
    assert hand.asked[-1] == Select(query=1, key=1, follow=False)
