"""Counts what a widget paints."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject


class Counter(QObject):
    """How often a widget was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.paints = 0

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.paints += event.type() == QEvent.Type.Paint
        return False
