"""Fields out of a file of unknown origin: right types pass, wrong ones are named, absent ones have a default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from model.common.fields import LARGEST, LONGEST, Fields
from model.common.problems import Problem

PATH = Path("a.headscope")
RIGHT: dict[str, list[Any]] = {
    "text": ["", "한국어 🙂 <b>", "x" * 1000],
    "integer": [0, 7, LARGEST],
    "place": [None, 0, 9],
    "number": [0, 0.5, 12, 1e300],
    "flag": [True, False],
    "integers": [[], [0, 3]],
    "numbers": [[], [0.5, 1]],
}
ALWAYS_WRONG: list[Any] = [{"a": 1}, [[]], [None]]
WRONG: dict[str, list[Any]] = {
    "text": [None, 1, True, [], "\ud800", "x" * (LONGEST + 1)],
    "integer": [None, -1, 1.0, True, "1", LARGEST + 1, 10**400],
    "place": [-1, 1.5, False, "2"],
    "number": [None, -0.1, 10**400, True, "1", float("nan"), float("inf")],
    "flag": [None, 0, 1, "true"],
    "integers": [None, [1, -1], [True], ["1"], "12", {"0": 1}],
    "numbers": [None, [float("inf")], [-1], ["0.5"], 3],
}


def reader(kind: str, value: Any) -> Callable[[], Any]:
    fields = Fields({"name": value}, PATH, "place.")
    return lambda: getattr(fields, kind)("name")


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, values in RIGHT.items() for value in values])
def test_what_may_be_is_taken(kind: str, value: Any) -> None:
    expected = tuple(value) if isinstance(value, list) else value
    assert reader(kind, value)() == expected


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in WRONG.items() for value in values + ALWAYS_WRONG]
)
def test_what_cannot_be_is_named(kind: str, value: Any) -> None:
    with pytest.raises(Problem) as caught:
        reader(kind, value)()
    assert caught.value.what == str(PATH)
    assert caught.value.why.startswith("invalid value: place.name = ")
    assert len(caught.value.why) < 120


def test_what_is_absent_has_its_default() -> None:
    fields = Fields({"other": "ignored"}, PATH)
    assert (fields.text("a", "x"), fields.integer("a", 3), fields.place("a"), fields.number("a", 0.5)) == (
        "x", 3, None, 0.5,
    )  # fmt: skip
    assert (fields.flag("a", True), fields.integers("a"), fields.parts("a"), fields.optional("a")) == (
        True, (), (), None,
    )  # fmt: skip
    assert fields.part("a").integer("b", 4) == 4
    assert fields.one_of("a", ("x", "y"), "y") == "y"


def test_fields_inside_are_named_with_their_place() -> None:
    fields = Fields({"notes": {"places": [{}, {"layer": "two"}]}, "kind": "sideways"}, PATH)
    with pytest.raises(Problem, match=r"invalid value: notes\.places\[1\]\.layer = 'two'"):
        fields.part("notes").parts("places")[1].integer("layer")
    with pytest.raises(Problem, match=r"invalid value: kind = 'sideways'"):
        fields.one_of("kind", ("encoder", "cross"), "cross")
    for name, wrong in (("part", []), ("part", "x"), ("parts", [1]), ("parts", {}), ("texts", [1]), ("texts", "x")):
        with pytest.raises(Problem, match="invalid value: f = "):
            getattr(Fields({"f": wrong}, PATH), name)("f")


def test_a_list_of_texts() -> None:
    assert Fields({"f": ["a", "b"]}, PATH).texts("f") == ("a", "b")
