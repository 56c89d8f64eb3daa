"""One window of each kind, on the smallest screen: nothing is cut, and nothing is said in another language.

The script goes through all of them, at all sizes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import survey_windows
import window_rows
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from viz_app.platform import window_room
from viz_app.platform.translations import speak


@pytest.fixture(autouse=True)
def _screen(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the tests is narrower than any that the survey is about."""
    room = QSize(*survey_windows.SIZES[0]) - window_room.AROUND
    monkeypatch.setattr(window_room, "AROUND", qapp.primaryScreen().availableSize() - room)


@pytest.fixture(autouse=True)
def _as_before(qapp: QApplication) -> Iterator[None]:
    """Other tests have the usual letters, colours and language."""
    font = QFont(qapp.font())
    yield
    speak(qapp, "en")
    qapp.setPalette(QPalette())
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    qapp.setFont(font)


@pytest.mark.parametrize(
    ("look", "every"), [(survey_windows.Look("en", "dark"), 3), (survey_windows.Look("ko", large=True), 1)]
)
def test_one_window_of_each_kind_has_room_and_speaks_one_language(
    qapp: QApplication, look: survey_windows.Look, every: int
) -> None:
    kinds = {row.name.partition(":")[0]: row for row in reversed(list(window_rows.window_rows()))}
    rows = dict(list(kinds.items())[::every])
    windows = survey_windows.Windows(qapp, look, survey_windows.SIZES[0], survey_windows.example())
    try:
        found = {name: said for name, row in rows.items() if (said := windows.findings(row))}
    finally:
        windows.close()
    assert len(kinds) > 30
    assert not found
