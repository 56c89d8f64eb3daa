"""What is said about unknown words of a run, and about numbers that it lacks; and what has been closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import ready
from tests.viz_app.controls.token_strip.test_token_strip_unknown_word_help import WORDS, suggestions, unknown_run
from tests.viz_app.sample_trace import make_trace
from viz_app.state.state import Busy, Notice, Selection, Snapshot
from viz_app.tables.parts.remarks import lacking_line, marks, remarks, unknown_words_line


def test_without_unknown_words_nothing_is_said() -> None:
    assert unknown_words_line(Snapshot()) == ""
    assert unknown_words_line(Snapshot(trace=make_trace())) == ""


def test_the_words_are_named() -> None:
    trace = unknown_run()
    assert unknown_words_line(Snapshot(trace=trace)) == "2 words are not in the vocabulary: HUNDE, Xyl"
    pieces = suggestions(trace, whole_words=False)
    assert unknown_words_line(Snapshot(trace=trace, suggestions=pieces)).startswith(
        "Not covered by the vocabulary: HUNDE"
    )


def test_an_unknown_produced_token_tells_what_the_shown_head_gives_weight_to() -> None:
    trace: Any = unknown_run(produced=True)
    said = unknown_words_line(Snapshot(trace=trace, selection=Selection("cross", 1, 2, 0)))
    row = trace.cross_attention[1, 2, 1]
    key = int(row.argmax())
    source = [*WORDS, "</s>"][key]
    assert said.endswith(f"step 2: next token “<unk>”; most weight of layer 2, head 3: “{source}” ({row[key]:.2f})")
    assert unknown_words_line(Snapshot(trace=trace, selection=Selection("encoder"))).endswith(
        "step 2: next token “<unk>”"
    )


def test_unknown_words_of_a_given_target_are_a_persons() -> None:
    trace = unknown_run(produced=True)
    given = replace(trace, origin=np.array(["teacher"] * trace.steps))
    assert unknown_words_line(Snapshot(trace=given)).endswith("1 given target token is unknown")


def test_what_a_run_lacks_is_said_with_what_is_shown() -> None:
    bare = replace(ready(make_run()), reading=ViewTransform(quantity="score"))
    assert lacking_line(bare) == "This run lacks the numbers for scores. Shown: plain weights."
    rollout = replace(bare, reading=ViewTransform(aggregate="rollout"), trace=make_run(encoder_attention=None))
    assert "a rollout" in lacking_line(rollout)
    assert lacking_line(replace(bare, busy=Busy("…"))) == "", "it is being computed"
    assert lacking_line(ready(make_run())) == ""


def test_a_remark_that_was_closed_is_not_made_again() -> None:
    now = Snapshot(trace=unknown_run(), reading=ViewTransform(quantity="score"))
    assert [each.name.split()[0] for each in remarks(now)] == ["lacking"]
    assert remarks(replace(now, closed=frozenset({remarks(now)[0].name}))) == ()
    assert remarks(Snapshot()) == ()


def test_what_is_in_nobodys_way_is_a_mark_of_few_words() -> None:
    assert marks(Snapshot()) == marks(Snapshot(trace=make_trace())) == ()
    now = Snapshot(trace=unknown_run())
    assert [(mark.text, mark.whole) for mark in marks(now)] == [("2 unknown words", unknown_words_line(now))]
    other = Notice("source sentence", "it reads like English", "Type German", calm=True, mark="not German?")
    assert [mark.text for mark in marks(replace(now, problem=other))] == ["2 unknown words", "not German?"]
    assert marks(replace(now, problem=other))[1].whole == "source sentence: it reads like English. Type German."
    trace: Any = unknown_run(produced=True)
    known = replace(trace, meta=replace(trace.meta, source_spelling=()))
    assert [mark.text for mark in marks(Snapshot(trace=known))] == ["unknown token"]


def test_a_changed_network_is_marked_beside_the_headline_with_what_was_changed() -> None:
    run = make_trace()
    changed = replace(run, meta=replace(run.meta, interventions=({"what": "head", "kind": "cross", "layer": 1,
                                                                   "head": 2, "instead": "zero"},)))  # fmt: skip
    assert marks(Snapshot(trace=run)) == ()
    (mark,) = marks(Snapshot(trace=changed))
    assert mark.text == "changed"
    assert "layer 2" in mark.whole
    assert "head 3" in mark.whole
