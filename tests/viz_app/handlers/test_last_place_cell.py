"""The selected cell and what was shown of a large map are found again at the next start, where they still exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from model.transforms.view_transform import ViewTransform
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.engine_session import Work
from viz_app.handlers.last_place import Resuming, place_of
from viz_app.state.start import LastPlace, last_place
from viz_app.state.state import Selection, State
from viz_app.state.zoom import Zoom

RUN = make_trace(source=tuple(f"s{at}" for at in range(11)), target=tuple(f"t{at}" for at in range(13)))
THERE = LastPlace(
    "/some/where", "s0 s1", "one_head", "cross", 1, 2, 9, "/a/run.npz", query=7, key=3, zoom=Zoom(5, 2, 6, 4)
)


class QuietWork(QObject):
    """An engine that is asked for nothing."""

    ran, held = Signal(object, object), Signal(object)


def resumed(place: LastPlace) -> State:
    state = State()
    resuming = Resuming(state, cast("Work", QuietWork()), lambda _: None)
    resuming.begin(place)
    state.update(trace=RUN, selection=Selection("cross", 0, 0, RUN.steps - 1))
    return state


def test_the_cell_its_step_and_the_part_of_the_map_are_found_again(qapp: QApplication) -> None:
    found = place_of(resumed(THERE).snapshot, THERE.file)
    assert found == replace(THERE, checkpoint="", text=RUN.meta.source_text)


def test_of_a_shorter_run_only_what_there_is(qapp: QApplication) -> None:
    now = resumed(replace(THERE, query=40, key=4, step=40, zoom=Zoom(100, 100, 6, 4))).snapshot
    assert (now.selection.query, now.selection.key, now.selection.step) == (None, 4, RUN.steps - 1)
    assert now.zoom is not None
    assert now.zoom.row + now.zoom.rows == RUN.steps and now.zoom.column + now.zoom.columns == RUN.source_length
    assert resumed(replace(THERE, zoom=Zoom(0, 0, 400, 400))).snapshot.zoom is None


def test_the_cell_is_one_of_the_run_however_it_is_displayed(qapp: QApplication) -> None:
    joined = ViewTransform("weight", "heads")
    now = resumed(replace(THERE, reading=joined)).snapshot
    assert now.reading == joined
    assert (now.run_selection.head, now.run_selection.query, now.run_selection.key) == (2, 7, 3)
    found = place_of(now, THERE.file)
    assert found is not None and (found.query, found.key, found.zoom) == (7, 3, THERE.zoom)


@pytest.mark.parametrize(
    "cell", [{}, {"query": None}, {"key": None}, {"zoom": None}, {"query": None, "key": None, "zoom": None}]
)
def test_it_survives_as_text(cell: dict[str, Any]) -> None:
    assert last_place(replace(THERE, **cell).as_texts()) == replace(THERE, **cell)


@pytest.mark.parametrize("said", ["", ";", "1", "x 2", "1 2;3", "1 2;1 2 3 -4", "99999999 1", "1 2 3", "1 2;1 2 3 4;"])
def test_what_is_no_cell_is_none_and_the_place_is_kept(said: str) -> None:
    texts = (*THERE.as_texts()[:13], f"stream;{said}", *THERE.as_texts()[14:])
    plain = replace(THERE, query=None, key=None, zoom=None, topic="stream")
    assert last_place(texts) == plain
    before = (*THERE.as_texts()[:13], "stream", *THERE.as_texts()[14:])
    assert last_place(before) == plain, "as the version before kept it"
