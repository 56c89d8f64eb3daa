"""What the speaker sees on the other screen: the run, the row that is talked about, the next word, notes, the time."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from model.common.text import fill
from viz_app.controls.widgets import scaled
from viz_app.platform.text import quoted
from viz_app.platform.window_room import room_for
from viz_app.state.classroom.presentation import turned
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import produced, wordings

translate = QCoreApplication.translate
STEPS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1}
SECOND = 1_000  #: milliseconds


class SpeakerSheet(QWidget):
    """A window beside the presentation. Page keys and arrows step from here too."""

    requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(translate("Presentation", "Headscope: for the speaker"))
        self._shown = Snapshot()
        self.run, self.row, self.next, self.clock = (QLabel(self) for _ in range(4))
        for label, size in ((self.run, 1.2), (self.row, 1.6), (self.next, 1.6), (self.clock, 2.2)):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(label is not self.clock)
            label.setFont(scaled(self.font(), size))
        self.notes = QPlainTextEdit(self)
        self.notes.setReadOnly(True)
        self.notes.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # page keys step
        self.notes.setFont(scaled(self.font(), 1.3))
        self.notes.setAccessibleName(translate("Presentation", "Notes"))
        self.notes.setPlaceholderText(translate("Presentation", "Notes of the session appear here (Ctrl+Shift+N)"))
        self._timer = QTimer(self, interval=SECOND)
        self._timer.timeout.connect(self._tell_time)
        above = QHBoxLayout()
        above.addWidget(self.run, 1)
        above.addWidget(self.clock, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.addLayout(above)
        for widget, share in ((self.row, 0), (self.next, 0), (self.notes, 1)):
            column.addWidget(widget, share)
        self.resize(QSize(900, 560).boundedTo(room_for(self)))

    def display(self, snapshot: Snapshot) -> None:
        """Where the talk is now."""
        self._shown, trace = snapshot, snapshot.trace
        meta = None if trace is None else trace.meta
        self.run.setText("" if meta is None else f"{meta.source_text} → {meta.translation}")
        self.row.setText(wordings(snapshot)[0])
        self.next.setText(next_word(snapshot))
        notes = [snapshot.notes.text, *(note.text for note in snapshot.notes.places)]
        text = "\n\n".join(filter(None, notes))
        if text != self.notes.toPlainText():
            self.notes.setPlainText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if Qt.Key(event.key()) in STEPS:
            self.requested.emit(turned(self._shown, STEPS[Qt.Key(event.key())]))
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        self._tell_time()
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        self._timer.stop()
        super().hideEvent(event)

    def _tell_time(self) -> None:
        self.clock.setText(QLocale().toString(QDateTime.currentDateTime().time(), QLocale.FormatType.ShortFormat))


def next_word(now: Snapshot) -> str:
    """What the step after this one writes; that there is none; "" where nothing is written."""
    trace, step = now.trace, now.selection.step + 1
    if trace is None or trace.produced_tokens is None:
        return ""
    if step >= trace.steps:
        return translate("Presentation", "next: this is the last step")
    return fill(translate("Presentation", "next: %1"), quoted(produced(trace, step) or ""))
