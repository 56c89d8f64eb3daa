"""The menu of a place: what is under the pointer is selected first; by keyboard it is for what is selected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.pictures.maps import MAPS
from tests.viz_app.pictures.reading import snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell
from viz_app.state.intents import CLEAR, Select
from viz_app.views import view_of
from viz_app.views.shared.canvas import Canvas
from viz_app.views.shared.view import View


@pytest.fixture(params=MAPS)
def view(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[View]:
    view = view_of(request.param)()
    view.resize(900, 700)
    view.display(snapshot_of(make_trace(layers=2, heads=2, source=["a", "b"], target=["c", "d"]), layer=1, head=1))
    view.show()
    view.asked = []  # type: ignore[attr-defined]
    view.requested.connect(view.asked.append)  # type: ignore[attr-defined]
    view.menu_wanted.connect(view.asked.append)  # type: ignore[attr-defined]
    yield view
    view.close()
    view.deleteLater()


def ask(view: View, place: QPoint, by_keyboard: bool = False) -> list[object]:
    """What a right click, or the menu key, brings."""
    reason = QContextMenuEvent.Reason.Keyboard if by_keyboard else QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(view.canvas, QContextMenuEvent(reason, place, view.canvas.mapToGlobal(place)))
    return view.asked  # type: ignore[attr-defined, no-any-return]


def everywhere(view: View) -> Iterator[QPoint]:
    return (QPoint(x, y) for y in range(0, 700, 5) for x in range(0, 900, 5))


def test_a_right_click_on_a_cell_selects_it_and_asks_for_the_menu(view: View) -> None:
    wanted = Cell("cross", 1, 1, 1, 2)
    place = next(place for place in everywhere(view) if view.canvas.picture.at(place.x(), place.y()) == wanted)
    select, where = ask(view, place)
    assert isinstance(select, Select)
    assert (select.query, select.key) == (1, 2)
    assert where == view.canvas.mapToGlobal(place)


@pytest.mark.parametrize(("query", "key"), [(None, 2), (1, None)])
def test_a_label_stands_for_its_row_or_column(view: View, query: int | None, key: int | None) -> None:
    wanted = Cell("cross", 1, 1, query, key)
    label = view.canvas.picture.label_at  # type: ignore[attr-defined]
    place = next(place for place in everywhere(view) if label(place.x(), place.y()) == wanted)
    picture: Any = view.canvas.picture
    panels = getattr(picture, "main", picture).plan.panels
    beside = place.x() < min(panel.left for panel in panels)
    assert beside == (key is None), "rows are named at the left, columns above"
    select, where = ask(view, place)
    assert isinstance(select, Select)
    assert (select.query, select.key) == (CLEAR if query is None else query, CLEAR if key is None else key)
    assert where == view.canvas.mapToGlobal(place)


def test_a_click_on_the_name_of_a_row_is_one_on_the_row(view: View) -> None:
    label = view.canvas.picture.label_at  # type: ignore[attr-defined]
    wanted = Cell("cross", 1, 1, 1, None)
    place = next(place for place in everywhere(view) if label(place.x(), place.y()) == wanted)
    QTest.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=place)
    (select,) = view.asked  # type: ignore[attr-defined]
    assert isinstance(select, Select)
    assert (select.query, select.key) == (1, CLEAR)


@pytest.mark.parametrize("key", [Qt.Key.Key_Menu, Qt.Key.Key_F10])
def test_the_menu_key_asks_for_what_is_selected_and_at_its_place(view: View, key: Qt.Key) -> None:
    view.display(replace(view.snapshot, selection=replace(view.snapshot.selection, query=1, key=2)))
    if key == Qt.Key.Key_F10:
        QTest.keyClick(view.canvas, key, Qt.KeyboardModifier.ShiftModifier)
        (where,) = view.asked  # type: ignore[attr-defined]
    else:
        (where,) = ask(view, QPoint(1, 1), by_keyboard=True)
    assert isinstance(where, QPoint)
    place = view.canvas.mapFromGlobal(where)
    assert view.canvas.picture.at(place.x(), place.y()) == Cell("cross", 1, 1, 1, 2)


def test_beside_everything_there_is_no_menu(view: View) -> None:
    assert ask(view, QPoint(1, 1)) == []


def test_what_cannot_be_painted_is_told_once_and_the_window_goes_on(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that leaves a paint event in a nested event loop ends the program inside the binding."""
    told: list[str] = []
    monkeypatch.setattr("sys.excepthook", lambda _, error, __: told.append(str(error)))

    def fail(*_: object) -> Any:
        raise ValueError("no such picture")

    canvas = Canvas(fail, str, arrows=False)
    canvas.resize(200, 100)
    canvas.show()
    for _ in range(3):
        canvas.grab()
    canvas.close()
    canvas.deleteLater()
    assert told == ["no such picture"]
