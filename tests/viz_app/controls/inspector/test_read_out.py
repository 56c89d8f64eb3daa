"""Why is this weight 0: which mask blocked the cell, and what its score was before, for every kind of attention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from model.transforms.view_transform import ViewTransform
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace, taught, with_scores
from viz_app.controls.inspector.read_out import read_out
from viz_app.state.state import Selection, State

BARE = make_trace(padding=2)
TRACE = with_scores(BARE)
MASKS: dict[str, str] = {
    "encoder": "blocked as padding (padding mask)",
    "decoder": "blocked as future (look-ahead mask)",
    "cross": "blocked as padding (padding mask)",
}


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Numbers are formatted by its language."""


def about(trace: Any, kind: Any, query: int, key: int) -> str:
    return read_out(ready(trace, selection=Selection(kind, 1, 2, 7, query=query, key=key))).about


@pytest.mark.parametrize(("kind", "query", "key"), [("encoder", 1, 7), ("cross", 3, 8)])
def test_a_blocked_cell_tells_its_mask_and_its_score(kind: str, query: int, key: int) -> None:
    score = f"{TRACE.activations[f'{kind}_scores'][1, 2, query, key]:.4f}".replace("-", "−")
    assert about(TRACE, kind, query, key) == f"{MASKS[kind]}; its score before was {score}"
    assert about(BARE, kind, query, key) == MASKS[kind]
    assert about(TRACE, kind, query, 0) in ("may attend", "largest of its row")


@pytest.mark.parametrize(("weight", "told"), [(4e-5, "may attend, gives nearly 0"), (2e-4, "may attend")])
def test_a_zero_that_no_mask_made_says_so(weight: float, told: str) -> None:
    assert TRACE.cross_attention is not None
    weights = TRACE.cross_attention.copy()
    weights[1, 2, 3, 1] = weight
    assert about(replace(TRACE, cross_attention=weights), "cross", 3, 1) == told


def test_a_key_that_was_not_there_had_no_score_and_in_one_pass_it_had() -> None:
    told = "a later token: it did not exist when this row was computed, so it has no score"
    assert about(TRACE, "decoder", 1, 3) == about(BARE, "decoder", 1, 3) == told
    scores = TRACE.activations["decoder_scores"].copy()
    scores[1, 2, 1, 3] = -1.25
    at_once = taught(replace(TRACE, activations={**TRACE.activations, "decoder_scores": scores}))
    assert about(at_once, "decoder", 1, 3) == f"{MASKS['decoder']}; its score before was −1.2500"


def test_the_targets_own_padding_is_padding() -> None:
    assert TRACE.target_mask is not None
    mask = TRACE.target_mask.copy()
    mask[:, 2] = False
    padded = replace(TRACE, target_mask=mask, decoder_mask=mask.copy())
    assert about(padded, "decoder", 4, 2).startswith("blocked as padding (padding mask); its score before was ")


def test_heads_made_one_have_no_score() -> None:
    state = State(ready(TRACE, selection=Selection("cross", 1, 2, 7, query=3, key=8)))
    state.update(reading=ViewTransform(aggregate="heads"))
    assert read_out(state.snapshot).about == MASKS["cross"]


def test_in_somebodys_own_code_it_is_their_mask() -> None:
    assert BARE.cross_mask is not None
    own = BARE.cross_mask.copy()
    own[2, 1] = False
    recorded = replace(BARE, cross_mask=own, meta=replace(BARE.meta, recorded={"blocks": ()}))
    assert about(recorded, "cross", 2, 1) == "blocked by the mask of your own code"
