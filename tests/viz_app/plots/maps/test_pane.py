"""The controls above the map: fields and marks say the same, and one button ends what was set."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.maps.planted import asymmetric, plot_of
from viz_app.plots.maps.pane import MapPane


@pytest.fixture
def pane(qapp: QApplication) -> Iterator[MapPane]:
    pane = MapPane()
    pane.resize(700, 560)
    pane.show_plot(plot_of(asymmetric(12, 9), query=3, key=4))
    yield pane
    delete(pane)


def test_fields_set_the_colours_and_the_button_ends_it(pane: MapPane) -> None:
    assert (pane.low.value(), pane.high.value()) == (0.0, 1.0)
    pane.high.setValue(0.25)
    pane.low.setValue(0.05)
    assert pane.canvas.levels == (0.05, 0.25)
    pane.low.setValue(0.9)  # above the other: nothing to draw
    assert pane.canvas.levels == (0.05, 0.25)
    pane.usual.click()
    assert pane.canvas.levels == (0.0, 1.0)
    assert (pane.low.value(), pane.high.value()) == (0.0, 1.0)


def test_a_mark_that_is_moved_moves_its_field(pane: MapPane) -> None:
    pane.canvas.bar.asked.emit(0.125, 0.5)
    assert (pane.low.value(), pane.high.value()) == (0.125, 0.5)


def test_curves_are_of_a_row_or_of_what_is_in_view(pane: MapPane) -> None:
    values = asymmetric(12, 9)
    assert pane.canvas.below.numbers.tolist() == values[3].tolist()
    pane.curves.setCurrentIndex(1)
    pane.curves.activated.emit(1)
    assert np.allclose(pane.canvas.below.numbers, values.mean(axis=0), atol=1e-6)
