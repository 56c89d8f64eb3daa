"""What a drop would do, said over the window while files are dragged over it. It opens nothing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QWidget

from viz_app.platform.theme import visible
from viz_app.state.intents import OpenPath

translate = QCoreApplication.translate
EDGE = 24  #: pixels around the words


class DropHint(QLabel):
    """Hidden until :meth:`tell`."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._over = window
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMargin(EDGE)
        self.hide()

    def tell(self, intent: OpenPath) -> None:
        """Say what would be opened, in the middle of the window."""
        room = self._over.width() - 2 * EDGE - 2 * self.fontMetrics().height()
        self.setText(self.fontMetrics().elidedText(told(intent), Qt.TextElideMode.ElideMiddle, room))
        self.adjustSize()
        self.move(self._over.rect().center() - QPoint(self.width() // 2, self.height() // 2))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paper with a dashed edge."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2, Qt.PenStyle.DashLine))
        painter.drawRect(self.rect().adjusted(6, 6, -7, -7))
        painter.end()
        super().paintEvent(event)


def told(intent: OpenPath) -> str:
    """``Drop to open run.npz``; with what lies beside it."""
    name = visible(intent.path.name or str(intent.path))
    if not intent.companions:
        return translate("DropHint", "Drop to open %1").replace("%1", name)
    template = translate("DropHint", "Drop to open %1, with %2")
    others = ", ".join(visible(path.name) for path in intent.companions)
    return template.replace("%2", others).replace("%1", name)
