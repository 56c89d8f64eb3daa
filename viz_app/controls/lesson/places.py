"""The places of the window that a lesson can point at, by name: the one registry, for the ring and for lesson files.

A name is one of :data:`PLACES`, or that of a command, which is then found in the menu bar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QTabBar, QWidget

from model.lessons.quantities import RowPlace
from model.lessons.vocabulary import TOPICS, VIEWS
from model.record.trace import KINDS
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.state.lessons.goals import place_of_goal
from viz_app.state.questions import SWITCHES
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.main_window import MainWindow


class Spot(NamedTuple):
    """A widget, and the part of it that is meant."""

    widget: QWidget
    part: QRect


Find = Callable[["MainWindow", Snapshot, Mapping[str, Any]], Spot | None]


def spot(name: str, window: MainWindow, now: Snapshot, goal: Mapping[str, Any]) -> Spot | None:
    """Where a name is on the screen now; ``goal`` says which row or cell. None where it is not to be seen."""
    found = PLACES[name](window, now, goal) if name in PLACES else _in_menu_bar(window, name)
    if found is None or not found.widget.isVisible():
        return None
    seen = found.part.intersected(found.widget.rect())
    return None if seen.isEmpty() else Spot(found.widget, seen)


def _whole(widget: QWidget | None) -> Spot | None:
    return None if widget is None else Spot(widget, widget.rect())


def _of(path: str) -> Find:
    """A part of the window by its attributes: ``stepper.next``."""

    def find(window: MainWindow, _: Snapshot, __: Mapping[str, Any]) -> Spot | None:
        part: Any = window
        for name in path.split("."):
            part = getattr(part, name, None)
        return _whole(part) if isinstance(part, QWidget) else None

    return find


def _of_view(name: str, path: str) -> Find:
    """A part of a view, while that is the visible one."""

    def find(window: MainWindow, now: Snapshot, _: Mapping[str, Any]) -> Spot | None:
        part: Any = window.tabs.current if now.view == name else None
        for attribute in path.split("."):
            part = getattr(part, attribute, None)
        return _whole(part) if isinstance(part, QWidget) else None

    return find


def _kind(name: str) -> Find:
    return lambda window, _, __: _whole(window.kind_switch.buttons[name])  # type: ignore[index]  # one of KINDS


def _tab(name: str) -> Find:
    def find(window: MainWindow, _: Snapshot, __: Mapping[str, Any]) -> Spot | None:
        bar, names = window.tabs.tabBar(), list(window.views)
        return Spot(bar, bar.tabRect(names.index(name))) if name in names else None

    return find


def _topic(name: str) -> Find:
    def find(window: MainWindow, now: Snapshot, _: Mapping[str, Any]) -> Spot | None:
        bar = getattr(window.tabs.current, "topics", None) if now.view == "embeddings_layers" else None
        return Spot(bar, bar.tabRect(TOPICS.index(name))) if isinstance(bar, QTabBar) else None

    return find


def _question(name: str) -> Find:
    """Of those without a button of their own, the menu that has them."""

    def find(window: MainWindow, _: Snapshot, __: Mapping[str, Any]) -> Spot | None:
        listed = window.inspector.questions
        return _whole(listed.buttons.get(name, listed.further))

    return find


def _candidate(rank: int) -> Find:
    def find(window: MainWindow, _: Snapshot, __: Mapping[str, Any]) -> Spot | None:
        rows = window.inspector.candidates.rows
        return _whole(rows[rank]) if rank < len(rows) else None

    return find


def _in_map(cell: bool) -> Find:
    """The row, or the cell, that the goal names, in the large map of the picture."""

    def find(window: MainWindow, now: Snapshot, goal: Mapping[str, Any]) -> Spot | None:
        canvas, at = window.tabs.current.canvas, place_of_goal(now, goal)
        sheet = getattr(canvas.picture, "main", canvas.picture)
        if at is None or not isinstance(sheet, MapSheet) or now.trace is not now.run:
            return None
        part = cell_box(sheet, at, cell)
        return None if part is None else Spot(canvas, part)

    return find


def cell_box(sheet: MapSheet, at: RowPlace, cell: bool) -> QRect | None:
    """A cell of a sheet's map, or its whole row, in logical pixels; None where the map does not show it."""
    query = at.step if at.query is None and at.kind != "encoder" else at.query or 0
    for panel in sheet.plan.panels:
        if panel.kind != at.kind:
            continue
        x, y, ratio = panel.form.x, panel.form.y, sheet.style.ratio
        row, column = query - y.first, (at.key or 0) - x.first
        if not 0 <= row < y.count or not 0 <= column < x.count:
            return None
        top, high = y.span(row)
        left, wide = x.span(column) if cell else (0, x.length)
        box = (panel.left + left) / ratio, (panel.top + top) / ratio, wide / ratio, high / ratio
        return QRect(*(round(length) for length in box))
    return None


