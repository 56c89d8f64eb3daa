"""The old file stays until the new one is complete."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from model.common import atomic
from model.common.atomic import write_atomically, writing
from model.common.problems import Problem
from tests.source_tree import PROJECT

named = pytest.mark.parametrize("named", [False, True], ids=["nameless", "named"])


@pytest.fixture
def how(named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system has it, or as one without files that have no name."""
    if named:
        monkeypatch.setattr(atomic, "OPEN_FILES", tmp_path / "nowhere")


def entries(folder: Path) -> list[tuple[str, bytes]]:
    return [(entry.name, entry.read_bytes()) for entry in sorted(folder.iterdir())]


@named
@pytest.mark.usefixtures("how")
def test_an_interrupted_write_leaves_the_old_file(named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(Problem, match="No space left on device"):
        write_atomically(path, b"new")
    assert entries(tmp_path) == [("t.npz", b"old")]


@named
@pytest.mark.usefixtures("how")
def test_pieces_become_one_file(named: bool, tmp_path: Path) -> None:
    path = tmp_path / "한국어.csv"
    path.write_bytes(b"old")
    with writing(path) as file:
        file.write(b"one ")
        assert path.read_bytes() == b"old"
        file.write(b"two")
    assert entries(tmp_path) == [("한국어.csv", b"one two")]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@named
@pytest.mark.usefixtures("how")
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_whatever_goes_wrong_meanwhile_the_old_file_stays(
    named: bool, error: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"old")
    with pytest.raises(error):
        _break_off(path, error)
    assert entries(tmp_path) == [("t.csv", b"old")]


def _break_off(path: Path, error: type[BaseException]) -> None:
    with writing(path) as file:
        file.write(b"half")
        raise error


def test_a_disk_without_links_gets_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("os.link", refuse)
    write_atomically(tmp_path / "t.csv", b"new" * 100_000)
    assert entries(tmp_path) == [("t.csv", b"new" * 100_000)]


WRITER = """
import sys, pathlib
from model.common.atomic import writing
from tests.source_tree import PROJECT
with writing(pathlib.Path(sys.argv[1])) as file:
    file.write(b"half" * 100_000)
    file.flush()
    print("half", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="only Linux has files without a name")
def test_a_killed_writer_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"old")
    words = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(words, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"half\n"
        child.send_signal(signal.SIGKILL)
        child.wait(20)
    assert entries(tmp_path) == [("t.csv", b"old")]


@named
@pytest.mark.usefixtures("how")
def test_what_was_there_keeps_its_permissions_and_a_link_its_name(named: bool, tmp_path: Path) -> None:
    held, link = tmp_path / "held.csv", tmp_path / "link.csv"
    held.write_bytes(b"old")
    held.chmod(0o600)
    link.symlink_to("held.csv")
    write_atomically(link, b"new")
    assert link.is_symlink() and held.read_bytes() == b"new"
    assert held.stat().st_mode & 0o777 == 0o600
    assert entries(tmp_path) == [("held.csv", b"new"), ("link.csv", b"new")]


def test_a_write_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda where, how: False)  # as for an ordinary user; root may write everything
    with pytest.raises(Problem, match="Permission denied"):
        write_atomically(path, b"new")
    assert entries(tmp_path) == [("t.csv", b"old")]
