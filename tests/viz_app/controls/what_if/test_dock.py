"""The dock without an engine: what its rows and its menu ask for."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from model.network.interventions import HeadAblated
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.what_if.dock import WhatIfDock
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges, SetChanges


def test_rows_ask_for_another_list_and_show_the_one_there_is(qtbot: QtBot) -> None:
    dock, heard = WhatIfDock(), list[object]()
    qtbot.addWidget(dock)
    dock.requested.connect(heard.append)
    asked = NOTHING_CHANGED.adding(HeadAblated("cross", 0, 1))
    dock.display(replace(ready(make_run()), what_if=asked))
    dock.rows[0].on.click()
    assert heard == [SetChanges(asked.switching(0, False))]
    assert dock.rows[0].on.isChecked()  # until its run is there
    dock.rows[0].drop.click()
    assert heard[-1] == SetChanges(AskedChanges())
    dock.rows[0].form.fields["head"].setValue(1)  # type: ignore[attr-defined]
    assert isinstance(heard[-1], SetChanges)
    assert heard[-1].asked.active == (HeadAblated("cross", 0, 0),)


def test_the_buttons_have_their_words_in_a_narrow_column(qtbot: QtBot) -> None:
    """In a window of 1024 pixels the column is so wide."""
    dock = WhatIfDock()
    qtbot.addWidget(dock)
    dock.resize(236, 300)
    dock.show()
    for button in (dock.beside, dock.back, dock.clear):
        assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()) + 8, button.text()
        assert dock.rect().contains(button.geometry())
