"""The sheet of plots: follows run and selection both ways, offers what a plot has, saves what is on it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from model.analysis.logit_lens import GUESSES, EarlyGuesses
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.platform.window_room import room_for
from viz_app.plots.maps.canvas import MapCanvas
from viz_app.plots.shared import slow_copy
from viz_app.plots.shared.files import written
from viz_app.plots.shared.plot import Plot
from viz_app.plots.sheet import PlotSheet
from viz_app.state.export_choices import SavePlot
from viz_app.state.intents import Intent, MeasureEarlyGuesses, Select
from viz_app.state.state import Busy, Selection, Snapshot

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
        drawn = not sheet.lacking.isVisible()
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
    sheet.save_as("/somewhere/plot.csv")
    (saved,) = asked
    assert isinstance(saved, SavePlot)
    assert (saved.path, saved.suffix) == (Path("/somewhere/plot.csv"), ".csv")
    sheet.copy.click()
    assert QGuiApplication.clipboard().text() == saved.content().decode("utf-8-sig")
    sheet.save_as("/somewhere/plot")
    sheet.display(replace(NOW, settings=replace(NOW.settings, captions=False)))
    sheet.save_as("/somewhere/plot")
    told, bare = (one.content().lstrip() for one in asked[1:] if isinstance(one, SavePlot))
    assert told.startswith(b"<?xml") and b"Headscope" in told and b"Headscope" not in bare


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
    sheet.save_as("/somewhere/map.csv")
    sheet.save_as("/somewhere/map.csv", sheet.canvas.part)
    sheet.copy.click()
    whole, part = (list(csv.reader(io.StringIO(one.content().decode("utf-8-sig")))) for one in asked)
    assert TRACE.cross_attention is not None
    held = TRACE.cross_attention[1, 2]
    assert [[float(each) for each in row[1:]] for row in whole[1:]] == held.tolist()
    assert [[float(each) for each in row[1:]] for row in part[1:]] == held[2:7, 1:5].tolist()
    assert part[0][1:] == whole[0][2:6]
    assert list(csv.reader(io.StringIO(QGuiApplication.clipboard().text()))) == part


def test_what_is_not_measured_is_offered_and_the_keyboard_waits_for_it(sheet: PlotSheet) -> None:
    asked: list[Intent] = []
    sheet.requested.connect(asked.append)
    sheet.show_named("positions")
    sheet.show_named("logit_lens")
    QApplication.processEvents()
    needed = sheet.lacking.fontMetrics().boundingRect(sheet.lacking.text()).width()
    assert sheet.lacking.width() > needed, "one line, not a narrow column"
    assert sheet.offer.isVisible() and sheet.offer.text()
    sheet.activateWindow()
    sheet.offer.setFocus()
    QTest.keyClick(sheet.offer, Qt.Key.Key_Space)
    assert asked == [MeasureEarlyGuesses()]
    sheet.display(replace(NOW, busy=Busy("measuring")))
    QTest.keyClick(sheet.offer, Qt.Key.Key_Space)
    assert len(asked) == 1 and sheet.offer.hasFocus()
    listed = (2, TRACE.steps, GUESSES)
    shares, produced = np.zeros(listed, np.float32), np.zeros(listed[:2], np.float32)
    found = EarlyGuesses(TRACE, np.zeros(listed, np.int64), np.full(listed, "a"), shares, produced)
    sheet.display(replace(NOW, early_guesses=found))
    assert not sheet.offer.isVisible() and sheet.canvas.hasFocus()
    (left, right), (low, high) = sheet.canvas.panels[0].viewRange()
    assert 0 < left < 1 and 2 < right < 3 and -0.2 < low < 0 and 1 < high < 1.2, (
        "what was in view of another plot is not kept"
    )
    sheet.show_named("learning_curves")
    assert not sheet.offer.isVisible() and sheet.lacking.isVisible()


def test_it_is_larger_on_a_large_screen(sheet: PlotSheet) -> None:
    room = sheet.screen().availableSize()
    wanted = max(960, round(0.55 * room.width())), max(700, round(0.55 * room.height()))
    left = room_for(sheet)
    assert sheet.size().toTuple() == (min(wanted[0], left.width()), min(wanted[1], left.height()))


def test_very_many_numbers_are_copied_some_at_a_time(sheet: PlotSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_copy, "AT_ONCE", 2 * TRACE.source_length)  # two rows
    sheet.show_named("map_explorer")
    assert isinstance(sheet.canvas, MapCanvas)
    whole = "".join(written(sheet.canvas.plot)) if sheet.canvas.plot is not None else ""
    QGuiApplication.clipboard().setText("before")
    sheet.copy.click()
    assert QGuiApplication.clipboard().text() == "before"
    assert "%" in sheet.point.text()
    sheet.canvas.look(sheet.canvas.place_of((1, 1)))
    assert "%" in sheet.point.text(), "what is pointed at does not hide how far it is"
    while QGuiApplication.clipboard().text() == "before":
        QApplication.processEvents()
    assert QGuiApplication.clipboard().text() == whole
    assert sheet.point.text() and "%" not in sheet.point.text()
    QGuiApplication.clipboard().setText("before")
    sheet.copy.click()
    sheet.show_named("steps")
    for _ in range(50):
        QApplication.processEvents()
    assert QGuiApplication.clipboard().text() == "before", "another plot is shown: its numbers are not these"


def test_a_marked_rectangle_is_what_is_copied_and_saved(sheet: PlotSheet) -> None:
    sheet.show_named("map_explorer")
    assert isinstance(sheet.canvas, MapCanvas)
    sheet.canvas.mark_region((range(1, 4), range(2, 5)))
    sheet.copy.click()
    assert TRACE.cross_attention is not None
    rows = list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))
    assert [[float(each) for each in row[1:]] for row in rows[1:]] == TRACE.cross_attention[1, 2, 1:4, 2:5].tolist()


@pytest.mark.parametrize(("width", "large"), [(500, False), (960, False), (700, True)])
def test_no_choice_is_cut_they_go_on_in_the_next_line(sheet: PlotSheet, width: int, large: bool) -> None:
    if large:
        face = sheet.font()
        face.setPointSizeF(2 * face.pointSizeF())
        sheet.setFont(face)
    sheet.resize(width, 600)
    for name in sheet.names:
        sheet.show_named(name)
        QApplication.processEvents()
        places = []
        for box in (sheet.which, *sheet.choices.values()):
            assert box.width() >= min(box.sizeHint().width(), width - 30), (name, box.currentText())
            places.append(QRect(box.mapTo(sheet, QPoint()), box.size()))
        top = sheet.canvas.mapTo(sheet, QPoint()).y() if sheet.canvas.isVisible() else 600
        for number, place in enumerate(places):
            assert sheet.rect().contains(place) and place.bottom() <= top
            assert not any(place.intersects(other) for other in places[:number])


def test_the_tab_key_goes_along_the_choices_in_the_order_of_sight(sheet: PlotSheet) -> None:
    sheet.activateWindow()
    for name in ("heads", "positions", "heads"):
        sheet.show_named(name)
        sheet.which.setFocus()
        for box in sheet.choices.values():
            QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Tab)
            assert sheet.focusWidget() is box


def test_the_tab_key_leaves_a_map_for_the_buttons_and_comes_back_by_all_that_it_has(sheet: PlotSheet) -> None:
    """A map is made when it is first shown: behind everything else, and its own fields with it."""
    sheet.activateWindow()
    sheet.show_named("map_explorer")
    both: list[list[QWidget]] = []
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        sheet.which.setFocus()
        reached: list[QWidget] = []
        while sheet.focusWidget() not in reached:
            reached.append(sheet.focusWidget())
            QTest.keyClick(reached[-1], key)
        both.append(reached)
    forwards, backwards = both
    assert forwards == [sheet.which, *reversed(backwards[1:])]
    assert {sheet.canvas, sheet.whole} <= {*forwards}
