"""The program through its real entry point, on a machine that offers nothing: no network, no home, another locale."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.forks import COMMAND, POSSIBLE
from tests.source_tree import PROJECT

TINY = PROJECT / "tests" / "fixtures" / "tiny"
SENTENCE = "Zwei Hunde spielen im Schnee."

#: Loaded by every Python that starts with its folder on the path, so in child processes too.
NO_NETWORK = """
import sys

def refuse(event, arguments):
    if event == "socket.getaddrinfo" or (event == "socket.connect" and isinstance(arguments[1], tuple)):
        raise SystemExit(f"asked for the network: {event} {arguments}")

sys.addaudithook(refuse)
"""


def main(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``main.py`` from ``folder`` without a network; ``environment`` is all it knows besides the path."""
    (folder / "sitecustomize.py").write_text(NO_NETWORK, encoding="utf-8")
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "OMP_NUM_THREADS") if name in os.environ}
    surroundings = {**kept, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", **environment}
    command = [sys.executable, str(PROJECT / "main.py"), *arguments]
    return subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, encoding="utf-8", check=False, timeout=300
    )


def at_home(folder: Path, *arguments: str, command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run ``command`` from ``folder``, with all that this machine offers."""
    return subprocess.run(
        [*command, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=300
    )


def record(
    folder: Path, run: Callable[..., subprocess.CompletedProcess[str]], **more: Any
) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    """The arrays of one recorded run."""
    folder.mkdir()
    done = run(folder, "trace", SENTENCE, "--checkpoint", str(TINY), "--out", "run.npz", **more)
    assert done.returncode == 0, done.stderr
    with np.load(folder / "run.npz", allow_pickle=False) as file:
        return dict(file)


@pytest.fixture
def command(request: pytest.FixtureRequest) -> list[str]:
    """The words that run ``main.py``, quickly where processes can be forked."""
    if not POSSIBLE:
        return [sys.executable, str(PROJECT / "main.py")]
    words: list[str] = request.getfixturevalue("forks").words(COMMAND)
    return words


def test_a_run_is_the_same_everywhere(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "home")  # a folder that nobody, not even root, can make
    here = record(tmp_path / "here", at_home, command=command)
    bare = {"HOME": nowhere, "XDG_CONFIG_HOME": nowhere, "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Seoul"}
    there = record(tmp_path / "there", main, **bare)
    assert here.keys() == there.keys()
    for name, array in here.items():
        np.testing.assert_array_equal(array, there[name], err_msg=name)


def test_the_network_is_really_gone(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK, encoding="utf-8")
    program = "import socket; socket.create_connection(('192.0.2.1', 80), 1)"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert "asked for the network" in done.stderr
