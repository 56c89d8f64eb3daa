"""A row of tabs that can all be seen: each with its whole title where all have room, closer together if need be, else
with a shorter one.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleOption, QTabBar, QWidget

from viz_app.platform.theme import without_gloss

LEVELS = 6  #: wordings of a tab, from its whole title to one word
SMALLEST = 9  #: pixels of letters, however little room there is
LEAST = 0.55  #: of the letters that were asked for, however little room there is: where they are large, half is read
SPARE = 2  #: pixels below and above a title: styles cut descenders off the tabs that are not chosen
CLOSEST = 10  #: pixels beside a title, both sides together, before it becomes a shorter one
SLIGHTLY = 0.88  #: of the letters, before a word says less
READABLE = 3  #: of the wordings, those that name every view by a word of its own


class TabStyle(QProxyStyle):
    """The application's own, with as much beside a title as there is room for."""

    def __init__(self) -> None:
        own = QApplication.style()
        super().__init__(own.name())
        self.usual = own.pixelMetric(QStyle.PixelMetric.PM_TabBarTabHSpace)
        self.beside = self.usual

    def pixelMetric(  # noqa: N802 - Qt's name
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_TabBarTabHSpace:
            return self.beside
        return super().pixelMetric(metric, option, widget)


class FittedTabBar(QTabBar):
    """No tab scrolls out of sight: titles come closer, lose their glosses, become shorter, then smaller, then end in …

    What comes only at times has its place kept, where all have room for a word each: then nothing moves for it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hints: dict[tuple[str, int], QSize] = {}  # by a title and what is beside it; Qt asks hundreds of times
        self._style = TabStyle()
        self._style.setParent(self)
        self.setStyle(self._style)
        self._wordings: list[tuple[str, ...]] = []  # of each tab, the longest first
        self._needs: list[int] = []  # pixels of all tabs in each wording; [] where nobody has measured yet
        self._all_needs: list[int] = []  # with those that are not there now
        self._always: list[int] = []  # tabs that do not come and go
        self._always_needs: list[int] = []
        self._level = 0
        self._high = 0  # pixels of the highest tab so far
        self._usual = QFont(self.font())  # the letters, where there is room for them
        self._fitting = False
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def word(self, *titles: tuple[str, ...]) -> None:
        """What the tabs are called: the whole title of each, a short one or "", and shorter ones.

        Those that are not visible now come at times.
        """
        self._wordings, self._always = [], self._there()
        for title, *others in titles:
            words = [title, without_gloss(title)]
            for level in range(LEVELS - len(words)):
                words.append(without_gloss(others[level] if level < len(others) else "") or words[-1])
            self._wordings.append(tuple(words))
        self._level = -1
        self._measure()

    def _there(self) -> list[int]:
        return [index for index in range(self.count()) if self.isTabVisible(index)]

    def show_tab(self, index: int, shown: bool) -> bool:
        """A tab that is there only at times; the others have its room while it is not. Has that changed?"""
        if self.isTabVisible(index) == shown:
            return False
        self.setTabVisible(index, shown)
        self._measure()
        return True

    @property
    def needed(self) -> int:
        """Pixels of the tabs that are always there, in their shortest words."""
        return min(self._closest(self._always_needs, len(self._always)), default=0)

    @property
    def wanted(self) -> int:
        """Pixels of all tabs that may ever come, each by a word of its own, as close as they get."""
        return self._closest(self._all_needs, self.count())[READABLE - 1] if self._needs else 0

    def _closest(self, needs: list[int], tabs: int) -> list[int]:
        return [need - tabs * max(0, self._style.usual - CLOSEST) for need in needs]

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Any width will do."""
        return QSize(60, super().minimumSizeHint().height())

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802 - Qt's name
        """As high as with the usual letters: with smaller ones nothing below moves."""
        named = (self.tabText(index), self._style.beside)
        size = self._hints.get(named)
        if size is None:
            size = self._hints[named] = super().tabSizeHint(index) + QSize(0, SPARE)
        self._high = max(self._high, size.height())
        return QSize(size.width(), self._high)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font needs other widths."""
        self._hints.clear()
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._wordings and not self._fitting:
            self._usual = QFont(self.font())
            self._high = 0
            self._measure()

    def event(self, event: QEvent) -> bool:
        """The application's font counts, whatever letters were needed before."""
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._write(QFont())
            self._usual, self._high = QFont(self.font()), 0
        return super().event(event)

    def follow_font(self) -> None:
        """Qt tells only what stands around of another font, where letters here are smaller than was asked for."""
        self._hints.clear()
        self._usual, self._high = QFont(), 0
        if self._wordings:
            self._measure()

    def _measure(self) -> None:
        self._write(self._usual)
        self._style.beside, self._level = self._style.usual, -1
        there, widths = self._there(), self._widths()
        self._needs = [sum(each[index] for index in there) for each in widths]
        self._all_needs = [sum(each) for each in widths]
        self._always_needs = [sum(each[index] for index in self._always) for each in widths]
        self._fit()

    def _widths(self) -> list[list[int]]:
        """Pixels of each tab in each wording, as Qt gives them; it is asked for one: naming a tab lays out all."""
        metrics, flag = self.fontMetrics(), Qt.TextFlag.TextShowMnemonic
        levels = [[_written(each[level]) for each in self._wordings] for level in range(LEVELS)]
        around = self.tabSizeHint(0).width() - metrics.size(flag, self.tabText(0)).width() if self.count() else 0
        return [[around + metrics.size(flag, title).width() for title in titles] for titles in levels]

    def _fit(self) -> None:
        """The longest wording that has room; where none has, the last one in smaller letters."""
        if self._fitting or not self._needs:
            return
        self._write(self._usual)
        needs, tabs = self._needs, len(self._there())
        if self._all_needs[0] > self.width() >= self.wanted:
            needs, tabs = self._all_needs, self.count()
        level = next((at for at, need in enumerate(self._closest(needs, tabs)) if need <= self.width()), LEVELS - 1)
        for fuller in range(READABLE, level):
            self._space(min(CLOSEST, self._style.usual))
            self._say(fuller)
            slightly = self._smaller(fuller)
            if slightly.pixelSize() >= SLIGHTLY * QFontInfo(self._usual).pixelSize():
                self._write(slightly)
                return
        spare = (needs[level] - self.width()) / max(1, tabs)  # of each tab
        self._space(max(min(CLOSEST, self._style.usual), self._style.usual - max(0, ceil(spare))))
        self._say(level)
        if self._closest(self._needs, len(self._there()))[level] > self.width():
            self._write(self._smaller(level))

    def _space(self, beside: int) -> None:
        """So many pixels beside each title."""
        if beside != self._style.beside:
            self._style.beside = beside
            self._level = -1  # Qt lays tabs out again when they are named

    def _smaller(self, level: int) -> QFont:
        """Letters in which the titles, as they are said, fit beside what tabs have around them."""
        metrics, smaller = QFontMetrics(self._usual), QFont(self._usual)
        titles = sum(metrics.horizontalAdvance(self.tabText(index)) for index in self._there())
        around = self._closest(self._needs, len(self._there()))[level] - titles
        share = (self.width() - around - self.count()) / max(1, titles)
        usual = QFontInfo(self._usual).pixelSize()
        smaller.setPixelSize(max(SMALLEST, int(max(share, LEAST) * usual)))
        return smaller

    def _write(self, letters: QFont) -> None:
        if letters != self.font():
            self._fitting = True
            self.setFont(letters)
            self._fitting = False

    def _say(self, level: int) -> None:
        if level != self._level:
            self._level = level
            for index, wordings in enumerate(self._wordings):
                self.setTabText(index, _written(wordings[level]))


def _written(title: str) -> str:
    """As Qt wants a title that underlines no letter."""
    return title.replace("&", "&&")
