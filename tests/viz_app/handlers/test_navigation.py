"""The selection, views, settings and playing, each through its Intent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import ChangeSettings, Play, Select, SetView, ShowHeads
from viz_app.state.questions import opened
from viz_app.state.state import Landed, Selection, Settings, Snapshot


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run and no engine."""
    running = Running.without_window()
    running.state.update(trace=make_trace())
    yield running
    running.controller.stop()


def test_heads_of_links_are_a_way_of_looking(still: Running) -> None:
    still.controller.handle(ShowHeads(frozenset({1, 3})))
    assert still.now.link_heads == {1, 3}
    still.controller.handle(Select(layer=2, head=3))
    assert still.now.link_heads == {1, 3}
    assert still.now.undo == ""


def test_selecting_stays_inside_the_run_and_says_nothing_twice(still: Running) -> None:
    said: list[Snapshot] = []
    still.state.changed.connect(said.append)
    still.controller.handle(Select(layer=2, head=3, step=5, query=4, key=6))
    assert still.now.selection == Selection("cross", 2, 3, 5, 4, 6)
    still.controller.handle(Select(layer=99, head=99))
    assert still.now.selection == Selection("cross", 2, 3, 5, 4, 6)
    still.controller.handle(Select(step=99))
    assert still.now.selection.step == 7
    still.controller.handle(Select(step=8))
    assert len(said) == 2


def test_another_kind_clears_the_cell(still: Running) -> None:
    still.controller.handle(Select(query=3, key=2))
    still.controller.handle(Select(kind="decoder"))
    assert still.now.selection.query is None
    assert still.now.selection.key is None


def test_one_question_is_open_at_a_time_and_a_view_closes_it(still: Running) -> None:
    still.controller.handle(ChangeSettings({"computation": True}))
    still.controller.handle(ChangeSettings({"effects": True}))
    assert (still.now.settings.computation, still.now.settings.effects) == (False, True)
    still.controller.handle(ChangeSettings({"answer": "cost"}))
    assert opened(still.now.settings) == "cost"
    assert not still.now.settings.effects
    still.controller.handle(SetView("masks"))
    assert (still.now.view, opened(still.now.settings)) == ("masks", "")


def test_playing_goes_to_the_end_and_stops(still: Running) -> None:
    steps: list[int] = []
    still.controller.handle(ChangeSettings({"play_milliseconds": 1}))
    still.state.changed.connect(lambda now: steps.append(now.selection.step))
    still.controller.handle(Play(True))
    assert still.now.playing
    still.until("not playing")
    assert steps == [0, 1, 2, 3, 4, 5, 6, 7]
    still.controller.handle(Play(True))  # from the end: once more from the start
    assert still.now.selection.step == 0
    still.controller.handle(Select(step=3))  # a step by hand stops it
    assert not still.now.playing
    assert still.now.selection.step == 3


def test_playing_begins_at_the_start_where_a_run_was_opened(still: Running) -> None:
    still.controller.handle(ChangeSettings({"play_milliseconds": 60_000}))
    still.state.update(selection=Selection("cross", 1, 2, 5), landed=Landed("cross", 1, 2))
    still.controller.handle(Play(True))
    assert (still.now.playing, still.now.selection.step) == (True, 0)
    still.controller.handle(Play(False))
    still.controller.handle(Select(step=5))
    still.controller.handle(Play(True))  # there again, but by hand
    assert still.now.selection.step == 5


def test_playing_goes_on_where_somebody_has_gone_or_paused(still: Running) -> None:
    still.controller.handle(ChangeSettings({"play_milliseconds": 60_000}))
    still.state.update(selection=Selection("cross", 1, 2, 5), landed=Landed("cross", 1, 2))
    still.controller.handle(Select(head=0))  # no other step
    assert still.now.landed == Landed("cross", 1, 2)
    still.controller.handle(Select(step=4))
    still.controller.handle(Play(True))
    assert still.now.selection.step == 4
    still.controller.handle(Play(False))
    still.controller.handle(Play(True))
    assert still.now.selection.step == 4


def test_views_and_settings_are_state(still: Running) -> None:
    stored: list[Settings] = []
    still.controller.settings_changed.connect(stored.append)
    still.controller.handle(SetView("masks"))
    still.controller.handle(ChangeSettings({"scale": "sqrt", "dots": False}))
    assert still.now.view == "masks"
    assert still.now.settings.scale == "sqrt"
    assert stored == [still.now.settings]


def test_an_open_answer_about_a_cell_has_a_row_in_the_encoder_too(still: Running) -> None:
    still.controller.handle(ChangeSettings({"computation": True}))
    still.controller.handle(Select(kind="encoder"))
    cross = still.now.trace.cross_attention if still.now.trace else None
    assert cross is not None
    heaviest = int(cross[-1, :, still.now.selection.step].mean(axis=0).argmax())
    assert still.now.selection.query == heaviest
    still.controller.handle(ChangeSettings({"computation": False}))
    still.controller.handle(Select(kind="cross"))
    still.controller.handle(Select(kind="encoder"))
    assert still.now.selection.query is None, "nothing is asked"
