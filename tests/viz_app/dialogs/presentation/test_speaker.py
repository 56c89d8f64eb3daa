"""The speaker's window: where the talk is, what comes next, the notes; and it steps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from model.record.notes import Note, RunNotes
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.presentation import services
from viz_app.dialogs.presentation.speaker import SpeakerSheet, next_word
from viz_app.state.classroom.presentation import Presentation
from viz_app.state.intents import Intent, Select
from viz_app.state.state import Selection, Snapshot

NOTES = RunNotes("Ask the class first", (Note("here: the comma"),))
NOW = Snapshot(trace=make_trace(), selection=Selection("cross", step=2), notes=NOTES)


def test_it_says_row_next_word_notes_and_time_and_a_clicker_works_there(qapp: QApplication) -> None:
    window = QWidget()
    sheet, asked = SpeakerSheet(window), list[Intent]()
    sheet.requested.connect(asked.append)
    sheet.display(NOW)
    sheet.show()
    assert sheet.row.text().startswith("step 3 / 8")
    assert sheet.next.text() == "next: “in”", "Two dogs play in"
    assert "Ask the class first" in sheet.notes.toPlainText()
    assert "here: the comma" in sheet.notes.toPlainText()
    assert ":" in sheet.clock.text()
    QTest.keyClick(sheet, Qt.Key.Key_PageDown)
    QTest.keyClick(sheet, Qt.Key.Key_Left)
    assert asked == [Select(step=3), Select(step=1)]
    assert "last step" in next_word(replace(NOW, selection=Selection("cross", step=7)))
    assert next_word(Snapshot()) == ""
    sheet.close()
    window.deleteLater()


@pytest.mark.parametrize("screens", [1, 2])
def test_it_is_there_only_with_a_second_screen_and_goes_with_the_presentation(
    qapp: QApplication, screens: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "has_two_screens", lambda: screens == 2)
    window = QWidget()
    window.show()
    shown = services.PresentationDesk(window, lambda _: None)
    shown.display(replace(NOW, presentation=Presentation()))
    assert (shown.speaker is not None) == (screens == 2)
    shown.display(replace(NOW, presentation=Presentation(), selection=Selection("cross", step=3)))
    if shown.speaker is not None:
        assert shown.speaker.row.text().startswith("step 4")
    shown.display(NOW)
    assert shown.speaker is None
    assert shown.hall is None
    QApplication.processEvents()
    window.close()
    window.deleteLater()
    QApplication.processEvents()
