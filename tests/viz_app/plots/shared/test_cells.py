"""Cells have the colours of their values, the selected one its frame, and numbers that can be told apart."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtWidgets import QApplication, QGraphicsRectItem
from shiboken6 import delete

from tests.viz_app.state.test_file_heads import now, table
from viz_app.platform.colours import BLUES, LEVELS
from viz_app.plots import head_grid
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.cells import decimals_of, levels_of
from viz_app.plots.shared.plot import Plot, chosen_of


def test_levels_and_decimals() -> None:
    assert levels_of(np.array([-1.0, 0.0, 1.0, math.nan])) == [0, round((LEVELS - 1) / 2), LEVELS - 1, 0]
    assert levels_of(np.array([2.0, 2.0])) == [0, 0]
    assert [decimals_of(np.array([number, 0.0])) for number in (12.3, 0.12, 0.05, -0.002, 0.0)] == [2, 2, 3, 4, 2]


def test_a_grid_is_drawn_where_its_numbers_say(qapp: QApplication) -> None:
    found = now(table(), 1, 2)
    wanted = chosen_of(head_grid.options(found), {"measure": "entropy", "base": "file"})
    plot = head_grid.plot(found, wanted)
    assert isinstance(plot, Plot)
    canvas = PlotCanvas()
    canvas.resize(640, 480)
    canvas.show_plot(plot)
    canvas.show()
    QApplication.processEvents()
    item = canvas.panels[0]
    cells = {
        (round(cell.rect().center().x()), round(cell.rect().center().y())): cell
        for cell in item.items
        if isinstance(cell, QGraphicsRectItem)
    }
    values = table().kinds["cross"]["entropy"].mean
    levels = levels_of(values.ravel())
    assert set(cells) == {(head + 1, layer + 1) for layer in range(2) for head in range(3)}
    for number, (layer, head) in enumerate(np.ndindex(2, 3)):
        colour = cells[head + 1, layer + 1].brush().color()
        assert [colour.red(), colour.green(), colour.blue()] == BLUES.table[levels[number]].tolist()
    framed = [place for place, cell in cells.items() if cell.pen().width() == 3]
    assert framed == [(3, 2)]
    (left, right), (low, high) = item.viewRange()
    assert left < 0.55 and right > 3.45 and low < 0.55 and high > 2.45, "all cells are in view"
    assert (
        canvas.told(plot.panels[0].curves[0], 5, 0)
        == f"Cross attention: entropy (bits): {values[1, 2]:.4f} · Layer 2 · Head 3"
    )
    canvas.close()
    delete(canvas)
