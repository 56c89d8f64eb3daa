"""The program as a whole: started, painted, closed; and what never enters its process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from model.common.assets import CHECKPOINTS, SAMPLES
from model.common.problems import Problem
from model.record.session_file import save_session
from model.record.trace_file import save_trace
from tests.viz_app.running import PATIENCE, SENTENCE, TINY
from tests.viz_app.sample_trace import make_trace
from viz_app import app
from viz_app import example as opening
from viz_app.app import run_window
from viz_app.example import load_example, plan
from viz_app.handlers.session_codec import facts_of, runs_of
from viz_app.main_window import MainWindow
from viz_app.platform import one_window
from viz_app.platform.settings_store import Store
from viz_app.state.intents import Select
from viz_app.state.start import LastPlace, Start, last_place
from viz_app.state.state import Memory, Settings, Snapshot, State


def arguments(**given: Any) -> Namespace:
    usual = {
        "file": None, "checkpoint": "everyday", "sentence": None, "device": "auto", "language": "en", "theme": None,
        "snapshot": None, "size": "1280x720", "answer": (), "reuse": False,
    }  # fmt: skip
    return Namespace(**(usual | given))


@pytest.fixture(autouse=True)
def untouched(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frozen_again: None
) -> Iterator[None]:
    """Settings and copies for recovery of its own, and the looks that were before."""
    for module in (app, one_window):
        monkeypatch.setattr(module, "usual_folder", lambda: tmp_path / "recovery")
    font = QFont(qapp.font())
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "settings"))
    yield
    qapp.setPalette(QPalette())
    qapp.setFont(font)


# --- what is opened ---


def test_without_arguments_the_example_shows_and_its_checkpoint_opens() -> None:
    start, example = plan(arguments())
    assert start == Start(str(CHECKPOINTS / "everyday"), details=SAMPLES / "everyday-details.npz")
    assert example is not None


def test_another_shipped_checkpoint_has_its_own_example() -> None:
    start, example = plan(arguments(checkpoint="classic"))
    assert start.checkpoint == str(CHECKPOINTS / "classic")
    assert example is not None
    assert example.trace.meta.checkpoint == "classic"


def test_a_sentence_a_folder_or_a_trace_is_shown_instead(tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "run.npz")
    default = str(CHECKPOINTS / "everyday")
    assert plan(arguments(sentence="Hallo.", device="cpu")) == (Start(default, "cpu", None, "Hallo."), None)
    assert plan(arguments(file=str(TINY))) == (Start(str(TINY)), None)
    trace = str(tmp_path / "run.npz")
    assert plan(arguments(file=trace)) == (Start(default, trace=Path(trace)), None)


def test_a_session_opens_with_the_shipped_checkpoint_that_recorded_it(tmp_path: Path) -> None:
    example = load_example("classic")
    assert example is not None
    now = Snapshot(trace=example.trace, selection=example.selection)
    path = tmp_path / "수업.headscope"
    save_session(path, facts_of(now), runs_of(now))
    assert plan(arguments(file=str(path))) == (Start(str(CHECKPOINTS / "classic"), trace=path), None)
    foreign = replace(example.trace, meta=replace(example.trace.meta, checkpoint_sha256="0" * 64))
    save_session(path, facts_of(Snapshot(trace=foreign)), [foreign])
    assert plan(arguments(file=str(path))) == (Start(str(CHECKPOINTS / "everyday"), trace=path), None)
    path.write_bytes(b"damaged")  # which the window says
    assert plan(arguments(file=str(path)))[0].trace == path


@pytest.mark.parametrize("given", [{"file": "nowhere"}, {"file": "nowhere.npz"}, {"checkpoint": "nobody"}])
def test_what_is_not_there_is_said_before_a_window_opens(given: dict[str, str]) -> None:
    with pytest.raises(Problem, match="there is no such file or folder"):
        plan(arguments(**given))


def test_a_copy_without_checkpoints_starts_calmly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "shipped_checkpoints", lambda: ())
    assert plan(arguments()) == (Start(), None)


# --- the window itself ---


@pytest.fixture
def closing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open the window without a display, and close it shortly after its first paint."""
    monkeypatch.setattr(app, "require_display", lambda: "offscreen")

    def close() -> None:
        for window in QApplication.topLevelWidgets():
            if isinstance(window, MainWindow) and window._painted:
                window.close()

    timer = QTimer(QApplication.instance(), interval=50)  # with a parent, so that it may start before the loop does
    timer.timeout.connect(close)
    timer.start()
    yield
    timer.stop()  # or it would close every window of the tests that follow
    timer.deleteLater()


