"""A training as a value: the place that was heard of last, and what there is of it to open."""

from __future__ import annotations

from model.record.learning_run import CurvePoint, LearningRun, TrainingSnapshot
from model.record.training_events import Stopped, TrainingProgress
from viz_app.state.training import Training, TrainingChoices

POINTS = (CurvePoint(10, 0.5, 4.0, 3.5, 1.5), CurvePoint(20, 1.0, 3.0))
SNAPSHOTS = (TrainingSnapshot("/out/snapshots/update-000010", 10), TrainingSnapshot("/out", None))
RUN = LearningRun("/out/snapshots", SNAPSHOTS, POINTS, own=True)


def test_the_command_says_everything_that_was_chosen() -> None:
    choices = TrainingChoices("odd.toml", "--data of mine", "/a b", "cpu", {"seed": 3})
    assert choices.words == ["train", "odd.toml", "--data=--data of mine", "--out=/a b", "--device=cpu", "--seed=3"]


def test_newest_is_what_was_measured_last() -> None:
    training = Training("/out", "running", run=RUN)
    assert [training.newest(name) for name in ("update", "loss", "validation_loss", "bleu")] == [20, 3.0, 3.5, 1.5]
    assert Training("/out", "reading").newest("loss") is None


def test_the_place_is_the_furthest_that_was_heard_of() -> None:
    progress = TrainingProgress(1.75, 4, 35, 2.0, 1e-3, 100.0, 9.0)
    assert Training("/out", "running", run=RUN).epoch == 1.0
    assert Training("/out", "running", progress=progress, run=RUN).epoch == 1.75
    assert Training("/out", "stopped", progress=progress, end=Stopped("/out", 40, 2.0), run=RUN).epoch == 2.0
    assert Training("/out", "reading").epoch is None


def test_what_opens_is_the_newest_snapshot_while_it_goes_on_and_then_its_own_checkpoint() -> None:
    newest = "/out/snapshots/update-000010"
    assert Training("/out", "running", run=RUN).opens == newest
    assert Training("/out", "elsewhere", run=RUN).opens == newest
    assert Training("/out", "stopped", run=RUN).opens == "/out"
    alone = LearningRun("/out/snapshots", (), POINTS, own=True)
    assert Training("/out", "running", run=alone).opens == "/out"
    assert Training("/out", "reading").opens == ""


def test_it_is_named_after_its_recipe_or_its_folder() -> None:
    assert Training("/out/mine", "elsewhere").name == "mine"
    assert Training("/out/mine", "running", TrainingChoices("/x/tut6.toml")).name == "tut6"
