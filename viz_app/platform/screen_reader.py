"""What assistive programs are told beyond what Qt tells them: plain descriptions, and what has happened.

All of it waits until such a program runs, so that it costs nothing else.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QWidget

OURS = "described_as"  #: a property of widgets whose description follows their tooltip: what that is
LAST = "last_announced"  #: a property of the application
LATER = 50  #: milliseconds after something has changed, so that what follows from it has its words


class ScreenReaders(QObject):
    """Keeps descriptions plain: looks again whenever something has ``changed`` or the keyboard has gone elsewhere."""

    def __init__(self, application: QApplication, changed: SignalInstance) -> None:
        super().__init__(application)
        self._soon = QTimer(self, singleShot=True, interval=LATER)
        self._soon.timeout.connect(self._describe)
        self._application = application
        self._changed = changed
        for signal in (application.focusChanged, changed):
            signal.connect(self.look)

    def stop(self) -> None:
        """Follow no more."""
        for signal in (self._application.focusChanged, self._changed):
            signal.disconnect(self.look)
        self._soon.stop()
        self.deleteLater()

    def look(self) -> None:
        """Describe what there is, soon and once."""
        if QAccessible.isActive():
            self._soon.start()

    def _describe(self) -> None:
        for top in QApplication.topLevelWidgets():
            if top.isVisible():
                for widget in (top, *top.findChildren(QWidget)):
                    describe(widget)
                    if isinstance(widget, QMenu) and not widget.property(OURS):
                        widget.setProperty(OURS, "menu")
                        widget.triggered.connect(close_menus)


def describe(widget: QWidget) -> None:
    """The tooltip in plain words, where nothing else describes the widget; Qt would read out its marks too.

    Of a list that drops down Qt says what is chosen, not what is chosen there; so that is said here.
    """
    now, ours = widget.accessibleDescription(), widget.property(OURS)
    if now and now != ours:
        return  # it says more about itself than its tooltip
    told = [line for line in plain(widget.toolTip()) if line != widget.accessibleName()]
    if isinstance(widget, QComboBox) and widget.accessibleName():
        told.insert(0, widget.accessibleName())
    said = "\n".join(told) or (" " if widget.toolTip() else "")  # an empty one would be the tooltip again
    if said != now:
        widget.setProperty(OURS, said)
        widget.setAccessibleDescription(said)


@lru_cache(maxsize=1024)
def plain(tip: str) -> tuple[str, ...]:
    """The lines of a tooltip without marks."""
    return tuple(line for line in QTextDocumentFragment.fromHtml(tip).toPlainText().splitlines() if line)


def close_menus() -> None:
    """After an entry has been chosen; by mouse and keys it goes before, by an assistive program not at all."""
    while isinstance(menu := QApplication.activePopupWidget(), QMenu):
        menu.close()


def announce(widget: QWidget, text: str) -> None:
    """Say ``text`` when what is being said has ended; once, though window and presentation both show it."""
    application = QApplication.instance()
    if application is not None and QAccessible.isActive() and text != application.property(LAST):
        application.setProperty(LAST, text)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
