"""A line of plain text that can be selected and copied, and says it more shortly where there is less room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from viz_app.platform.text import tooltip


class FittedLabel(QLabel):
    """Shows the first of several wordings that fits; the last one is cut with … if even that does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wordings: tuple[str, ...] = ("",)
        self._details: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_wordings(self, wordings: Sequence[str], details: tuple[str, ...] = ()) -> None:
        """The same statement, longest wording first. A screen reader gets the longest, so does the tooltip.

        ``details`` are lines for the tooltip instead.
        """
        if (tuple(wordings), details) != (self.wordings, self._details):
            self.wordings, self._details = tuple(wordings), details
            self.setAccessibleName(self.wordings[0])
            self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width() - 2 * self.margin()
        metrics = self.fontMetrics()
        fitting = (wording for wording in self.wordings if metrics.horizontalAdvance(wording) <= room)
        shown = next(fitting, None)
        if shown is None:
            shown = metrics.elidedText(self.wordings[-1], Qt.TextElideMode.ElideRight, room)
        if shown != self.text():
            self.setText(shown)
        lines = self._details or (() if shown == self.wordings[0] else self.wordings[:1])
        self.setToolTip(tooltip(*lines) if lines else "")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Height of one line; any width will do."""
        return QSize(200, self.fontMetrics().height() + 2 * self.margin())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(40, self.sizeHint().height())
