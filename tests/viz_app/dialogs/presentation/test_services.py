"""On which screen the presentation begins."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.dialogs.presentation.services import screen_for


def test_the_hall_has_the_other_screen_where_there_is_one(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    window, other = QWidget(), object()
    assert screen_for(window) is window.screen()
    monkeypatch.setattr(QGuiApplication, "screens", lambda: [window.screen(), other])
    assert screen_for(window) is other
    window.deleteLater()
