"""The button of earlier sentences: choosing one fills and runs it; what is kept can be seen and ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from viz_app.controls.source.source_box import AT_ONCE, SentenceMenu
from viz_app.state.intents import ChangeSettings, ForgetSentences, Intent, SetSource, Translate
from viz_app.state.state import Memory, Settings, Snapshot

SENTENCES = ("Ein & zwei\tHunde\nEine Katze", "<b>fett</b> \u202e", *(f"Satz {number}" for number in range(20)))
FULL = Snapshot(memory=Memory(sentences=SENTENCES))


@pytest.fixture
def button(qapp: QApplication) -> Iterator[SentenceMenu]:
    button = SentenceMenu()
    button.display(FULL)
    yield button
    button.deleteLater()


def entries(button: SentenceMenu) -> list[QAction]:
    return [action for action in button.menu().actions() if not action.isSeparator()]


def test_the_newest_are_listed_at_once_and_nothing_hides(button: SentenceMenu) -> None:
    texts = [action.text() for action in entries(button)]
    assert texts[:3] == ["Ein && zwei Hunde / Eine Katze", "<b>fett</b> ⟨RLO⟩", "Satz 0"]
    older = entries(button)[AT_ONCE].menu()
    assert len(older.actions()) == len(SENTENCES) - AT_ONCE  # type: ignore[attr-defined]  # a QMenu


def test_choosing_one_fills_the_box_and_runs_it(button: SentenceMenu) -> None:
    heard: list[Intent] = []
    button.requested.connect(heard.append)
    entries(button)[0].trigger()
    assert heard == [SetSource("Ein & zwei\tHunde\nEine Katze"), Translate()]


def test_one_can_keep_none_and_forget(button: SentenceMenu) -> None:
    heard: list[Intent] = []
    button.requested.connect(heard.append)
    keep, forget = entries(button)[-2:]
    assert keep.isChecked()
    keep.trigger()
    forget.trigger()
    assert heard == [ChangeSettings({"remember_sentences": False}), ForgetSentences()]


def test_an_empty_one_says_so(button: SentenceMenu) -> None:
    button.display(replace(FULL, memory=Memory(), settings=Settings(remember_sentences=False)))
    said, keep, forget = entries(button)
    assert said.text() == "No sentence has been translated yet"
    assert (said.isEnabled(), keep.isChecked(), forget.isEnabled()) == (False, False, False)
