"""Progress is for whoever reads it: a terminal, a window; a log stays clean."""

from __future__ import annotations

import io
import sys

import pytest

from model.common.progress import LISTENING, heard, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def said(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, listening: bool, *words: object) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv(LISTENING, "1") if listening else monkeypatch.delenv(LISTENING, raising=False)
    progress(*words)  # type: ignore[arg-type]  # as the test gives them
    return stream.getvalue()


def test_a_terminal_sees_one_line_that_replaces_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, Terminal(), False, "3 of 12", 0.25) == "\r\x1b[K3 of 12"
    assert said(monkeypatch, Terminal(), False, "") == "\r\x1b[K"


def test_a_log_stays_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, io.StringIO(), False, "3 of 12", 0.25) == ""


@pytest.mark.parametrize(("text", "fraction"), [("step 3 of 12", 0.25), ("drawing", -1.0), ("시점 3", 1.0)])
def test_a_window_hears_what_was_said(monkeypatch: pytest.MonkeyPatch, text: str, fraction: float) -> None:
    assert heard(said(monkeypatch, io.StringIO(), True, text, fraction)) == (text, fraction)
    assert said(monkeypatch, io.StringIO(), True, "") == ""


def test_a_text_of_two_lines_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(said(monkeypatch, io.StringIO(), True, "a\nb  c", 0.5)) == ("a b c", 0.5)


@pytest.mark.parametrize(
    "line", ["", "error: a: b. c.", "progress: much done", "progress:", "progress: 0.5", "x 0.5 y"]
)
def test_other_lines_say_nothing_about_it(line: str) -> None:
    assert heard(line) is None


def test_more_than_all_is_all() -> None:
    assert heard("progress: 7 done") == ("done", 1.0)
    assert heard("progress: -9 done") == ("done", -1.0)
