"""Wrapping dictionaries and prefixes, for names and for values alike."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.files.model_file import TensorInfo
from model.checkpoints.files.unwrap import short_names, unwrap

ONE, TWO = TensorInfo((1,), "float32"), TensorInfo((2,), "float32")


@pytest.mark.parametrize(
    ("content", "tensors", "extras"),
    [
        ({"a": ONE}, {"a": ONE}, {}),
        ({"state_dict": {"a": ONE}, "epoch": 1}, {"a": ONE}, {"epoch": 1}),
        ({"state_dict": {}, "model": {"a": ONE}}, {"a": ONE}, {"state_dict": {}}),
        ({"model": "transformer", "net": {"a": ONE}}, {"a": ONE}, {"model": "transformer"}),
        ({"model": ONE, "bias": TWO}, {"model": ONE, "bias": TWO}, {}),
        ({"model": {"net": {"a": ONE}}}, {"a": ONE}, {}),
        ({"model": {"a": ONE}, "generator": {"b": TWO}}, {"a": ONE, "generator.b": TWO}, {}),
        ({"generator": {"b": TWO}}, {}, {"generator": {"b": TWO}}),
        ({"model": {"a": ONE}, "generator": None}, {"a": ONE}, {"generator": None}),
        ({"a": ONE, 5: TWO, "n": 3}, {"a": ONE}, {"5": TWO, "n": 3}),
        ({"optimizer": {"state": {0: ONE}}}, {}, {"optimizer": {"state": {0: ONE}}}),
        ([ONE], {}, {}),
        (ONE, {}, {}),
        (None, {}, {}),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_the_state_dict_and_what_lies_around_it(content: Any, tensors: Any, extras: Any) -> None:
    found = unwrap(content)
    assert (found.tensors, found.extras) == (tensors, extras)


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["module.a", "module.b"], ["a", "b"]),
        (["module.a", "b"], ["module.a", "b"]),
        (["_orig_mod.module.a"], ["a"]),
        (["module._orig_mod.module.a"], ["a"]),
        (["modules.a"], ["modules.a"]),
        ([], []),
    ],
)
def test_what_stands_before_all_names(names: list[str], short: list[str]) -> None:
    assert short_names(names) == dict(zip(short, names, strict=True))
