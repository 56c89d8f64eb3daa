"""Changes made by clicks in the pictures while *What if* is open, and from the menu of a cell: with real events."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from model.network.interventions import CellFlipped, HeadAblated, RowSet
from model.record.trace import ARRAYS, Trace
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.e2e.test_cell_menu import choose, open_menu
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.sheet import MapSheet

pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # no platform without a display can
MOUSE = QContextMenuEvent.Reason.Mouse


def run_of(screen: Screen) -> Trace:
    assert screen.now.run is not None
    return screen.now.run


def sheet(screen: Screen) -> MapSheet:
    picture = screen.view.canvas.picture
    assert isinstance(picture, MapSheet)
    return picture


def boxes(screen: Screen) -> list[Box]:
    """Where the maps lie."""
    return [panel.box for panel in sheet(screen).plan.panels]


def switch(screen: Screen, query: int, key: int) -> QPoint:
    """The middle of a cell of the mask that can be flipped, by looking for it."""
    canvas, picture = screen.view.canvas, sheet(screen)
    found = [
        QPoint(x, y)
        for x in range(0, canvas.width(), 3)
        for y in range(0, canvas.height(), 3)
        if (cell := picture.switch_at(x, y)) is not None and (cell.query, cell.key) == (query, key)
    ]
    assert found, f"no such cell of a mask: {query}, {key}"
    return found[len(found) // 2]


def open_dock(screen: Screen) -> None:
    screen.press(Key.Key_W, CTRL | SHIFT)
    assert screen.window.what_if.isVisible()


def show(screen: Screen, view: str, kind: str) -> None:
    screen.choose_tab(view)
    screen.click(screen.window.kind_switch.buttons[kind])  # type: ignore[index]  # one of its kinds
    screen.press(Key.Key_End)


def assert_equal(one: Trace, other: Trace) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


class Resizes(QObject):
    """Every change of a widget's size."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.found: list[QSize] = []
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if isinstance(event, QResizeEvent):
            self.found.append(event.size())
        return False


@pytest.mark.parametrize(
    ("kind", "query", "key", "size"),
    [("encoder", 1, 4, (1280, 800)), ("decoder", 3, 1, (1024, 600)), ("cross", 2, 5, (1280, 800))],
)
def test_a_cell_of_a_mask_is_flipped_by_a_click_and_back_by_another(
    screen: Screen, kind: str, query: int, key: int, size: tuple[int, int]
) -> None:
    """And in no moment until it is back have the maps another place."""
    original = run_of(screen)
    screen.window.resize(*size)
    show(screen, "masks", kind)
    places, view = boxes(screen), screen.view
    open_dock(screen)
    for _ in range(5):
        QApplication.processEvents()  # the layout's own
    if size[0] >= 1280:  # in a smaller window what a click does has its own word in the legend
        assert boxes(screen) == places
    places, resizes = boxes(screen), Resizes(view.canvas)
    screen.hover(view.canvas, switch(screen, query, key))
    assert view.canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor
    screen.click(view.canvas, switch(screen, query, key))
    screen.until("not busy")
    assert screen.now.what_if.active == (CellFlipped(kind, query, key),)  # type: ignore[arg-type]  # one of its kinds
    before, after = original.mask(kind), run_of(screen).mask(kind)  # type: ignore[arg-type]
    assert before is not None
    assert after is not None
    for place in np.ndindex(*before.shape):
        assert after[place] == (before[place] != (place == (query, key)))
    weights = run_of(screen).maps(kind)  # type: ignore[arg-type]
    assert not weights[:, :, query, key].any()
    assert np.allclose(weights[:, :, query].sum(axis=-1), 1, atol=1e-5)
    assert boxes(screen) == places
    assert (screen.now.selection.query, screen.now.selection.key) == (query, key)
    screen.click(view.canvas, switch(screen, query, key))
    screen.until("not busy")
    assert not screen.now.what_if.changes
    assert_equal(run_of(screen), original)
    assert boxes(screen) == places
    assert not resizes.found, "the maps have moved, if only for a moment"


def test_scores_and_weights_are_no_switches_and_without_the_dock_a_click_selects_alone(screen: Screen) -> None:
    original = run_of(screen)
    show(screen, "masks", "cross")
    place = switch(screen, 2, 5)
    screen.click(screen.view.canvas, place)
    assert run_of(screen) is original
    assert (screen.now.selection.query, screen.now.selection.key) == (2, 5)
    assert screen.now.busy is None
    open_dock(screen)
    elsewhere = next(
        QPoint(x, y)
        for x in range(screen.view.canvas.width() - 1, 0, -6)
        for y in range(0, screen.view.canvas.height(), 6)
        if (cell := sheet(screen).at(x, y)) is not None and cell.key == 3 and sheet(screen).switch_at(x, y) is None
    )
    screen.click(screen.view.canvas, elsewhere)
    assert screen.now.selection.key == 3
    assert screen.now.busy is None
    assert run_of(screen) is original


