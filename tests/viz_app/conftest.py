"""What many files of this folder start: an engine that they share, and a window's state fresh for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.running import Running


@pytest.fixture(scope="session")
def engine(qapp: QApplication, forked_engines: None) -> Iterator[Running]:
    """One engine for the tests of this folder; :meth:`Running.fresh` brings back what a test has changed."""
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
