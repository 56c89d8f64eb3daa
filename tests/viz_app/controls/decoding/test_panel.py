"""The panel of decoding: it shows what is true, asks for what is chosen, and offers what the files ask for."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model.decoding.beam_tree import SearchRules
from model.decoding.sampling import Sampling
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.decoding.panel import BEAM, GREEDY, SAMPLED, USUAL_SAMPLING, USUAL_SEARCH, DecodingPanel
from viz_app.engine.messages import CheckpointInfo
from viz_app.state.decoding import Decoding, decoding_to_json
from viz_app.state.state import Busy, Snapshot

INFO = CheckpointInfo("tiny", "tiny", "0", "Headscope", "cpu", 9, 1, 1, 1, 1, 8, 64, "de", "en")
OWN = SearchRules(6, 0.6, "bound")


class Asked:
    """The panel, and what it has asked for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.panel = DecodingPanel()
        qtbot.addWidget(self.panel)
        self.wanted: list[Decoding] = []
        self.panel.requested.connect(lambda intent: self.wanted.append(intent.decoding))
        self.panel.show()

    def shows(self, decoding: Decoding, **more: Any) -> None:
        self.panel.display(replace(ready(), decoding=decoding, **more))

    def choose(self, way: int) -> None:
        self.panel.ways.button(way).click()


@pytest.fixture
def asked(qtbot: QtBot) -> Asked:
    return Asked(qtbot)


def test_a_way_is_asked_for_with_its_usual_numbers(asked: Asked) -> None:
    asked.shows(None)
    asked.choose(BEAM)
    asked.shows(USUAL_SEARCH)
    asked.choose(SAMPLED)
    asked.shows(USUAL_SAMPLING)
    asked.choose(GREEDY)
    assert [decoding_to_json(one) for one in asked.wanted] == [
        {"beam": {"width": 5, "penalty": 1.0, "stop": "enough"}},
        {"sampling": {"seed": 1, "temperature": 1.0, "top_k": 0, "top_p": 1.0}}, {},
    ]  # fmt: skip


def test_each_number_is_asked_for_and_those_of_other_ways_rest(asked: Asked) -> None:
    panel = asked.panel
    asked.shows(SearchRules(5))
    assert panel.width_box.isEnabled() and not panel.seed.isEnabled()
    QTest.keyClick(panel.width_box, Qt.Key.Key_Down)
    panel.penalty.setValue(60)
    panel.stop.setCurrentIndex(2)
    panel.stop.activated.emit(2)
    search: Decoding = SearchRules(4, 0.6, "never")
    assert asked.wanted.pop() == search
    asked.shows(Sampling(3))
    assert panel.seed.isEnabled() and not panel.width_box.isEnabled() and panel.width_box.value() == 4
    for box, value in ((panel.temperature, 80), (panel.top_k, 10), (panel.top_p, 90), (panel.seed, 7)):
        box.setValue(value)
    sampling: Decoding = Sampling(7, 0.8, 10, 0.9)
    assert asked.wanted.pop() == sampling
    told = len(asked.wanted)
    asked.shows(Sampling(9, 2.0, 0, 0.5))
    assert len(asked.wanted) == told and panel.top_k.text() == "all" and panel.temperature.text() == "2.00"


def test_typing_on_while_a_run_is_awaited_loses_nothing(asked: Asked) -> None:
    """Temperature, Enter, top-k, Enter …: each is asked for with those before it, whenever the runs come."""
    panel, waits = asked.panel, {"busy": Busy("Translating…")}
    asked.shows(None)
    asked.choose(SAMPLED)
    asked.shows(None, **waits)
    assert panel.ways.checkedId() == SAMPLED and panel.temperature.isEnabled()
    for box, typed in ((panel.temperature, "1.8"), (panel.top_k, "5"), (panel.top_p, "0.9")):
        box.selectAll()
        QTest.keyClicks(box.lineEdit(), typed)
        asked.shows(USUAL_SAMPLING if box is panel.temperature else Sampling(1, 1.8), **waits)
        assert box.text() == typed and box.typing, "a run that came took nothing away"
        QTest.keyClick(box, Qt.Key.Key_Return)
        asked.shows(USUAL_SAMPLING if box is panel.temperature else Sampling(1, 1.8), **waits)
    assert asked.wanted[1:] == [Sampling(1, 1.8), Sampling(1, 1.8, 5), Sampling(1, 1.8, 5, 0.9)]
    asked.shows(Sampling(1, 1.8))  # the last of them failed
    assert (panel.top_k.text(), panel.top_p.text()) == ("all", "1.00")


def test_what_the_files_ask_for_is_one_click_away(asked: Asked) -> None:
    asked.shows(None, checkpoint=INFO)
    assert asked.panel.own.isHidden()
    asked.shows(None, checkpoint=replace(INFO, own_search=asdict(OWN)))
    assert not asked.panel.own.isHidden() and "beam 6, length penalty 0.6" in asked.panel.own.text()
    asked.panel.own.click()
    assert asked.wanted == [OWN]
    asked.shows(OWN, checkpoint=replace(INFO, own_search=asdict(OWN)))
    assert not asked.panel.own.isEnabled()


def test_a_given_target_is_left_alone_and_it_says_so(asked: Asked) -> None:
    run = replace(make_trace(), origin=np.full(make_trace().steps, "teacher"))
    asked.panel.display(ready(run))
    assert "was given" in asked.panel.note.text()
    asked.panel.display(Snapshot())
    assert asked.panel.note.isHidden()
