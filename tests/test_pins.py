"""The libraries behave as the pins in constraints.txt promise."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 1_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_gives_back_every_none(qtbot: QtBot) -> None:
    """PySide6 6.12.0 took one reference to None with each call that returns nothing, until the program ended."""
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for number in range(CALLS):
        label.setText(str(number))
        label.update()
    assert sys.getrefcount(None) > before - CALLS // 2
