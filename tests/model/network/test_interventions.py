"""Changes are written as JSON and read again; whatever else stands there is no change."""

from __future__ import annotations

import math
from typing import Any

import pytest

from model.network.interventions import Intervention, from_json, to_json
from tests.model.network.test_what_if import CHANGES


@pytest.mark.parametrize("one", [one for changes in CHANGES.values() for one in changes])
def test_it_is_written_as_json_and_read_again(one: Intervention) -> None:
    assert from_json(to_json(one)) == one
    assert from_json({**to_json(one), "more": 1}) is None
    assert one.said and "%" not in one.said


@pytest.mark.parametrize(
    "content",
    [
        None, 3, {}, {"what": "unknown"}, {"what": "mask_off"}, {"what": "mask_off", "mask": "both"},
        {"what": "cell", "kind": "cross", "query": -1, "key": 0}, {"what": "cell", "kind": "x", "query": 1, "key": 0},
        {"what": "cell", "kind": "cross", "query": True, "key": 0},
        {"what": "head", "kind": "cross", "layer": 0, "head": 0, "instead": "noise"},
        {"what": "row", "kind": "cross", "layer": 0, "head": 0, "query": 0, "weights": [0.5, 0.4]},
        {"what": "row", "kind": "cross", "layer": 0, "head": 0, "query": 0, "weights": [math.nan, 1.0]},
        {"what": "row", "kind": "cross", "layer": 0, "head": 0, "query": 0, "weights": [1.0, 0.0]},
        {"what": "row", "kind": "cross", "layer": 0, "head": 0, "query": 0, "weights": "1"},
        {"what": "position", "side": "left", "token": 0, "position": 0},
        {"what": "cell", "kind": ["cross"], "query": 1, "key": 0},
    ],
)  # fmt: skip
def test_what_no_version_wrote_is_none(content: Any) -> None:
    assert from_json(content) is None
