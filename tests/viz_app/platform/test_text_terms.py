"""What tutorials call our terms is said in a tooltip wherever the term is shown."""

from __future__ import annotations

from html import escape

from pytestqt.qtbot import QtBot

from viz_app.commands.menus.view import menu
from viz_app.controls.display.display_bar import DisplayBar
from viz_app.controls.inspector.inspector import Inspector
from viz_app.platform.text import target_mask_elsewhere, weights_elsewhere
from viz_app.state.state import Snapshot
from viz_app.views.masks import MasksView


def test_weights_are_called_scores_by_some(qtbot: QtBot) -> None:
    inspector, bar = Inspector(), DisplayBar()
    qtbot.addWidget(inspector)
    qtbot.addWidget(bar)
    said = escape(weights_elsewhere())
    assert "some tutorials call it" in said and "score" in said
    assert said in inspector.cell.weight.toolTip() and said in inspector.cell.names[inspector.cell.weight].toolTip()
    assert said in bar.boxes["quantity"].toolTip()


def test_the_target_mask_is_called_look_ahead_mask_by_many(qtbot: QtBot) -> None:
    view = MasksView()
    qtbot.addWidget(view)
    assert "many tutorials call it “look-ahead mask”" in target_mask_elsewhere()
    assert escape(target_mask_elsewhere()) in view.as_in_code.toolTip()
    hints = [
        command.hint_now(Snapshot())
        for section in menu((("masks", "Masks"),)).sections
        for command in section
        if command.name == "view.masks"
    ]
    assert len(hints) == 1 and "which many tutorials call its look-ahead mask" in str(hints[0])
