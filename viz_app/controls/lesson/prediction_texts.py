"""What is said of predictions and of cards: how far off, how many tries, right or not."""

from __future__ import annotations

from statistics import fmean

from model.lessons.quantities import RowPlace, row_of
from model.record.trace import Trace
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.state.lessons.play import LessonPlay, counted, distance, expected, is_right, rank_of

MOST = 6  #: answers that are counted one by one; the others are "others"


def card_text(play: LessonPlay) -> str:
    """Whether the statement was judged rightly; nothing before that."""
    if play.answer is None:
        return ""
    truth = translate("Lesson", "It is true.") if play.step.card else translate("Lesson", "It is false.")
    right = play.answer is play.step.card
    judged = translate("Lesson", "Right.") if right else translate("Lesson", "No.")
    return f"{judged} {truth}"


def tries_text(play: LessonPlay) -> str:
    """While the curtain is there: how many have answered, and not what."""
    if not play.tries:
        return translate("Lesson", "Nobody has answered yet.")
    if len(play.tries) == 1:
        return translate("Lesson", "1 answer. More can be counted before the curtain is lifted.")
    return fill(translate("Lesson", "%1 answers. More can be counted before the curtain is lifted."), len(play.tries))


def prediction_text(play: LessonPlay, run: Trace | None, at: RowPlace) -> str:
    """After the curtain: what was expected and what is there, how far off, and how often each was expected."""
    if run is None or not play.revealed or not play.tries:
        return ""
    truth = expected(run, at, play.step)
    if truth is None:
        return ""
    lines = [_one(play, run, at) if len(play.tries) == 1 else _class(play, run, at)]
    if len(play.tries) > 1:
        most = counted(play.tries)
        told = [f"{quoted(token)} {number}" for token, number in most[:MOST]]
        rest = sum(number for _, number in most[MOST:])
        lines.append(" · ".join([*told, *([fill(translate("Lesson", "others %1"), rest)] if rest else [])]))
    return "\n".join(lines)


def _one(play: LessonPlay, run: Trace, at: RowPlace) -> str:
    """A single answer."""
    truth, said = expected(run, at, play.step), play.tries[0]
    assert truth is not None, "it was asked for"
    if is_right(said, truth):
        return fill(translate("Lesson", "Right: %1."), quoted(truth.token))
    far = distance(said, truth)
    if far is not None and said.key is not None:
        row = row_of(run, at)
        weight = short(0.0 if row is None else float(row[said.key]))
        return fill(
            translate("Lesson", "You chose %1 (weight %2); the largest weight is at %3, columns away: %4."),
            quoted(said.token), weight, quoted(truth.token), far,
        )  # fmt: skip
    found = rank_of(run, at.step, said.token)
    if found is None:
        return fill(
            translate("Lesson", "You expected %1, which is not among the listed candidates; next is %2."),
            quoted(said.token), quoted(truth.token),
        )  # fmt: skip
    return fill(
        translate("Lesson", "You expected %1: candidate %2, probability %3; next is %4."),
        quoted(said.token), found[0], short(found[1]), quoted(truth.token),
    )  # fmt: skip


def _class(play: LessonPlay, run: Trace, at: RowPlace) -> str:
    """A whole class on one screen."""
    truth = expected(run, at, play.step)
    assert truth is not None, "it was asked for"
    right = sum(is_right(one, truth) for one in play.tries)
    far = [off for one in play.tries if (off := distance(one, truth)) is not None]
    told = fill(
        translate("Lesson", "%1 answers, %2 of them right. It is %3."), len(play.tries), right, quoted(truth.token)
    )
    if not far:
        return told
    away = fill(translate("Lesson", "On average %1 columns away."), f"{fmean(far):.1f}")
    return f"{told} {away}"
