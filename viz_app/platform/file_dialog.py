"""The dialog for a file's place, which goes when it is closed, though never while it asks something itself."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPainter
from PySide6.QtWidgets import QFileDialog, QHeaderView, QSplitter, QToolButton, QTreeView, QWidget
from shiboken6 import delete, isValid

from viz_app.platform.window_room import room_for

translate = QCoreApplication.translate
PIXELS = 32  #: of an icon, at twice the usual size
WIDE, HIGH = 38, 24  #: lines of text
NO_FILES = (1, 2)  #: columns of a size and a kind, which are the same of every folder
ARROWS = ("backButton", "forwardButton", "toParentButton")  #: as Qt calls them


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
        self._make_room(mode)

    def _make_room(self, mode: QFileDialog.FileMode) -> None:
        """Qt's own has columns for small letters, and arrows that are black on every ground; a platform's has none."""
        for tree in self.findChildren(QTreeView):
            header = tree.header()
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            header.setStretchLastSection(False)
            for column in NO_FILES if mode == QFileDialog.FileMode.Directory else ():
                tree.hideColumn(column)
        for name in ARROWS:
            for button in self.findChildren(QToolButton, name):
                button.setIcon(inked(button.icon(), button.palette().buttonText().color()))
        for split in self.findChildren(QSplitter):
            line = self.fontMetrics().height()
            self.resize(QSize(WIDE * line, HIGH * line).expandedTo(self.size()).boundedTo(room_for(self)))
            split.setSizes([self.width() // 5, self.width()])

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


def inked(icon: QIcon, ink: QColor) -> QIcon:
    """The same shapes in one colour; paler where it is disabled, as Qt makes it."""
    pixmap = icon.pixmap(PIXELS, PIXELS)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), ink)
    painter.end()
    return QIcon(pixmap)


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
