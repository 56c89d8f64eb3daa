"""The dialog for a file's place, which goes when it is closed, though never while it asks something itself."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import delete, isValid

translate = QCoreApplication.translate


class FileDialog(QFileDialog):
    """Qt's own, deleted when it is closed.

    "File not found" and "Replace it?" are boxes that :meth:`accept` keeps on the stack, in an event loop of their own.
    Whoever deletes the dialog or its window meanwhile (a question that has been settled, an engine that has ended)
    deletes what lies on the stack, and the program ends with "double free or corruption". So that waits.
    """

    _asking = 0  #: how many of them ask something now, one over the other
    _waiting: ClassVar[list[QObject]] = []  #: to be deleted once none does

    def __init__(self, window: QWidget, title: str, mode: QFileDialog.FileMode) -> None:
        super().__init__(window, title)
        self.setFileMode(mode)
        for label, text in missing_words():
            self.setLabelText(label, text)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for each in (self, *_parents(self)):
            each.installEventFilter(self)

    def accept(self) -> None:
        """Take the name that is typed, or say what is wrong with it."""
        FileDialog._asking += 1
        super().accept()
        FileDialog._asking -= 1
        if not FileDialog._asking:
            waiting, FileDialog._waiting = FileDialog._waiting, []
            for each in waiting:
                QTimer.singleShot(0, each, lambda each=each: _go(each))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Put off the end of the dialog, and of what it lies in, while something is asked."""
        if not FileDialog._asking or event.type() != QEvent.Type.DeferredDelete:
            return super().eventFilter(watched, event)
        FileDialog._waiting.append(watched)
        return True


def missing_words() -> tuple[tuple[QFileDialog.DialogLabel, str], ...]:
    """What Qt's own catalogue of Korean lacks, as labels. The words of its list of files are in ours under its name."""
    translate("QAbstractFileIconProvider", "Folder")
    return (
        (QFileDialog.DialogLabel.LookIn, translate("FileDialog", "Look in:")),
        (QFileDialog.DialogLabel.FileType, translate("FileDialog", "Files of type:")),
    )


def _parents(widget: QWidget) -> list[QObject]:
    parent = widget.parentWidget()
    return [] if parent is None else [parent, *_parents(parent)]


def _go(gone: QObject) -> None:
    if isValid(gone):
        delete(gone)
