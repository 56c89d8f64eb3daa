"""The sheet of plots: follows run and selection both ways, offers what a plot has, saves what is on it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.shared.plot import Plot
from viz_app.plots.sheet import PlotSheet
from viz_app.state.export_choices import SavePlot
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection, Snapshot

TRACE = with_vectors(make_trace(layers=2, heads=3))
NOW = Snapshot(trace=TRACE, selection=Selection("cross", 1, 2, 5))


@pytest.fixture
def sheet(qapp: QApplication) -> Iterator[PlotSheet]:
    sheet = PlotSheet()
    sheet.display(NOW)
    sheet.show()
    QApplication.processEvents()
    yield sheet
    sheet.close()
    delete(sheet)


def test_every_plot_is_drawn_or_says_why_not(sheet: PlotSheet) -> None:
    for name in sheet.names:
        sheet.show_named(name)
        drawn = sheet._stack.currentWidget() is not sheet.lacking
        assert drawn != (name in ("logit_lens", "learning_curves"))
        assert sheet.save.isEnabled() == drawn
        assert drawn or sheet.lacking.text()


def test_it_follows_the_selection(sheet: PlotSheet) -> None:
    assert sheet.canvas.plot is not None
    assert sheet.canvas.plot.current == Select(step=5)
    sheet.display(Snapshot(trace=TRACE, selection=Selection("cross", 1, 2, 1)))
    assert sheet.canvas.plot.current == Select(step=1)


def test_options_are_kept_by_plot(sheet: PlotSheet) -> None:
    sheet.show_named("heads")
    assert list(sheet.choices) == ["kind", "x", "y"]
    box = sheet.choices["x"]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert isinstance(sheet.canvas.plot, Plot)
    chosen = sheet.canvas.plot.horizontal
    assert chosen == box.itemText(2)
    sheet.show_named("steps")
    assert not sheet.choices
    sheet.show_named("heads")
    assert isinstance(sheet.canvas.plot, Plot)
    assert sheet.canvas.plot.horizontal == chosen


def test_what_is_saved_and_copied_is_what_is_shown(sheet: PlotSheet) -> None:
    asked: list[Intent] = []
    sheet.requested.connect(asked.append)
    sheet._save("/somewhere/plot.csv")
    (saved,) = asked
    assert isinstance(saved, SavePlot)
    assert (saved.path, saved.suffix) == (Path("/somewhere/plot.csv"), ".csv")
    sheet.copy.click()
    assert QGuiApplication.clipboard().text() == saved.content().decode("utf-8-sig")
    sheet._save("/somewhere/plot")
    assert isinstance(asked[1], SavePlot)
    assert asked[1].content().lstrip().startswith(b"<?xml")


def test_the_explorer_shares_the_selection_and_no_option_of_its_own(sheet: PlotSheet) -> None:
    asked: list[Intent] = []
    sheet.requested.connect(asked.append)
    sheet.show_named("map_explorer")
    assert isinstance(sheet.canvas, MapCanvas)
    assert sheet.choices["layer"].currentText() == "Layer 2"
    box = sheet.choices["head"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert asked == [Select(head=1)]
    sheet.display(Snapshot(trace=TRACE, selection=Selection("cross", 1, 1, 5, 2, 3)))
    assert sheet.choices["head"].currentText() == "Head 2"
    assert sheet.canvas.mark.cell == (2, 3)
    assert TRACE.cross_attention is not None
    assert f"{TRACE.cross_attention[1, 1, 2, 3]:.4f}" in sheet.point.text()
    assert sheet.canvas.accessibleDescription() == sheet.point.text()


def test_numbers_of_a_map_are_all_of_it_or_those_in_view(sheet: PlotSheet) -> None:
    asked: list[SavePlot] = []
    sheet.requested.connect(asked.append)
    sheet.show_named("map_explorer")
    assert isinstance(sheet.canvas, MapCanvas)
    sheet.canvas.map.setRange(xRange=(1, 5), yRange=(2, 7), padding=0)
    sheet._save("/somewhere/map.csv")
    sheet._save("/somewhere/map.csv", sheet.canvas.part)
    sheet.copy.click()
    whole, part = (list(csv.reader(io.StringIO(one.content().decode("utf-8-sig")))) for one in asked)
    assert TRACE.cross_attention is not None
    held = TRACE.cross_attention[1, 2]
    assert [[float(each) for each in row[1:]] for row in whole[1:]] == held.tolist()
    assert [[float(each) for each in row[1:]] for row in part[1:]] == held[2:7, 1:5].tolist()
    assert part[0][1:] == whole[0][2:6]
    assert list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()))) == part
