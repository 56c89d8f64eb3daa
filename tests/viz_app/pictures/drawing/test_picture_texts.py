"""Axis titles and labels say which token stands where; people count from 1."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.record.trace import AXES, KINDS, Kind
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import picture_texts
from viz_app.state.state import Selection

TRACE = make_trace(source=["Zwei", "Hunde"], target=["Two", "dogs"], padding=1)


@pytest.mark.parametrize("kind", KINDS)
def test_axis_titles_are_those_of_the_trace(kind: Kind) -> None:
    assert (picture_texts.row_axis(kind, TRACE, pairs=False), picture_texts.column_axis(kind, TRACE)) == AXES[kind]


def test_an_axis_that_shows_other_tokens_says_so() -> None:
    unheaded = replace(TRACE, produced_ids=None, produced_tokens=None)
    assert "input token" in picture_texts.row_axis("cross", unheaded, pairs=False)
    assert "→" in picture_texts.row_axis("decoder", TRACE, pairs=True)


def test_labels_are_the_tokens_of_their_side() -> None:
    sizes: dict[Kind, tuple[int, int]] = {"encoder": (4, 4), "decoder": (3, 3), "cross": (3, 4)}
    texts = {
        kind: ([label.text for label in picture_texts.row_labels(TRACE, kind, rows)],
               [label.text for label in picture_texts.column_labels(TRACE, kind, columns)])
        for kind, (rows, columns) in sizes.items()
    }  # fmt: skip
    source, consumed, produced = ["Zwei", "Hunde", "</s>", "<pad>"], ["<s>", "Two", "dogs"], ["Two", "dogs", "</s>"]
    assert texts == {"encoder": (source, source), "decoder": (consumed, consumed), "cross": (produced, source)}


def test_only_padding_is_quiet() -> None:
    assert [label.quiet for label in picture_texts.column_labels(TRACE, "cross", 4)] == [False, False, False, True]
    assert not any(label.quiet for label in picture_texts.row_labels(TRACE, "cross", 3))


def test_positions_stand_in_for_tokens_that_a_run_lacks() -> None:
    bare = replace(TRACE, consumed_ids=None, consumed_tokens=None, produced_ids=None, produced_tokens=None)
    assert [label.text for label in picture_texts.row_labels(bare, "decoder", 3)] == ["0", "1", "2"]


def test_pairs_are_consumed_then_produced() -> None:
    pairs = picture_texts.pair_labels(TRACE, "cross")
    assert pairs is not None
    assert [(pair.lead, pair.text) for pair in pairs] == [("<s>", "Two"), ("Two", "dogs"), ("dogs", "</s>")]
    assert picture_texts.pair_labels(TRACE, "encoder") is None


def test_people_count_from_1() -> None:
    assert (picture_texts.layer_name(0), picture_texts.head_name(3), picture_texts.step_name(0, 8)) == (
        "Layer 1",
        "Head 4",
        "step 1 / 8",
    )


def test_a_row_is_said_in_a_sentence() -> None:
    weights = np.zeros((1, 2, 3, 4), dtype=np.float32)
    weights[0, 1, 2] = [0.1, 0.7, 0.2, 0]
    trace = replace(TRACE, cross_attention=weights)
    sentence = picture_texts.most_weight_here(trace, Selection("cross", 0, 1, step=2))
    assert sentence == "Head 2: row “</s>” gives most weight to “Hunde”: 0.70"
    assert "“dogs”" in picture_texts.most_weight_here(trace, Selection("cross", 0, 1, step=2, query=1))
