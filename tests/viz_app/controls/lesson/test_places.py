"""Every place that lessons name is in the window; what is not shown is nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tests.viz_app.sample_trace import make_trace
from viz_app.controls.lesson.places import PLACES, plain_title, spot
from viz_app.controls.lesson.ring import AROUND, LessonRing
from viz_app.main_window import MainWindow
from viz_app.state.state import Selection, Snapshot

#: What is there only in a batch, in other views, or while a dock is open.
ELSEWHERE = ("masks.", "page.", "pages.", "sentence.", "what_if.", "answer.", "tab.beam_tree", "tab.compare", "head")


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    window = MainWindow()
    window.resize(1280, 800)
    window.show()
    yield window
    window.close()
    window.deleteLater()


def test_every_place_is_found_where_it_is(window: MainWindow) -> None:
    now = Snapshot(trace=make_trace(), selection=Selection("cross", 0, 0, 2))
    window.display(now)
    QApplication.processEvents()
    missing = [name for name in PLACES if spot(name, window, now, {"row": True, "column": "largest"}) is None]
    assert [name for name in missing if not name.startswith(ELSEWHERE)] == []
    cell, row = (spot(name, window, now, {"row": True, "column": "largest"}) for name in ("cell", "row"))
    assert cell is not None and row is not None and row.part.contains(cell.part.center())
    found = window.tabs.current.canvas.picture.at(cell.part.center().x(), cell.part.center().y())
    assert now.trace is not None and now.trace.cross_attention is not None
    weights = now.trace.cross_attention[0, 0, 2]
    assert found is not None and (found.query, found.key) == (2, max(range(len(weights)), key=lambda key: weights[key]))


def test_titles_lose_the_marks_of_keys() -> None:
    assert [plain_title(text) for text in ("&View", "보기(&V)", "A && B", "Lessons…")] == [
        "View",
        "보기",
        "A & B",
        "Lessons",
    ]


def test_the_ring_follows_what_it_rings(qapp: QApplication) -> None:
    window = QWidget()
    window.resize(300, 200)
    button = QPushButton("x", window)
    button.setGeometry(50, 60, 40, 20)
    ring = LessonRing(window)
    ring.again.timeout.connect(lambda: ring.point_at(button, button.rect()))
    window.show()
    ring.point_at(button, button.rect())
    wide = QRect(50, 60, 40, 20).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    assert ring.isVisible() and ring.geometry() == wide
    assert window.childAt(70, 70) is button  # clicks go through
    button.move(150, 90)
    QApplication.processEvents()
    assert ring.geometry().center() == button.geometry().center()
    button.hide()
    QApplication.processEvents()
    assert not ring.isVisible()
    window.deleteLater()
