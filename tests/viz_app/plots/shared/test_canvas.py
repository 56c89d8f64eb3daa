"""The canvas: points lie where their numbers are, a click selects what is there, arrows go along."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.plots.shared.test_plot import FIRST, PLOT, SECOND
from viz_app.platform.theme import DARK, LIGHT, Palette
from viz_app.plots.shared.axes import small_face
from viz_app.plots.shared.canvas import PlotCanvas
from viz_app.plots.shared.panel import INKS
from viz_app.plots.shared.plot import Curve, Plot, PlotPanel
from viz_app.state.intents import Select


@pytest.fixture
def canvas(qapp: QApplication) -> Iterator[PlotCanvas]:
    canvas = PlotCanvas()
    canvas.resize(640, 480)
    canvas.show_plot(PLOT)
    canvas.show()
    QApplication.processEvents()
    yield canvas
    canvas.close()
    delete(canvas)


def place(canvas: PlotCanvas, panel: int, x: float, y: float) -> QPointF:
    """Where pyqtgraph itself has drawn it."""
    return QPointF(canvas.panels[panel].getViewBox().mapViewToScene(QPointF(x, y)))


def click(canvas: PlotCanvas, at: QPoint) -> None:
    """As Qt's platform sends it: pyqtgraph leaves a press to others, of which QTest complains."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, held in ((QEvent.Type.MouseButtonPress, left), (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)):
        place = QPointF(at)
        QApplication.sendEvent(canvas.viewport(), QMouseEvent(kind, place, place, left, held, none))


def test_what_is_drawn_are_the_numbers(canvas: PlotCanvas) -> None:
    (line,) = (each for each in canvas.panels[0].listDataItems() if each.name() == "a")
    assert line.xData.tolist() == FIRST.x.tolist()
    assert line.yData[0] == 0.5
    low, high = canvas.panels[0].viewRange()[1]
    assert low <= 0
    assert high >= 1


def test_panels_that_would_be_low_stand_beside_each_other_and_fill_what_there_is(canvas: PlotCanvas) -> None:
    def boxes() -> list[QRectF]:
        for _ in range(4):
            QApplication.processEvents()
        return [panel.getViewBox().sceneBoundingRect() for panel in canvas.panels]

    above, below = boxes()
    assert above.bottom() < below.top()
    assert above.left() == below.left()
    canvas.resize(900, 150)
    left, right = boxes()
    assert left.right() < right.left()
    assert left.top() == right.top()
    assert left.height() == right.height() > 0.4 * 150, "axes and legends leave the rest to the curves"
    assert min(left.width(), right.width()) > 0.35 * 900
    assert [panel.names.labelText for panel in canvas.panels] == [PLOT.horizontal] * 2
    canvas.resize(640, 480)
    assert boxes() == [above, below], "and back"


def test_a_click_selects_the_point_that_is_there(canvas: PlotCanvas) -> None:
    asked: list[Select] = []
    canvas.requested.connect(asked.append)
    at = canvas.mapFromScene(place(canvas, 0, 3.0, 1 / 3))
    click(canvas, at)
    assert asked == [Select(step=2)]
    found = canvas.nearest(place(canvas, 1, 2.5, 8.0))
    assert found is not None
    assert (found[0], found[1], found[2]) == (1, SECOND, 1)
    assert canvas.nearest(place(canvas, 1, 3.0, -1.0)) is None
    told = canvas.told(SECOND, 1, 1)
    assert "=y" in told
    assert "8.0000" in told


def test_arrows_go_along_the_curve(canvas: PlotCanvas) -> None:
    asked: list[Select] = []
    canvas.requested.connect(asked.append)
    canvas.plot = type(PLOT)(PLOT.title, PLOT.horizontal, PLOT.panels, PLOT.ticks, current=Select(step=1))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert asked == [Select(step=2), Select(step=0)]


def test_the_current_point_has_a_ring_and_its_name(canvas: PlotCanvas) -> None:
    now = type(PLOT)(PLOT.title, PLOT.horizontal, PLOT.panels, PLOT.ticks, current=Select(step=2))
    canvas.show_plot(now)
    assert canvas.panels[0].ringed == [(3.0, 1 / 3)]
    axis = canvas.panels[0].getAxis("bottom")
    ((_, places),) = axis.tickValues(0.5, 3.5, 20)  # no room for two
    assert 3.0 in places
    assert axis.tickStrings([3.0, 1.0], 1, 1) == ["c", "가"]


def test_what_is_added_to_a_curve_comes_into_view(canvas: PlotCanvas) -> None:
    longer = Curve("longer", np.arange(50.0), np.arange(50.0))
    canvas.show_plot(Plot("", "x", (PlotPanel("y", (longer,)), *PLOT.panels[1:])), keep=True)
    QApplication.processEvents()
    left, right = canvas.panels[0].viewRange()[0]
    assert left <= 0 and right >= 49


def test_zoom_stays_while_the_run_does_and_ends_on_demand(canvas: PlotCanvas) -> None:
    canvas.panels[0].setXRange(1.5, 2.5, padding=0)
    canvas.panels[0].getViewBox().sigRangeChangedManually.emit([True, False])  # as the wheel does
    canvas.show_plot(PLOT, keep=True)
    left, right = canvas.panels[0].viewRange()[0]
    assert (round(left, 3), round(right, 3)) == (1.5, 2.5)
    QTest.keyClick(canvas, Qt.Key.Key_0)
    left, right = canvas.panels[0].viewRange()[0]
    assert left <= 1
    assert right >= 3


