"""Every format that opens, dropped on the window: asked where something is open, then translated and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from tests.e2e.screen import Key, Screen
from tests.e2e.test_opening_foreign import drop
from tests.model.formats.samples import all_samples, format_of
from tests.viz_app.running import wait_until

#: The first sample of each format.
FIRST = {format_of(name): sample for name, sample in reversed(list(all_samples().items())) if sample.opens}


@pytest.mark.parametrize("name", FIRST)
def test_from_a_drop_to_a_picture(name: str, screen: Screen, tmp_path: Path) -> None:
    assert screen.now.checkpoint is not None
    before = screen.now.checkpoint.sha256
    drop(screen, FIRST[name].write(tmp_path))
    wait_until(lambda: screen.now.busy is None, "the file to be read")
    if screen.now.asked is not None:
        question = screen.window.opening.dialog
        assert question is not None
        wait_until(question.isVisible, "the dialog")
        screen.click(question.open_button)
        wait_until(lambda: screen.now.asked is None and screen.now.busy is None, "the file to open")
        screen.leave_dialog()
    wait_until(lambda: checkpoint_of(screen) != before, "the new checkpoint")
    field = screen.window.source_box.field
    field.setText(FIRST[name].sentence)
    QTest.keyClick(field, Key.Key_Return)
    wait_until(lambda: screen.now.busy is None and trace_of(screen) == checkpoint_of(screen), "its run")
    assert screen.place_of() is not None


def checkpoint_of(screen: Screen) -> str:
    """The open checkpoint's hash."""
    return "" if screen.now.checkpoint is None else screen.now.checkpoint.sha256


def trace_of(screen: Screen) -> str:
    """The hash of the checkpoint that the drawn run was made with."""
    return "" if screen.now.trace is None else screen.now.trace.meta.checkpoint_sha256
