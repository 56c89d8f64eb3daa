"""An unforeseen error as a value: one number wherever it occurs, and nothing of a person in what is told."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from model.common.fault import ENDED, Fault, fault_of, fault_of_end, read, spelled, without_home
from model.common.problems import Problem, problem_from, told, unforeseen


def caught(words: str, outer: bool = False) -> Fault:
    try:
        if outer:
            raise RuntimeError("other words")
        raise KeyError(words)
    except (KeyError, RuntimeError) as error:
        return fault_of(error, "window")


def test_the_number_is_that_of_the_place_and_not_of_the_words() -> None:
    first, second, other = caught("Zwei Hunde"), caught("Drei Katzen"), caught("", outer=True)
    assert first.number == second.number != other.number
    assert first.number.startswith("HS-")
    assert len(first.number) == len("HS-1A2B-3C4D")
    assert first.kind == "KeyError"
    assert first.place.startswith("tests/model/common/test_fault.py:")
    assert first.place.endswith(" in caught")
    assert "Zwei" in first.words
    assert "Zwei" not in str(replace(first, words="", folders=""))


def test_a_chain_is_told_from_its_last_error_to_its_first() -> None:
    def fail() -> None:
        try:
            int("x")
        except ValueError as error:
            raise TypeError("outer") from error

    with pytest.raises(TypeError) as raised:
        fail()
    assert fault_of(raised.value, "engine").kind == "TypeError from ValueError"


def test_no_frame_says_where_on_this_computer() -> None:
    with pytest.raises(json.JSONDecodeError) as raised:
        json.loads("x")  # fails in the library
    found = fault_of(raised.value, "thread")
    home = os.path.expanduser("~")  # noqa: PTH111
    assert all(not frame.startswith("/") and home not in frame for frame in found.frames)


def test_it_crosses_processes_with_its_problem() -> None:
    problem = unforeseen(KeyError("secret"), "export")
    again = problem_from("noise\n" + told(problem))
    assert again is not None
    assert again.fault == problem.fault
    fault = read(again.fault)
    assert fault is not None
    assert (fault.part, fault.kind, fault.words) == ("export", "KeyError", "'secret'")
    assert read(spelled(fault)) == fault
    plain = problem_from(told(Problem("a", "b", "c")))
    assert plain is not None
    assert not plain.fault


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "5", '{"part": 1, "kind": "", "words": "", "folders": "", "frames": []}']
)
def test_other_texts_are_no_fault(text: str) -> None:
    assert read(text) is None


def test_the_end_of_an_engine_is_a_fault_by_how_it_ended_and_over_what() -> None:
    fault = fault_of_end("SIGKILL", {"run", "opening"}, "Killed")
    assert (fault.part, fault.frames) == (ENDED, ("asked about opening", "asked about run"))
    assert read(spelled(fault)) == fault
    assert fault.number == fault_of_end("SIGKILL", ["opening", "run"]).number
    others = (
        fault_of_end("SIGSEGV", {"run", "opening"}),
        fault_of_end("SIGKILL", {"run"}),
        fault_of_end("SIGKILL", ()),
    )
    assert len({fault.number, *(other.number for other in others)}) == 4


def test_the_home_folder_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/people/anna")
    monkeypatch.setenv("USERPROFILE", "/people/anna")
    assert without_home("in /people/anna/model.py") == "in ~/model.py"
