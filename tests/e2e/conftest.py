"""One window with one engine for all tests of this folder that leave both alive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import Screen


@pytest.fixture(scope="package", autouse=True)
def same_looks(qapp: QApplication, forked_engines: None) -> Iterator[None]:
    """A window sets the application's palette and font; the tests of other folders shall not see them."""
    font = QFont(qapp.font())
    yield
    qapp.setPalette(QPalette())
    qapp.setFont(font)


@pytest.fixture(scope="package")
def shared(qapp: QApplication, same_looks: None) -> Iterator[Screen]:
    """Started once; tests ask for ``screen``."""
    screen = Screen(qapp)
    try:
        screen.start()
        yield screen
    finally:
        screen.close()


@pytest.fixture
def screen(shared: Screen) -> Screen:
    """The window with the first run finished, whatever the test before did."""
    shared.fresh()
    shared.usual_size()
    shared.window.activateWindow()
    shared.window.setFocus()
    return shared


@pytest.fixture
def mortal(qapp: QApplication, forked_engines: None) -> Iterator[Screen]:
    """A window of its own, for tests that end it or its engine."""
    screen = Screen(qapp)
    try:
        screen.start()
        yield screen
    finally:
        screen.close()
