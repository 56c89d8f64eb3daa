"""A column of panes, one below the other: whoever comes or goes, the height is shared anew."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

SHARES = {"ModelMap": 3.0, "Inspector": 3.0, "WhatIfDock": 2.0, "Notes": 1.5}  #: of the height, by class


class PaneColumn(QSplitter):
    """Qt would give each what it asks for, and nothing to the one that was there first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setChildrenCollapsible(False)
        self._shown: tuple[QWidget, ...] = ()

    def share(self) -> None:
        """Where other panes are shown than before; a person's own heights stay as long as none comes or goes."""
        panes = [pane for at in range(self.count()) if (pane := self.widget(at)) is not None]
        shown = tuple(pane for pane in panes if not pane.isHidden())
        if shown == self._shown:
            return
        self._shown = shown
        shares = [SHARES.get(type(pane).__name__, 1.0) if pane in shown else 0.0 for pane in panes]
        self.setSizes([round(1000 * share) for share in shares])
