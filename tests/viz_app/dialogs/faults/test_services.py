"""One dialog for each fault, whichever part of the program it is of; the log names nobody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from model.common.fault import ENDED, fault_of
from model.common.problems import problem_from, unforeseen
from model.common.progress import LISTENING
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main
from viz_app.dialogs.faults.dialog import FaultDialog
from viz_app.dialogs.faults.report import way_out
from viz_app.dialogs.faults.services import FaultDesk
from viz_app.engine import log
from viz_app.engine.client import EngineClient
from viz_app.engine.jobs import explain
from viz_app.engine.messages import Tokenize
from viz_app.handlers.engine_notices import died, notice_of, stays_down
from viz_app.state.export_choices import ShowFile
from viz_app.state.intents import Intent
from viz_app.state.state import Snapshot, State, noticed

SENTENCE = "Ein geheimer Satz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(log, "log_folder", lambda: tmp_path / "log")
    return tmp_path / "log"


@pytest.fixture
def asked() -> list[Intent]:
    return []


@pytest.fixture
def desk(qapp: QApplication, folder: Path, asked: list[Intent]) -> Iterator[FaultDesk]:
    window, state = QWidget(), State(replace(Snapshot(), trace=make_trace(), source_text=SENTENCE))
    made = FaultDesk(window, state, asked.append)
    state.changed.connect(made.display)
    yield made
    window.close()
    window.deleteLater()


def error(kind: type[Exception] = KeyError) -> Exception:
    try:
        raise kind(f"{SENTENCE} in {os.path.expanduser('~/model.py')}")  # noqa: PTH111
    except Exception as raised:  # noqa: BLE001
        return raised


def dialogs(desk: FaultDesk) -> list[FaultDialog]:
    window = desk.parent()
    assert window is not None
    return [one for one in window.findChildren(FaultDialog) if one.isVisible()]


def tell(desk: FaultDesk, kind: type[Exception] = KeyError, part: str = "window") -> None:
    state: State = desk.state
    state.update(problem=noticed(unforeseen(error(kind), part)))


def test_each_fault_has_one_dialog(desk: FaultDesk) -> None:
    tell(desk)
    tell(desk)
    [dialog] = dialogs(desk)
    number = dialog.fault.number
    assert number in dialog.number.text()
    dialog.close()
    tell(desk)
    assert not dialogs(desk), "it comes again: the notice stands, and its button opens the dialog"
    desk.show()
    assert [one.fault.number for one in dialogs(desk)] == [number]
    tell(desk, ValueError)
    assert [one.fault.kind for one in dialogs(desk)] == ["ValueError"]


def test_a_fault_of_the_engine_is_the_same_dialog(desk: FaultDesk) -> None:
    failed = explain(error(), Tokenize(1, SENTENCE), "cpu")
    assert SENTENCE not in failed.why
    desk.state.update(problem=notice_of(failed))
    [dialog] = dialogs(desk)
    assert (dialog.fault.part, dialog.fault.kind) == ("engine", "KeyError")


def test_an_engine_that_ends_has_a_notice_and_one_that_stays_down_the_dialog(desk: FaultDesk, folder: Path) -> None:
    client = EngineClient()
    client.ending, client.unanswered = "SIGKILL", frozenset({"run"})
    for _ in range(2):
        desk.state.update(problem=died("it ended unexpectedly", "", client))
    assert not dialogs(desk), "another works in its place"
    desk.state.update(problem=stays_down("it ended unexpectedly", True, client), engine_down=True)
    [dialog] = dialogs(desk)
    assert "Start the engine" in way_out(dialog.fault, desk.state.snapshot)
    assert (folder / log.FAULTS).read_text(encoding="utf-8").count(dialog.fault.number) == 1
    assert f"{ENDED}: SIGKILL at asked about run" in dialog.text.toPlainText()


def test_a_fault_of_a_child_is_the_same_dialog(
    desk: FaultDesk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> int:
        raise error()

    monkeypatch.setattr("viz_app.cli.cite.run", run)
    monkeypatch.setenv(LISTENING, "1")
    assert main(["cite"]) == 2
    problem = problem_from(capsys.readouterr().err)
    assert problem is not None
    desk.state.update(problem=noticed(problem))
    [dialog] = dialogs(desk)
    assert (dialog.fault.part, dialog.fault.kind) == ("export", "KeyError")


def test_neither_log_nor_clipboard_name_anybody_until_it_is_ticked(
    desk: FaultDesk, folder: Path, asked: list[Intent]
) -> None:
    tell(desk)
    [dialog] = dialogs(desk)
    home = os.path.expanduser("~")  # noqa: PTH111
    dialog.copy.click()
    details = QGuiApplication.clipboard().text()
    dialog.for_teacher.click()
    short = QGuiApplication.clipboard().text()
    dialog.log.click()
    written = (folder / log.FAULTS).read_text(encoding="utf-8")
    for text in (details, short, written):
        assert dialog.fault.number in text
        assert SENTENCE not in text
        assert home not in text
    assert dialog.fault.place in details
    assert "Nothing is lost" in short
    assert asked == [ShowFile(folder / log.FAULTS)]
    dialog.whole.click()
    dialog.copy.click()
    assert f"{SENTENCE} in " in QGuiApplication.clipboard().text()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    dialog.log.click()
    assert SENTENCE in (folder / log.FAULTS).read_text(encoding="utf-8")


def test_the_log_rotates(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_BYTES", 100)
    for number in range(9):
        log.write_down(f"{number} " + "x" * 60)
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 4 * 100
    assert {path.name for path in folder.iterdir()} == {log.FAULTS, f"{log.FAULTS}.1"}
    assert (folder / log.FAULTS).read_text(encoding="utf-8").splitlines()[-2].startswith("8 ")


def test_the_last_words_of_a_crash_lose_the_home_folder(folder: Path) -> None:
    folder.mkdir()
    home = os.path.expanduser("~")  # noqa: PTH111
    (folder / log.NAME).write_text(f'File "{home}/x.py", line 3\n', encoding="utf-8")
    log.clean()
    assert (folder / log.NAME).read_text(encoding="utf-8") == 'File "~/x.py", line 3\n'


def test_a_text_that_is_no_fault_opens_nothing(desk: FaultDesk) -> None:
    notice = noticed(unforeseen(error(), "window"))
    desk.state.update(problem=replace(notice, fault="{}"))
    desk.show()
    assert not dialogs(desk)
    assert fault_of(error(), "window").frames
