"""What the table of teacher forcing says, against plain loops over a planted run."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.sample_trace import TARGET, make_trace
from viz_app.pictures.teacher_forcing.target_rows import chance, explanation, lesson_of, number, sentence, sums


def planted(given: int = 8) -> Trace:
    """Every number differs; at position 2 the model would have said something else, at 5 it was sure."""
    plain = make_trace()
    trace: Any = plain
    probability = np.array([0.5, 0.25, 0.01, 0.125, 0.75, 1.0, 0.4, 0.6], dtype=np.float32)
    candidates, ids = trace.candidate_probabilities.copy(), trace.candidate_ids.copy()
    candidates[:, 0] = probability
    candidates[2, 0], ids[2, 0] = 0.9, 0
    tokens = trace.candidate_tokens.copy()
    tokens[2, 0] = "cats"
    return replace(
        plain, produced_probability=probability, candidate_ids=ids, candidate_probabilities=candidates,
        candidate_tokens=tokens, origin=np.array(["teacher"] * 8), meta=replace(trace.meta, decoding={"given": given}),
    )  # fmt: skip


def test_input_is_the_label_shifted_right() -> None:
    lesson = lesson_of(planted())
    assert lesson is not None
    assert [row.label for row in lesson.positions] == [*TARGET, "</s>"]
    assert [row.input for row in lesson.positions] == ["<s>", *TARGET]
    assert lesson.positions[0].input == "<s>"
    assert lesson.positions[-1].label == "</s>"


def test_every_row_has_its_own_numbers() -> None:
    trace: Any = planted()
    lesson = lesson_of(trace)
    assert lesson is not None
    total = 0.0
    for t, row in enumerate(lesson.positions):
        p = float(trace.produced_probability[t])
        total -= math.log(p)
        assert (row.probability, row.agrees, row.forced, row.ignored) == (p, t != 2, False, False)
        assert row.loss == pytest.approx(-math.log(p))
        assert row.mean == pytest.approx(total / (t + 1))
    assert lesson.positions[2].predicted == "cats"
    assert lesson.positions[2].predicted_probability == pytest.approx(0.9)
    assert lesson.positions[3].predicted == lesson.positions[3].label
    told = sums(lesson)
    assert f"−{total:.3f}" in told
    assert f"/ 8 = {total / 8:.3f} nats" in told
    assert told.endswith(f"= {math.exp(total / 8):.2f}")
    assert "Position 2" in sentence(lesson, "T", 2)
    assert "“cats” (0.9000)" in sentence(lesson, "T", 2)


def test_padding_is_no_part_of_the_sums() -> None:
    lesson = lesson_of(planted(given=6))
    assert lesson is not None
    assert [row.ignored for row in lesson.positions] == [False] * 6 + [True] * 2
    assert math.isnan(lesson.positions[6].loss)
    assert lesson.ignored == 2
    assert "/ 6 =" in sums(lesson)
    assert "2 positions of padding are ignored" in explanation(lesson)


def test_what_was_forced_in_a_run_is_marked() -> None:
    trace = replace(make_trace(), origin=np.array(["greedy", "forced", *["greedy"] * 6]))
    lesson = lesson_of(trace)
    assert lesson is not None
    assert not lesson.taught
    assert [row.forced for row in lesson.positions][:3] == [False, True, False]


@pytest.mark.parametrize(
    "lacking", ["produced_ids", "produced_tokens", "produced_probability", "candidate_ids", "consumed_tokens"]
)
def test_a_run_without_probabilities_has_no_table(lacking: str) -> None:
    nothing: dict[str, Any] = {lacking: None}
    assert lesson_of(replace(make_trace(), **nothing)) is None


@pytest.mark.parametrize(
    ("value", "places", "printed"),
    [(-1.25, 2, "−1.25"), (math.inf, 3, "∞"), (-math.inf, 3, "−∞"), (math.nan, 3, "–"), (1e300, 2, "∞")],
)
def test_numbers_without_end_have_a_sign(value: float, places: int, printed: str) -> None:
    assert number(value, places) == printed


@pytest.mark.parametrize(
    ("value", "printed"), [(0.12345, "0.1235"), (0.0, "0.0000"), (0.00012, "0.0001"), (3.2e-7, "3e−7"), (1.0, "1.0000")]
)
def test_a_small_chance_is_not_printed_as_none(value: float, printed: str) -> None:
    assert chance(value) == printed


def test_a_run_without_its_tokens_is_none() -> None:
    """As recorded from code that nobody told the vocabulary."""
    assert lesson_of(replace(make_trace(), consumed_tokens=None, produced_tokens=None)) is None
    bare = replace(make_trace(), consumed_ids=None, consumed_tokens=None, produced_tokens=None)
    assert lesson_of(bare) is None