def test_a_key_and_the_menu_of_a_cell_flip_it_too_and_the_menu_alone_does_not(screen: Screen) -> None:
    original = run_of(screen)
    show(screen, "masks", "cross")
    screen.click(screen.view.canvas, switch(screen, 2, 5))
    screen.press("c")
    screen.until("not busy")
    change = CellFlipped("cross", 2, 5)
    assert screen.now.what_if.active == (change,)
    screen.press(Key.Key_Z, CTRL)
    assert run_of(screen) is original
    open_dock(screen)
    texts = open_menu(screen, switch(screen, 3, 1), MOUSE)
    assert (screen.now.selection.query, screen.now.selection.key) == (3, 1)
    assert screen.now.busy is None, "the right button has flipped it"
    assert texts["change.cell"] == "Flip this cell of the mask"
    choose(screen, "change.cell")
    screen.until("not busy")
    assert screen.now.what_if.active == (CellFlipped("cross", 3, 1),)


def test_heads_are_crossed_out_and_put_back_however_quick_the_clicks(screen: Screen) -> None:
    original = run_of(screen)
    show(screen, "all_layers", "cross")
    canvas, places = screen.view.canvas, boxes(screen)
    open_dock(screen)
    spots = {place: screen.place_of(layer=place[0], head=place[1]) for place in ((0, 1), (1, 2), (1, 0))}
    screen.hover(canvas, spots[0, 1])
    assert canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor
    for spot in spots.values():
        screen.click(canvas, spot)  # before the run of the last one has come
    screen.until("not busy")
    assert screen.now.what_if.active == tuple(HeadAblated("cross", *place) for place in spots)
    assert len(run_of(screen).meta.interventions) == len(spots)
    assert (screen.now.selection.layer, screen.now.selection.head) == (1, 0)
    assert screen.now.view == "all_layers"
    assert boxes(screen) == places
    screen.click(canvas, spots[1, 2])
    screen.until("not busy")
    assert screen.now.what_if.active == (HeadAblated("cross", 0, 1), HeadAblated("cross", 1, 0))
    screen.press(Key.Key_Z, CTRL)
    assert len(screen.now.what_if.active) == len(spots)
    screen.press(Key.Key_Z, CTRL)
    assert run_of(screen) is original
    screen.press(Key.Key_Z, CTRL | SHIFT)
    assert len(screen.now.what_if.active) == len(spots)


def test_a_double_click_on_a_head_is_two_clicks_and_opens_nothing(screen: Screen) -> None:
    original = run_of(screen)
    show(screen, "all_layers", "encoder")
    open_dock(screen)
    screen.double_click(screen.view.canvas, screen.place_of(layer=1, head=1))
    screen.until("not busy")
    QApplication.processEvents()
    assert screen.now.view == "all_layers"
    assert not screen.now.what_if.active
    assert run_of(screen) is original


def test_equal_weights_from_the_keyboard_and_a_click_puts_that_back_too(screen: Screen) -> None:
    original = run_of(screen)
    show(screen, "all_layers", "cross")
    screen.click(screen.view.canvas, screen.place_of(layer=1, head=1))
    screen.press("k")
    screen.until("not busy")
    assert screen.now.what_if.active == (HeadAblated("cross", 1, 1),)
    screen.press("k", SHIFT)
    screen.until("not busy")
    assert screen.now.what_if.active == (HeadAblated("cross", 1, 1, "uniform"),)
    weights = run_of(screen).maps("cross")[1, 1]
    assert np.allclose(weights, 1 / weights.shape[-1])
    open_dock(screen)
    screen.click(screen.view.canvas, screen.place_of(layer=1, head=1))
    screen.until("not busy")
    assert not screen.now.what_if.changes
    assert_equal(run_of(screen), original)


def test_a_row_is_given_to_a_word_from_the_menu_of_its_cell(screen: Screen) -> None:
    show(screen, "one_head", "cross")
    texts = open_menu(screen, screen.place_of(query=2, key=3), MOUSE)
    word = run_of(screen).source_labels[3]
    assert texts["change.row"] == f"Give this row to “{word}”"
    choose(screen, "change.row")
    screen.until("not busy")
    chosen = screen.now.run_selection
    change = RowSet("cross", chosen.layer, chosen.head, 2, (0.0, 0.0, 0.0, 1.0))
    assert screen.now.what_if.active == (change,)
    row = run_of(screen).maps("cross")[chosen.layer, chosen.head, 2].tolist()
    assert row == [float(key == 3) for key in range(len(row))]
