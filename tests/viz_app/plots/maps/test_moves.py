"""Keys and ranges: a range moves as little as it must, and no key leaves the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from viz_app.plots.maps.moves import ARROWS, cell_by, holding

NONE = Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("index", [0, 3, 19, 20, 21, 38, 39, 40, 90])
def test_a_range_holds_the_cell_and_keeps_its_length(index: int) -> None:
    low, high = holding(20.0, 40.0, index)
    assert high - low == pytest.approx(20)
    assert low <= index
    assert index + 1 <= high
    assert ([low, high] == [20.0, 40.0]) == (20 <= index <= 39)
    assert abs(low - 20) <= max(20 - index, index + 1 - 40, 0) + 2


def test_a_range_as_short_as_a_cell_holds_it_too() -> None:
    low, high = holding(5.0, 6.0, 9)
    assert (low, high) == (9, 10)
    assert holding(5.0, 6.0, None) == [5.0, 6.0]


@pytest.mark.parametrize("key", [*ARROWS, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown])
@pytest.mark.parametrize("held", [NONE, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier])
def test_no_key_leaves_the_map(key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    for start in ((0, 0), (6, 3), (0, 3), (6, 0), (3, 1)):
        found = cell_by(key, held, start, (7, 4), 3)
        assert found is not None
        assert found[0] in range(7)
        assert found[1] in range(4)


def test_other_keys_go_nowhere() -> None:
    assert cell_by(Qt.Key.Key_A, NONE, (1, 1), (7, 4), 3) is None
