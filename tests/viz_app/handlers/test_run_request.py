"""What is asked for: the source box's lines, the target line, and a run on screen with one change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.controls.parts import info
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.run_request import (
    MOST_PADDED,
    RunRequest,
    as_typed,
    chosen_by_hand,
    most_padded,
    shorter_sentence,
    with_padding,
    with_sentence,
    with_token,
    with_word,
)
from viz_app.state.sentences import text_of
from viz_app.state.state import Selection, Snapshot


def ids(run: Trace, count: int) -> tuple[int, ...]:
    assert run.produced_ids is not None
    return tuple(run.produced_ids[:count].tolist())


def taught(run: Trace, given: int) -> Trace:
    origin = np.array(["teacher"] * run.steps)
    return replace(run, origin=origin, meta=replace(run.meta, decoding={"given": given}))


def batch(**changes: Any) -> Snapshot:
    """Two sentences of 5 tokens, the second with two of padding, which is on screen."""
    runs = (make_trace(source=["Zwei", "alte", "Hunde", "bellen"]), make_trace(source=["Ein", "Hund"], padding=2))
    return Snapshot(trace=runs[1], batch=runs, selection=Selection(sentence=1), **changes)


@pytest.mark.parametrize(
    ("use", "target", "expected"),
    [
        ("", "A dog", RunRequest("a\nb")),
        ("begin", " ", RunRequest("a\nb")),
        ("begin", "A dog ", RunRequest("a\nb", targets=("A dog", ""))),
        ("begin", "A\n\nB", RunRequest("a\nb", targets=("A", "", "B"))),
        ("given", "A\n \nB\n", RunRequest("a\nb", targets=("A", "B"), given=True)),
        ("given", "", RunRequest("a\nb", targets=("",), given=True)),
    ],
)
def test_the_target_line_is_used_while_it_is_open(use: Any, target: str, expected: RunRequest) -> None:
    assert as_typed(Snapshot(source_text="a \n\nb", target_text=target, target_use=use)) == expected


def test_a_beginning_is_for_the_sentence_on_screen_and_the_others_stay() -> None:
    """Of two sentences, the second shorter by padding; while the box says them still."""
    shown = batch()
    typed = replace(shown, source_text=text_of(shown.batch), target_text=" A dog ", target_use="begin")
    padding = shown.batch[1].source_length - int(shown.batch[1].padding_mask.sum())  # type: ignore[union-attr]
    length = shown.batch[1].source_length - padding
    expected = RunRequest(shown.batch[1].meta.source_text, padding, length, targets=("A dog",), sentence=1)
    assert as_typed(typed) == expected
    assert as_typed(replace(typed, target_text="A\nB")) == RunRequest(typed.source_text, targets=("A", "B"), shown=1)
    assert as_typed(replace(typed, target_use="")) == RunRequest(typed.source_text, shown=1)
    assert as_typed(replace(typed, target_use="given", target_text="A\nB")) == (
        RunRequest(typed.source_text, targets=("A", "B"), given=True, shown=1)
    )
    others = f"{typed.source_text} more"
    assert as_typed(replace(typed, source_text=others)) == RunRequest(others, targets=("A dog", ""))


def test_a_forced_token_keeps_what_came_before_and_the_padding() -> None:
    run = make_trace(padding=2)
    wanted = with_token(Snapshot(trace=run), run, 2, 77)
    assert wanted == RunRequest(run.meta.source_text, 2, 7, (*ids(run, 2), 77))


def test_in_a_batch_only_its_sentence_runs_again_and_stays_as_long() -> None:
    now = batch()
    wanted = with_token(now, now.batch[1], 1, 77)
    assert (wanted.text, wanted.length + wanted.padding, wanted.sentence) == ("Ein Hund", 5, 1)


def test_padding_is_added_to_every_sentence() -> None:
    now = batch()
    wanted = with_padding(now, 4)
    assert (wanted.text, wanted.length, wanted.padding) == ("Zwei alte Hunde bellen\nEin Hund", 5, 4)
    assert (wanted.prefixes, wanted.given, wanted.shown) == (((), ()), False, 1)


def test_padding_leaves_a_given_target_given() -> None:
    run = taught(make_trace(padding=1), 3)
    wanted = with_padding(Snapshot(trace=run), 0)
    assert (wanted.prefixes, wanted.given, wanted.padding) == ((ids(run, 3),), True, 0)


def test_a_batch_of_which_one_left_its_target_is_forced_not_given() -> None:
    now = batch()
    mixed = replace(now, batch=(taught(now.batch[0], 3), now.batch[1]))
    wanted = with_padding(mixed, 1)
    assert (wanted.given, wanted.prefixes) == (False, (ids(now.batch[0], 3), ()))


def test_one_more_sentence_makes_a_batch_and_the_most_padded_is_shown() -> None:
    run = make_trace()
    wanted = with_sentence(Snapshot(trace=run), " Ein Hund \n")
    assert wanted == RunRequest(f"{run.meta.source_text}\nEin Hund", prefixes=((), ()), shown=MOST_PADDED)
    assert most_padded(batch().batch) == 1
    two = with_sentence(Snapshot(trace=run), "Ein Hund\nJa")
    assert (two.text.count("\n"), two.prefixes) == (2, ((), (), ()))
    given = taught(run, 3)
    assert with_sentence(Snapshot(trace=given), "x").prefixes == ()


def test_a_shorter_sentence_is_a_sample_or_half_of_this_one() -> None:
    run = make_trace(source=["Zwei", "alte", "Hunde", "bellen"])
    now = Snapshot(trace=run, checkpoint=info(samples=("Eins zwei drei vier fünf", "Zwei Hunde", "Ja")))
    assert shorter_sentence(now) == "Zwei Hunde"
    assert shorter_sentence(replace(now, checkpoint=info(samples=()))) == "Zwei alte"
    assert shorter_sentence(Snapshot(trace=make_trace(source=["Ja"]))) == "Ja"
    assert shorter_sentence(Snapshot()) == ""


def typed(text: str, spelling: tuple[str, ...]) -> Trace:
    run = make_trace(source=[word for word in spelling if word not in ("<s>", "</s>")])
    return replace(run, meta=replace(run.meta, source_text=text, source_spelling=spelling))


def test_a_word_is_found_where_it_was_typed() -> None:
    run = typed("der Hund, der  HUND", ("<s>", "der", "Hund", ",", "der", "HUND", "</s>"))
    wanted = with_word(Snapshot(trace=run), run, 5, "Hund")
    assert wanted is not None
    assert wanted.text == "der Hund, der  Hund"
    assert with_word(Snapshot(trace=run), run, 6, "x") is None


def test_a_word_of_a_batch_is_replaced_in_its_line() -> None:
    first, second = typed("a b", ("a", "b", "</s>")), typed("a c", ("a", "c", "</s>"))
    now = Snapshot(trace=second, batch=(first, second), selection=Selection(sentence=1))
    wanted = with_word(now, second, 0, "d")
    assert wanted == RunRequest("a b\nd c", shown=1)


def test_what_a_person_chose_at_the_start() -> None:
    run = make_trace()
    origin = np.array(["forced", "forced", "greedy", "forced", *["greedy"] * 4])
    assert chosen_by_hand(replace(run, origin=origin)) == ids(run, 2)
    assert chosen_by_hand(run) == ()
    assert chosen_by_hand(replace(run, origin=None)) == ()
    assert chosen_by_hand(taught(run, 5)) == ids(run, 5)
