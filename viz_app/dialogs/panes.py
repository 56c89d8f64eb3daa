"""Panes that stay open beside the window: one of a kind, which comes to the front when it is asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viz_app.state.state import State

Pane = TypeVar("Pane", bound=QWidget)


def pane_of(kind: type[Pane], window: QWidget, state: State, handle: Callable[[Any], None]) -> Pane:
    """The window's one pane of a ``kind`` that has ``requested`` and ``display``; made where there is none."""
    found = window.findChild(kind)
    if found is not None:
        return found
    pane: Any = kind(window)
    pane.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    pane.requested.connect(handle)
    state.changed.connect(pane.display)
    pane.display(state.snapshot)
    made: Pane = pane
    return made


def to_front(pane: QWidget) -> None:
    """Show it, with the keyboard."""
    pane.show()
    pane.raise_()
    pane.activateWindow()
