"""A window fits on its screen, with the bar above it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from viz_app.platform.window_room import room_for


def test_a_window_leaves_room_for_its_bar(qapp: QApplication) -> None:
    window = QWidget()
    screen, room = window.screen().availableSize(), room_for(window)
    assert 0 < screen.width() - room.width() < 80
    assert 30 < screen.height() - room.height() < 100
