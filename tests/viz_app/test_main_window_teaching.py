"""Everything that can be pressed, typed into or chosen says what it is and teaches one thing, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QListView,
    QMenu,
    QMenuBar,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QWidget,
)

from model.common.languages import LANGUAGES
from tests.viz_app.platform.test_translations import INFO
from tests.viz_app.sample_trace import make_trace
from viz_app.app import Program
from viz_app.example import Example
from viz_app.platform.translations import speak
from viz_app.state.state import Notice, Selection, Settings

#: Painted by ourselves: what lies under the pointer is told.
TOLD_BY_PLACE = ("Canvas", "ChipRow", "TypedRow", "BarTable", "Strip")
FEWEST_LETTERS = 8  #: of a sentence that says more than a name; Korean needs few


#: Whatever can be on screen: two sentences, a given target, several languages, a problem with an offer.
CROWDED = {
    "batch": (make_trace(padding=2), make_trace(source=("Zwei",), padding=6)),
    "target_use": "given",
    "target_text": "Two dogs",
    "checkpoint": replace(INFO, source_languages=("de", "ko"), target_languages=("en", "de")),
    "problem": Notice("cuda", "it has no memory left", "Use the CPU", "cpu"),
}


@pytest.fixture(params=LANGUAGES, scope="module")
def program(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Program]:
    speak(qapp, request.param)
    settings = Settings(computation=True, effects=True, early_guesses=True, head_facts=True, best_heads=True)
    program = Program(qapp, settings, Example(make_trace(padding=2), Selection(layer=1, head=2, step=5), INFO))
    program.window.show()
    program.state.update(**CROWDED)
    for name in program.window.views:  # what is drawn says what it is
        program.state.update(view=name)
        qapp.processEvents()
    yield program
    program.window.close()
    program.stop()
    speak(qapp, "en")


def focusable(window: QWidget) -> list[QWidget]:
    """What Tab reaches; not what Qt keeps inside its own controls, nor frames that only scroll."""
    frames = (QMenu, QMenuBar, QScrollArea, QTabBar, QTabWidget, QListView)
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and (type(widget).__name__ not in TOLD_BY_PLACE or widget.isVisible())  # what is not painted has no name yet
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget, frames)
        and not isinstance(widget.parentWidget(), QTabBar)
    ]


def name_of(widget: QWidget) -> str:
    own = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or own


def described(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{type(widget).__name__} {name_of(widget)!r} in {type(parent).__name__}"


def test_every_control_says_what_it_is(program: Program) -> None:
    assert sorted({described(widget) for widget in focusable(program.window) if not name_of(widget).strip()}) == []


def test_every_control_teaches(program: Program) -> None:
    own = [widget for widget in focusable(program.window) if type(widget).__name__ not in TOLD_BY_PLACE]
    short = [widget for widget in own if len(widget.toolTip().strip()) < FEWEST_LETTERS]
    assert sorted({described(widget) for widget in short}) == []


def test_every_command_teaches(program: Program) -> None:
    actions = program.actions.by_name
    short = [name for name, action in actions.items() if len(action.statusTip()) < FEWEST_LETTERS]
    assert short == []
    same = [name for name, action in actions.items() if action.statusTip() == action.text()]
    assert same == []
    assert all(action.toolTip().startswith("<qt>") for action in actions.values())


def test_every_tab_teaches_as_its_command_does(program: Program) -> None:
    tabs, actions = program.window.tabs, program.actions.by_name
    for index, name in enumerate(program.window.views):
        assert tabs.tabToolTip(index) == actions[f"view.{name}"].toolTip()
