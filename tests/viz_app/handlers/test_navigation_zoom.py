"""The part of a map that is shown, from Intent to state: it outlives steps and heads, and no other run or kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import CLEAR, Select
from viz_app.state.zoom import ShowPart, Zoom, ZoomBy

LONG = make_trace(2, 3, [f"s{n}" for n in range(19)], [f"t{n}" for n in range(29)])  # S = 20, T = 30
PART = Zoom(5, 4, 10, 8)


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run of its last step, and no engine."""
    running = Running.without_window()
    running.state.update(trace=LONG)
    running.controller.handle(Select(step=29))
    yield running
    running.controller.stop()


def test_a_part_is_shown_and_all_of_it_again(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    assert still.now.zoom == PART
    still.controller.handle(ShowPart(Zoom(25, 15, 10, 8)))
    assert still.now.zoom == Zoom(20, 12, 10, 8), "inside the map"
    still.controller.handle(ShowPart(None))
    assert still.now.zoom is None


def test_nothing_is_said_twice(still: Running) -> None:
    said: list[object] = []
    still.state.changed.connect(said.append)
    still.controller.handle(ShowPart(PART))
    still.controller.handle(ShowPart(PART))
    assert len(said) == 1


def test_a_part_outlives_heads_layers_and_steps_that_it_shows(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    for change in (Select(head=2), Select(layer=1), Select(step=12), Select(step=7)):
        still.controller.handle(change)
        assert still.now.zoom == PART


def test_the_steps_row_is_followed(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    still.controller.handle(Select(step=16))
    assert still.now.zoom == Zoom(7, 4, 10, 8)
    still.controller.handle(Select(step=2))
    assert still.now.zoom == Zoom(2, 4, 10, 8)


def test_the_selected_cell_is_followed(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    still.controller.handle(Select(query=15, key=3))
    assert still.now.zoom == Zoom(6, 3, 10, 8)
    still.controller.handle(Select(query=CLEAR, key=CLEAR))
    assert still.now.zoom == Zoom(6, 3, 10, 8)


def test_a_glance_moves_nothing(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    still.controller.handle(Select(query=28, key=19, follow=False))
    assert (still.now.selection.query, still.now.zoom) == (28, PART)


def test_another_kind_or_run_is_shown_whole(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    still.controller.handle(Select(kind="encoder"))
    assert still.now.zoom is None
    still.controller.handle(ShowPart(PART))
    still.state.update(trace=replace(LONG, activations={}))
    assert still.now.zoom == PART, "the same run, with what explains it"
    other = make_trace(2, 3, [f"s{n}" for n in range(19)], [f"t{n}" for n in range(29)], seed=5)
    still.state.update(trace=other)
    assert still.now.zoom is None


def test_another_kind_of_the_same_lengths_is_shown_whole_too(still: Running) -> None:
    still.state.update(trace=make_trace(2, 3, [f"s{n}" for n in range(19)], [f"t{n}" for n in range(19)]))
    for before, after in (("cross", "encoder"), ("encoder", "decoder"), ("decoder", "cross")):
        still.controller.handle(Select(kind=before))  # type: ignore[arg-type]  # kinds
        still.controller.handle(ShowPart(PART))
        assert still.now.zoom == PART
        still.controller.handle(Select(kind=after))  # type: ignore[arg-type]
        assert still.now.zoom is None


def test_a_reading_of_other_lengths_is_shown_whole(still: Running) -> None:
    still.controller.handle(ShowPart(PART))
    assert LONG.cross_attention is not None
    still.state.update(trace=replace(LONG, cross_attention=LONG.cross_attention[:, :1].copy()), unread=LONG)
    assert still.now.zoom == PART, "the same rows and columns"
    shorter = make_trace(2, 3, [f"s{n}" for n in range(9)], [f"t{n}" for n in range(29)])
    still.state.update(trace=shorter, unread=LONG)
    assert still.now.zoom is None


def test_zooming_keeps_what_is_selected(still: Running) -> None:
    still.controller.handle(Select(query=6, key=15))
    still.controller.handle(ZoomBy(2.0))
    zoom = still.now.zoom
    assert zoom is not None
    assert (zoom.rows, zoom.columns) == (15, 15)
    assert zoom.holds(6, 15)
    assert (zoom.row, zoom.column) == (3, 4)


def test_zooming_goes_to_the_selected_cell_or_the_step(still: Running) -> None:
    still.controller.handle(Select(query=2, key=18))
    for _ in range(20):
        still.controller.handle(ZoomBy(1.25))
    assert still.now.zoom == Zoom(2, 18, 2, 2) or (still.now.zoom is not None and still.now.zoom.holds(2, 18))
    still.controller.handle(ShowPart(None))
    still.controller.handle(Select(step=9, query=CLEAR, key=CLEAR))
    for _ in range(20):
        still.controller.handle(ZoomBy(1.25))
    assert still.now.zoom is not None
    assert 9 in range(still.now.zoom.row, still.now.zoom.row + 2)


def test_without_a_run_nothing_happens(qapp: QApplication) -> None:
    empty = Running.without_window()
    empty.controller.handle(ZoomBy(2.0))
    empty.controller.handle(ShowPart(PART))
    assert empty.now.zoom is None
    empty.controller.stop()
