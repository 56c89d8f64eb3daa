"""Every window that is opened beside the survey's has cases on both screens, and a lesson's say what they show."""

from __future__ import annotations

import survey
import survey_dialogs


def test_every_dialog_has_cases_on_both_screens_and_in_both_languages() -> None:
    named = [case.name for case in survey.cases()]
    for state in survey_dialogs.states():
        for wide, high in survey_dialogs.SIZES:
            for look in ("en-light-3x4", "en-light-large-3x4", "ko-dark-3x4", "ko-dark-large-3x4"):
                assert f"{state.replace(':', '-')}-{wide}x{high}-{look}" in named
    assert {survey_dialogs.view_of(state) for state in survey_dialogs.states()} >= set(survey.VIEWS)


def test_the_steps_of_lessons_are_of_their_kind() -> None:
    words, seen, card, predicted = (survey_dialogs.played(part) for part in ("words", "seen", "card", "predicted"))
    assert (words.done, seen.done, bool(seen.step.seen.en)) == (False, True, True)
    assert card.answer is (not card.step.card) and predicted.step.predict and predicted.revealed