def _head(window: MainWindow, _: Snapshot, goal: Mapping[str, Any]) -> Spot | None:
    """The small map of the head that the goal names, beside the large one; else the row of heads is not there."""
    canvas = window.tabs.current.canvas
    heads = canvas.picture.sisters if isinstance(canvas.picture, WithSisters) else None
    for panel in () if heads is None else heads.plan.panels:
        if panel.head == goal.get("head", 0) - 1:
            ratio = 1.0 if heads is None else heads.plan.style.ratio
            box = panel.left / ratio, panel.top / ratio, panel.form.x.length / ratio, panel.form.y.length / ratio
            return Spot(canvas, QRect(*(round(length) for length in box)))
    return None


def _of_changes(name: str) -> Find:
    """A button of the dock of changes, which is made when it is first shown."""
    return lambda window, now, _: _whole(getattr(window.what_if, name)) if now.settings.what_if_shown else None


def menu_path(window: MainWindow, name: str) -> str:
    """``View ▸ Masks (Ctrl+5)``: where a command is, and its key."""
    bar, action = window.menuBar(), window.findChild(QAction, name)
    if action is None:
        return ""
    parts = [plain_title(action.text())]
    menu: Any = next((each for each in bar.findChildren(QMenu) if action in each.actions()), None)
    while isinstance(menu, QMenu):
        parts.insert(0, plain_title(menu.title()))
        menu = menu.parent()
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return " ▸ ".join(parts) + (f"  ({keys})" if keys else "")


def plain_title(text: str) -> str:
    """Of a menu or an entry, without the marks of its key: ``&View``, ``보기(&V)``."""
    return re.sub(r"\(&\w\)", "", text).replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def _in_menu_bar(window: MainWindow, name: str) -> Spot | None:
    """The title of the menu that has a command."""
    bar, action = window.menuBar(), window.findChild(QAction, name)
    for menu in bar.findChildren(QMenu):
        title = _top(bar, menu)
        if action is not None and action in menu.actions() and title is not None:
            return Spot(bar, bar.actionGeometry(title))
    return None


def _top(bar: QMenuBar, menu: QMenu) -> QAction | None:
    """The entry of the menu bar under which a menu lies, at whatever depth."""
    parent = menu.parent()
    while isinstance(parent, QMenu):
        menu, parent = parent, parent.parent()
    return menu.menuAction() if menu.menuAction() in bar.actions() else None


#: Name → where it is. The name of a command means its place in the menu bar.
PLACES: Mapping[str, Find] = {
    **{f"stepper.{part}": _of(f"stepper.{part}") for part in ("first", "previous", "next", "last", "play", "slider")},
    **{f"switch.{kind}": _kind(kind) for kind in KINDS},
    **{f"tab.{view}": _tab(view) for view in VIEWS},
    **{f"page.{topic}": _topic(topic) for topic in TOPICS},
    **{f"question.{name}": _question(name) for name in (*SWITCHES, "further")},
    "answer.close": _of("answer_sheet.close_button"),
    "question.why": _of("questions.why"),
    "question.without": _of("questions.without"),
    "question.masked": _of("questions.masked"),
    "candidate.second": _candidate(1),
    "candidates": _of("inspector.candidates"),
    "cell_read_out": _of("inspector.cell"),
    "row_sentence": _of("row_sentence"),
    "headline": _of("headline"),
    "checkpoint": _of("header.checkpoint_menu"),
    "tokens": _of("token_strip"),
    "model_map": _of("model_map"),
    "source": _of("source_box.input"),
    "source.translate": _of("source_box.button"),
    "source.target": _of("source_box.target"),
    "decoding": _of("header.decoding"),
    "picture": lambda window, _, __: _whole(window.tabs.current.canvas),
    "row": _in_map(cell=False),
    "cell": _in_map(cell=True),
    "head": _head,
    "masks.add_padding": _of_view("masks", "add"),
    "masks.remove_padding": _of_view("masks", "remove"),
    "masks.shorter": _of_view("masks", "shorter"),
    "masks.one_pass": _of_view("masks", "whole"),
    "masks.check": _of_view("masks", "prove"),
    "masks.compare": _of_view("masks", "beside"),
    "pages.measure": _of_view("embeddings_layers", "measure"),
    "sentence.next": _of("sentence_picker.next"),
    "sentence.previous": _of("sentence_picker.previous"),
    "what_if.add": _of_changes("add"),
    "what_if.remove": _of_changes("clear"),
}
