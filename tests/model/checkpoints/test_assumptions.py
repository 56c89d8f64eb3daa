"""What a file does not say: defaults, answers, and answers that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.assumptions import ANSWER, CONVENTION, Answers, Assumption, assume, assume_heads, head_counts
from model.common.problems import Problem


def ask(answers: Answers, certain: bool = False) -> Assumption:
    return assume(answers, "era", "Which era?", "new", ("new", "old"), certain=certain)


def test_without_an_answer_the_convention_holds_and_is_asked_about() -> None:
    assert ask(Answers({"heads": 4})) == Assumption(
        "era", "new", CONVENTION, "Which era?", ("new", "old"), certain=False
    )
    assert assume(Answers(), "rows", "How many?", 7, origin="a file").origin == "a file"


def test_an_answer_counts_and_is_not_asked_again() -> None:
    assert ask(Answers({"era": "old"})) == Assumption("era", "old", ANSWER, "Which era?", ("new", "old"), certain=True)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("mid", "era is 'mid' and must be one of new, old"),
        ("x" * 99, f"era is '{'x' * 40}' and must be one of new, old"),
    ],
)
def test_an_answer_that_is_no_option(value: str, why: str) -> None:
    with pytest.raises(Problem) as caught:
        ask(Answers({"era": value}))
    assert (caught.value.what, caught.value.why) == ("answers", why)


@pytest.mark.parametrize("value", [True, "8", 8.0, None, [8]])
@pytest.mark.parametrize("options", [(), (1, 8)])
def test_a_number_is_a_whole_number(value: Any, options: tuple[int, ...]) -> None:
    """Also where True, which equals 1, would pass for an option."""
    with pytest.raises(Problem, match="and must be a whole number"):
        assume(Answers({"heads": value}), "heads", "How many?", 8, options)


def test_what_a_file_beside_the_model_says_is_used_if_it_can_be() -> None:
    found = Answers({"era": "old"}, {"era": "notes.ipynb"})
    assert ask(found) == Assumption("era", "old", "notes.ipynb", "Which era?", ("new", "old"))
    about_another_model = Answers({"era": "stone"}, {"era": "notes.ipynb"})
    assert ask(about_another_model) == ask(Answers())
    assert assume(Answers({"rows": "many"}, {"rows": "x"}), "rows", "How many?", 7).value == 7


def test_head_counts_that_divide_the_width_likely_ones_first() -> None:
    assert head_counts(256) == (8, 4, 2, 1, 16, 32, 64, 128)
    for width in (24, 37, 256, 512, 768):
        counts = head_counts(width)
        assert sorted(counts) == [count for count in range(1, 129) if width % count == 0]
        likely = [32 <= width // count <= 128 for count in counts]
        assert likely == sorted(likely, reverse=True)


def test_the_usual_count_of_heads_where_it_divides() -> None:
    assert assume_heads(Answers(), 512, 8).value == 8
    odd = assume_heads(Answers(), 100, 8)
    assert odd.value == odd.options[0] == 2 and not odd.certain
    assert assume_heads(Answers({"heads": 4}), 512, 8).value == 4
