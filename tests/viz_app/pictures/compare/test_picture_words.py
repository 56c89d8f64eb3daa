"""Compare in words: glosses beside its tokens, and how two runs are told apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication

from model.network.interventions import HeadAblated
from model.record.trace import Kind
from tests.viz_app.pictures.compare.test_picture import AFTER, BEFORE, HIGH, WIDE, compared, drawn
from tests.viz_app.pictures.drawing.steps.test_change_marks import with_changes
from tests.viz_app.pictures.reading import plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.compare.numbers import own_words, run_told
from viz_app.pictures.compare.picture import ComparisonSheet, picture
from viz_app.pictures.drawing import page
from viz_app.state.classroom.glosses import RunGlosses


def test_a_gloss_stands_at_its_own_token_of_this_run_and_at_no_other(qapp: QCoreApplication) -> None:
    now, meant = compared(BEFORE, AFTER), RunGlosses(source=tuple(f"m{place}" for place in range(AFTER.source_length)))
    found = picture(now, WIDE, HIGH, replace(plain_style(), glosses=meant))
    assert isinstance(found, ComparisonSheet)
    glosses = [[label.gloss for label in strip.strip.labels] for strip in found.plan.strips if not strip.strip.rows]
    pinned = ["m0", "m1", "m2", "m3", "", "m5", "", "m6"]  # "im" is no token of this run
    assert glosses == [pinned, [*pinned[:4], "m4", *pinned[5:]], pinned]
    bare = picture(now, WIDE, HIGH, plain_style())
    assert isinstance(bare, ComparisonSheet)
    assert not any(label.gloss for strip in bare.plan.strips for label in strip.strip.labels)


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_no_row_has_the_gloss_of_the_token_before_its_own(qapp: QCoreApplication, kind: Kind) -> None:
    """Rows read "input → next": a gloss there is of the next token."""
    now = compared(make_trace(), make_trace(seed=4), kind)
    assert now.trace is not None
    steps = now.trace.steps
    meant = RunGlosses(
        consumed=tuple(f"c{place}" for place in range(steps)), produced=tuple(f"p{place}" for place in range(steps))
    )
    found = picture(now, WIDE, 1200, replace(plain_style(), glosses=meant))
    assert isinstance(found, ComparisonSheet)
    rows = [strip.strip.labels for strip in found.plan.strips if strip.strip.rows]
    columns = [strip.strip.labels for strip in found.plan.strips if not strip.strip.rows]
    assert all(label.lead for labels in rows for label in labels) and rows
    assert {label.gloss for labels in rows for label in labels} == ({""} if kind == "decoder" else set(meant.produced))
    expected = list(meant.consumed) if kind == "decoder" else []
    assert [[label.gloss for label in labels if label.gloss] for labels in columns] == [expected] * 3


@pytest.mark.parametrize("other", [False, True])
def test_maps_are_named_by_what_tells_the_runs_apart_and_by_nothing_else(
    qapp: QCoreApplication, monkeypatch: pytest.MonkeyPatch, other: bool
) -> None:
    """A trace and its twin with one other number have the same words: they stand over no map."""
    said: list[str] = []
    kept = page.Backgrounds.__init__

    def overheard(each: page.Backgrounds, frame: Any, texts: Any, *rest: Any) -> None:
        said.extend(one.text for one in texts)
        kept(each, frame, texts, *rest)

    monkeypatch.setattr(page.Backgrounds, "__init__", overheard)
    weights = BEFORE.maps("decoder").copy()
    weights[1, 2, 5, 3] += np.float32(0.25)
    twin = replace(BEFORE, source_ids=BEFORE.source_ids.copy(), decoder_attention=weights)
    after = replace(twin, meta=replace(twin.meta, source_text="Ein anderer Satz")) if other else twin
    drawn(compared(BEFORE, after), (1600, 900))
    assert ("Pinned" in said, "This run" in said) == (not other, not other)
    assert any(one.startswith("This run: ") and "Ein anderer Satz" in one for one in said) is other


def test_what_is_different_in_a_run_is_said_in_few_words_and_in_fewer() -> None:
    changed = with_changes(BEFORE, HeadAblated("cross", 1, 2))
    assert run_told(changed, BEFORE).startswith("what if: cross attention, layer 2, head 3")
    assert run_told(changed, BEFORE, brief=True).startswith("cross attention, layer 2, head 3")
    padded = make_trace(source=("Zwei", "Hunde", "spielen", "im", "Schnee", "."), padding=3)
    padded = replace(padded, meta=replace(padded.meta, source_text=BEFORE.meta.source_text))
    assert (run_told(padded, BEFORE), run_told(BEFORE, padded)) == ("3 <pad>", "no <pad>")


@pytest.mark.parametrize(
    ("text", "other", "own"),
    [
        ("Das Tier ist sehr müde .", "Das Tier ist alt .", "… sehr müde …"),
        ("Das Tier ist alt .", "Das Tier ist sehr müde .", "… alt …"),
        ("Ganz anders", "Das Tier", "Ganz anders"),
        ("Zwei Hunde spielen", "Zwei Hunde", "… spielen"),
        ("Zwei Hunde", "Zwei Hunde spielen", "Zwei Hunde"),
        ("a b a", "a a b a", "a b a"),
    ],
)
def test_a_sentence_without_the_words_that_both_begin_and_end_with(text: str, other: str, own: str) -> None:
    assert own_words(text, other) == own
