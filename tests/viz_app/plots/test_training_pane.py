"""*Training*: its numbers are those of events and curve, its buttons do what can be done, a point its snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.record.learning_run import read_training
from model.record.training_events import Finished, Started, Stopped, TrainingProgress
from tests.training_run import CURVE, write_own, write_training
from viz_app.plots.shared.plot import Plot
from viz_app.plots.training_pane import TrainingPane
from viz_app.state.intents import Intent, OpenPath, StartTraining, StopTraining
from viz_app.state.state import Notice, Snapshot
from viz_app.state.training import Training, TrainingChoices
from viz_app.tables.parts.training_texts import duration

CHOICES = TrainingChoices("tut6", "/text", "/result")
STARTED = Started("cpu", "float32", 1, 9_040_000, 29_000, 0)
PROGRESS = TrainingProgress(2.5, 10.0, 1234, 3.25, 1e-3, 3120.4, 4980.0)


class Pane(TrainingPane):
    """What it shows, as people see it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Intent] = []
        self.requested.connect(self.asked.append)
        self.show()

    def follow(self, training: Training) -> dict[str, str]:
        self.display(Snapshot(training=training))
        return {name: label.text() for name, label in self.facts.items()}

    @property
    def buttons(self) -> list[str]:
        return [each.text() for each in (self.stop, self.again, self.opens) if each.isVisible() and each.isEnabled()]


@pytest.fixture
def pane(qapp: QApplication) -> Iterator[Pane]:
    made = Pane()
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out")
    write_training(out)
    write_own(out)
    return out


def test_while_it_reads_there_is_nothing_to_see_but_that(pane: Pane) -> None:
    values = pane.follow(Training("/result", "reading", CHOICES))
    assert set(values.values()) == {"–"}
    assert (pane.bar.minimum(), pane.bar.maximum()) == (0, 0)
    assert pane.told.text() == "Reading the text and building the vocabulary…"
    assert pane.buttons == ["Stop and keep"]


def test_while_it_runs_events_and_curve_are_told_together(pane: Pane, folder: Path) -> None:
    run = read_training(folder / "snapshots")
    training = Training(str(folder), "running", CHOICES, STARTED, PROGRESS, run=run)
    assert pane.follow(training) == {
        "update": "1,234", "loss": "3.250", "validation_loss": "1.250", "bleu": "75.0", "speed": "3,120",
        "left": "1 h 23 min",
    }  # fmt: skip
    assert pane.bar.text() == "epoch 5.00 of 10"  # the curve is ahead
    assert pane.bar.value() == 500
    assert pane.told.text() == "On CPU, in float32: 9,040,000 parameters, 29,000 sentence pairs."
    plot = pane.canvas.plot
    assert isinstance(plot, Plot)
    loss = plot.panels[0].curves[0]
    assert loss.y.tolist() == [line["loss"] for line in CURVE if line["loss"] is not None]
    newest = folder / "snapshots" / "update-001000"
    assert loss.selects[-1] == OpenPath(newest)
    pane.opens.click()
    pane.stop.click()
    assert pane.asked == [OpenPath(newest), StopTraining()]


def test_how_it_ended_decides_what_can_be_done(pane: Pane, folder: Path) -> None:
    training = Training(str(folder), "stopping", CHOICES, STARTED, PROGRESS, run=read_training(folder / "snapshots"))
    pane.follow(training)
    assert pane.buttons == ["Open"] and pane.told.text() == "Stopping after this update…"
    pane.follow(replace(training, phase="stopped", end=Stopped(str(folder), 1500, 7.25)))
    assert pane.buttons == ["Go on", "Open"]
    assert pane.told.text() == "Stopped at epoch 7.25 and kept: it opens, and can go on from here."
    pane.again.click()
    pane.opens.click()
    assert pane.asked == [StartTraining(CHOICES), OpenPath(folder)]
    notice = Notice(str(folder), "the training ended unexpectedly", "Go on with it")
    pane.follow(replace(training, phase="failed", problem=notice))
    assert pane.told.text() == f"{folder}: the training ended unexpectedly. Go on with it."
    assert pane.buttons == ["Go on", "Open"]
    pane.follow(replace(training, phase="finished", end=Finished(str(folder), 1.5, "all 10 epochs done")))
    assert pane.told.text() == "Finished: all 10 epochs done."
    assert pane.buttons == ["Open"]


def test_one_that_runs_elsewhere_is_only_watched(pane: Pane, folder: Path) -> None:
    run = read_training(folder / "snapshots")
    values = pane.follow(Training(str(folder), "elsewhere", run=run))
    assert (values["update"], values["loss"], values["left"]) == ("1,000", "0.500", "–")
    assert pane.buttons == ["Open"] and pane.bar.isHidden()
    assert "what another program writes here" in pane.told.text()
    pane.follow(Training(str(folder), "elsewhere", run=replace(run, finished=True)))
    assert pane.told.text() == "Finished."


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (59.4, "59 s"), (90, "2 min"), (3599, "60 min"), (7260, "2 h 1 min")]
)
def test_a_time_is_told_as_exactly_as_it_is_known(seconds: float, said: str) -> None:
    assert duration(seconds) == said
