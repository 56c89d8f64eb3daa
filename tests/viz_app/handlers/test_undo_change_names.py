"""What the undo menu says of a change, told from two moments alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.undo import LONGEST, describe
from viz_app.state.history import Moment
from viz_app.state.state import Selection, Settings

RUN = make_trace()


def moment(run: Trace | None = RUN, **settings: Any) -> Moment:
    return Moment(run, 0.0, Selection(), Settings(**settings))


def changed(**meta: Any) -> Trace:
    run = make_trace()
    return replace(run, meta=replace(run.meta, **meta))


def forced(step: int, token: str) -> Trace:
    """Another run with ``token`` chosen at ``step``, as the engine records it."""
    run = make_trace()
    assert run.produced_tokens is not None
    tokens = np.array([str(old) for old in run.produced_tokens], dtype="<U40")
    tokens[step] = token
    origin = np.array(["forced" if index <= step else "greedy" for index in range(len(tokens))])
    return replace(run, produced_tokens=tokens, origin=origin)


def test_a_batch_and_a_given_target_are_named() -> None:
    both = replace(moment(make_trace(seed=2)), batch=(make_trace(seed=2), make_trace(seed=3)))
    assert describe(moment(), both) == "a batch of 2 sentences"
    given = replace(make_trace(), origin=np.array(["teacher"] * 8))
    assert describe(moment(), moment(given)) == "given target"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"scale": "sqrt"}, "√ scale"),
        ({"values": False}, "Numbers in cells: off"),
        ({"theme": "dark"}, "dark"),
        ({"text_size": 3}, "Size of text"),
        ({"head_order": "entropy"}, "heads by entropy"),
        ({"scale": "sqrt", "dots": False}, "several settings"),
    ],
)
def test_settings(qapp: object, settings: dict[str, Any], words: str) -> None:
    assert describe(moment(), moment(**settings)) == words


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({}, {"aggregate": "heads"}, "Mean over heads"),
        ({"aggregate": "heads"}, {"aggregate": "rollout"}, "Attention rollout"),
        ({"aggregate": "heads"}, {}, "Plain weights again"),
        ({}, {"quantity": "score"}, "Scores before mask and softmax"),
        ({}, {"words": True}, "Sub-words merged into words"),
        ({"words": True, "aside": "specials"}, {"aside": "specials"}, "display of the run"),
        ({}, {"aside": "specials"}, "columns set aside"),
        ({"aside": "specials"}, {"aside": "specials", "source_columns": (2,)}, "columns set aside"),
        ({}, {"words": True, "aggregate": "all"}, "display of the run"),
    ],
)
def test_readings(qapp: object, before: dict[str, Any], after: dict[str, Any], words: str) -> None:
    one, other = replace(moment(), reading=ViewTransform(**before)), replace(moment(), reading=ViewTransform(**after))
    assert describe(one, other) == words


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (changed(source_text="Ein Hund."), "sentence “Ein Hund.”"),
        (changed(checkpoint="classic", checkpoint_sha256="1" * 64), "checkpoint classic"),
        (make_trace(padding=4), "padding"),
        (forced(2, "cats & dogs"), "force “cats & dogs”"),
        (forced(0, "a\u202eb"), "force “a⟨RLO⟩b”"),
        (make_trace(), "another run"),
    ],
)
def test_runs(qapp: object, run: Trace, words: str) -> None:
    assert describe(moment(), moment(run)) == words


def test_a_long_sentence_is_cut(qapp: object) -> None:
    words = describe(moment(), moment(changed(source_text="Hunde " * 500)))
    assert len(words) < LONGEST + 20
    assert words.endswith("…”")


def test_settings_before_the_first_run_are_no_run(qapp: object) -> None:
    assert describe(moment(None), moment(scale="sqrt")) == "√ scale"
