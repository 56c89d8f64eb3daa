"""*Train a model*: the choices as the command takes them, asked about once, started only when they are good."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QScrollArea

from model.common.assets import shipped_recipes
from tests.viz_app.running import wait_until
from viz_app.dialogs.training import dialog as module
from viz_app.dialogs.training.dialog import TrainDialog, proposed
from viz_app.engine.messages import Device
from viz_app.state.intents import CheckTraining, Intent, StartTraining
from viz_app.state.state import Notice, Snapshot
from viz_app.state.training import PlannedTraining, Training, TrainingChoices
from viz_app.tables.parts.training_texts import RECIPE_LINES, recipe_told

DEVICES = (Device("cpu", "CPU (2 cores)", True), Device("cuda", "GPU (NVIDIA)", False, "none"))
PLAN: dict[str, Any] = {
    "pairs": 29000, "held_out": 1014, "epochs": 2.5, "seed": 7, "update": 0, "precision": "float32",
    "parameters": 9_040_000, "memory": 289_280_000, "snapshots": 20, "snapshot_bytes": 18_080_000,
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    monkeypatch.setattr(module, "TYPING_MILLISECONDS", 1)
    return tmp_path


class Hearing:
    """The dialog, and what it asks for."""

    def __init__(self, now: Snapshot) -> None:
        self.dialog = TrainDialog(now)
        self.asked: list[Intent] = []
        self.dialog.requested.connect(self.asked.append)
        self.dialog.show()

    def checked(self) -> TrainingChoices:
        """What it asks about, once nobody types any more."""
        wait_until(lambda: bool(self.asked), "the question")
        QTest.qWait(5)
        assert len(self.asked) == 1
        asked = self.asked.pop()
        assert isinstance(asked, CheckTraining) and asked.choices is not None
        return asked.choices

    def answer(self, **said: Any) -> None:
        self.dialog.display(Snapshot(devices=DEVICES, planned=PlannedTraining(self.dialog.choices, **said)))


@pytest.fixture
def hearing(qapp: QApplication, home: Path) -> Iterator[Hearing]:
    made = Hearing(Snapshot(devices=DEVICES))
    yield made
    made.dialog.close()
    made.dialog.deleteLater()


def test_it_offers_what_ships_and_what_this_machine_has(hearing: Hearing, home: Path) -> None:
    dialog = hearing.dialog
    names = [dialog.recipe.itemText(at) for at in range(dialog.recipe.count())]
    assert names == [*shipped_recipes(), "A file…"]
    dialog.recipe.setCurrentIndex(names.index("tut6"))
    dialog.recipe.activated.emit(names.index("tut6"))
    assert dialog.about.text() == shipped_recipes()["tut6"]
    assert dialog.out.text() == str(home / "Headscope" / "tut6")
    assert [dialog.device.itemData(at) for at in range(dialog.device.count())] == ["auto", "cpu"]
    assert not dialog.begin.isEnabled()
    assert dialog.told.text() == "Choose the folder that holds the text."
    QTest.qWait(10)
    assert not hearing.asked  # of what is not whole nobody asks


def test_choices_are_the_options_of_the_command(hearing: Hearing) -> None:
    dialog = hearing.dialog
    dialog.data.setText("/some/text")
    dialog.out.setText("/some/result")
    dialog.epochs.setValue(25)
    dialog.seed.setValue(0)
    dialog.precision.setCurrentIndex(2)
    dialog.device.setCurrentIndex(1)
    choices = hearing.checked()
    assert choices.words == [
        "train", "classic", "--data=/some/text", "--out=/some/result", "--device=cpu", "--seed=0",
        "--precision=bfloat16", "--snapshots=20", "--epochs=2.5",
    ]  # fmt: skip
    dialog.seed.setValue(-1)
    dialog.epochs.setValue(0)
    dialog.snapshots.setValue(0)
    dialog.precision.setCurrentIndex(0)
    assert hearing.checked().options == {"snapshots": 0}


def test_only_what_was_found_good_is_started(hearing: Hearing) -> None:
    dialog = hearing.dialog
    dialog.data.setText("/some/text")
    choices = hearing.checked()
    assert dialog.told.text() == "Reading the text…" and not dialog.begin.isEnabled()
    hearing.answer(problem=Notice("train.tsv.gz, line 4", "it is not source TAB target", "Correct the line"))
    assert dialog.told.text() == "train.tsv.gz, line 4: it is not source TAB target. Correct the line."
    assert not dialog.begin.isEnabled()
    hearing.answer(plan=PLAN)
    assert dialog.told.text().splitlines() == [
        "29,000 sentence pairs to learn from, 1,014 to validate with.",
        "A new run: 2.5 epochs with seed 7, in float32.",
        "At most 9,040,000 parameters and 289 MB of memory.",
        "20 snapshots take up to 362 MB of disk.",
        "How long it takes is told after its first updates.",
    ]
    assert dialog.begin.isEnabled() and dialog.begin.text() == "Start"
    dialog.seed.setValue(3)  # nobody has looked at this yet
    assert not dialog.begin.isEnabled()
    hearing.checked()
    dialog.display(Snapshot(devices=DEVICES, planned=PlannedTraining(choices, plan=PLAN)))  # about the other seed
    assert not dialog.begin.isEnabled()
    hearing.answer(plan=PLAN | {"update": 1250})
    assert dialog.begin.text() == "Go on"
    assert "An unfinished run of this recipe lies there: it goes on after update 1,250." in dialog.told.text()
    chosen = dialog.choices
    dialog.begin.click()
    assert hearing.asked == [StartTraining(chosen)]
    assert not dialog.isVisible()


def test_how_far_it_reads_is_told_and_who_leaves_ends_it(hearing: Hearing) -> None:
    dialog = hearing.dialog
    dialog.data.setText("/some/text")
    hearing.checked()
    hearing.answer(read=1_240_000)
    assert dialog.told.text() == "Reading the text: 1,240,000 lines…" and not dialog.begin.isEnabled()
    dialog.data.clear()
    assert hearing.asked == [CheckTraining(None)], "nothing is left to look at"
    hearing.asked.clear()
    dialog.data.setText("/some/text")
    hearing.checked()
    dialog.reject()
    assert hearing.asked == [CheckTraining(None)]


def test_what_a_recipe_is_stands_there_in_the_interfaces_language() -> None:
    assert set(shipped_recipes().values()) == set(RECIPE_LINES)
    assert recipe_told("of somebody's own") == "of somebody's own"


def test_a_recipe_of_ones_own_and_the_last_choices_come_again(qapp: QApplication, home: Path) -> None:
    options = {"seed": 4, "snapshots": 3, "epochs": 1.5, "precision": "float64"}
    last = TrainingChoices("/mine/own.toml", "/text", "/result", "auto", options)
    hearing = Hearing(Snapshot(devices=DEVICES, training=Training("/result", "stopped", last)))
    assert hearing.dialog.choices == last
    assert hearing.dialog.recipe.currentText() == "own.toml"
    last_entry = hearing.dialog.recipe.count() - 1
    hearing.dialog.recipe.setCurrentIndex(last_entry)
    hearing.dialog.recipe.activated.emit(last_entry)
    assert hearing.dialog.recipe.currentText() == "own.toml"  # until a file is chosen
    (asking,) = hearing.dialog.findChildren(QFileDialog)
    asking.fileSelected.emit("/mine/other.toml")
    assert hearing.dialog.choices.recipe == "/mine/other.toml"
    asking.reject()
    hearing.dialog.close()
    hearing.dialog.deleteLater()


def test_all_choices_are_in_sight_and_none_moves_while_it_is_checked(hearing: Hearing) -> None:
    dialog = hearing.dialog
    QApplication.processEvents()
    (rolls,) = dialog.findChildren(QScrollArea)
    assert rolls.verticalScrollBar().maximum() == rolls.horizontalScrollBar().maximum() == 0
    assert dialog.height() <= 540
    boxes = [dialog.recipe, dialog.data, dialog.out, dialog.epochs, dialog.seed, dialog.precision, dialog.begin]
    places = []
    dialog.data.setText("/some/text")
    for said in ({}, {"plan": PLAN}, {"problem": Notice("train.tsv.gz", "it is not there", "Choose another folder")}):
        hearing.answer(**said)
        QApplication.processEvents()
        places.append([box.mapTo(dialog, box.rect().topLeft()) for box in boxes])
    assert places[0] == places[1] == places[2]


def test_another_recipe_does_not_go_into_the_folder_proposed_for_the_last(qapp: QApplication, home: Path) -> None:
    last = TrainingChoices("tut6", "/text", str(home / "Headscope" / "tut6"), "auto", {})
    hearing = Hearing(Snapshot(devices=DEVICES, training=Training(last.out, "stopped", last)))
    assert hearing.dialog.out.text() == last.out
    hearing.dialog.recipe.setCurrentIndex(0)
    hearing.dialog.recipe.activated.emit(0)
    assert hearing.dialog.out.text() == str(home / "Headscope" / hearing.dialog.recipe.itemText(0))
    hearing.dialog.close()
    hearing.dialog.deleteLater()


def test_what_is_proposed_is_not_there_yet(home: Path) -> None:
    for name in ("tut6", "tut6-2"):
        (home / "Headscope" / name).mkdir(parents=True)
    assert proposed("tut6") == home / "Headscope" / "tut6-3"
