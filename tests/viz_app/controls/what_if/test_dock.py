"""The dock without an engine: what its rows and its menu ask for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from model.analysis.baseline import holding_baseline
from model.network.interventions import HeadAblated, MaskOff
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.what_if.dock import WhatIfDock
from viz_app.state.state import Selection
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


def test_words_that_are_gone_and_words_that_are_new_are_marked_by_shapes(qtbot: QtBot) -> None:
    run, dock = make_run(), WhatIfDock()
    qtbot.addWidget(dock)
    assert run.produced_ids is not None
    ids = run.produced_ids.copy()
    ids[1] += 1
    dock.display(ready(holding_baseline(replace(run, produced_ids=ids), run)))
    before, after = dock.translation.text().splitlines()
    assert before.split()[2].startswith("◇") and before.count("◇") == 1 and "◆" not in before
    assert after.split()[2].startswith("◆") and after.count("◆") == 1 and "◇" not in after


def test_the_buttons_have_their_words_in_a_narrow_column(qtbot: QtBot) -> None:
    """In a window of 1024 pixels the column is so wide."""
    dock = WhatIfDock()
    qtbot.addWidget(dock)
    dock.resize(236, 300)
    dock.show()
    for button in (dock.beside, dock.back, dock.clear):
        assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()) + 8, button.text()
        assert dock.rect().contains(button.geometry())
    dock.resize(251, 300)  # one line is enough, and the rest is for what the changes did
    assert dock.beside.y() == dock.back.y() == dock.clear.y()
    letters = dock.font()
    letters.setPixelSize(28)  # the last two have no room beside each other, and a bar takes some of it
    dock.setFont(letters)
    dock.resize(237, 220)
    area = dock.findChild(QScrollArea)
    assert area is not None
    assert area.isAncestorOf(dock.foot)
    assert (inside := area.widget()) is not None
    assert inside.width() <= area.viewport().width()
    assert dock.back.y() < dock.clear.y()


def test_a_step_is_no_row_of_the_encoder(qtbot: QtBot) -> None:
    """Of what leaked onto padding it says a row of the source only where somebody points at one."""
    run, dock = make_run(), WhatIfDock()
    qtbot.addWidget(dock)
    planted = np.array(run.maps("encoder"))
    planted[1, 2, :, 5] = np.arange(1, 7) / 64  # of `<pad>`: sums 1/64 … 6/64, mean 3.5/64
    run = holding_baseline(replace(run, encoder_attention=planted), run)
    asked = NOTHING_CHANGED.adding(MaskOff("padding"))
    chosen = Selection("encoder", 1, 2, step=3)
    dock.display(replace(ready(run), what_if=asked, selection=chosen))
    assert f"{3.5 / 64:.4f}" in dock.leak.text()
    assert f"{4 / 64:.4f}" not in dock.leak.text()  # of the fourth row, which the fourth step is not
    dock.display(replace(ready(run), what_if=asked, selection=replace(chosen, query=4)))
    assert f"{5 / 64:.4f}" in dock.leak.text()
    dock.resize(236, 300)
    dock.show()
    tops = [part.mapTo(dock, QPoint()).y() for part in (dock.rows[0], dock.leak, dock.clicks)]
    assert tops == sorted(tops), "the effect before what else could be done: in a low window there is no room for both"
