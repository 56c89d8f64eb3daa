"""An answer of parts: two columns where there is room, in order, about as high as each other."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers
from viz_app.controls.inspector.parts import JOINT, LONGEST, PartsAnswer, together


def part(number: int, strips: int) -> ComputationPart:
    values = np.arange(6, dtype=np.float32) + number
    return ComputationPart(f"part {number}", "3.1", "", (f"line {number}",), (Numbers("n", values),) * strips)


@pytest.fixture
def answer(qtbot: QtBot) -> PartsAnswer:
    widget = PartsAnswer()
    qtbot.addWidget(widget)
    widget.resize(800, 500)
    widget.show()
    widget.show_parts("in short", [part(number, 1 + number % 2) for number in range(5)])
    QApplication.processEvents()
    return widget


def places(answer: PartsAnswer) -> list[tuple[int, int]]:
    return [(box.x(), box.y()) for box in answer.boxes if box.isVisible()]


def test_two_columns_in_order_where_it_is_wide(answer: PartsAnswer) -> None:
    found = places(answer)
    lefts = sorted({x for x, _ in found})
    assert len(lefts) == 2
    first = [place for place in found if place[0] == lefts[0]]
    assert found == sorted(first, key=lambda place: place[1]) + sorted(found[len(first) :], key=lambda place: place[1])
    ends = [max(box.geometry().bottom() for box in answer.boxes if box.x() == left) for left in lefts]
    assert abs(ends[0] - ends[1]) < max(box.height() for box in answer.boxes), "neither is longer by a whole part"
    right = max(box.geometry().right() for box in answer.boxes)
    assert answer.width() - 10 <= right <= answer.width(), "as wide as the answer"


def test_one_column_where_it_is_narrow(answer: PartsAnswer) -> None:
    answer.resize(380, 900)
    QApplication.processEvents()
    found = places(answer)
    assert len({x for x, _ in found}) == 1
    assert [y for _, y in found] == sorted(y for _, y in found)
    assert all(box.width() > 360 for box in answer.boxes)


def test_fewer_parts_leave_none_behind(answer: PartsAnswer) -> None:
    answer.show_parts("less", [part(7, 1)])
    QApplication.processEvents()
    assert [box.title.text() for box in answer.boxes if box.isVisible()] == ["part 7"]
    assert answer.as_text().splitlines()[:2] == ["part 7\t3.1", "line 7"]
    assert answer.boxes[0].width() > 780


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("self-attention: 4 × 256·256 + 4 × 256 = 263,168", "4_×_256·256_+_4_×_256_=_263,168"),
        ("One more LayerNorm: μ = 0.2664, σ = 15.2614", "μ_=_0.2664,"),
        ("a sentence that has no sign in it", ""),
    ],
)
def test_a_formula_stays_in_one_line_as_far_as_it_is_short(line: str, kept: str) -> None:
    told = together(line)
    assert told.replace(JOINT, " ") == line
    assert kept in told.replace(JOINT, "_")
    assert max(len(each) for each in told.split(" ")) <= LONGEST + 2


def test_bars_use_a_large_window(answer: PartsAnswer) -> None:
    strip = answer.boxes[0].strips[0]
    strip.show_numbers(Numbers("n", np.arange(6, dtype=np.float32), bars=True))
    usual = strip.sizeHint().height()
    answer.resize(800, 1400)
    assert strip.sizeHint().height() > 1.4 * usual
    answer.resize(800, 500)
    assert strip.sizeHint().height() == usual
