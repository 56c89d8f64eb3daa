"""What is said about unknown words, and the menu of words in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.record.trace import Trace
from tests.viz_app.controls.parts import Heard, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.token_strip.token_strip import TokenStrip, proposals, unknown_reasons
from viz_app.state.intents import ReplaceWord, Select
from viz_app.state.results_by_run import Suggestions
from viz_app.state.state import Selection

SIZE = QLocale().toString(8315)
WORDS = ("Zwei", "HUNDE", "und", "Xyl")


def unknown_run(produced: bool = False) -> Trace:
    """``HUNDE`` and ``Xyl`` are unknown; with ``produced`` also the second token of the target."""
    plain = make_trace(source=["Zwei", "<unk>", "und", "<unk>"], target=["Two", "<unk>" if produced else "dogs"])
    trace: Any = plain
    source = int(trace.source_ids[1])
    target = tuple(set(trace.produced_ids[1:2].tolist())) if produced else ()
    meta = replace(
        trace.meta, source_spelling=(*WORDS, "</s>"), source_text=" ".join(WORDS),
        unknown_ids={"source": (source,), "target": target}, special_ids={},
    )  # fmt: skip
    return replace(plain, meta=meta)


def suggestions(trace: Trace, **changes: Any) -> Suggestions:
    values: dict[str, Any] = {"words": {"HUNDE": ("Hunde", "Hund")}, "vocabulary": 8315, "whole_words": True}
    return Suggestions(trace, **(values | changes))


@pytest.mark.parametrize(
    ("word", "changes", "said"),
    [
        ("HUNDE", {}, [f"{SIZE} words", "another case"]),
        ("Hunds", {"words": {"Hunds": ("Hund",)}}, ["Similar words in the vocabulary"]),
        ("Xyl", {}, ["No similar word"]),
        ("漢", {"whole_words": False}, [f"No piece among the {SIZE}", "another spelling"]),
    ],
)
def test_why_a_word_is_unknown(word: str, changes: dict[str, Any], said: list[str]) -> None:
    told = " ".join(unknown_reasons(word, suggestions(make_trace(), **changes)))
    assert all(part in told for part in said)
    assert proposals(word, None) == ()
    assert len(unknown_reasons(word, None)) == 1


@pytest.fixture
def strip(qtbot: QtBot) -> TokenStrip:
    widget = TokenStrip()
    qtbot.addWidget(widget)
    widget.resize(900, 140)
    trace = unknown_run()
    widget.display(ready(trace, suggestions=suggestions(trace), selection=Selection("cross", 0, 0, 1)))
    widget.show()
    return widget


def entries(strip: TokenStrip) -> list[str]:
    return [action.text() for action in strip.menu.actions() if not action.isSeparator()]


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")  # said whenever a menu pops up
def test_a_click_on_an_unknown_word_offers_others(strip: TokenStrip, qtbot: QtBot) -> None:
    heard = Heard(strip)
    qtbot.mouseClick(strip.source, Qt.MouseButton.LeftButton, pos=strip.source.chip_rect(1).center().toPoint())
    assert strip.menu.isVisible()
    assert entries(strip)[2:] == ["Replace by “Hunde”", "Replace by “Hund”", "Edit the sentence"]
    qtbot.keyClick(strip.menu, Qt.Key.Key_Down)
    qtbot.keyClick(strip.menu, Qt.Key.Key_Return)
    assert heard == [Select(key=1), ReplaceWord(1, "Hunde")]


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")
def test_enter_opens_it_and_arrows_do_not(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.source.current = 0
    qtbot.keyClick(strip.source, Qt.Key.Key_Right)
    assert not strip.menu.isVisible()
    strip.source.current = 3
    qtbot.keyClick(strip.source, Qt.Key.Key_Return)
    assert strip.menu.isVisible()
    assert entries(strip)[-1] == "Edit the sentence"
    with qtbot.waitSignal(strip.editing):
        strip.menu.actions()[-1].trigger()
    strip.menu.close()


def test_a_known_word_has_no_menu(strip: TokenStrip, qtbot: QtBot) -> None:
    for index in (0, 4):
        qtbot.mouseClick(strip.source, Qt.MouseButton.LeftButton, pos=strip.source.chip_rect(index).center().toPoint())
    qtbot.mouseClick(strip.source, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert not strip.menu.isVisible()
    assert QApplication.activePopupWidget() is None
