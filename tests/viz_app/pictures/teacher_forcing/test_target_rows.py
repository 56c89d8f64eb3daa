"""What the table of teacher forcing says, against plain loops over a planted run."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.sample_trace import TARGET, make_trace
from viz_app.pictures.teacher_forcing.target_rows import chance, explanation, glossed, lesson_of, number, sentence, sums
from viz_app.state.classroom.glosses import RunGlosses


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


# --- what is printed follows from what is printed ---


def read(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("seed", range(40))
def test_every_sum_and_every_loss_can_be_checked_with_a_calculator(seed: int) -> None:
    """From certain to hopeless labels, several lengths, with and without padding."""
    rng = np.random.default_rng(seed)
    steps = int(rng.integers(1, 60))
    probability = np.exp(-rng.exponential(rng.choice([0.05, 0.5, 3.0]), steps)).astype(np.float32)
    target = [f"w{n}" for n in range(steps - 1)]
    plain: Any = make_trace(layers=1, heads=1, target=target)
    given = int(rng.integers(1, steps + 1))
    trace = replace(
        plain, produced_probability=probability, origin=np.array(["teacher"] * steps),
        meta=replace(plain.meta, decoding={"given": given}),
    )  # fmt: skip
    lesson = lesson_of(trace)
    assert lesson is not None
    for row in lesson.positions[:given]:
        assert number(-math.log(read(row.told)), 3) == number(row.loss, 3), row.told
        assert read(row.told) == pytest.approx(row.probability, rel=0.05, abs=5e-5)
    written = {text for row in lesson.positions for text in (row.told, row.highest) if "e" not in text}
    assert len({decimals(text) for text in written}) <= 1, "a column of numbers has one number of decimals"
    long = re.fullmatch(
        r"ln p\(target\) = Σ ln p = (\S+) +· +mean loss = −Σ ln p / (\d+) = (\S+) nats +· +"
        r"perplexity = e\^(\S+) = (\S+)",
        sums(lesson),
    )
    assert long is not None
    total, count, loss, power, perplexity = long.groups()
    assert (int(count), power) == (given, loss)
    assert f"{-read(total) / given:.{decimals(loss)}f}" == loss
    shown = math.exp(read(loss))
    assert (f"{shown:.{decimals(perplexity)}f}" if shown < 1e5 else f"{shown:.2g}") == perplexity
    brief = sums(lesson, brief=True)
    assert total in brief and loss in brief and perplexity in brief


def decimals(text: str) -> int:
    return len(text.partition(".")[2])


def test_the_word_of_a_label_has_its_gloss_and_no_other_number_changes() -> None:
    lesson = lesson_of(planted())
    assert lesson is not None
    meant = tuple(f"m{place}" if place % 3 else "" for place in range(8))
    told = glossed(lesson, RunGlosses(produced=meant))
    assert [row.gloss for row in told.positions] == list(meant)
    assert [replace(row, gloss="") for row in told.positions] == list(lesson.positions)
    assert glossed(lesson, RunGlosses(produced=meant[1:])) is lesson, "of another run"
