"""Copies of what is not saved: when there is one, who is offered it, and when it goes."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile, QTimer
from PySide6.QtWidgets import QApplication

from model.record.session_file import read_session
from tests.source_tree import PROJECT
from tests.viz_app.running import Running, wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.client import EngineClient
from viz_app.handlers.controller import Controller
from viz_app.handlers.recovery import EVERY, Recovery, left_behind
from viz_app.platform.settings_store import usual_folder
from viz_app.state.intents import ChangeSettings, Recover, SaveSession, SetNotes
from viz_app.state.state import Selection, State

Start = Callable[[], Running]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "recovery"


@pytest.fixture
def start(qapp: QApplication, folder: Path) -> Iterator[Start]:
    """Windows without an engine that keep their copies in one folder; those still running are stopped at the end."""
    made: list[Running] = []

    def begin() -> Running:
        state, client = State(), EngineClient()
        running = Running(state, client, Controller(state, client, recovery=folder))
        made.append(running)
        running.state.update(trace=make_trace(), selection=Selection("cross", 1, 2, 3))
        return running

    yield begin
    for running in made:
        running.controller.stop()


def files(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir()) if folder.is_dir() else []


def keep(running: Running) -> None:
    """What the clock does."""
    running.controller.recovery.keep()
    wait_until(lambda: not running.controller.recovery.writing, "the copy")


def end(running: Running) -> None:
    """As a crash: no file is touched, and the lock is that of a process that is gone."""
    recovery = running.controller.recovery
    assert recovery.own is not None
    lock = recovery.own.path.with_suffix(".lock")
    content = lock.read_text().splitlines()
    recovery.own.lock.unlock()
    lock.write_text("\n".join(["999999999", *content[1:]]) + "\n")
    recovery.own = None


def offered(running: Running) -> None:
    running.controller.recovery.start()
    running.until("problem")
    assert running.now.problem is not None
    assert (running.now.problem.offer, running.now.problem.other) == ("recover", "discard")
    assert running.now.problem.calm


def nothing_offered(running: Running) -> None:
    running.controller.recovery.start()
    for thread in running.controller._files.threads:
        thread.join()
    QApplication.processEvents()
    assert running.now.problem is None


# --- our own ---


def test_what_is_not_saved_is_kept_for_nobody_else_to_read(start: Start, folder: Path) -> None:
    window = start()
    keep(window)
    assert files(folder) == []
    window.controller.handle(SetNotes("important"))
    keep(window)
    assert files(folder) == [".headscope", ".lock"]
    copy = next(folder.glob("*.headscope"))
    assert read_session(copy).facts["notes"]["text"] == "important"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_it_is_written_only_when_something_is_new(start: Start, folder: Path) -> None:
    window = start()
    window.controller.handle(SetNotes("a"))
    keep(window)
    copy = next(folder.glob("*.headscope"))
    first = copy.stat().st_ino, copy.stat().st_mtime_ns
    keep(window)
    assert (copy.stat().st_ino, copy.stat().st_mtime_ns) == first
    window.controller.handle(SetNotes("ab"))
    keep(window)
    assert read_session(copy).facts["notes"]["text"] == "ab"
    assert len(list(folder.iterdir())) == 2


def test_it_goes_when_the_session_is_saved(start: Start, folder: Path, tmp_path: Path) -> None:
    window = start()
    window.controller.handle(SetNotes("a"))
    keep(window)
    window.controller.handle(SaveSession(tmp_path / "a.headscope"))
    window.until("not unsaved")
    assert files(folder) == []
    window.controller.handle(SetNotes("ab"))
    keep(window)
    assert read_session(next(folder.glob("*.headscope"))).facts["saved_as"] == str(tmp_path / "a.headscope")


def test_it_goes_with_the_window(start: Start, folder: Path) -> None:
    window = start()
    window.controller.handle(SetNotes("a"))
    keep(window)
    window.controller.stop()
    assert files(folder) == []
    nothing_offered(start())


@pytest.mark.parametrize("setting", ["keep_unsaved", "remember_sentences"])
def test_who_wants_nothing_kept_has_no_copy(start: Start, folder: Path, setting: str) -> None:
    window = start()
    window.controller.handle(SetNotes("a"))
    keep(window)
    window.controller.handle(ChangeSettings({setting: False}))
    assert files(folder) == []
    window.controller.handle(SetNotes("ab"))
    keep(window)
    assert files(folder) == []


def test_where_nothing_can_be_written_nothing_happens(start: Start, folder: Path) -> None:
    folder.parent.write_text("a file in the way")
    window = start()
    window.controller.handle(SetNotes("a"))
    keep(window)
    nothing_offered(window)
    assert window.now.notes.text == "a"


def test_without_a_folder_there_are_no_copies(qapp: QApplication) -> None:
    window = Running.without_window()
    window.state.update(trace=make_trace())
    window.controller.handle(SetNotes("a"))
    keep(window)
    nothing_offered(window)
    window.controller.handle(Recover())
    window.controller.stop()
    assert usual_folder().name == "recovery"
    assert EVERY == 30_000


def test_the_window_does_not_wait_for_it(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing happens in another thread: while it takes its time, the window goes on."""
    from threading import Event, current_thread, main_thread

    from model.record import session_file

    go_on, writers = Event(), []

    def slow(*given: object, **more: object) -> None:
        writers.append(current_thread())
        go_on.wait(60)

    monkeypatch.setattr(session_file, "save_session", slow)
    window = start()
    window.controller.handle(SetNotes("a"))
    window.controller.recovery.keep()
    window.controller.handle(SetNotes("ab"))
    window.controller.recovery.keep()
    assert window.now.notes.text == "ab"
    go_on.set()
    wait_until(lambda: not window.controller.recovery.writing)
    assert len(writers) == 1
    assert writers[0] is not main_thread()


