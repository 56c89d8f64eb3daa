"""A row of tabs that can all be seen: each with its whole title where all have room, else with a shorter one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from viz_app.platform.theme import without_gloss

translate = QCoreApplication.translate


class FittedTabBar(QTabBar):
    """No tab scrolls out of sight: titles lose their glosses, then become shorter, then end in …"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wordings: list[tuple[str, str, str]] = []  # of each tab, the longest first
        self._needs: list[int] = []  # pixels of all tabs in each wording; [] where nobody has measured yet
        self._level = 0
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def word(self, *titles: tuple[str, str]) -> None:
        """What the tabs that are there are called: the whole title of each, and a short one or ""."""
        self._wordings = [(title, without_gloss(title), short or without_gloss(title)) for title, short in titles]
        self._level = -1
        self._measure()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font needs other widths."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._wordings:
            self._measure()

    def _measure(self) -> None:
        self._needs = [self._need(level) for level in range(3)]
        self._fit()

    def _need(self, level: int) -> int:
        self._say(level)
        return sum(self.tabSizeHint(index).width() for index in range(self.count()))

    def _fit(self) -> None:
        """The longest wording that has room; the last one where none has."""
        fitting = (level for level, need in enumerate(self._needs) if need <= self.width())
        self._say(next(fitting, len(self._needs) - 1))

    def _say(self, level: int) -> None:
        if level != self._level:
            self._level = level
            for index, wordings in enumerate(self._wordings):
                self.setTabText(index, wordings[level].replace("&", "&&"))


def short_titles() -> dict[str, str]:
    """What long titles are called where there is little room, by the name of the view or of its page."""
    return {
        "embeddings_layers": translate("FittedTabBar", "Embeddings"),
        "teacher_forcing": translate("FittedTabBar", "Forcing"),
        "stream": translate("FittedTabBar", "Residual"),
        "guesses": translate("FittedTabBar", "Guesses"),
    }
