"""Why a head is worth looking at: said of that head alone, after any run, with the base of the claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.aligning_head import HeldOutAlignment
from model.common.assets import SAMPLES
from model.record.trace import Trace
from model.record.trace_file import load_trace
from model.transforms.view_transform import ViewTransform
from tests.viz_app.pictures.reading import pixels_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import page
from viz_app.pictures.drawing import why_here as module
from viz_app.pictures.drawing.drawings import Drawing, title_line
from viz_app.pictures.drawing.picture import style_for
from viz_app.pictures.drawing.why_here import why_here, wordings
from viz_app.pictures.links import picture as links
from viz_app.pictures.one_head import picture as one_head
from viz_app.state.state import Selection, Snapshot, State

BEST = (2, 0)  #: of the shipped checkpoint, over its 200 sentences


@pytest.fixture
def known() -> Trace:
    """A run of the shipped checkpoint, on which head 3 of layer 2 is planted to be the sharpest."""
    trace = load_trace(SAMPLES / "everyday.npz")
    weights = np.full_like(np.asarray(trace.cross_attention), 1 / trace.source_length)
    for step in range(trace.steps):
        weights[1, 2, step] = np.eye(trace.source_length)[step % trace.source_length]
    return replace(trace, cross_attention=weights)


def said(trace: Trace, layer: int, head: int, kind: str = "cross") -> str:
    return why_here(Snapshot(trace=trace, selection=Selection(kind, layer, head, 3)))  # type: ignore[arg-type]


def test_the_best_and_the_sharpest_are_named_with_their_bases(known: Trace, qapp: object) -> None:
    assert said(known, *BEST) == "aligns best of 12 heads (200 sentences); head 2.3 sharper here"
    assert said(known, 1, 2) == "sharpest of 12 heads here; on 200 sentences head 3.1 aligns best"
    both = np.array(known.cross_attention)
    both[BEST], both[1, 2] = both[1, 2].copy(), both[BEST].copy()
    same = replace(known, cross_attention=both)
    assert said(same, *BEST) == "aligns words best of 12 heads (200 held-out sentences)"


def test_briefly_it_is_the_same_claim(known: Trace, qapp: object) -> None:
    for place, brief in ((BEST, "aligns best of 12 heads"), ((1, 2), "sharpest of 12 heads here")):
        long, short = wordings(Snapshot(trace=known, selection=Selection("cross", *place, 3)))
        assert (long, short) == (said(known, *place), brief)
        assert len(short) < len(long)
    assert wordings(Snapshot(trace=known, selection=Selection("cross", 0, 0, 3))) == ()


def test_nothing_is_said_of_other_heads_and_kinds(known: Trace, qapp: object) -> None:
    assert [
        said(known, layer, head) for layer in range(3) for head in range(4) if (layer, head) not in (BEST, (1, 2))
    ] == ([""] * 10)
    assert said(known, *BEST, kind="decoder") == said(known, *BEST, kind="encoder") == ""


def test_where_nobody_has_measured_the_checkpoint_one_sentence_is_the_base(known: Trace, qapp: object) -> None:
    other = replace(known, meta=replace(known.meta, checkpoint_sha256="2" * 64))
    assert said(other, 1, 2) == "sharpest of 12 heads (this sentence, n = 1)"
    assert said(other, *BEST) == ""
    assert said(make_trace(layers=1, heads=1), 0, 0) == "", "one head is the best of nothing"


def test_it_stays_when_words_are_merged_and_goes_when_heads_are_joined(known: Trace, qapp: object) -> None:
    state = State()
    state.update(trace=known, selection=Selection("cross", *BEST, 3), reading=ViewTransform(words=True))
    assert "best of 12 heads" in why_here(state.snapshot)
    state.update(reading=ViewTransform(aggregate="heads"))
    assert why_here(state.snapshot) == ""


def test_the_pictures_say_it_on_screen_and_not_on_paper(known: Trace, qapp: object) -> None:
    now = Snapshot(trace=known, selection=Selection("cross", *BEST, 3))
    for picture in (one_head.picture, links.picture):
        for on_screen in (True, False):
            style = style_for(now.settings, False, 1, on_screen=on_screen)
            assert ("best of 12 heads" in picture(now, 900, 600, style).alt) == on_screen


def test_the_best_head_of_a_model_that_aligns_little_is_said_to_be_weak(
    known: Trace, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak = HeldOutAlignment(200, 1000, ((0.1, 0.1, 0.1, 0.1), (0.1, 0.1, 0.1, 0.1), (0.3, 0.1, 0.1, 0.1)))
    monkeypatch.setattr(module, "held_out", lambda _: weak)
    assert said(known, *BEST) == "best of 12 heads, and right for 30 % of the words only (200 sentences)"
    assert said(known, 1, 2) == "", "that it is sharp here is no alignment either"


def test_the_first_screen_says_the_base_of_the_claim(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    """As large as the map's pane is in a window of 1280 × 720, beside the room of the zoom's buttons."""
    now = Snapshot(trace=load_trace(SAMPLES / "everyday.npz"), selection=Selection("cross", *BEST, 14))
    style, told, line = style_for(now.settings, False, 1, on_screen=True), list[str](), title_line

    def noted(text: str, *rest: Any) -> Drawing:
        told.append(text)
        return line(text, *rest)

    monkeypatch.setattr(page, "title_line", noted)
    pixels_of(one_head.picture(now, 720, 453, style), 720, 453, style)
    assert told[-1] == why_here(now)
    assert "200 sentences" in told[-1]
    told.clear()
    pixels_of(one_head.picture(now, 553, 335, style), 553, 335, style)
    assert told[-1] == "aligns best of 12 heads"