# --- those that were left ---


def test_a_window_that_was_ended_is_offered_to_the_next_one(start: Start, folder: Path) -> None:
    ended = start()
    ended.controller.handle(SetNotes("precious"))
    keep(ended)
    end(ended)
    window = start()
    offered(window)
    window.controller.handle(Recover())
    wait_until(lambda: window.now.notes.text == "precious", "the notes")
    assert window.now.unsaved
    assert window.now.kept.path is None
    assert window.now.selection == Selection("cross", 1, 2, 3)
    assert files(folder) == [".headscope", ".lock"]


def test_it_stays_until_it_is_saved(start: Start, folder: Path, tmp_path: Path) -> None:
    ended = start()
    ended.controller.handle(SetNotes("precious"))
    keep(ended)
    end(ended)
    second = start()
    offered(second)
    second.controller.handle(Recover())
    wait_until(lambda: second.now.notes.text == "precious", "the notes")
    end(second)  # once more, before it was saved
    third = start()
    offered(third)
    third.controller.handle(Recover())
    wait_until(lambda: third.now.notes.text == "precious", "the notes")
    third.controller.handle(SaveSession(tmp_path / "a.headscope"))
    third.until("not unsaved")
    assert files(folder) == []
    assert read_session(tmp_path / "a.headscope").facts["notes"]["text"] == "precious"


def test_it_belongs_to_the_file_that_it_was_opened_from(start: Start, tmp_path: Path) -> None:
    ended = start()
    ended.controller.handle(SetNotes("a"))
    ended.controller.handle(SaveSession(tmp_path / "a.headscope"))
    ended.until("not unsaved")
    ended.controller.handle(SetNotes("ab"))
    keep(ended)
    end(ended)
    window = start()
    offered(window)
    window.controller.handle(Recover())
    wait_until(lambda: window.now.notes.text == "ab", "the notes")
    assert window.now.kept.path == tmp_path / "a.headscope"
    assert window.now.unsaved


