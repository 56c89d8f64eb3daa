"""The Run line: a window where there is a display, a picture of it where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import run
import setup_environment

from tests.source_tree import PROJECT

STAND_IN = """
import os, sys
assert sys.argv[1] == "window"
print("platform", os.environ.get("QT_QPA_PLATFORM", "unset"), "arguments", *sys.argv[2:], flush=True)
sys.exit(3 if "--fail" in sys.argv else 0)
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that says how it was started; everything is installed; this folder is the current one."""
    (tmp_path / "main.py").write_text(STAND_IN)
    monkeypatch.setattr(run, "PROJECT", tmp_path)
    monkeypatch.setattr(run, "ensure_environment", lambda: Path(sys.executable))
    monkeypatch.setattr(run, "ensure_libraries", lambda platform: None)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can lack a display")
def test_without_a_display_it_takes_a_picture(program: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--sentence", "Guten Tag."]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "There is no display here, so Headscope writes a picture of its window instead of opening it.",
        "platform offscreen arguments --sentence Guten Tag. --snapshot headscope-window.png",
        str(program / "headscope-window.png"),
    ]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can lack a display")
def test_a_failure_is_passed_on(program: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--fail"]) == 3
    assert len(capfd.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("option", ["--snapshot=own.png", "--help", "--version"])
def test_who_asks_for_no_window_gets_no_picture(option: str, program: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run.main([option]) == 0
    assert "headscope-window.png" not in capfd.readouterr().out


def test_with_a_display_it_opens_the_window(
    program: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "vnc")
    assert run.main(["--device", "cpu"]) == 0
    assert capfd.readouterr().out == "platform vnc arguments --device cpu\n"


def test_the_system_may_choose(
    program: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("viz_app.platform.display.claimed_platforms", lambda environment: [""])
    assert run.main([]) == 0
    assert capfd.readouterr().out == "platform unset arguments\n"


def test_it_starts_the_real_program() -> None:
    assert (PROJECT / "main.py").is_file()
    assert setup_environment.PROJECT == PROJECT
