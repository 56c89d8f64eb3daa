"""The tabs of the views: each with its whole title where all have room, else with a shorter one. Layout only."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

translate = QCoreApplication.translate
GLOSS = re.compile(r"\([^)]*\)")  #: the English term behind a Korean one


class ViewTabs(QTabWidget):
    """No tab is ever out of sight: shorter titles first, then ones that end in …"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wordings: list[tuple[str, ...]] = []  # of each tab, the longest first
        self._needs: list[int] = []  # pixels of all tabs in each wording; [] where nobody has measured yet
        self._level = 0
        self.setDocumentMode(True)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def add(self, view: QWidget, name: str, title: str) -> None:
        """One more view, whose picture is called ``name``."""
        without = GLOSS.sub("", title)
        self._wordings.append((title, without, short_titles().get(name, without)))
        self._needs = []
        self.addTab(view, _in_tab(title))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        self._fit(event.size().width())
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font needs other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._needs = []
            self._fit(self.width())

    def _fit(self, width: int) -> None:
        """The longest wording that has room; the last one where none has."""
        if not self._wordings:
            return
        if not self._needs:
            self._needs = [self._need(level) for level in range(len(self._wordings[0]))]
        fitting = (level for level, need in enumerate(self._needs) if need <= width)
        self._say(next(fitting, len(self._needs) - 1))

    def _need(self, level: int) -> int:
        self._say(level)
        bar = self.tabBar()
        return sum(bar.tabSizeHint(index).width() for index in range(bar.count()))

    def _say(self, level: int) -> None:
        if level != self._level:
            self._level = level
            for index, wordings in enumerate(self._wordings):
                self.setTabText(index, _in_tab(wordings[level]))


def short_titles() -> dict[str, str]:
    """What long titles are called where there is little room, by the name of the view."""
    return {
        "embeddings_layers": translate("ViewTabs", "Embeddings"),
        "teacher_forcing": translate("ViewTabs", "Forcing"),
    }


def _in_tab(title: str) -> str:
    return title.replace("&", "&&")
