"""The Tab key goes through a pane as the eye does, also where parts of it have been made later than others."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def follow_layout(pane: QWidget) -> None:
    """Give everything in ``pane`` that takes the keyboard the order of its layouts."""
    for before, after in pairwise(_reached(pane)):
        QWidget.setTabOrder(before, after)


def _reached(widget: QWidget) -> list[QWidget]:
    own = [widget] if widget.focusPolicy() != Qt.FocusPolicy.NoFocus else []
    layout = widget.layout()
    return own if layout is None else own + _inside(layout)


def _inside(layout: QLayout) -> list[QWidget]:
    """Of a layout's items and of those in them, first to last."""
    found: list[QWidget] = []
    for index in range(layout.count()):
        item = layout.itemAt(index)
        widget, inner = (None, None) if item is None else (item.widget(), item.layout())
        if widget is not None:
            found += _reached(widget)
        elif inner is not None:
            found += _inside(inner)
    return found
