"""The status line: the model in numbers, the work with its progress, and Cancel."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.common.text import Text
from tests.viz_app.controls.parts import Heard, info, painted
from viz_app.controls.status_line import StatusLine
from viz_app.engine.messages import Device
from viz_app.platform.translations import speak
from viz_app.state.export_choices import Made, ShowFile
from viz_app.state.intents import CancelWork, ShowEngineLog, StartEngine
from viz_app.state.state import Busy, Snapshot


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    widget = StatusLine()
    qtbot.addWidget(widget)
    widget.resize(1000, 28)
    widget.show()
    return widget


def test_facts(line: StatusLine) -> None:
    cpu = Device("cpu", "CPU (2 cores)", True)
    line.display(Snapshot(checkpoint=info(), devices=(cpu,), milliseconds_per_step=3.14))
    facts = "everyday · 13.9 million parameters · 3 layers × 4 heads · CPU (2 cores) · 3.1 ms per step"
    assert painted(line) == [facts]


def test_while_a_checkpoint_opens_nobody_says_that_none_is_open(line: StatusLine) -> None:
    line.display(Snapshot(opening="everyday"))
    assert painted(line) == ["Opening everyday…"]
    line.display(Snapshot())
    assert painted(line) == ["no checkpoint is open"]


def test_an_engine_that_stays_down_stands_there_with_the_ways_out(line: StatusLine) -> None:
    heard = Heard(line)
    line.display(Snapshot(checkpoint=info(), engine_down=True))
    assert line.trouble.text() == "The engine does not start."
    height = line.sizeHint().height()
    for button, intent in ((line.again, StartEngine()), (line.log, ShowEngineLog())):
        assert button.isVisible()
        button.click()
        assert heard[-1] == intent
    line.display(Snapshot(checkpoint=info()))
    assert not line.trouble.isVisible()
    assert not line.again.isVisible()
    assert line.sizeHint().height() == height


@pytest.mark.parametrize("language", ["ko", "ko+en"])
def test_korean_counts_by_ten_thousands(qapp: QApplication, line: StatusLine, language: str) -> None:
    speak(qapp, language)
    try:
        cpu = Device("cpu", Text("CPU (%1 cores)", 2), True)
        line.display(Snapshot(checkpoint=info(parameters=7_586_304), devices=(cpu,)))
        assert "파라미터 약 759만 개" in line.facts.toolTip() or "파라미터 약 759만 개" in line.facts.text()
        assert "CPU (코어 2개)" in line.facts.toolTip() + line.facts.text()
    finally:
        speak(qapp, "en")


def test_unequal_stacks_are_told_apart(line: StatusLine) -> None:
    line.display(Snapshot(checkpoint=info(encoder_layers=12, decoder_layers=6, parameters=950)))
    assert "950 parameters · encoder 12 × 4, decoder 6 × 4 layers × heads · CPU" in painted(line)[0]


def test_less_room_shows_fewer_facts_and_the_tooltip_all(line: StatusLine) -> None:
    line.display(Snapshot(checkpoint=info(name="<b>mine</b>")))
    line.resize(340, 28)
    assert painted(line) == ["3 layers × 4 heads · CPU"]
    assert line.facts.toolTip().startswith("<qt>&lt;b&gt;mine&lt;/b&gt; · 13.9")


def test_progress_with_a_known_end(line: StatusLine) -> None:
    line.display(Snapshot(busy=Busy("Translating…", 0.25), message="Saved figure.png"))
    assert painted(line)[:2] == ["no checkpoint is open", "Translating…"]
    assert (line.progress.minimum(), line.progress.maximum(), line.progress.value()) == (0, 1000, 250)
    assert line.cancel.isVisible()


def test_progress_without_a_known_end(line: StatusLine) -> None:
    line.display(Snapshot(busy=Busy("Starting the engine…", cancellable=False)))
    assert (line.progress.minimum(), line.progress.maximum()) == (0, 0)
    assert line.progress.isVisible()
    assert not line.cancel.isVisible()


def test_idle_it_says_what_was_done(line: StatusLine) -> None:
    line.display(Snapshot(busy=Busy("Translating…")))
    line.display(Snapshot(message="Saved <b>.png"))
    assert painted(line)[1] == "Saved <b>.png"
    assert not line.progress.isVisible()
    assert not line.cancel.isVisible()


def test_cancel_by_mouse_and_key(line: StatusLine, qtbot: QtBot) -> None:
    line.display(Snapshot(busy=Busy("Translating…")))
    heard = Heard(line)
    qtbot.mouseClick(line.cancel, Qt.MouseButton.LeftButton)
    qtbot.keyClick(line.cancel, Qt.Key.Key_Space)
    assert heard == [CancelWork(), CancelWork()]


SAVED = Made(Path("/somewhere/far away/where nobody ever looks/figure.png"), "Saved /somewhere/far away/where nobody"
             " ever looks/figure.png")  # fmt: skip


def test_what_was_saved_can_be_opened(line: StatusLine, qtbot: QtBot) -> None:
    line.display(Snapshot(message=SAVED.message, made=SAVED))
    heard = Heard(line)
    qtbot.mouseClick(line.open, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(line.folder, Qt.MouseButton.LeftButton)
    assert heard == [ShowFile(SAVED.path), ShowFile(SAVED.path, folder=True)]


@pytest.mark.parametrize("later", [Snapshot(message="Copied", made=SAVED), Snapshot(busy=Busy("…"), made=SAVED)])
def test_another_message_offers_no_file(line: StatusLine, later: Snapshot) -> None:
    line.display(Snapshot(message=SAVED.message, made=SAVED))
    assert line.open.isVisible()
    line.display(later)
    assert not line.open.isVisible()
    assert not line.folder.isVisible()


def test_a_long_path_is_said_by_its_name_and_pushes_nothing(line: StatusLine) -> None:
    line.display(Snapshot(message=SAVED.message, made=SAVED))
    line.resize(560, 28)
    assert line.minimumSizeHint().width() < 560
    assert "Saved figure.png" in painted(line)
    assert SAVED.message in line.message.toolTip()


def test_a_file_of_our_own_is_shown_but_not_opened_elsewhere(line: StatusLine) -> None:
    line.display(Snapshot(message="Saved run.npz", made=Made(Path("run.npz"), "Saved run.npz")))
    assert line.folder.isVisible()
    assert not line.open.isVisible()
