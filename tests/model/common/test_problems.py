"""A failure in three sentences is one line on the command line."""

from __future__ import annotations

import pickle

import pytest

from model.common.problems import LINE, Problem, problem_from, shown, told
from model.common.text import Text


@pytest.mark.parametrize(
    ("why", "next_step"), [("it is empty", "Choose another file"), ("it is empty.", "Choose another file.")]
)
def test_it_reads_as_sentences(why: str, next_step: str) -> None:
    assert str(Problem("a.pt", why, next_step)) == "a.pt: it is empty. Choose another file."


def test_it_keeps_its_three_parts() -> None:
    problem = Problem("a.pt", "it is empty", "Choose another file", offer="cell")
    assert (problem.what, problem.why, problem.next_step) == ("a.pt", "it is empty", "Choose another file")
    assert problem.offer == "cell"
    assert Problem("a.pt", "it is empty", "Choose another file").offer == ""
    again = pickle.loads(pickle.dumps(problem))  # as concurrent.futures would send it
    assert vars(again) == vars(problem)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("encoder.층.weight", "encoder.층.weight"),
        ("a\nb\x00c", "a\\nb\\x00c"),
        ("abc\u202edef", "abc\\u202edef"),
        ("\ud800", "\\ud800"),
        ("../../x", "../../x"),
        ("x" * 81, "x" * 79 + "…"),
        ("x" * 80, "x" * 80),
    ],
)
def test_a_name_from_a_file_is_shown_escaped(text: str, wanted: str) -> None:
    assert shown(text) == wanted
    assert shown(text).isprintable()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "error: out.png: it cannot be written (No space left on device). Choose another folder.\n",
            ("out.png", "it cannot be written (No space left on device)", "Choose another folder"),
        ),
        ("noise\nerror: a: b: c. Do d.\n", ("a", "b: c", "Do d")),
        ("", None),
        ("Traceback (most recent call last):\n", None),
        ("error: no parts", None),
    ],
)
def test_the_command_lines_error_is_taken_apart(text: str, parts: tuple[str, str, str] | None) -> None:
    found = problem_from(text)
    assert (found and (found.what, found.why, found.next_step)) == parts


def test_a_problem_crosses_to_the_program_that_reads_it() -> None:
    problem = Problem("a: b.pt", Text("%1 is missing", "c.\nd"), "Copy it. Again.")
    again = problem_from(f"noise\n{told(problem)}\n")
    assert again is not None and vars(again) == vars(problem)
    assert isinstance(again.why, Text) and again.why.values == ("c.\\nd",)


@pytest.mark.parametrize(
    "line", ["", "x", "3", "null", "[1, 2, 3]", '["a"]', '["a", "b", "c", "d", "e"]', '["a", "b", "\\u0000"]']
)
def test_a_damaged_line_is_no_problem(line: str) -> None:
    assert problem_from(LINE + line) is None


def test_what_does_not_print_is_escaped_wherever_it_came_from() -> None:
    """A reader of tensors may list names as the file spells them: the last door escapes them, and keeps the marks."""
    inner = Text("the other side's table beside %1", "src\x00\x7f")
    problem = Problem("a\tb.pt", Text("it is like %1, but it lacks %2", "an\u202eame", inner), "Save it\n again")
    assert str(problem) == (
        "a\\tb.pt: it is like an\\u202eame, but it lacks the other side's table beside src\\x00\\x7f. Save it\\n again."
    )
    assert isinstance(problem.why, Text) and problem.why.template == "it is like %1, but it lacks %2"
    assert isinstance(problem.why.values[1], Text), "a sentence inside another is still said in the same language"
