"""A training in a process of its own, with the real ``train``: watched, stopped and gone on with, and killed.

The process costs seconds, most of them for importing torch; so one story goes through two of them, which are forked
where that is possible.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtWidgets import QApplication

from model.record.learning_run import read_training
from model.record.training_events import Finished, Started, Stopped
from model.training.loop import train
from model.training.recipe import read_recipe
from model.training.saved_state import STATE
from tests.forks import COMMAND, POSSIBLE, Forks
from tests.model.training.small_recipe import SMALL
from tests.training_run import CURVE, write_curve, write_own, write_snapshot
from tests.viz_app.running import wait_until
from viz_app.engine.client import EngineClient
from viz_app.handlers import export_job
from viz_app.handlers.background import Background
from viz_app.handlers.training import trainings
from viz_app.handlers.training.training_child import TrainingChild
from viz_app.handlers.training.trainings import Trainings
from viz_app.state.intents import StartTraining, StopTraining, WatchTraining
from viz_app.state.state import State
from viz_app.state.training import Training, TrainingChoices

RECIPE = f"{SMALL}epochs = 100000\nbatch_tokens = 40\npatience = 1000000\n"
OFTEN = 40  #: so that an epoch is not one update
PAIRS = "Ein Hund.\tA dog.\nZwei Hunde.\tTwo dogs.\nEine Katze.\tA cat.\n"


@pytest.fixture
def state(qapp: QApplication) -> State:
    return State()


@pytest.fixture
def handler(state: State) -> Iterator[Trainings]:
    files = Background()
    made = Trainings(state, EngineClient(), files)
    yield made
    made.stop()
    files.stop()


@pytest.fixture
def forked_trainings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """They begin at once."""
    if POSSIBLE:
        forks: Forks = request.getfixturevalue("forks")
        monkeypatch.setattr(export_job, "command", lambda words: forks.words(COMMAND, *words))


@pytest.fixture
def choices(tmp_path: Path) -> TrainingChoices:
    (tmp_path / "tiny.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "pairs.tsv").write_text(PAIRS * OFTEN, encoding="utf-8")
    options: dict[str, Any] = {"snapshots": 3, "seed": 5}
    return TrainingChoices(str(tmp_path / "tiny.toml"), str(tmp_path), str(tmp_path / "out"), "cpu", options)


def now(state: State) -> Training:
    assert state.snapshot.training is not None
    return state.snapshot.training


def ask(handler: Trainings, intent: object) -> None:
    handler.handlers[type(intent)](intent)


@pytest.mark.usefixtures("forked_trainings")
def test_it_is_watched_stopped_gone_on_with_and_killed(
    state: State, handler: Trainings, choices: TrainingChoices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainings, "LOOK_MILLISECONDS", 20)
    ask(handler, StartTraining(choices))
    assert now(state).phase == "reading"
    ask(handler, StartTraining(replace(choices, out="elsewhere")))  # one at a time
    assert state.snapshot.problem is not None and "already" in state.snapshot.problem.why
    wait_until(lambda: now(state).progress is not None and now(state).run is not None, "its curve")
    assert now(state).started == Started("cpu", "float32", 1, now(state).started.parameters, 3 * OFTEN, 0)  # type: ignore[union-attr]
    ask(handler, StopTraining())
    assert now(state).phase == "stopping"
    wait_until(lambda: not now(state).runs, "its end")
    end = now(state).end
    assert now(state).phase == "stopped" and isinstance(end, Stopped)
    out = Path(choices.out)
    assert end.update == torch.load(out / STATE, weights_only=True)["update"]
    assert_same_as_unbroken(choices, end.update)
    wait_until(lambda: now(state).run == read_training(out / "snapshots"), "the whole curve")

    state.update(problem=None)
    ask(handler, StartTraining(choices))
    assert handler.child is not None
    os.kill(handler.child.process_id, signal.SIGKILL)
    wait_until(lambda: not now(state).runs, "its death")
    told = now(state).problem
    assert now(state).phase == "failed" and told is not None and state.snapshot.problem == told
    assert (told.what, "ended unexpectedly" in told.why) == (choices.out, True)
    assert "Go on with it" in told.next_step


def assert_same_as_unbroken(choices: TrainingChoices, updates: int) -> None:
    """The weights of a run of so many updates in this process, which nobody watched."""
    recipe = read_recipe(Path(choices.recipe)).with_options(choices.options["seed"], None, choices.options["snapshots"])
    calls = iter([False] * (updates - 1) + [True])
    unbroken = Path(choices.out).with_name("unbroken")
    torch.set_num_threads(1)
    list(train(recipe, Path(choices.data), unbroken, "cpu", stop=lambda: next(calls)))
    for name in ("model.safetensors", "snapshots/curve.jsonl"):
        assert (unbroken / name).read_bytes() == (Path(choices.out) / name).read_bytes(), name


def test_stopped_while_it_reads_nothing_is_there(state: State, handler: Trainings, choices: TrainingChoices) -> None:
    ask(handler, StartTraining(choices))
    ask(handler, StopTraining())
    assert now(state).phase == "stopped" and handler.child is None
    assert not Path(choices.out).exists()


def test_a_training_of_somebody_else_is_followed_to_its_end(
    state: State, handler: Trainings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    write_snapshot(out / "snapshots", 10)
    write_curve(out / "snapshots", *CURVE[:2])
    ask(handler, WatchTraining(out))
    wait_until(lambda: state.snapshot.training is not None, "the curve")
    assert now(state).phase == "elsewhere"
    assert (now(state).newest("loss"), now(state).newest("bleu"), now(state).epoch) == (4.0, 1.5, 0.05)
    assert now(state).opens == str(out / "snapshots" / "update-000010")
    write_curve(out / "snapshots", *CURVE[2:])
    write_own(out)
    handler.look()
    wait_until(lambda: now(state).newest("update") == 1000, "what was added")
    assert (now(state).newest("loss"), now(state).newest("bleu"), now(state).epoch) == (0.5, 75.0, 5.0)
    assert now(state).run is not None and not now(state).run.finished  # type: ignore[union-attr]
    (out / "README.md").write_text("the card", encoding="utf-8")
    handler.look()
    wait_until(lambda: now(state).run is not None and now(state).run.finished, "its end")  # type: ignore[union-attr]
    assert now(state).opens == str(out)


def test_a_folder_without_a_curve_is_one_sentence(state: State, handler: Trainings, tmp_path: Path) -> None:
    ask(handler, WatchTraining(tmp_path))
    wait_until(lambda: state.snapshot.problem is not None)
    assert state.snapshot.training is None
    assert state.snapshot.problem is not None and "no learning curve" in state.snapshot.problem.why


def test_what_it_ends_with_is_told_calmly(state: State, handler: Trainings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrainingChild, "start", lambda _: None)
    ask(handler, StartTraining(TrainingChoices("tut6", "data", "/a/folder")))
    assert handler.child is not None
    handler.child.told.emit(Finished("/a/folder", 1.23456, "all 3 epochs done"))
    handler.child.done.emit(b"")
    told = state.snapshot.problem
    assert told is not None and told.calm and (told.what, told.offer) == ("/a/folder", "open")
    assert told.why.endswith("all 3 epochs done; validation loss 1.235")
    assert now(state).phase == "finished"
