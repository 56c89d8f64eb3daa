"""Trainings: one that runs in a process of this window, or one whose folder is watched while another program runs it.

Its process says events, its folder holds the curve; both come together in :class:`viz_app.state.training.Training`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from model.common.problems import Problem
from model.common.text import Text
from model.record.learning_run import LearningRun, folder_at, read_training, stamp_of
from model.record.training_events import Event, Finished, Started, Stopped, TrainingProgress
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.messages import Failed, PlanTraining, Progress, TrainingPlanned
from viz_app.handlers.background import Background
from viz_app.handlers.engine_notices import notice_of as notice_of_failure
from viz_app.handlers.export_job import notice_of
from viz_app.handlers.training.training_child import TrainingChild
from viz_app.platform.text import fill, localised
from viz_app.state.intents import CheckTraining, StartTraining, StopTraining, WatchTraining
from viz_app.state.state import Notice, State
from viz_app.state.training import PlannedTraining, Training, TrainingChoices

translate = QCoreApplication.translate
ABOUT = "training"
LOOK_MILLISECONDS = 1_000  #: between two looks at the curve


class Trainings(QObject):
    """Handlers of these Intents. One training at a time."""

    def __init__(self, state: State, client: EngineClient, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state, self._client, self._files = state, client, files
        self.child: TrainingChild | None = None  #: the process of the one that runs
        self._look = QTimer(self, interval=LOOK_MILLISECONDS)
        self._look.timeout.connect(self.look)
        self.handlers: dict[type, Callable[[Any], None]] = {
            CheckTraining: self._check,
            StartTraining: self._start,
            StopTraining: self._stop,
            WatchTraining: self._watch,
        }

    def stop(self) -> None:
        """The window closes; a training that runs ends after its update, or goes on from what was saved."""
        self._look.stop()
        self._files.forget(ABOUT)
        child, self.child = self.child, None
        if child is not None:
            child.leave()

    # --- before it begins ---

    def _check(self, intent: CheckTraining) -> None:
        choices = intent.choices
        if choices is None:
            self._client.cancel(ABOUT)
            return
        self._state.update(planned=PlannedTraining(choices))
        given = choices.recipe, choices.data, choices.out, choices.device, dict(choices.options)
        self._client.ask(
            ABOUT, PlanTraining(NEW, *given), partial(self._planned, choices), partial(self._unplanned, choices),
            partial(self._reading, choices),
        )  # fmt: skip

    def _reading(self, choices: TrainingChoices, news: Progress) -> None:
        self._state.update(planned=PlannedTraining(choices, read=news.step))

    def _planned(self, choices: TrainingChoices, reply: TrainingPlanned) -> None:
        self._state.update(planned=PlannedTraining(choices, plan=reply.plan))

    def _unplanned(self, choices: TrainingChoices, failed: Failed | None) -> None:
        if failed is None:
            why = translate("Training", "the engine that looks at the text has ended")
            notice = Notice(translate("Training", "training"), why, translate("Training", "Try once more"))
        else:
            notice = notice_of_failure(failed)
        self._state.update(planned=PlannedTraining(choices, problem=notice))

    # --- its process ---

    def _start(self, intent: StartTraining) -> None:
        if self._runs_already():
            return
        choices = intent.choices
        self.child = child = TrainingChild(choices.words, choices.out, self)
        child.told.connect(self._hear)
        child.done.connect(lambda _: self._ended(None))
        child.failed.connect(self._ended)
        child.start()
        self._show(Training(choices.out, "reading", choices))

    def _runs_already(self) -> bool:
        now = self._state.snapshot.training
        if self.child is None or now is None:
            return False
        why = translate("Training", "a training runs in this window already")
        self._state.update(problem=Notice(now.folder, why, translate("Training", "Stop it first, or wait"), calm=True))
        return True

    def _stop(self, _: StopTraining) -> None:
        """Nothing is written yet while it reads; else after its update."""
        now = self._state.snapshot.training
        if self.child is None or now is None:
            return
        if now.phase == "reading":
            child, self.child = self.child, None
            child.end()
            self._look.stop()
            self._state.update(training=replace(now, phase="stopped"))
        else:
            self.child.ask_to_end()
            self._state.update(training=replace(now, phase="stopping"))

    def _hear(self, event: Event) -> None:
        now = self._state.snapshot.training
        if now is None:
            return
        if isinstance(event, Started):
            now = replace(now, started=event, phase="running")
        elif isinstance(event, TrainingProgress):
            now = replace(now, progress=event)
        elif isinstance(event, Stopped | Finished):
            now = replace(now, end=event)
        self._state.update(training=now)

    def _ended(self, notice: Notice | None) -> None:
        """By itself, because it was asked to, or for a reason that it says."""
        now, self.child = self._state.snapshot.training, None
        self._look.stop()
        if now is None:
            return
        if notice is not None:
            self._state.update(training=replace(now, phase="failed", problem=notice), problem=notice)
        elif isinstance(now.end, Finished):
            self._state.update(training=replace(now, phase="finished"), problem=_finished(now, now.end))
        else:
            self._state.update(training=replace(now, phase="stopped"))
        self.look()

    # --- its folder ---

    def _watch(self, intent: WatchTraining) -> None:
        folder, now = folder_at(intent.path), self._state.snapshot.training
        if (now is not None and now.runs and folder_at(Path(now.folder)) == folder) or self._runs_already():
            return

        def show(run: LearningRun) -> None:
            self._show(Training(str(folder.parent if folder.name == "snapshots" else folder), "elsewhere", run=run))

        def say(problem: Problem) -> None:
            self._state.update(problem=notice_of(problem))

        self._files.run(partial(_curve, folder), show, say, ABOUT)

    def _show(self, training: Training) -> None:
        self._state.update(training=training)
        self._look.start()

    def look(self) -> None:
        """Read the folder once more where something in it has changed."""
        now = self._state.snapshot.training
        if now is None or self._files.runs(ABOUT):
            return
        folder = folder_at(Path(now.folder))
        stamp = None if now.run is None else now.run.stamp

        def read() -> LearningRun | None:
            try:
                return None if stamp_of(folder) == stamp else read_training(folder)
            except (OSError, Problem):
                return None  # it has not begun to write, or what has been read can still be shown

        self._files.run(read, partial(self._grown, now.folder), lambda _: None, ABOUT)

    def _grown(self, folder: str, run: LearningRun | None) -> None:
        now = self._state.snapshot.training
        if run is not None and now is not None and now.folder == folder:
            self._state.update(training=replace(now, run=run))
            if now.phase == "elsewhere" and run.finished:
                self._look.stop()


def _curve(folder: Path) -> LearningRun:
    """Of a folder that somebody has named. Raises :class:`Problem` where there is none."""
    run = read_training(folder) if folder.is_dir() else None
    if run is None or not (run.points or run.snapshots):
        advice = Text("Choose the folder that a training was given as --out")
        raise Problem(str(folder), Text("it holds no learning curve"), advice)
    return run


def _finished(training: Training, end: Finished) -> Notice:
    why = fill(
        translate("Training", "the training is finished: %1; validation loss %2"),
        localised(end.reason), f"{end.validation_loss:.3f}",
    )  # fmt: skip
    step = translate("Training", "Open it, and go through its snapshots")
    return Notice(training.folder, why, step, offer="open", calm=True)
