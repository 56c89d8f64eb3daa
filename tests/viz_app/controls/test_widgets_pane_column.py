"""Heights of panes: shared anew where one comes or goes, and a person's own otherwise."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from viz_app.controls.widgets import PaneColumn, text_pixels


class Inspector(QWidget):
    """Called so."""


class Notes(QWidget):
    """Called so."""


def test_who_was_there_first_keeps_most_of_the_height(qtbot: QtBot) -> None:
    column, first, later = PaneColumn(), Inspector(), Notes()
    qtbot.addWidget(column)
    column.addWidget(first)
    column.addWidget(later)
    later.hide()
    column.resize(200, 460)
    column.show()
    column.share()
    assert column.sizes()[0] > 440
    later.show()
    column.share()
    high, low = column.sizes()
    assert 1.9 < high / low < 2.1
    column.setSizes([100, 340])
    own = column.sizes()
    column.share()
    assert column.sizes() == own


class WhatIfDock(QWidget):
    """Called so."""


@pytest.mark.parametrize("high", [300, 500, 900, 1400])
def test_a_list_of_changes_has_its_lines_and_leaves_the_rest_to_who_was_there_first(qtbot: QtBot, high: int) -> None:
    column, first, later = PaneColumn(), Inspector(), WhatIfDock()
    first.setMinimumHeight(60)
    qtbot.addWidget(column)
    column.addWidget(first)
    column.addWidget(later)
    column.resize(200, high)
    column.show()
    column.share()
    lines = 26 * text_pixels(later)
    above, below = column.sizes()
    assert above + below + column.handleWidth() == high
    assert abs(below - max(0.4 * high, min(lines, high - 60))) <= column.handleWidth()
