"""Three questions that follow the step: what they name, what they ask for, and that they stay where they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import HEAD, Heard, ready, without
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.questions import Questions, heaviest
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select, SetView
from viz_app.state.questions import opening
from viz_app.state.state import Busy, Selection, Snapshot

TRACE = make_trace(padding=2)
OPEN = {"inspector_shown": True}


@pytest.fixture
def questions(qtbot: QtBot) -> Questions:
    widget = Questions()
    qtbot.addWidget(widget)
    widget.resize(520, widget.sizeHint().height())
    widget.show()
    return widget


def at(step: int, **changes: object) -> Snapshot:
    return ready(TRACE, selection=replace(Selection("cross", 1, 2, step), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("step", range(8))
def test_they_name_what_follows_and_the_word_with_most_weight(questions: Questions, step: int) -> None:
    questions.display(at(step))
    words = [str(token) for token in TRACE.source_tokens]
    weights = TRACE.cross_attention[1, 2, step]  # type: ignore[index]
    plain = [index for index, word in enumerate(words) if not word.startswith("<")]
    best = max(plain, key=lambda index: weights[index])
    assert questions.why.text() == f"Why “{TRACE.produced_tokens[step]}”?"  # type: ignore[index]
    assert questions.without.text() == f"What if “{words[best]}” were missing?"
    assert questions.masked.text() == "What is masked here?"


def test_a_row_that_is_pointed_at_is_the_one_that_is_asked_about(questions: Questions) -> None:
    questions.display(at(6, query=2))
    assert questions.why.text() == f"Why “{TRACE.produced_tokens[2]}”?"  # type: ignore[index]


def test_why_opens_the_answer_about_the_word(questions: Questions) -> None:
    for kind in ("cross", "decoder", "encoder"):  # an encoder without a row has a word too
        questions.display(at(3, kind=kind))
        heard = Heard(questions)
        questions.why.click()
        assert heard == [ChangeSettings(opening("prediction") | OPEN)]


def test_without_words_the_number_is_asked_about(questions: Questions) -> None:
    questions.display(ready(without(TRACE, *HEAD), selection=Selection("cross", 1, 2, 3)))
    assert questions.why.text() == "Why this number?"
    heard = Heard(questions)
    questions.why.click()
    assert heard == [ChangeSettings(opening("computation") | OPEN)]


def test_without_opens_the_effects_and_measures_what_nobody_has(questions: Questions) -> None:
    now = at(3)
    questions.display(now)
    heard = Heard(questions)
    questions.without.click()
    opened, marked = ChangeSettings({"effects": True, **OPEN}), Select(kind="cross", key=heaviest(now))
    assert heard == [opened, MeasureEffects(), marked]
    heard.clear()
    questions.display(replace(now, busy=Busy("…")))
    questions.without.click()
    assert heard == [opened, marked]


def test_masked_goes_to_the_masks_of_what_is_on_screen(questions: Questions) -> None:
    questions.display(at(3))
    heard = Heard(questions)
    questions.masked.click()
    assert heard == [SetView("masks")]


def test_what_cannot_be_answered_is_out_of_reach(questions: Questions) -> None:
    questions.display(Snapshot())
    assert not any(button.isEnabled() for button in (questions.why, questions.without, questions.masked))
    questions.display(ready(without(TRACE, *HEAD)))
    assert not questions.without.isEnabled()
    assert "no next tokens" in questions.without.toolTip()


def test_where_the_rows_are_no_source_tokens_the_last_layer_is_asked(questions: Questions) -> None:
    now = at(4, kind="decoder")
    mean = TRACE.cross_attention[-1].mean(axis=0)[4]  # type: ignore[index]
    assert heaviest(now) == int(np.argmax(mean[:6])), "the six words of the sentence"
    questions.display(now)
    assert "were missing" in questions.without.text()


def test_of_words_the_column_is_the_words(questions: Questions) -> None:
    run = make_run(activations=True)
    wish = ViewTransform(words=True)
    done = read(run, wish)
    now = replace(ready(done), reading=wish, unread=run, stood=Selection("cross", 0, 0, 2))
    questions.display(replace(now, selection=Selection("cross", 0, 0, 1)))
    heard = Heard(questions)
    questions.without.click()
    asked = [each for each in heard if isinstance(each, Select)]
    assert len(asked) == 1
    assert asked[0].key is not None
    named = tokens_of(run).source[heaviest(questions._snapshot) or 0].text.replace("##", "")
    assert named in tokens_of(done).source[asked[0].key].text


@pytest.mark.parametrize("width", [260, 420, 520])
def test_no_word_moves_a_button(questions: Questions, qapp: QApplication, width: int) -> None:
    questions.resize(width, questions.height())
    words = ("a", "incomprehensibilities" * 3)
    places = set()
    for word in words:
        trace = make_trace(source=[word] * 3, target=[word] * 3)
        for step in range(3):
            questions.display(ready(trace, selection=Selection("cross", 0, 0, step)))
            qapp.processEvents()
            buttons = (questions.why, questions.without, questions.masked)
            places.add(tuple(button.geometry().getRect() for button in buttons))
            for button in buttons:
                assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width()
    assert len(places) == 1
