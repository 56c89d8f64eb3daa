"""A view on screen and a finger: shared by the tests of single views."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection, Snapshot, State, select
from viz_app.views.shared.view import View

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Hand:
    """Points at a view, whose selections come true as the controller would make them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.asked: list[Intent] = []
        self.state = State(Snapshot(trace=make_trace(), selection=Selection("cross", 1, 2, 5)))
        self.state.changed.connect(view.display)
        view.requested.connect(self.hear)
        view.resize(760, 520)
        view.display(self.state.snapshot)
        view.show()
        QApplication.processEvents()

    def hear(self, intent: Intent) -> None:
        self.asked.append(intent)
        if isinstance(intent, Select):
            self.state.update(selection=select(self.state.snapshot.selection, intent))

    @property
    def selection(self) -> Selection:
        return self.state.snapshot.selection

    def place(self, **wanted: object) -> QPoint:
        """The point in the middle of all whose cell is as ``wanted``."""
        canvas = self.view.canvas
        points = [
            QPoint(x, y)
            for x in range(0, canvas.width(), 6)
            for y in range(0, canvas.height(), 6)
            if _is(canvas.picture.at(x, y), wanted)
        ]
        assert points, wanted
        across, down = (
            sum(each) / len(points) for each in zip(*((point.x(), point.y()) for point in points), strict=True)
        )
        return min(points, key=lambda point: abs(point.x() - across) + abs(point.y() - down))

    def hover(self, place: QPoint) -> None:
        QTest.mouseMove(self.view.canvas, place)
        QApplication.processEvents()

    def click(self, place: QPoint) -> None:
        QTest.mouseClick(self.view.canvas, LEFT, NONE, place)

    def double_click(self, place: QPoint) -> None:
        self.click(place)
        QTest.mouseDClick(self.view.canvas, LEFT, NONE, place)

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view.canvas, key, modifier)


def _is(cell: Cell | None, wanted: dict[str, object]) -> bool:
    return cell is not None and all(getattr(cell, name) == value for name, value in wanted.items())


@contextmanager
def pointing_at(view: View) -> Iterator[Hand]:
    hand = Hand(view)
    yield hand
    view.close()
    view.deleteLater()
