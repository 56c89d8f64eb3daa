"""One line for the place that is pointed at, else the one that is selected: it is always there, so nothing moves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from viz_app.platform.theme import shorten


class PlaceLine(QLabel):
    """A place in words, with as many of its parts as have room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[str, ...] = ()
        self._short = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def tell(self, told: str, short: str = "") -> None:
        """The lines of ``told`` beside each other; ``short`` where not even the first has room."""
        parts = tuple(line for line in told.split("\n") if line)
        if (parts, short) != (self._parts, self._short):
            self._parts, self._short = parts, short
            self.setAccessibleName(" · ".join(parts))
            self._fit()

    @property
    def shortest(self) -> int:
        """Pixels that the fewest words take."""
        return self.fontMetrics().horizontalAdvance(self._short or "".join(self._parts[:1])) + 2

    def _fit(self) -> None:
        room, parts = self.contentsRect().width(), list(self._parts)
        wide = self.fontMetrics().horizontalAdvance
        while len(parts) > 1 and wide(" · ".join(parts)) > room:
            parts.pop()
        if self._short and parts and wide(parts[0]) > room:
            parts = [self._short]
        self.setText(shorten(" · ".join(parts), self.font(), room))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """One line, also where there is nothing to tell."""
        return QSize(160, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
