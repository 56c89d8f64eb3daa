"""Numbers of an axis: each line of the grid has one, and none lies on another, however low the plot."""

from __future__ import annotations

from itertools import pairwise

import pyqtgraph
import pytest
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPicture
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viz_app.plots.shared.axes import NumberAxis, TokenAxis, rounded, small_face, written
from viz_app.plots.shared.panel import ROOM


@pytest.mark.parametrize("size", [20, 45, 150, 700])
@pytest.mark.parametrize(("low", "high"), [(0.0, 7.3), (-528.0, 13_728.0), (0.0, 0.004), (-1.04, 1.04), (31.0, 36.0)])
@pytest.mark.parametrize("side", ["left", "bottom"])
def test_each_line_has_its_number_and_none_lies_on_another(
    qapp: QApplication, side: str, low: float, high: float, size: int
) -> None:
    axis, measures = NumberAxis(side), QFontMetricsF(small_face())
    levels = axis.tickValues(low, high, size)
    assert len(levels) == 1, "lines without numbers would be another level"
    spacing, values = levels[0]
    texts = axis.tickStrings(values, 1.0, spacing)
    assert [float(text.replace("−", "-").replace(",", "")) for text in texts] == pytest.approx(values, abs=1e-9)
    apart = spacing * size / (high - low)
    widest = max(map(measures.horizontalAdvance, texts), default=0.0)
    assert apart >= 0.99 * (measures.height() if side == "left" else widest)


@pytest.mark.parametrize("lines", [2, 3, 8])
def test_the_ends_of_a_probability_have_their_numbers_in_large_letters(
    qapp: QApplication, qtbot: QtBot, lines: int
) -> None:
    """In an axis of two lines of letters, too; drawn, not asked for: what reaches beyond an axis is left out."""
    usual = qapp.font()
    try:
        larger = QFont(usual)
        larger.setPointSize(usual.pointSize() + 9)
        qapp.setFont(larger)
        axis = NumberAxis("left")
        axis.setStyle(tickFont=small_face())
        plot = pyqtgraph.PlotWidget(axisItems={"left": axis})
        qtbot.addWidget(plot)
        plot.setYRange(0, 1, padding=ROOM)
        under = plot.getAxis("bottom").height() + 2
        plot.resize(300, round(lines * QFontMetricsF(small_face()).height() + under))
        plot.show()
        page = QPicture()
        with QPainter(page) as painter:
            told = [text for _, _, text in axis.generateDrawSpecs(painter)[2]]
    finally:
        qapp.setFont(usual)
    assert {0.0, 1.0} <= {float(text) for text in told}


def test_all_names_of_an_axis_stand_there_rather_than_far_apart(qapp: QApplication) -> None:
    """*Norms* left out every other sub-layer although there was room."""
    names = ("1 self", "1 cross", "1 feed-fwd.", "2 self", "2 cross", "2 feed-fwd.")
    axis, measures = TokenAxis(), QFontMetricsF(small_face())
    axis.set_names(names, 1, None)
    closest = max(measures.horizontalAdvance(one + two) for one, two in pairwise(names)) / 2
    pitch = closest + measures.horizontalAdvance("0") + 1
    for wide, shown in ((pitch, names), (pitch - 2, names[::2])):
        ((_, places),) = axis.tickValues(0.5, 6.5, 6 * wide)
        assert axis.tickStrings(places, 1.0, 1.0) == list(shown)


def test_numbers_are_written_as_in_the_texts() -> None:
    assert [written(14_000), written(-0.5, 1), written(-0.0), written(2.25, 2)] == ["14,000", "−0.5", "0", "2.25"]
    assert [rounded(step) for step in (0.011, 0.2, 3.0, 7.0, 1200.0)] == pytest.approx([0.02, 0.2, 5, 10, 2000])
