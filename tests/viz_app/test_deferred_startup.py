"""What waits for the first paint is done after it, in small pieces and once. What must wait is in test_isolation."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from viz_app.deferred_startup import CONNECTION, GarbageCollection, collect_again, collect_as_usual, pieces
from viz_app.platform.turns import Turns
from viz_app.views.shared.tabs import Tabs


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[Tabs]:
    tabs = Tabs()
    tabs.display(MIDDLE)
    yield tabs
    tabs.deleteLater()


def test_the_engine_is_started_before_the_other_views_are_made(tabs: Tabs) -> None:
    made: list[int] = []
    for piece in pieces([lambda: made.append(len(tabs.views.made))], lambda: tabs.views):
        if piece is not collect_again:  # which is for a program, not for a test run
            piece()
    assert made == [1]
    assert len(tabs.views.made) == len(tabs.views)
    assert {*CONNECTION, "viz_app.pictures.drawing.grid"} <= sys.modules.keys()


@pytest.fixture
def collecting(qapp: QApplication, frozen_again: None) -> Iterator[GarbageCollection]:
    """As the program does after its first paint; for this test alone."""
    collect_again()
    yield qapp.findChildren(GarbageCollection)[-1]
    collect_as_usual()
    assert gc.isenabled() and not gc.get_freeze_count() and not qapp.findChildren(GarbageCollection)


class Waste:
    """Refers to itself, and says in which thread it goes."""

    def __init__(self, told: list[str]) -> None:
        self.own, self.told = self, told

    def __del__(self) -> None:
        self.told.append(threading.current_thread().name)


def test_what_is_still_to_come_outlives_a_window_that_is_made_again(qapp: QApplication) -> None:
    """Another language before the engine had been started left the program without one."""
    made: list[str] = []

    class Window(Tabs):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    now = [Window("old")]
    work = Turns(pieces([lambda: made.append("engine")], lambda: now[0].views), qapp)
    delete(now.pop())
    now.append(Window("new"))
    work._pieces = (piece for piece in list(work._pieces) if piece is not collect_again)
    work.start()
    wait_until(lambda: len(now[0].views.made) == len(now[0].views), "the views of the new one")
    assert made == ["engine"]
    delete(work)
    delete(now[0])


def test_garbage_is_collected_in_the_end(tabs: Tabs) -> None:
    assert list(pieces([], lambda: tabs.views))[-1] is collect_again


def test_garbage_is_collected_in_the_windows_thread_alone(collecting: GarbageCollection) -> None:
    """Elsewhere it may delete what belongs to Qt's thread, and end the program."""
    told: list[str] = []

    def fill_memory() -> None:
        """What a file or a message that is read does."""
        kept = [[number] for number in range(200_000)]
        assert len(kept) == 200_000

    waste = 2 * gc.get_threshold()[0]  # more than Python waits for
    for _ in range(waste):
        Waste(told)
    thread = threading.Thread(target=fill_memory)
    thread.start()
    thread.join()
    assert told == []
    wait_until(lambda: len(told) == waste, "the garbage")
    assert set(told) == {threading.main_thread().name}
    assert gc.get_freeze_count() > 0


def test_older_objects_are_looked_through_more_seldom(
    collecting: GarbageCollection, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    monkeypatch.setattr(gc, "collect", looked.append)
    for counts, wanted in (
        ((5, 99, 99), []), ((701, 0, 0), [0]), ((701, 11, 0), [1]), ((701, 11, 11), [2]), ((701, 0, 11), [0]),
    ):  # fmt: skip
        monkeypatch.setattr(gc, "get_count", lambda counts=counts: counts)
        monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
        collecting.look()
        assert looked == wanted
        looked.clear()
