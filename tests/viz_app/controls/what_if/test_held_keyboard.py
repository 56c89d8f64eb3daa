"""The keyboard in the dock, when the row that has it is made anew or goes."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model.network.interventions import HeadAblated, PositionsOff, Unscaled
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.what_if.dock import WhatIfDock
from viz_app.state.state import Snapshot
from viz_app.state.what_if import NOTHING_CHANGED, AskedChange, AskedChanges

HEAD, UNSCALED = AskedChange(HeadAblated("cross", 0, 1)), AskedChange(Unscaled())


class ShownWindows(QObject):
    """Every widget that comes on screen as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.found.append(watched)
        return False


def shown_dock(qtbot: QtBot) -> WhatIfDock:
    """In a window that has the keyboard."""
    dock = WhatIfDock()
    qtbot.addWidget(dock)
    dock.show()
    dock.activateWindow()
    qtbot.waitUntil(dock.isActiveWindow)
    return dock


def showing(*changes: AskedChange) -> Snapshot:
    return replace(ready(make_run()), what_if=AskedChanges(changes))


def test_it_goes_to_the_row_that_takes_the_place_and_at_last_to_add(qtbot: QtBot) -> None:
    dock, shown = shown_dock(qtbot), ShownWindows()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.installEventFilter(shown)
    dock.display(showing(HEAD, UNSCALED, AskedChange(PositionsOff())))
    for name in ("on", "drop"):
        dock.display(showing(HEAD, UNSCALED, AskedChange(PositionsOff())))
        dock.rows[1].places[name].setFocus()
        dock.display(showing(HEAD, replace(UNSCALED, on=False), AskedChange(PositionsOff())))
        assert QApplication.focusWidget() is dock.rows[1].places[name]
        dock.display(showing(HEAD))
        assert QApplication.focusWidget() is dock.rows[0].places[name]
        dock.display(replace(ready(make_run()), what_if=NOTHING_CHANGED))
        assert QApplication.focusWidget() is dock.add
    application.removeEventFilter(shown)
    assert not shown.found, "a part was shown before it had a parent"


def test_it_stays_where_nothing_has_changed(qtbot: QtBot) -> None:
    dock = shown_dock(qtbot)
    dock.display(showing(HEAD, UNSCALED))
    for place in (dock.rows[0].drop, dock.rows[1].on, dock.clear):
        place.setFocus()
        dock.display(showing(HEAD, UNSCALED))
        assert QApplication.focusWidget() is place
