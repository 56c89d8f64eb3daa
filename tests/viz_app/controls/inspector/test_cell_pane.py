"""The cell in a narrow pane: no word makes anything wider, and names give way before values are cut."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Kind
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.inspector import Inspector
from viz_app.platform.theme import font
from viz_app.state.state import Selection

TRACE = make_trace(padding=2)


def test_a_word_wider_than_the_pane_is_cut_in_its_middle_and_whole_in_its_tooltip(inspector: Inspector) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    inspector.display(
        ready(
            make_trace(source=("Die", word), target=("The", word, "stopped")),
            selection=Selection("cross", 1, 0, 2, query=2, key=1),
        )
    )
    QApplication.processEvents()
    for label in (inspector.cell.query, inspector.cell.key):
        assert "“Donau" in label.text()
        assert "…" in label.text()
        assert word not in label.text()
        assert word in label.toolTip()
        words = label.text().split(" ")
        assert max(map(label.fontMetrics().horizontalAdvance, words)) <= label.width()
    assert "…" in inspector.after.text()
    assert word in inspector.after.toolTip()
    assert inspector.content.width() <= inspector.width()
    inspector.display(ready(TRACE, selection=Selection("cross", 1, 2, 3, query=2, key=4)))
    assert not inspector.cell.key.toolTip()


def test_names_give_way_to_a_word_of_the_values(inspector: Inspector) -> None:
    """Before it is cut: “may attend” takes two lines then."""
    inspector.setFont(font(24))
    inspector.resize(300, 412)
    cell, word = inspector.cell, "über"
    while cell.fontMetrics().horizontalAdvance(f"“{word}”,") < 165:
        word += "r"
    run = make_trace(source=("Die", word), target=("The", "crossed"))
    inspector.display(ready(run, selection=Selection("cross", 1, 0, 1, query=1, key=1)))
    QApplication.processEvents()
    assert cell.key.text().startswith(f"“{word}”")
    assert "…" not in cell.query.text()


@pytest.mark.parametrize("kind", KINDS)
def test_letters_too_large_for_a_word_make_nothing_wider(inspector: Inspector, kind: Kind) -> None:
    inspector.setFont(font(36))
    inspector.resize(inspector.minimumSizeHint())
    inspector.display(ready(TRACE, selection=Selection(kind, 1, 2, 3, query=2, key=2)))
    QApplication.processEvents()
    assert inspector.content.width() <= inspector.width()