def test_numbers_on_an_axis_are_those_of_the_points_after_small_ones(canvas: PlotCanvas) -> None:
    """pyqtgraph would go on writing thousandths of the unit, without saying so."""
    small = Curve("small", np.array([0.2, 0.4]), np.array([0.001, 0.003]))
    large = Curve("large", np.array([2.0, 4.0]), np.array([1.0, 3.0]))
    for curve in (small, large):
        canvas.show_plot(Plot("", "x", (PlotPanel("y", (curve,)),)))
        QApplication.processEvents()
        for side in ("left", "bottom"):
            axis = canvas.panels[0].getAxis(side)
            (low, high), size = axis.range, 300
            for spacing, places in axis.tickValues(low, high, size)[:1]:
                scale = axis.autoSIPrefixScale * axis.scale
                assert [float(text) for text in axis.tickStrings(places, scale, spacing)] == pytest.approx(places)


def test_no_title_is_longer_than_its_axis(canvas: PlotCanvas) -> None:
    """It would lie on what stands above and below: first its unit goes; where there is height again, it is back."""
    high, panels = (
        small_face().pixelSize(),
        tuple(PlotPanel("loss (nats per token)", PLOT.panels[0].curves) for _ in "12"),
    )
    canvas.show_plot(Plot("", "x", panels))
    seen = []
    for lines in (60, 25, 6, 60):
        canvas.resize(60 * high, lines * high)
        QApplication.processEvents()
        axes = [panel.getAxis("left") for panel in canvas.panels]
        seen.append({axis.labelText if axis.label.isVisible() else "" for axis in axes})
        for axis in axes:
            assert not axis.label.isVisible() or axis.label.boundingRect().width() <= axis.size().height()
    assert seen == [{"loss (nats per token)"}, {"loss"}, {""}, {"loss (nats per token)"}]


def test_names_of_a_legend_that_have_no_room_beside_each_other_stand_below(canvas: PlotCanvas) -> None:
    names = "a name of some length", "another one, longer than that", "and a third"
    curves = tuple(Curve(name, FIRST.x, np.arange(3.0) + at) for at, name in enumerate(names))
    canvas.show_plot(Plot("T", "step", (PlotPanel("p", curves),)))
    for wide, beside in ((900, 3), (330, 2), (200, 1)):
        canvas.resize(wide, 300)
        for _ in range(4):
            QApplication.processEvents()
        assert canvas.panels[0].legend_above.columnCount == beside


def test_points_beside_lines_look_the_same_in_every_panel_and_many_marks_are_small(canvas: PlotCanvas) -> None:
    """Snapshots over two losses and over one BLEU: they were a triangle here and a square there."""

    def panel(lines: int, count: int) -> PlotPanel:
        x = np.arange(count, dtype=np.float64)
        curves = tuple(Curve(f"line {line}", x, x + line) for line in range(lines))
        return PlotPanel("y", (*curves, Curve("snapshots", x[::4], x[::4], joined=False)))

    looks = []
    for count in (20, 40):
        canvas.show_plot(Plot("Learning curves", "updates", (panel(2, count), panel(1, count))))
        marks = [
            {
                each.name(): (each.opts["symbol"], each.opts["symbolSize"])
                for each in shown.listDataItems()
                if each.opts.get("symbolSize")
            }
            for shown in canvas.panels
        ]
        assert marks[0]["snapshots"] == marks[1]["snapshots"]
        over = {each.name(): each.zValue() for each in canvas.panels[0].listDataItems() if each.name()}
        assert over["snapshots"] > max(over["line 0"], over["line 1"]), "the marks of a line would hide them"
        assert len({symbol for symbol, _ in marks[0].values()}) == 3
        looks.append(marks[0])
    assert looks[1]["line 0"][1] < looks[0]["line 0"][1]
    assert looks[1]["line 0"][1] < looks[1]["line 1"][1] < looks[0]["line 1"][1], "an open mark lies around the other"


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_no_curve_has_the_colour_of_what_is_selected(palette: Palette) -> None:
    selected = QColor(palette.selection).hslHue()
    hues = [QColor(ink).hslHue() for ink in INKS[palette]]
    assert min(abs((hue - selected + 180) % 360 - 180) for hue in hues) > 15
    assert len(set(hues)) == len(INKS[palette])


def test_a_low_panel_leaves_out_the_title_across_and_a_unit_of_the_one_upward(canvas: PlotCanvas) -> None:
    panel = PlotPanel("‖f(x)‖ added (of each)", PLOT.panels[0].curves, brief="‖f(x)‖")
    canvas.show_plot(Plot("", "updates", (panel,)))
    axis = canvas.panels[0].getAxis("left")
    shown = set()
    for high in (400, 250, 200, 160, 120, 100, 80):
        canvas.resize(600, high)
        QApplication.processEvents()
        shown.add(axis.labelText if axis.label.isVisible() else "")
    assert "‖f(x)‖ added (of each)" in shown
    assert shown <= {"‖f(x)‖ added (of each)", "‖f(x)‖ added", "‖f(x)‖", ""}
    assert not canvas.panels[0].names.label.isVisible()
