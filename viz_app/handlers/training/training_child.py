"""The process of a training: ``train`` itself, which says its events as lines and ends when nobody listens any more."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QProcess, Signal

from model.record.training_events import event_of
from viz_app.handlers.export_job import Child
from viz_app.state.state import Notice

translate = QCoreApplication.translate
LEAVE_MILLISECONDS = 5_000  #: for the update that goes on when the window has closed


class TrainingChild(Child):
    """Ends by itself, or when it is asked to; what it has learnt is in its folder then."""

    told = Signal(object)  #: an event of :mod:`model.record.training_events`

    def __init__(self, words: list[str], about: str, parent: QObject | None = None) -> None:
        super().__init__(words, about, parent)
        self._line = b""  # the last one, while its end has not come
        self._process.readyReadStandardOutput.connect(self._read)

    @property
    def process_id(self) -> int:
        """Its number in the system; 0 where it has not started."""
        return self._process.processId()

    def ask_to_end(self) -> None:
        """After its update. It listens to what we might write, and hears that there is no more."""
        self._process.closeWriteChannel()

    def end(self) -> None:
        """Stop it at once; nothing follows any more."""
        self._process.readyReadStandardOutput.disconnect()
        super().end()

    def leave(self) -> None:
        """The same, where it has not ended by itself in a moment."""
        self.blockSignals(True)
        self.ask_to_end()
        self._process.waitForFinished(LEAVE_MILLISECONDS)
        self.end()

    def _read(self) -> None:
        *lines, self._line = (self._line + self._process.readAllStandardOutput().data()).split(b"\n")
        for line in lines:
            event = event_of(line.decode("utf-8", "replace"))
            if event is not None:
                self.told.emit(event)

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        super()._end(code, status)

    def _fail(self, _: str) -> None:
        why = translate("Training", "the training ended unexpectedly: it was ended from outside, or memory ran out")
        step = translate("Training", "Go on with it: what was saved last is in its folder")
        self.failed.emit(Notice(self._about, why, step))
