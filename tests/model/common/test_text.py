"""Marked sentences: English to everything, and whole again behind another process."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.common.text import DEEPEST, MOST_PLACES, Text, fill, read, spelled

TOKENS = Text("it has %1 tokens and %2 has positions for %3", 130, "tut6 %1", "100")


def parts(text: str) -> tuple[str, str, tuple[str, ...], str]:
    assert isinstance(text, Text)
    return text.context, text.template, text.values, str(text)


@pytest.mark.parametrize(
    ("template", "values", "filled"),
    [
        ("%2 reads %1", ("%2", "<s>"), "<s> reads %2"),
        ("%1 + %1", (16,), "16 + 16"),
        ("100 % of %1", (3,), "100 % of 3"),
        ("%1 and %2", ("a",), "a and %2"),
        ("plain", (), "plain"),
    ],
)
def test_places_are_filled_in_one_pass(template: str, values: tuple[object, ...], filled: str) -> None:
    assert fill(template, *values) == Text(template, *values) == filled


def test_it_is_an_english_string() -> None:
    assert TOKENS == "it has 130 tokens and tut6 %1 has positions for 100" == f"{TOKENS}"
    assert json.loads(json.dumps({TOKENS: TOKENS})) == {str(TOKENS): str(TOKENS)}
    assert str(TOKENS) in {TOKENS}
    assert not isinstance(TOKENS.rstrip("."), Text), "what is cut from it is not marked"


def test_it_knows_what_it_is_made_of() -> None:
    assert parts(TOKENS)[:3] == ("Text", "it has %1 tokens and %2 has positions for %3", ("130", "tut6 %1", "100"))
    assert Text("padding", context="Facts").context == "Facts"
    assert TOKENS.filled(1, 2, 3) == "it has 1 tokens and 2 has positions for 3"
    for again in (pickle.loads(pickle.dumps(TOKENS)), copy.deepcopy(TOKENS)):
        assert parts(again) == parts(TOKENS)


@pytest.mark.parametrize("text", [TOKENS, Text("padding", context="Facts"), Text("%1", "\ud800\0")])
def test_a_marked_text_is_read_again(text: Text) -> None:
    assert parts(read(spelled(text))) == parts(text)


NESTED = Text("it is damaged: %1", Text("storage %1 has two sizes", "\0x"))


def test_a_text_may_hold_another() -> None:
    assert NESTED == "it is damaged: storage \0x has two sizes"
    (inner,) = NESTED.values
    assert parts(inner)[1:3] == ("storage %1 has two sizes", ("\0x",))
    for again in (read(spelled(NESTED)), pickle.loads(pickle.dumps(NESTED))):
        assert parts(again) == parts(NESTED)
        assert isinstance(again, Text) and parts(again.values[0]) == parts(inner)
    assert parts(NESTED.filled(NESTED).values[0]) == parts(NESTED)


def test_texts_within_texts_have_an_end() -> None:
    deep = Text("a")
    for _ in range(DEEPEST):
        deep = Text("%1", deep)
    with pytest.raises(ValueError, match="too deeply"):
        read(spelled(deep))


@given(st.text(alphabet=st.characters(codec=None, categories=None) | st.just("\0")))
def test_any_other_text_is_read_as_it_is(text: str) -> None:
    assert read(spelled(text)) == text
    assert type(read(spelled(text))) is str


PLACES = json.dumps(["Text", "%1" * (MOST_PLACES + 1), "a"])
VALUES = json.dumps(["Text", "a", *"0123456789"])


@pytest.mark.parametrize(
    "behind",
    ["", "x", "3", "null", "{}", "[]", '["Text"]', '["Text", 3]', '["Text", "%1", 3]', "[" * 99_999, PLACES, VALUES],
)
def test_a_mark_with_anything_else_behind_it_is_refused(behind: str) -> None:
    with pytest.raises(ValueError, match=r"marked text|Expecting|too deep"):
        read("\0" + behind)
