"""What many files of this folder start: an engine of their own, and a window's state fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running


@pytest.fixture(scope="package")
def engine(qapp: QApplication) -> Iterator[Running]:
    """One engine for the tests of a process that leave it alive; it takes a second or more to start."""
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
