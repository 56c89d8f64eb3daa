"""The dialog is there while there is something to ask."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from tests.viz_app.dialogs.opening.test_dialog import ASKED, WAITING, open_dialog, window
from viz_app.state.state import Snapshot

__all__ = ["window"]  # a fixture


def test_it_comes_and_goes_with_the_question(window: QWidget) -> None:
    questions, dialog, heard = open_dialog(window)
    questions.display(replace(WAITING, message="something else"))
    assert questions.dialog is dialog
    questions.display(replace(WAITING, asked=replace(ASKED, ticket=4)))
    assert questions.dialog is not dialog
    questions.display(Snapshot())
    assert questions.dialog is None
    assert heard == []  # nobody left it
