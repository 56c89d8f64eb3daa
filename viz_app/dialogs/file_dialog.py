"""The dialog for a file's place, which goes when it is closed, though never while it asks something itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import delete, isValid


class FileDialog(QFileDialog):
    """Qt's own, deleted when it is closed.

    "File not found" and "Replace it?" are boxes that :meth:`accept` keeps on the stack, in an event loop of their own.
    Whoever deletes the dialog or its window meanwhile (a question that has been settled, an engine that has ended)
    deletes what lies on the stack, and the program ends with "double free or corruption". So that waits.
    """

    def __init__(self, window: QWidget, title: str, mode: QFileDialog.FileMode) -> None:
        super().__init__(window, title)
        self._waiting: list[QObject] = []  # to be deleted once nothing is asked any more
        self.setFileMode(mode)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def accept(self) -> None:
        """Take the name that is typed, or say what is wrong with it."""
        kept: list[QObject] = [self, *_parents(self)]
        for each in kept:
            each.installEventFilter(self)
        super().accept()
        for each in kept:
            each.removeEventFilter(self)
        for each in self._waiting:
            QTimer.singleShot(0, each, lambda each=each: _go(each))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Put off the end of the dialog, and of what it lies in. Only heard while something is asked."""
        if event.type() != QEvent.Type.DeferredDelete:
            return super().eventFilter(watched, event)
        self._waiting.append(watched)
        return True


def _parents(widget: QWidget) -> list[QObject]:
    parent = widget.parentWidget()
    return [] if parent is None else [parent, *_parents(parent)]


def _go(gone: QObject) -> None:
    if isValid(gone):
        delete(gone)
