"""The suite's own guards work: each planted noise fails, each honest test passes. Run as a suite of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_tree import PROJECT

PLANTED = """
import socket, subprocess, sys, threading, time, warnings
import pytest

KEPT = []

def test_bad_thread():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()

def test_bad_child():
    KEPT.append(subprocess.Popen(["sleep", "5"]))

def test_bad_window(qapp):
    from PySide6.QtWidgets import QWidget
    KEPT.append(QWidget())

def test_bad_skip():
    pytest.skip("no")

def test_bad_connection():
    with socket.socket() as connection:
        connection.settimeout(1)
        connection.connect(("192.0.2.1", 80))

def test_bad_look_up():
    socket.getaddrinfo("example.org", 80)

def test_bad_warning():
    warnings.warn("careful")

def test_bad_qt_message(qapp):
    from PySide6.QtCore import qWarning
    qWarning("something is wrong")

def test_bad_slot(qtbot):
    from PySide6.QtCore import QTimer
    QTimer.singleShot(0, lambda: 1 / 0)
    qtbot.wait(20)

@pytest.mark.never_heard_of
def test_bad_marker():
    pass

@pytest.mark.xfail(reason="it is said to fail")
def test_bad_surprise():
    pass

def test_good_window(qtbot):
    from PySide6.QtWidgets import QWidget
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

def test_good_connection():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()

@pytest.mark.skip(reason="needs a graphics card")
def test_good_skip():
    pass
"""


def run_planted(folder: Path, body: str) -> str:
    """The report of a suite that has our settings, our conftest with less patience, and ``body``."""
    guards = (PROJECT / "tests" / "conftest.py").read_text(encoding="utf-8")
    (folder / "conftest.py").write_text(guards.replace("PATIENCE = 60.0", "PATIENCE = 0.05"), encoding="utf-8")
    (folder / "test_planted.py").write_text(body, encoding="utf-8")
    shutil.copy(PROJECT / "pyproject.toml", folder)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", str(folder)]
    ours = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300, env=ours)
    return done.stdout


def test_noise_fails_and_quiet_passes(tmp_path: Path) -> None:
    body = PLANTED.replace("@pytest.mark.never_heard_of\n", "")
    report = run_planted(tmp_path, body)
    failed = re.findall(r"^(?:FAILED|ERROR) \S+::(test_\w+)", report, re.MULTILINE)
    wanted = set(re.findall(r"def (test_bad_\w+)", body)) - {"test_bad_marker"}
    assert set(failed) == wanted, report


def test_an_unknown_marker_fails(tmp_path: Path) -> None:
    assert "'never_heard_of' not found in `markers`" in run_planted(tmp_path, PLANTED)


@pytest.fixture(autouse=True)
def _only_where_there_is_proc() -> None:
    """Child processes are counted through /proc."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("needs the /proc of Linux")
