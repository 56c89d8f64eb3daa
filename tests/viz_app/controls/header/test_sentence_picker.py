"""Which sentence of a batch is shown: listed, walked through, and hidden where there is one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model.record.trace import Trace
from tests.viz_app.controls.parts import Heard, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.header.sentence_picker import SentencePicker
from viz_app.state.intents import SelectSentence
from viz_app.state.state import Selection, Snapshot

LEFT = Qt.MouseButton.LeftButton


def run(text: str, padding: int) -> Trace:
    trace = make_trace(source=text.split(), padding=padding)
    return replace(trace, meta=replace(trace.meta, source_text=text))


BATCH = (run("Zwei alte Hunde", 0), run("Ein <b>Hund</b>", 1), run("Ja", 2))


def at(sentence: int) -> Snapshot:
    return ready(BATCH[sentence], batch=BATCH, selection=Selection(sentence=sentence))


@pytest.fixture
def picker(qtbot: QtBot) -> SentencePicker:
    widget = SentencePicker()
    qtbot.addWidget(widget)
    return widget


def test_one_sentence_needs_no_choice(picker: SentencePicker) -> None:
    picker.display(ready(BATCH[0]))
    assert picker.isHidden()
    picker.display(at(0))
    assert picker.isVisible()
    picker.display(ready(BATCH[0]))
    assert picker.isHidden()


def test_every_sentence_is_listed_as_it_was_typed(picker: SentencePicker) -> None:
    picker.display(at(1))
    texts = [picker.list.itemText(index) for index in range(picker.list.count())]
    assert texts == ["1  Zwei alte Hunde", "2  Ein <b>Hund</b>", "3  Ja"]
    assert picker.list.currentIndex() == 1
    assert "3 sentences, S = 4" in picker.list.toolTip()
    assert "3 tokens and 1 of padding" in picker.list.toolTip()


def test_back_and_forth(picker: SentencePicker, qtbot: QtBot) -> None:
    heard = Heard(picker)
    picker.display(at(1))
    qtbot.mouseClick(picker.previous, LEFT)
    qtbot.mouseClick(picker.next, LEFT)
    assert heard == [SelectSentence(0), SelectSentence(2)]
    picker.display(at(0))
    assert not picker.previous.isEnabled()
    assert picker.next.isEnabled()
    picker.display(at(2))
    assert not picker.next.isEnabled()


def test_a_choice_in_the_list_is_said(picker: SentencePicker, qtbot: QtBot) -> None:
    picker.display(at(0))
    heard = Heard(picker)
    picker.list.setFocus()
    qtbot.keyClick(picker.list, Qt.Key.Key_Down)
    assert heard == [SelectSentence(1)]
