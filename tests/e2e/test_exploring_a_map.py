"""A thousand tokens in the map explorer: opened by its key, zoomed, panned, clicked, one selection with the window."""

from __future__ import annotations

from planted_runs import planted
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from model.record.trace import Trace
from tests.e2e.screen import SHIFT, Key, Screen
from tests.viz_app.plots.maps.planted import click, drag, wheel
from tests.viz_app.running import wait_until
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.sheet import PlotSheet
from viz_app.state.intents import Select
from viz_app.state.state import Selection

TOKENS = 1000


def opened(screen: Screen) -> tuple[Trace, PlotSheet, MapCanvas]:
    """A run of that many tokens, its explorer by the key, with the whole map in view."""
    assert screen.now.run is not None
    run = planted(TOKENS, (1, 2), screen.now.run)
    screen.state.update(trace=run, selection=Selection("cross", 0, 1, run.steps - 1))
    screen.press("e", SHIFT)
    wait_until(lambda: screen.window.findChild(PlotSheet) is not None, "the explorer")
    sheet = screen.window.findChild(PlotSheet)
    assert sheet is not None
    QApplication.processEvents()
    canvas = sheet.canvas
    assert isinstance(canvas, MapCanvas)
    assert sheet.focusWidget() is canvas  # arrows go along at once
    assert canvas.part == (range(run.steps), range(TOKENS))
    return run, sheet, canvas


def test_a_thousand_tokens_are_explored(screen: Screen) -> None:
    run, sheet, canvas = opened(screen)
    area, middle = canvas.viewport(), canvas.mapFromScene(canvas.place_of((600, 500)))
    for _ in range(12):
        wheel(area, middle, 1)
    assert len(canvas.part[1]) < 60
    box = canvas.map.getViewBox()
    held = box.mapSceneToView(canvas.mapToScene(middle))
    drag(area, middle, QPoint(-120, 70))
    moved = box.mapSceneToView(canvas.mapToScene(middle + QPoint(-120, 70)))
    assert abs(moved.x() - held.x()) + abs(moved.y() - held.y()) < 0.01

    query, key = int(held.y()) - 2, int(held.x()) + 3
    click(area, canvas.mapFromScene(canvas.place_of((query, key))))
    chosen = screen.now.selection
    assert (chosen.kind, chosen.head, chosen.query, chosen.key, chosen.step) == ("cross", 1, query, key, query)
    assert run.cross_attention is not None
    weight = f"{float(run.cross_attention[0, 1, query, key]):.4f}"
    for told, field in zip(sheet.point.text().split(" · ")[:2], ("query", "key"), strict=True):
        place = f"position {query if field == 'query' else key}"
        assert told.startswith(field)
        assert told.endswith(place)
        said = getattr(screen.window.inspector.cell, field).text().replace("\N{NO-BREAK SPACE}", " ")
        assert said.endswith(place)  # the same number in both
    assert sheet.point.text().endswith(weight)
    assert weight in screen.window.inspector.cell.weight.text()

    screen.controller.handle(Select(query=17, key=903, step=17))
    assert canvas.mark.cell == (17, 903)
    assert 17 in canvas.part[0]
    assert 903 in canvas.part[1]
    seen = canvas.map.viewRange()
    screen.controller.handle(Select(head=0))
    assert sheet.choices["head"].currentText() == "Head 1"
    assert canvas.map.viewRange() == seen
    assert canvas.below.numbers.tolist() == run.cross_attention[0, 0, 17].tolist()
    sheet.close()
    screen.leave_dialog()
    screen.press(Key.Key_Escape)
