"""How tokens are chosen, as a request, a session and a trace say it."""

from __future__ import annotations

import json

import pytest

from model.decoding.beam_tree import SearchRules
from model.decoding.sampling import Sampling
from viz_app.state.decoding import Decoding, decoding_of, decoding_to_json


@pytest.mark.parametrize(
    "decoding", [None, SearchRules(5), SearchRules(3, -0.5, "never"), Sampling(1), Sampling(9, 0.1, 3, 0.5)]
)
def test_it_is_read_as_it_was_written(decoding: Decoding) -> None:
    assert decoding_of(json.loads(json.dumps(decoding_to_json(decoding)))) == decoding


def test_nonsense_is_greedy() -> None:
    assert decoding_of({"beam": {"width": 0, "penalty": 1, "stop": "enough"}}) is None
    assert decoding_of({"sampling": {"seed": -1}}) is None
