"""What is copied for a teacher is in the interface's language."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from model.common.fault import PARTS, Fault
from viz_app.dialogs.faults.report import details, for_teacher, in_words
from viz_app.state.state import Snapshot


@pytest.mark.parametrize("part", PARTS)
def test_each_part_has_words(part: str, qapp: QApplication) -> None:
    fault = Fault(part, "KeyError", ("model/x.py:1 in f",))
    assert in_words(part) != part
    assert in_words(part) in for_teacher(fault, Snapshot())
    assert fault.number in details(fault, Snapshot()).splitlines()[0]


def test_a_teacher_reads_the_names_that_are_on_screen(qapp: QApplication) -> None:
    told = for_teacher(Fault("window", "KeyError", ()), Snapshot(view="all_layers"))
    assert "view All layers, Cross attention" in told
