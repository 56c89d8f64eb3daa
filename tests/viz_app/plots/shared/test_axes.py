"""Numbers of an axis: each line of the grid has one, and none lies on another, however low the plot."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from viz_app.plots.shared.axes import NumberAxis, rounded, small_face, written


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


def test_numbers_are_written_as_in_the_texts() -> None:
    assert [written(14_000), written(-0.5, 1), written(-0.0), written(2.25, 2)] == ["14,000", "−0.5", "0", "2.25"]
    assert [rounded(step) for step in (0.011, 0.2, 3.0, 7.0, 1200.0)] == pytest.approx([0.02, 0.2, 5, 10, 2000])
