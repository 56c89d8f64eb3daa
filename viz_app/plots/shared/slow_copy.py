"""A million numbers to the clipboard, some at a time: the window goes on in between."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

AT_ONCE = 10_000  #: numbers that are written between two frames


class SlowCopy(QObject):
    """One copy at a time: a new one, or :meth:`stop`, ends the one before, and the clipboard keeps what it had."""

    progressed = Signal(float)  #: share that is written
    done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Iterator[str] = iter(())
        self._written: list[str] = []
        self._count = self._each = 1
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def works(self) -> bool:
        """Is one under way?"""
        return self._timer.isActive()

    def start(self, lines: Iterator[str], count: int, across: int) -> None:
        """``count`` lines of ``across`` numbers each."""
        self._lines, self._written, self._count = lines, [], max(1, count)
        self._each = max(1, AT_ONCE // max(1, across))
        self._timer.start(0)
        self._go_on()

    def stop(self) -> None:
        """Copy nothing."""
        self._timer.stop()
        self._lines, self._written = iter(()), []

    def _go_on(self) -> None:
        more = list(islice(self._lines, self._each))
        self._written += more
        if len(more) == self._each:
            self.progressed.emit(min(1.0, len(self._written) / self._count))
            return
        text = "".join(self._written)
        self.stop()
        QGuiApplication.clipboard().setText(text)
        self.done.emit()
