"""The frame of the command line: help, version, errors, encodings, names."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from model.common.version import VERSION
from tests.viz_app.cli import runner
from tests.viz_app.cli.runner import ROOT, TINY, fresh
from viz_app.cli import ENGINE, SHOW_TRACEBACK, command_names, main


@pytest.mark.parametrize("command", [[], *([name] for name in command_names())])
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_every_command_answers_help_and_version(
    command: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command, option])
    assert end.value.code == 0
    said = capsys.readouterr().out
    assert VERSION in said if option == "--version" else "usage:" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["translate", "no such file.txt", "--checkpoint", str(TINY)],
        ["translate", "--checkpoint", "no such checkpoint"],
        ["trace", "Hallo", "--out", "x.npz", "--pad-to", "0"],
        ["trace", "Hallo", "--out", "no such folder/x.npz"],
        ["trace", "Hallo", "--out", "x.txt"],
        ["trace", "   ", "--out", "x.npz", "--checkpoint", str(TINY)],
        ["inspect", "no such checkpoint"],
        ["export", "no such trace.npz", "--out", "x.png"],
        ["evaluate", str(TINY), "--source", __file__],
        ["train", "no such recipe.toml", "--data", ".", "--out", "x"],
        ["translate", "--beam", "-3"],
    ],
)
def test_an_error_is_one_line_with_a_way_out(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    lines = caught.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    what, why = lines[0].removeprefix("error: ").split(": ", 1)
    assert what and why.count(". ") >= 1 and why.endswith(".")
    assert list(tmp_path.iterdir()) == [], "no partial file may be left"


def test_a_file_name_cannot_give_orders_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "a\x1b[31m\nb\u202e.pt"]) == 2
    said = capsys.readouterr().err
    assert said.rstrip("\n").isprintable()
    assert "a\\x1b[31m\\nb\\u202e.pt" in said


def test_utf8_in_and_out_in_every_locale() -> None:
    """The poorest: what it cannot say no other says wrongly."""
    done = fresh(
        "translate",
        "--checkpoint",
        TINY,
        stdin="Zwei Hunde spielen im Schnee.\n한국어 🐶 ß\n\n".encode(),
        environment={"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    lines = done.stdout.decode("utf-8").split("\n")
    assert len(lines) == 4, "one line out per line in"
    assert lines[0] == "Two dogs are playing in the snow."
    assert lines[2] == "", "an empty line stays empty"


def test_a_commands_name_wins_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inspect").write_text("a file named like a command")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["inspect", "--help"])
    assert end.value.code == 0


def test_a_bundle_is_called_by_its_own_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert main(["page"]) == 2
    assert capsys.readouterr().err.endswith("See headscope-cli page --help.\n")


def test_a_fault_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError("planted\nin two lines")

    monkeypatch.setattr("viz_app.cli.inspect.run", fail)
    assert main(["inspect", "x"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and "ZeroDivisionError" in lines[0] and SHOW_TRACEBACK in lines[0]
    assert re.search(r"\(HS-[0-9A-F]{4}-[0-9A-F]{4}: ", lines[0])
    monkeypatch.setenv(SHOW_TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        main(["inspect", "x"])


def test_the_one_program_file_of_a_frozen_build_is_the_engine_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from viz_app.engine import connection

    assert [ENGINE] == [connection.FROZEN_ARGUMENT]
    monkeypatch.delenv(connection.ADDRESS, raising=False)
    assert main([ENGINE]) == 2, "nobody but the window starts it"
    assert "Start main.py instead" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [["inspect"], ["translate", "--checkpoint"], ["trace", "x", "--out", "x.npz", "--checkpoint"], ["convert"]],
    ids=lambda command: command[0],
)
def test_a_bad_file_is_refused_before_torch_is_imported(tmp_path: Path, command: list[str]) -> None:
    bad = tmp_path / "model.pt"
    bad.write_bytes(b"cos\nsystem\n(S'echo caught > canary'\ntR.")
    rest = [str(tmp_path / "out")] if command == ["convert"] else []
    done = fresh(*command, bad, *rest, environment={"PYTHONPROFILEIMPORTTIME": "1"})
    said = done.stderr.decode()
    assert done.returncode == 2
    assert said.splitlines()[-1].startswith(f"error: {bad}: it refers to os.system, which is neither weights nor")
    assert "model.checkpoints.files.gate" in said
    assert not [line for line in said.splitlines() if line.endswith(("| torch", "  torch"))]
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("command", [["cite"], ["translate", "--checkpoint", str(TINY)]])
def test_output_that_cannot_be_written_is_said(command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*runner.started(), *command], input=b"Hunde\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: output: it cannot be written (")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("typed", ["\n\n", "", "   \n"])
def test_lines_without_words_stay_lines_without_words(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["translate", "--checkpoint", str(TINY)]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("\n" * typed.count("\n"), "")


@pytest.mark.parametrize("width", ["0", "201", "9" * 30, "9" * 5000, "x"])
def test_a_beam_has_a_widest(width: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", "--beam", width]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: arguments: argument --beam")
    assert len(said) < 6000


def test_a_path_is_printed_without_what_a_terminal_obeys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = str(ROOT / "assets" / "samples" / "everyday.npz")
    assert main(["page", trace, "--out", str(tmp_path / "\x1b[31m  red.html")]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/\\x1b[31m  red.html\n"


def test_a_closed_input_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["translate", "--checkpoint", str(TINY)]) == 2
    assert capsys.readouterr().err == "error: standard input: it is closed. Give a file.\n"
