"""Files that a later start hands to the window that is there, and what becomes of them where none is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from model.common.assets import PROJECT
from viz_app.platform.one_window import LOCK, OneWindow, hand_over


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "open"


def handed(path: Path, folder: Path, patience: float = 60.0) -> tuple[Thread, list[bool]]:
    """A later start, in a thread, and what it is told."""
    told: list[bool] = []
    start = Thread(target=lambda: told.append(hand_over(path, folder, patience)))
    start.start()
    return start, told


def test_a_path_reaches_the_window_that_is_there(folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    opened: list[Path] = []
    window = OneWindow(folder, opened.append)
    wanted = [tmp_path / "수업 1.headscope", tmp_path / "b.npz"]
    for path in wanted:
        start, told = handed(path, folder)
        qtbot.waitUntil(lambda: not start.is_alive(), timeout=60_000)  # noqa: B023 (waited for before the next)
        assert told == [True]
    assert opened == wanted
    assert [each.name for each in folder.iterdir()] == [LOCK]
    window.stop()
    assert not hand_over(wanted[0], folder), "it was the last window"


def test_where_no_window_is_the_start_opens_it_itself(folder: Path) -> None:
    assert not hand_over(Path("a.headscope"), folder)
    folder.mkdir()
    assert not hand_over(Path("a.headscope"), folder)
    assert not list(folder.glob("*.open"))


def test_a_window_that_does_not_answer_loses_nothing(folder: Path) -> None:
    folder.mkdir()
    busy = QLockFile(str(folder / LOCK))
    assert busy.tryLock(0)
    assert not hand_over(Path("a.headscope"), folder, patience=0.05)
    assert [each.name for each in folder.iterdir()] == [LOCK]


def test_the_second_window_takes_nothing(folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    first, second = list[Path](), list[Path]()
    windows = [OneWindow(folder, taken.append) for taken in (first, second)]
    start, told = handed(tmp_path / "a.npz", folder)
    qtbot.waitUntil(lambda: not start.is_alive(), timeout=60_000)
    assert (told, first, second) == ([True], [tmp_path / "a.npz"], [])
    for window in windows:
        window.stop()


def test_what_is_no_path_is_left(folder: Path) -> None:
    folder.mkdir()
    (folder / "a.open").write_bytes(b"\xff\xfe")
    (folder / "b.open").write_text("relative/path", encoding="utf-8")
    (folder / "c.open").mkdir()
    opened: list[Path] = []
    OneWindow(folder, opened.append).stop()
    assert opened == []


def test_a_file_event_of_a_mac_counts_also_when_it_comes_early() -> None:
    code = (
        "from pathlib import Path; from PySide6.QtCore import QUrl; from PySide6.QtGui import QFileOpenEvent\n"
        "from viz_app.platform.one_window import OpensFiles\n"
        "app = OpensFiles(['x']); told = []\n"
        "app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile('/a/early.npz')))\n"
        "app.take(told.append)\n"
        "app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile('/a/later.npz')))\n"
        "assert told == [Path('/a/early.npz'), Path('/a/later.npz')], told"
    )
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=True)
