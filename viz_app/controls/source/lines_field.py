"""The text field of several sentences, one a line: Enter sends them off, Shift+Enter starts another one."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QMouseEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from viz_app.controls.source.enter_guard import ENTER, EnterGuard
from viz_app.controls.source.sentence_field import LIMIT, lines

MOST_SHOWN = 5  #: lines; more are scrolled


class LinesField(QPlainTextEdit):
    """As high as its lines. ``returnPressed`` never comes from the Enter that commits a syllable."""

    returnPressed = Signal()  # noqa: N815 (as QLineEdit calls it)
    inputRejected = Signal()  # noqa: N815 (as QLineEdit calls it)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refused = 0  #: length of the text that was last refused
        self._guard = EnterGuard()
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(3)
        self.blockCountChanged.connect(lambda _: self.updateGeometry())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        shown = min(max(2, self.blockCount()), MOST_SHOWN)
        margins = round(2 * self.document().documentMargin()) + 2 * self.frameWidth()
        return QSize(300, shown * (self.fontMetrics().lineSpacing() + 1) + margins + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if self._guard.takes(event):
            return
        if event.key() not in ENTER:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")  # Qt would insert a line separator
        else:
            self.returnPressed.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        super().inputMethodEvent(event)
        self._guard.compose(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self._guard.release(event)
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mousePressEvent(event)
        self._guard.click()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusOutEvent(event)
        self._guard.leave()

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """What is pasted comes with breaks of one kind, or, where it is too much, not at all."""
        pasted = lines(source.text()) + ("\n" if source.text().endswith("\n") else "")
        total = len(self.toPlainText()) - len(self.textCursor().selectedText()) + len(pasted)
        if total > LIMIT:
            self.refused = total
            self.inputRejected.emit()
        else:
            self.insertPlainText(pasted)
