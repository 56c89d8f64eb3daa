"""The engine's noise goes to a small file of the user's own, or nowhere, and names nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from viz_app.engine import log
from viz_app.engine.connection import ROOT

NOISE = """
import logging, os, sys, warnings
from viz_app.engine.log import redirect_output
redirect_output()
print("printed ✓")
os.write(1, b"written in C\\n")
os.write(2, b"complained in C\\n")
logging.getLogger("x").error("lies in %s", os.path.expanduser("~/model.py"))
warnings.warn("take care")
"""


def run_noise(**environment: str) -> tuple[str, str]:
    """Make noise in a process of its own; what reached its standard output and error."""
    result = subprocess.run(
        [sys.executable, "-c", NOISE],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout, result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="XDG_STATE_HOME is the place on Linux only")
def test_all_noise_goes_to_the_file(tmp_path: Path) -> None:
    assert run_noise(XDG_STATE_HOME=str(tmp_path), HOME="/home" + "/anna") == ("", "")
    text = (tmp_path / "headscope" / "engine.log").read_text(encoding="utf-8")
    for words in ("printed ✓", "written in C", "complained in C", "take care", "lies in ~/model.py"):
        assert words in text
    assert "anna" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="XDG_STATE_HOME is the place on Linux only")
def test_a_second_engine_appends_and_a_large_file_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "headscope" / "engine.log"
    run_noise(XDG_STATE_HOME=str(tmp_path))
    once = path.stat().st_size
    run_noise(XDG_STATE_HOME=str(tmp_path))
    assert path.stat().st_size >= 2 * once - 8  # times differ, lengths hardly
    path.write_bytes(b"x" * (log.MAX_BYTES + 1))
    run_noise(XDG_STATE_HOME=str(tmp_path))
    assert b"x" * 100 not in path.read_bytes()
    assert (tmp_path / "headscope" / "engine.log.1").stat().st_size == log.MAX_BYTES + 1


@pytest.mark.skipif(sys.platform != "linux", reason="XDG_STATE_HOME is the place on Linux only")
def test_where_nothing_can_be_written_the_noise_is_lost_quietly(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert run_noise(XDG_STATE_HOME=str(blocked)) == ("", "")
    assert run_noise(XDG_STATE_HOME="", HOME=str(blocked)) == ("", "")
    assert blocked.read_text() == "no folder"


@pytest.mark.parametrize(
    ("platform", "names", "wanted"),
    [
        ("linux", {"XDG_STATE_HOME": "/x/state"}, "/x/state/headscope"),
        ("linux", {"XDG_STATE_HOME": ""}, "~/.local/state/headscope"),
        ("darwin", {}, "~/Library/Logs/Headscope"),
        ("win32", {"LOCALAPPDATA": "/x/local"}, "/x/local/Headscope/Logs"),
        ("win32", {"LOCALAPPDATA": ""}, "~/AppData/Local/Headscope/Logs"),
    ],
)
def test_every_system_has_its_own_place(
    platform: str, names: dict[str, str], wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert log.log_folder() == Path(wanted).expanduser()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "headscope"
    folder.mkdir()
    os.mkfifo(folder / log.NAME)
    assert run_noise(XDG_STATE_HOME=str(tmp_path), HOME=str(tmp_path)) == ("", "")
