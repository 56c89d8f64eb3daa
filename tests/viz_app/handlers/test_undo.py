"""Changes are taken back and made again, one at a time, by the window's own controller; looking is no change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace import Trace
from tests.viz_app.running import Running
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import ChangeSettings, Redo, Select, SetView, Undo
from viz_app.state.sentences import padding_of
from viz_app.state.state import Selection, Settings, Snapshot

FIRST, SECOND = make_trace(seed=1), make_trace(seed=2, padding=3)


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """With a run and no engine."""
    running = Running.without_window()
    running.state.update(trace=FIRST)
    yield running
    running.controller.stop()


def test_settings_and_runs_come_back_in_the_order_they_went(still: Running) -> None:
    handle = still.controller.handle
    handle(Select(step=4))
    handle(ChangeSettings({"scale": "sqrt"}))
    still.controller.running.show(SECOND, 7.0, Selection(step=1))
    handle(ChangeSettings({"dots": False}))
    assert still.now.undo == "A dot on each row’s maximum: off"
    handle(Undo())
    assert (still.now.trace, still.now.settings) == (SECOND, Settings(scale="sqrt"))
    assert still.now.padding == 3
    handle(Undo())
    assert (still.now.trace, still.now.settings) == (FIRST, Settings(scale="sqrt"))
    assert (still.now.padding, still.now.selection.step) == (0, 4)
    handle(Undo())
    assert (still.now.trace, still.now.settings, still.now.undo) == (FIRST, Settings(), "")
    for _ in range(3):
        handle(Redo())
    assert (still.now.trace, still.now.settings) == (SECOND, Settings(scale="sqrt", dots=False))
    assert (still.now.milliseconds_per_step, still.now.redo) == (7.0, "")


def test_nothing_to_take_back_changes_nothing(still: Running) -> None:
    said: list[Snapshot] = []
    still.state.changed.connect(said.append)
    still.controller.handle(Undo())
    still.controller.handle(Redo())
    assert not said


def test_looking_elsewhere_is_no_change_and_is_not_undone(still: Running) -> None:
    still.controller.handle(ChangeSettings({"values": False}))
    still.controller.handle(Select(step=5, layer=1, head=2))
    still.controller.handle(SetView("one_layer"))
    still.controller.handle(Undo())
    assert still.now.settings.values
    assert (still.now.view, still.now.selection) == ("one_layer", Selection("cross", 1, 2, 5))
    assert not still.now.undo


def test_a_setting_that_is_what_it_was_is_no_change(still: Running) -> None:
    heard: list[Settings] = []
    still.controller.settings_changed.connect(heard.append)
    still.controller.handle(ChangeSettings({"scale": "linear"}))
    assert (still.now.undo, heard) == ("", [])


def test_settings_that_are_taken_back_are_stored_and_applied(still: Running) -> None:
    heard: list[Settings] = []
    still.controller.settings_changed.connect(heard.append)
    still.controller.handle(ChangeSettings({"theme": "dark"}))
    still.controller.handle(Undo())
    still.controller.handle(Redo())
    assert heard == [Settings(theme="dark"), Settings(), Settings(theme="dark")]


def test_each_step_back_is_drawn_once(still: Running) -> None:
    still.controller.handle(ChangeSettings({"scale": "sqrt"}))
    still.controller.running.show(SECOND, 7.0, Selection())
    said: list[Snapshot] = []
    still.state.changed.connect(said.append)
    still.controller.handle(Undo())
    still.controller.handle(Undo())
    assert len(said) == 2


def test_padding_is_what_stands_after_the_source() -> None:
    assert (padding_of(FIRST), padding_of(SECOND)) == (0, 3)


def test_any_order_of_changes_and_steps_back_is_as_a_list_of_pages_says(still: Running) -> None:
    """An independent model: all moments in a list, and a bookmark."""
    random, handle = Random(7), still.controller.handle
    runs = [FIRST, SECOND, make_trace(seed=3)]
    pages: list[tuple[Trace | None, Settings]] = [(still.now.run, still.now.settings)]
    here = 0
    for _ in range(300):
        name = random.choice(("dots", "values", "captions", "run", "undo", "redo", "undo", "redo"))
        if name == "undo":
            handle(Undo())
            here = max(here - 1, 0)
        elif name == "redo":
            handle(Redo())
            here = min(here + 1, len(pages) - 1)
        else:
            run, settings = pages[here]
            if name == "run":
                run = random.choice([other for other in runs if other is not run])
                still.controller.running.show(run, 1.0, Selection(step=random.randrange(4)))
            else:
                turned: Any = {name: not getattr(settings, name)}
                settings = replace(settings, **turned)
                handle(ChangeSettings(turned))
            pages[here + 1 :] = [(run, settings)]
            here += 1
        assert (still.now.run, still.now.settings) == pages[here]
        assert (bool(still.now.undo), bool(still.now.redo)) == (here > 0, here < len(pages) - 1)