def test_the_window_opens_paints_closes_and_remembers(closing: None) -> None:
    Store().save(Settings(theme="dark", text_size=2))
    Store().save_memory(Memory(("/a/run.npz",), ("Ein Hund.",)))
    assert run_window(arguments()) == 0
    assert Store().layout().geometry
    assert len(Store().layout().columns) == 3
    assert Store().load()[0] == Settings(theme="dark", text_size=2)
    memory = Store().memory()  # with the place, if what handles intents was there before the window closed
    assert (memory.files, memory.sentences) == (("/a/run.npz",), ("Ein Hund.",))


def test_the_program_begins_where_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first paint its sentence and view are there; its run and step when the engine has done it."""
    place = LastPlace(str(TINY), SENTENCE, "masks", "decoder", 1, 2, 3)
    Store().save_memory(Memory(place=place.as_texts()))
    programs: list[app.Program] = []
    seen: list[Snapshot] = []
    build = app.Program.__init__
    end = time.monotonic() + PATIENCE

    def built(program: app.Program, *given: Any) -> None:
        build(program, *given)
        program.window.painted.connect(lambda: seen.append(program.state.snapshot))
        programs.append(program)

    def close() -> None:
        now = programs[0].state.snapshot if programs else Snapshot()
        if now.run is not None and now.busy is None and now.selection.step == 3:
            seen.append(now)
            programs[0].handle(Select(step=1))
            programs[0].window.close()
        elif programs and time.monotonic() > end:
            programs[0].window.close()

    monkeypatch.setattr(app, "require_display", lambda: "")
    monkeypatch.setattr(app.Program, "__init__", built)
    timer = QTimer(QApplication.instance(), interval=50)
    timer.timeout.connect(close)
    timer.start()
    assert run_window(arguments()) == 0
    timer.stop()
    timer.deleteLater()
    painted, done = seen[0], seen[-1]
    assert (painted.source_text, painted.view, painted.opening, painted.trace) == (SENTENCE, "masks", "tiny", None)
    assert done.run is not None
    assert done.run.meta.source_text == SENTENCE
    assert (done.view, done.selection.kind, done.selection.layer, done.selection.head) == ("masks", "decoder", 1, 2)
    kept = last_place(Store().memory().place)
    assert kept is not None
    assert kept == replace(place, step=1, checkpoint=str(TINY.resolve()), changes=kept.changes)


def test_what_is_remembered_is_there_from_the_first_moment(qapp: QApplication) -> None:
    memory = Memory(("/a/run.npz",), ("Ein Hund.",))
    program = app.Program(qapp, Settings(), None, memory=memory)
    assert program.state.snapshot.memory == memory
    program.window.close()
    program.stop()


def test_damaged_settings_do_not_stop_it(closing: None, tmp_path: Path) -> None:
    path = tmp_path / "settings" / "Headscope" / "Headscope.ini"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\x00 no settings")
    assert run_window(arguments()) == 0
    assert path.with_name("Headscope.ini.bak").read_bytes() == b"\x00 no settings"


PROBE = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from argparse import Namespace
from viz_app import app
application = app.make_application("en")
arguments = Namespace(file=None, checkpoint="everyday", sentence=None, device="auto", answer=())
start, example = app.plan(arguments)
program = app.Program(application, app.Settings(), example)
program.window.show()
application.processEvents()
program.window.grab()
program.window.close()
program.stop()
print(sorted({name.partition(".")[0] for name in sys.modules} & {"torch", "spacy", "pyqtgraph", "sentencepiece"}))
"""


def test_torch_spacy_and_pyqtgraph_never_enter_the_windows_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, check=False,
        cwd=Path(app.__file__).parent.parent, env={**os.environ, "QT_LOGGING_RULES": "*=false"},
    )  # fmt: skip
    assert done.stdout.strip() == "[]", done.stderr


def test_what_nobody_foresaw_is_one_notice(qapp: QApplication, capsys: pytest.CaptureFixture[str]) -> None:
    state, changes = State(), list[Snapshot]()
    state.changed.connect(changes.append)
    for _ in range(3):  # a picture fails at every paint
        try:
            raise KeyError("a sentence")
        except KeyError as error:
            app.last_catch(state, KeyError, error, error.__traceback__)
        qapp.processEvents()
    assert len(changes) == 1
    assert state.snapshot.problem is not None
    assert state.snapshot.problem.why == "it failed in a way that was not foreseen (KeyError)"
    assert capsys.readouterr().err.count("Traceback") == 3
    app.last_catch(state, KeyboardInterrupt, KeyboardInterrupt(), None)
    qapp.processEvents()
    assert len(changes) == 1


def test_a_later_start_for_a_desktop_ends_where_a_window_takes_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Path] = []

    def taken(path: Path, folder: Path) -> bool:
        given.append(path)
        return folder == tmp_path / "open"

    monkeypatch.setattr(app, "require_display", lambda: "offscreen")
    monkeypatch.setattr(one_window, "hand_over", taken)
    assert run_window(arguments(file="a.headscope", reuse=True)) == 0
    assert given == [Path("a.headscope")]
