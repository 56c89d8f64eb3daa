"""Masks: buttons that add and remove padding."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.viz_app.sample_trace import make_trace
from tests.viz_app.views.pointing import pointing_at
from viz_app.intents import AddPadding
from viz_app.state import Snapshot
from viz_app.views.masks import MasksView


def test_the_buttons_ask_for_padding(qapp: QApplication) -> None:
    view = MasksView()
    with pointing_at(view) as hand:
        QTest.mouseClick(view.add, Qt.MouseButton.LeftButton)
        assert hand.asked == [AddPadding(4)]
        assert not view.remove.isEnabled()
        hand.state.update(trace=make_trace(padding=8), padding=8)
        QTest.mouseClick(view.add, Qt.MouseButton.LeftButton)
        QTest.mouseClick(view.remove, Qt.MouseButton.LeftButton)
        assert hand.asked[1:] == [AddPadding(12), AddPadding(0)]


def test_without_a_run_there_is_nothing_to_pad(qapp: QApplication) -> None:
    view = MasksView()
    view.display(Snapshot())
    assert not view.add.isEnabled()
    assert not view.remove.isEnabled()
    view.deleteLater()


def test_the_pad_token_is_shown_literally(qapp: QApplication) -> None:
    view = MasksView()
    assert "<pad>" in view.add.text()
    assert "&lt;pad&gt;" in view.add.toolTip()
    view.deleteLater()


def test_padding_changes_the_picture(qapp: QApplication) -> None:
    with pointing_at(MasksView()) as hand:
        before = hand.view.canvas.grab().toImage()
        hand.state.update(trace=make_trace(padding=4), padding=4)
        assert hand.view.canvas.grab().toImage() != before
