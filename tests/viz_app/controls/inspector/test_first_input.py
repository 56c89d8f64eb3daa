"""The answer to *What is the decoder's first input?* on planted tokens and without vectors."""

from __future__ import annotations

import pytest

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.first_input import first_input, listed


def test_the_target_is_shifted_by_one() -> None:
    trace = make_trace()
    note, (shifted, vector) = first_input(ready(trace))
    assert trace.consumed_ids is not None
    assert note.startswith(f"“<s>”, token {trace.consumed_ids[0]} of the vocabulary")
    steps = [line for line in shifted.lines if line.startswith("step ")]
    pairs = [line.partition(": ")[2].split(" → ") for line in steps]
    assert [after[0] for after in pairs[1:]] == [before[1] for before in pairs[:-1]]
    assert "Translate the sentence again" in vector.lines[0]
    assert vector.numbers == ()


def test_a_given_target_is_said_to_be_given() -> None:
    _, trace = explained()
    _, (shifted, vector) = first_input(ready(trace))
    assert shifted.lines[0].startswith("The target was given")
    assert [strip.name for strip in vector.numbers] == ["token", "position 0", "input of the first layer"]


@pytest.mark.parametrize(
    ("steps", "now", "shown"),
    [
        (5, 4, [0, 1, 2, 3, 4]),
        (17, 0, list(range(8))),
        (17, 14, [0, 1, 2, 3, 4, 13, 14, 15]),
        (9, 8, [0, 1, 2, 3, 4, 5, 7, 8]),
    ],
)
def test_the_selected_step_is_in_the_list(steps: int, now: int, shown: list[int]) -> None:
    assert listed(steps, now) == shown
