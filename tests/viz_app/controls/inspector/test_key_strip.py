"""The strip of a row's cells: planted weights, the selected key in sight, another one by mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import painted, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.key_strip import KeyStrip
from viz_app.state.intents import Select
from viz_app.state.state import Selection
from viz_app.tables.parts.current_row import CurrentRow, current_row

TRACE = make_trace(padding=2)


def row(count: int = 0) -> CurrentRow:
    """The third row of cross attention; with ``count`` keys where that is given."""
    found = current_row(ready(TRACE, selection=Selection("cross", 1, 2, 3, query=2)))
    assert found is not None
    if not count:
        return found
    keys = tuple(f"w{number}" for number in range(count))
    weights = np.linspace(0, 1, count, dtype=np.float32)
    return replace(found, keys=keys, weights=weights, allowed=np.ones(count, dtype=bool))


@pytest.fixture
def strip(qtbot: QtBot) -> KeyStrip:
    widget = KeyStrip()
    qtbot.addWidget(widget)
    widget.resize(900, 44)
    widget.show()
    widget.show_row(row(), 4)
    return widget


def test_every_key_with_its_number(strip: KeyStrip) -> None:
    assert TRACE.cross_attention is not None
    told = painted(strip)
    weights = [f"{value:.2f}" for value in TRACE.cross_attention[1, 2, 2]]
    assert told[0::2] == list(row().keys)
    assert told[1::2] == weights
    assert strip.accessibleName().startswith("cells of the row, “Schnee”, position 4: ")


def test_a_click_and_the_arrows_choose_another_key(strip: KeyStrip) -> None:
    heard: list[object] = []
    strip.chosen.connect(heard.append)
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.cell(1).center().toPoint())
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.cell(4).center().toPoint())  # it is selected
    QTest.keyClick(strip, Qt.Key.Key_Right)
    QTest.keyClick(strip, Qt.Key.Key_Left)
    QTest.keyClick(strip, Qt.Key.Key_Home)
    QTest.keyClick(strip, Qt.Key.Key_End)
    last = len(row().keys) - 1
    assert heard == [Select(key=1), Select(key=5), Select(key=3), Select(key=0), Select(key=last)]


@pytest.mark.parametrize("key", [0, 70, 149])
def test_of_150_keys_the_selected_one_is_in_sight(strip: KeyStrip, key: int) -> None:
    strip.show_row(row(150), key)
    where = strip.cell(key)
    assert where.left() >= 0
    assert where.right() <= strip.width()
    assert strip.key_at(where.center()) == key
    seen = [place for place in range(150) if strip.cell(place).right() > 0 and strip.cell(place).left() < strip.width()]
    assert len(seen) > 10
