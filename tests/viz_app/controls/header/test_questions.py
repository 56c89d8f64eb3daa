"""Three questions that follow the step: what they name, what they ask for, and that they stay where they are."""

from __future__ import annotations

import html
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import HEAD, Heard, ready, without
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.header.questions import Questions
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select, SetView
from viz_app.state.questions import asking, opening
from viz_app.state.questions import questions as state_questions
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import heaviest

TRACE = make_trace(padding=2)
PLAIN = next(index for index, token in enumerate(TRACE.source_tokens) if not str(token).isalnum())  #: words before it


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
    plain = [index for index, word in enumerate(words) if word[0].isalpha()]
    best = max(plain, key=lambda index: weights[index])
    assert questions.why.text() == f"Why “{TRACE.produced_tokens[step]}”?"  # type: ignore[index]
    assert questions.without.text() == f"What if “{words[best]}” were missing?"
    assert questions.masked.text() == "What is masked here?"


def test_a_question_without_room_for_its_word_is_asked_without_it(questions: Questions) -> None:
    questions.display(at(2))
    questions.resize(330, questions.height())
    for button, short in ((questions.why, "Why?"), (questions.without, "Without?"), (questions.masked, "Masked?")):
        room = button.fontMetrics().horizontalAdvance(short) + 18
        button.resize(room, button.height())
        assert button.text() == short


def test_a_row_that_is_pointed_at_is_the_one_that_is_asked_about(questions: Questions) -> None:
    questions.display(at(6, query=2))
    assert questions.why.text() == f"Why “{TRACE.produced_tokens[2]}”?"  # type: ignore[index]


def test_why_opens_the_answer_about_the_word(questions: Questions) -> None:
    for kind in ("cross", "decoder", "encoder"):  # an encoder without a row has a word too
        questions.display(at(3, kind=kind))
        heard = Heard(questions)
        questions.why.click()
        assert heard == [ChangeSettings(opening("prediction"))]


def test_without_words_the_number_is_asked_about(questions: Questions) -> None:
    questions.display(ready(without(TRACE, *HEAD), selection=Selection("cross", 1, 2, 3)))
    assert questions.why.text() == "Why this number?"
    heard = Heard(questions)
    questions.why.click()
    assert heard == [ChangeSettings(opening("computation"))]


def test_why_asks_as_the_list_of_questions_does_and_a_second_press_closes(questions: Questions) -> None:
    now = at(3)
    questions.display(now)
    heard = Heard(questions)
    questions.why.click()
    assert heard == [*asking("prediction", now)] == [ChangeSettings(opening("prediction"))]
    assert not questions.why.isChecked(), "pressed is what the snapshot says is open"
    heard.clear()
    questions.display(replace(now, settings=replace(now.settings, **opening("prediction"))))
    assert questions.why.isChecked()
    assert not questions.without.isChecked()
    questions.why.click()
    assert heard == [ChangeSettings(opening(""))]


def test_without_asks_as_the_list_does_and_marks_the_word_that_it_names(questions: Questions) -> None:
    now = at(3)
    key, other = heaviest(now), (heaviest(now) or 0) + 1
    marked = Select(kind="cross", key=key)
    questions.display(now)
    heard = Heard(questions)
    questions.without.click()
    assert heard == [ChangeSettings(opening("effects")), MeasureEffects(), marked]
    heard.clear()
    open_now = replace(now, settings=replace(now.settings, **opening("effects")))
    questions.display(replace(open_now, selection=replace(now.selection, key=other)))
    assert not questions.without.isChecked(), "another word is marked"
    questions.without.click()
    assert heard == [marked], "what is open stays open, what is measured is not measured again"
    heard.clear()
    questions.display(replace(open_now, selection=replace(now.selection, key=key)))
    assert questions.without.isChecked()
    questions.without.click()
    assert heard == [ChangeSettings(opening(""))]


def test_what_can_be_asked_is_what_the_list_of_questions_offers(questions: Questions) -> None:
    asked = state_questions()
    for now in (Snapshot(), at(3), ready(without(TRACE, *HEAD)), ready(without(TRACE, "consumed_ids"))):
        questions.display(now)
        assert questions.without.isEnabled() == asked["effects"].can(now)
        about = "prediction" if asked["prediction"].can(now) else "computation"
        assert questions.why.isEnabled() == (asked[about].can(now) and now.trace is not None)
    questions.display(at(3))
    for name, button in (("prediction", questions.why), ("effects", questions.without)):
        assert html.escape(asked[name].tip) in button.toolTip()


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


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_where_the_rows_are_no_source_tokens_the_last_layer_is_asked(questions: Questions, kind: str) -> None:
    run = make_trace(padding=2, seed=1)  # of whose words no two layers give most weight to the same
    cross = run.cross_attention
    assert cross is not None
    by_layer = [[int(np.argmax(layer.mean(axis=0)[step][:PLAIN])) for step in range(8)] for layer in cross]
    asked = [heaviest(replace(at(step, kind=kind), trace=run)) for step in range(8)]
    assert asked == by_layer[-1], "of the five words of the sentence"
    assert by_layer[-1] not in by_layer[:-1], "another layer would say something else"
    questions.display(at(4, kind=kind))
    assert "were missing" in questions.without.text()


@pytest.mark.parametrize(("piece", "word"), [(0, 0), (1, 1), (2, 1)])
def test_of_words_the_column_is_the_words(questions: Questions, piece: int, word: int) -> None:
    """Of Der and Schnee·ball; whichever piece has most weight."""
    run = make_run(activations=True)
    assert run.cross_attention is not None
    planted = np.full_like(run.cross_attention, 0.01)
    planted[..., piece] = 0.9
    run, wish = replace(run, cross_attention=planted), ViewTransform(words=True)
    now = replace(ready(read(run, wish)), reading=wish, unread=run, stood=Selection("cross", 0, 0, 2))
    questions.display(replace(now, selection=Selection("cross", 0, 0, 1)))
    heard = Heard(questions)
    questions.without.click()
    assert [each.key for each in heard if isinstance(each, Select)] == [word]
    assert heaviest(questions._snapshot) == piece


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


def test_a_sign_or_an_unknown_word_is_not_asked_about_while_there_is_a_word(questions: Questions) -> None:
    words = ("Der", ",", "<unk>", "Hund", "…")
    run = make_trace(source=words)
    assert run.cross_attention is not None
    planted = np.full_like(run.cross_attention, 0.01)
    planted[..., [1, 2, 4]] = 0.3
    planted[..., 3] = 0.05
    questions.display(ready(replace(run, cross_attention=planted), selection=Selection("cross", 1, 2, 1)))
    assert questions.without.text() == "What if “Hund” were missing?"
    signs = make_trace(source=(",", "<unk>", "!"))
    questions.display(ready(signs, selection=Selection("cross", 1, 2, 1)))
    assert heaviest(questions._snapshot) in (0, 2), "a sentence of signs can be asked about all the same"
