"""The steps of lessons that rows of windows open are of the kind that they show."""

from __future__ import annotations

import window_lessons


def test_the_steps_of_lessons_are_of_their_kind() -> None:
    words, seen, card, predicted = (window_lessons.played(part) for part in window_lessons.PARTS)
    assert (words.done, seen.done, bool(seen.step.seen.en)) == (False, True, True)
    assert card.answer is (not card.step.card) and predicted.step.predict and predicted.revealed
