"""What many files of this folder start: an engine of their own, and a window's state fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running


@pytest.fixture(scope="module")
def engine(qapp: QApplication) -> Iterator[Running]:
    """One engine for the tests of a file."""
    running = Running.without_window()
    try:
        running.start()
        yield running
    finally:
        running.controller.stop()


@pytest.fixture
def window(engine: Running) -> Running:
    """With the tiny checkpoint open and its first run finished."""
    engine.fresh()
    return engine
