"""The configuration: JSON round trip, and one clear sentence for every wrong value."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.common.problems import Problem
from model.network.config import Dropout, StackConfig, TransformerConfig
from tests.model.networks import BASE, random_config

HUGE = 10**400  #: JSON has no largest whole number
VALUES: list[Any] = [
    0, -1, 10**9, HUGE, -HUGE, 1.5, 8.0, math.nan, math.inf, -math.inf, True, False, "8", "", None, [], [8], {},
]  # fmt: skip
COUNTS = ["source_vocabulary", "target_vocabulary", "width", "max_length"]
STACK = ["layers", "heads", "head_width", "feed_forward_width"]


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """A valid header with one value replaced."""
    header: dict[str, Any] = json.loads(json.dumps(BASE.to_json()))
    part = header
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return header


def refused(header: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        TransformerConfig.from_json(header)
    return caught.value


@pytest.mark.parametrize("seed", range(20))
def test_json_round_trip(seed: int) -> None:
    config = replace(random_config(seed), dropout=Dropout(0.1, 0.2, 0.3, 0.4))
    text = json.dumps(config.to_json(), allow_nan=False)
    assert TransformerConfig.from_json(json.loads(text)) == config


def test_dropout_may_be_absent_and_minus_infinity_has_a_name() -> None:
    header = BASE.to_json()
    assert header["mask_fill"] == "-inf"
    del header["dropout"]
    assert TransformerConfig.from_json(header) == BASE


@pytest.mark.parametrize("path", [(name,) for name in COUNTS] + [(s, n) for s in ("encoder", "decoder") for n in STACK])
def test_a_count_must_be_a_whole_number_in_range(path: tuple[str, ...]) -> None:
    for value in VALUES:
        problem = refused(changed(path, value))
        assert problem.what == "config.json", value
        assert problem.why.startswith(f"{path[-1]} is "), value
        assert "must be a whole number from 1 to" in problem.why, value
        assert len(str(problem)) < 200, value
        assert "\n" not in str(problem), value


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("positions", ["learned"], ["rotary", "", None, 1, ["learned"], {}]),
        ("norm_order", ["pre", "post"], ["both", None, True]),
        ("activation", ["relu", "gelu"], ["swish", "GELU", None]),
        ("norm_eps", [0, 0.0, 1e-12, 0.5], [-1e-9, 1, 1.0, math.nan, math.inf, HUGE, True, "1e-5", None]),
        (
            "mask_fill",
            [-1e10, -1, "-inf", -math.inf],
            [0, 0.0, 1e10, math.inf, math.nan, "low", True, None, HUGE, -HUGE],
        ),
        ("scale_embeddings", [True, False], [0, 1, "true", None, []]),
        ("final_norm", [True, False], [0, 1, "false", None]),
        ("share_embeddings", [True, False], [0, 1, None]),
        ("tie_output", [True, False], [0, 1, None]),
    ],
)
def test_switches(name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        TransformerConfig.from_json(changed((name,), value))
    for value in bad:
        assert name in refused(changed((name,), value)).why


@pytest.mark.parametrize("name", ["embedding", "residual", "attention", "feed_forward"])
def test_dropout(name: str) -> None:
    values: list[Any] = [-0.1, 1, 1.0, math.nan, math.inf, HUGE, True, "0.1", None, []]
    for value in values:
        assert f"dropout.{name} is" in refused(changed(("dropout", name), value)).why, value


@pytest.mark.parametrize("header", [None, 5, "config", [], [1], {}], ids=str)
@pytest.mark.parametrize("part", [(), ("encoder",), ("decoder",), ("dropout",)])
def test_every_part_must_be_an_object(part: tuple[str, ...], header: Any) -> None:
    if part == ("dropout",) and header == {}:
        assert TransformerConfig.from_json(changed(part, header)) == BASE
        return
    problem = refused(changed(part, header) if part else header)
    assert problem.what == "config.json"


def test_missing_and_unknown_fields_are_named() -> None:
    header = BASE.to_json()
    del header["width"]
    assert refused(header).why == "architecture lacks width"
    header = BASE.to_json()
    del header["encoder"]["heads"]
    assert refused(header).why == "encoder lacks heads"
    header = BASE.to_json() | {"rotary": True}
    assert "'rotary'" in refused(header).why
    header = BASE.to_json()
    header["decoder"]["experts"] = 8
    assert "decoder" in refused(header).why
    assert "'experts'" in refused(header).why


def test_values_that_do_not_fit_together() -> None:
    assert "even" in refused(changed(("width",), 7)).why
    assert TransformerConfig.from_json(changed(("width",), 7) | {"positions": "learned"}).width == 7
    header = changed(("share_embeddings",), True) | {"target_vocabulary": 8}
    assert "same size (9 and 8 here)" in refused(header).why


def test_head_width_needs_not_divide_the_width() -> None:
    assert TransformerConfig.from_json(changed(("encoder", "head_width"), 5)).encoder.head_width == 5


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*BASE.to_json(), *STACK, "x"]), inner, max_size=5)
        ),
        max_leaves=12,
    ),
    st.sampled_from([(), *[(name,) for name in BASE.to_json()], ("encoder", "heads"), ("dropout", "residual")]),
)
def test_nothing_but_a_problem_ever_comes_out(value: Any, path: tuple[str, ...]) -> None:
    outcome: TransformerConfig | Problem
    try:
        outcome = TransformerConfig.from_json(changed(path, value) if path else value)
    except Problem as problem:
        outcome = problem
    if isinstance(outcome, Problem):
        assert outcome.what == "config.json"
        assert outcome.why
        assert outcome.next_step
    else:
        assert outcome.parameters > 0


def test_a_stack_and_dropout_check_themselves() -> None:
    with pytest.raises(Problem, match="heads is 0"):
        StackConfig(layers=1, heads=0, head_width=1, feed_forward_width=1)
    with pytest.raises(Problem, match=r"dropout.residual is 1.0"):
        Dropout(residual=1.0)