def test_it_goes_when_it_is_thrown_away(start: Start, folder: Path) -> None:
    for text in ("one", "two"):
        ended = start()
        ended.controller.handle(SetNotes(text))
        keep(ended)
        end(ended)
    window = start()
    offered(window)
    window.state.update(problem=None)
    window.controller.handle(Recover(wanted=False))
    window.until("problem")  # the other one
    window.state.update(problem=None)
    window.controller.handle(Recover(wanted=False))
    nothing_offered(window)
    assert files(folder) == []


def test_who_takes_no_notice_is_offered_it_again(start: Start, folder: Path) -> None:
    ended = start()
    ended.controller.handle(SetNotes("a"))
    keep(ended)
    end(ended)
    window = start()
    offered(window)
    window.controller.stop()
    offered(start())


def test_a_window_that_still_runs_is_offered_to_nobody(start: Start, folder: Path) -> None:
    first, second = start(), start()
    first.controller.handle(SetNotes("a"))
    keep(first)
    nothing_offered(second)
    second.controller.handle(SetNotes("b"))
    keep(second)
    assert files(folder) == [".headscope", ".headscope", ".lock", ".lock"]
    nothing_offered(start())


def test_only_one_of_two_windows_is_offered_it(start: Start) -> None:
    ended = start()
    ended.controller.handle(SetNotes("a"))
    keep(ended)
    end(ended)
    offered(start())
    nothing_offered(start())


def test_a_damaged_copy_is_kept_aside_and_offered_once(start: Start, folder: Path) -> None:
    ended = start()
    ended.controller.handle(SetNotes("a"))
    keep(ended)
    end(ended)
    copy = next(folder.glob("*.headscope"))
    copy.write_bytes(copy.read_bytes()[:-50])
    window = start()
    offered(window)
    window.state.update(problem=None)
    window.controller.handle(Recover())
    window.until("problem")
    assert window.now.problem is not None
    assert f"unreadable-{copy.name}" in window.now.problem.next_step
    assert [path.name for path in folder.glob("*.headscope")] == [f"unreadable-{copy.name}"]
    window.state.update(problem=None)
    nothing_offered(start())


def test_what_an_ended_writer_left_goes_once_it_is_old(folder: Path) -> None:
    folder.mkdir(parents=True)
    old, new = folder / ".headscope-old", folder / ".headscope-new"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    own = QLockFile(str(folder / "0123.lock"))
    assert own.tryLock(0)
    content = (folder / "0123.lock").read_text().splitlines()
    own.unlock()
    (folder / "0123.lock").write_text("\n".join(["999999999", *content[1:]]) + "\n")
    assert left_behind(folder) is None
    assert [path.name for path in folder.iterdir()] == [new.name]
    assert left_behind(folder / "nowhere") is None


PROGRAM = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtWidgets import QApplication
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.controller import Controller
from viz_app.engine.client import EngineClient
from viz_app.state.intents import SetNotes
from viz_app.state.state import State
from tests.source_tree import PROJECT
application = QApplication(["headscope"])
application.setApplicationName("Headscope")
state, client = State(), EngineClient()
controller = Controller(state, client, recovery=Path(sys.argv[1]))
state.update(trace=make_trace())
controller.handle(SetNotes("from a program that was killed"))
controller.recovery.keep()
while controller.recovery.writing:
    application.processEvents()
print("kept", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by a signal here")
def test_a_program_that_was_killed(start: Start, folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=PROJECT,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        assert child.stdout.readline() == "kept\n"
        nothing_offered(start())  # it is still running
        child.send_signal(signal.SIGKILL)
        child.wait()
    window = start()
    offered(window)
    window.controller.handle(Recover())
    wait_until(lambda: window.now.notes.text == "from a program that was killed", "the notes")


def test_it_has_its_own_clock(start: Start) -> None:
    recovery = start().controller.recovery
    assert isinstance(recovery, Recovery)
    recovery.start()
    clock = recovery.findChild(QTimer)
    assert clock is not None
    assert clock.isActive()
    assert clock.interval() == EVERY
