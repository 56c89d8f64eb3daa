"""The keyboard from pane to pane (F6), in whichever window each of them stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def step(panes: Sequence[QWidget], direction: int, target_in: Callable[[QWidget], QWidget | None]) -> None:
    """Give it to what ``target_in`` names in the next (1) or previous (−1) of ``panes`` that has something."""
    focused = QApplication.focusWidget()
    here = next((i for i, pane in enumerate(panes) if focused is not None and pane.isAncestorOf(focused)), -1)
    start = here if here >= 0 else (-1 if direction > 0 else 0)
    for number in range(1, len(panes) + 1):
        target = target_in(panes[(start + direction * number) % len(panes)])
        if target is not None:
            if focused is None or target.window() is not focused.window():
                target.window().activateWindow()
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def first_focusable(pane: QWidget) -> QWidget | None:
    """The first widget of a pane that the Tab key would reach."""
    every, tab = (pane, *pane.findChildren(QWidget)), Qt.FocusPolicy.TabFocus
    return next((each for each in every if each.focusPolicy() & tab and each.isEnabled() and each.isVisible()), None)
