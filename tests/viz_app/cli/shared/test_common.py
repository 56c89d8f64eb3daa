"""Numbers of the command line have ends, and a large run is told before it is begun."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest

from model.decoding import cost, run
from tests.viz_app.cli.runner import SENTENCE, TINY
from viz_app.cli import build_parser, command_names, main
from viz_app.cli.shared import common
from viz_app.cli.shared.common import beam_width, count, processes, up_to

HUGE = ("99999999999999999999", "9" * 5_000, "-1", "1e9", "inf", "nan", "１")


@pytest.mark.parametrize("number", [count, beam_width, processes, up_to(5)])
@pytest.mark.parametrize("text", [*HUGE, "", "x", "1.5"])
def test_no_number_is_without_end(number: object, text: str) -> None:
    assert callable(number)
    if text == "１" and number is not None:
        assert number(text) == 1  # a digit all the same
        return
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        number(text)
    assert len(str(caught.value)) < 120


def options() -> list[tuple[str, argparse.Action]]:
    """Every option of every command that takes a value of its own kind."""
    found = []
    parser = build_parser()
    todo = [(name, action) for action in parser._actions for name in [""] if action.choices is not None]
    while todo:
        name, action = todo.pop()
        for command, inner in dict(action.choices or {}).items():
            for one in inner._actions:
                if isinstance(one, argparse._SubParsersAction):
                    todo.append((f"{name} {command}", one))
                elif one.type is not None:
                    found.append((f"{name} {command} {one.dest}", one))
    return found


def test_every_number_of_every_command_has_an_upper_limit() -> None:
    """A number that no run has: refused, or a fraction whose range is checked together with the others."""
    checked = 0
    for name, action in options():
        if action.type is float:
            assert name.split()[-1] in ("dpi", "ratio"), name  # tests/viz_app/cli/shared/test_figure_options.py
            continue
        assert action.type is not int, f"{name} has no limit"
        if name.endswith(" answer"):
            continue  # one of those that the file leaves: tests/viz_app/cli/shared/test_answers.py
        for text in ("99999999999999999999", "9" * 5_000):
            with pytest.raises((argparse.ArgumentTypeError, ValueError)):
                action.type(text)  # type: ignore[operator, misc]
        checked += 1
    assert checked > 40
    assert {"trace", "batch", "train"} <= set(command_names())


def traced(tmp_path: Path, *more: str) -> int:
    return main(["trace", SENTENCE, "--out", str(tmp_path / "t.npz"), "--checkpoint", str(TINY), *more])


def test_more_than_there_is_is_refused_and_can_be_insisted_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "machine_memory", lambda: 1_000)
    assert traced(tmp_path) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: source sentence: it takes up to about 0.0 GB of memory")
    assert "--yes" in line
    assert not list(tmp_path.iterdir())
    assert traced(tmp_path, "--yes") == 0


def test_a_large_run_is_one_line_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(tmp_path) == 0
    assert "note:" not in capsys.readouterr().err
    monkeypatch.setattr(cost, "LARGE_BYTES", 1_000)
    assert traced(tmp_path) == 0
    first, *_ = capsys.readouterr().err.splitlines()
    assert first == "note: a large run: it takes up to about 0.0 GB of memory and 1 min"


def test_a_search_that_is_too_wide_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from model.decoding import beam

    (tmp_path / "lines.txt").write_text(SENTENCE + "\n", encoding="utf-8")
    words = ["translate", str(tmp_path / "lines.txt"), "--checkpoint", str(TINY), "--beam", "200"]
    assert main(words) == 0
    monkeypatch.setattr(beam, "machine_memory", lambda: 1_000)
    assert main(words) == 2
    assert main([*words, "--yes"]) == 0
    assert "this machine has" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["translate", "{}"], ["evaluate", str(TINY), "--source", "{}", "--reference", "{}"]]
)
def test_text_without_end_is_refused(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "MOST_TEXT", 1_000)
    (tmp_path / "lines.txt").write_text("a\n" * 501)
    for name in (str(tmp_path / "lines.txt"), "/dev/zero"):
        assert main([word.format(name) for word in command]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "it is longer than" in line
    monkeypatch.setattr("sys.stdin", io.StringIO("ä\udcff\n"))  # as Python reads b"\xc3\xa4\xff" in some places
    assert main(["translate"]) == 2
    assert "byte 2 is not UTF-8" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("a\n" * 501))
    assert main(["translate"]) == 2
