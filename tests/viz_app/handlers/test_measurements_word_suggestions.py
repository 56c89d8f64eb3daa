"""Proposals for unknown words come by themselves, once for each run, and go with it."""

from __future__ import annotations

from tests.viz_app.running import SENTENCE, Running
from viz_app.state.intents import Undo


def test_they_are_there_after_a_run_and_gone_with_it(window: Running) -> None:
    window.translate("Zwei HUNDE spielen im Qqqqq.")
    window.until("suggestions")
    found = window.now.suggestions
    assert found is not None
    assert found.trace is window.now.run
    assert found.words["HUNDE"][0] == "Hunde"
    assert found.words["Qqqqq"] == ()
    assert (found.vocabulary, found.whole_words) == (59, True)
    window.translate(SENTENCE)
    assert window.now.suggestions is None
    window.controller.handle(Undo())
    window.until("suggestions")
    assert window.now.problem is None


def test_an_answer_about_another_run_is_none(window: Running) -> None:
    window.translate("Zwei HUNDE schlafen.")
    window.translate(SENTENCE)  # before the answer about the other one has come
    window.translate("Zwei KINDER schlafen.")
    window.until("suggestions")
    assert window.now.suggestions is not None
    assert list(window.now.suggestions.words) == ["KINDER"]
