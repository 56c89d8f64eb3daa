"""What waits for the first paint is done after it, in small pieces and once. What must wait is in test_isolation."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from viz_app.deferred_startup import CONNECTION, Afterwards, collect_again, pieces
from viz_app.views.shared.tabs import Tabs


@pytest.fixture
def tabs(qapp: QApplication) -> Iterator[Tabs]:
    tabs = Tabs()
    tabs.display(MIDDLE)
    yield tabs
    tabs.deleteLater()


def test_pieces_come_in_their_order_and_let_others_in_between(qapp: QApplication) -> None:
    told: list[str] = []

    def piece(name: str) -> Callable[[], None]:
        def do() -> None:
            told.append(name)
            QTimer.singleShot(0, lambda: told.append("a click"))

        return do

    work = Afterwards(iter([piece("one"), piece("two")]))
    qapp.processEvents()
    assert told == [], "not before it is started"
    work.start()
    wait_until(lambda: len(told) == 4, "all pieces")
    assert told.index("a click") < told.index("two")
    work.deleteLater()


def test_the_engine_is_started_before_the_other_views_are_made(tabs: Tabs) -> None:
    made: list[int] = []
    for piece in pieces([lambda: made.append(len(tabs.views.made))], tabs.views):
        if piece is not collect_again:  # which is for a program, not for a test run
            piece()
    assert made == [1]
    assert len(tabs.views.made) == len(tabs.views)
    assert {*CONNECTION, "viz_app.pictures.drawing.grid"} <= sys.modules.keys()


def test_garbage_is_collected_in_the_end(tabs: Tabs) -> None:
    assert list(pieces([], tabs.views))[-1] is collect_again
    gc.disable()
    try:
        collect_again()
        assert gc.isenabled() and gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.enable()
