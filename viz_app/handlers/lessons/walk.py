"""A lesson gone through without a window: its player brings each goal about, and what is on screen then is kept.

So the pages and the handout of a lesson show its own places, and its claims are looked at in its own runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from model.lessons.lesson import Lesson
from viz_app.engine.client import EngineClient
from viz_app.handlers.controller import Controller
from viz_app.platform.text import fill, translate
from viz_app.state.intents import TakeLesson
from viz_app.state.lessons.play import (
    AnswerCard,
    GoInLesson,
    LeaveLesson,
    LessonPlay,
    RevealPrediction,
    ShowGoal,
    StartLesson,
    TryPrediction,
    expected,
    place_of,
)
from viz_app.state.lessons.walked import WalkedStep
from viz_app.state.start import Start
from viz_app.state.state import Snapshot, State

PATIENCE = 120.0  #: seconds that a step may take; a bound for what never comes
PAUSE = 0.01  #: seconds between two looks: the engine has work to do


@contextmanager
def walking() -> Iterator[LessonWalk]:
    """With an engine of its own, and nothing that shows what it does."""
    state, client = State(), EngineClient()
    controller = Controller(state, client)
    controller.start(Start())
    try:
        yield LessonWalk(state, controller)
    finally:
        controller.stop()
        client.stop()


class LessonWalk:
    """Goes through lessons with a state and its player; a Qt application has to be there."""

    def __init__(self, state: State, controller: Controller) -> None:
        self._state, self._controller = state, controller
        self._last: dict[int, Snapshot] = {}  # number of a step → what was on screen last in it
        state.changed.connect(self._keep)

    def steps(self, lesson: Lesson, folder: Path) -> Iterator[WalkedStep]:
        """Each step of the lesson, done. Raises :class:`Problem` for one that cannot be."""
        self._last = {}
        self._take(StartLesson(lesson, folder))
        self._until(lambda play: play.ready, Text("the beginning of the lesson cannot be brought about"))
        for number in range(len(lesson.steps)):
            words = fill(translate("Lesson", "Step %1 of %2 of the lesson"), number + 1, len(lesson.steps))
            progress(words, number / len(lesson.steps))
            before = self._state.snapshot
            self._do(number)
            yield WalkedStep(lesson.steps[number], before, self._last[number])
            if self._play.at == number and number + 1 < len(lesson.steps):
                self._take(GoInLesson(1))
        self._take(LeaveLesson())
        self._wait(lambda: self._state.snapshot.busy is None)  # what was before it may have to be opened again
        progress("")

    def _take(self, act: StartLesson | GoInLesson | AnswerCard | TryPrediction | RevealPrediction | ShowGoal
              | LeaveLesson) -> None:  # fmt: skip
        self._controller.handle(TakeLesson(act))

    def _keep(self, now: Snapshot) -> None:
        """A step without words for its end makes room for the next one by itself."""
        if now.lesson is not None and now.busy is None:
            self._last[now.lesson.at] = now

    @property
    def _play(self) -> LessonPlay:
        play = self._state.snapshot.lesson
        assert play is not None, "it has begun"
        return play

    def _do(self, number: int) -> None:
        """What a person would do in one step; where it began by itself it is done."""
        if self._play.at > number:  # its goal was met when it began
            return
        step = self._play.step
        lacking = Text("step %1 of the lesson cannot be done", number + 1)
        if step.predict:
            self._until(lambda play: not play.showing, lacking)
            run = self._state.snapshot.run
            truth = None if run is None else expected(run, place_of(self._state.snapshot), step)
            if truth is not None:
                self._take(TryPrediction(truth.token, truth.key))
            self._take(RevealPrediction())
        elif step.card is not None:
            self._take(AnswerCard(step.card))
        if not step.predict and step.goal:
            self._take(ShowGoal())
        self._until(lambda play: play.at != number or not (play.waits or play.showing), lacking)

    def _until(self, true: Callable[[LessonPlay], bool], lacking: Text) -> None:
        """Until that is so, or a problem has come."""

        def ended() -> bool:
            now = self._state.snapshot
            wrong = now.problem is not None and not now.problem.calm
            return now.busy is None and (wrong or true(self._play))

        self._wait(ended)
        notice = self._state.snapshot.problem
        if notice is not None and not notice.calm:
            raise Problem(notice.what, notice.why, notice.next_step)
        if not ended():
            raise Problem(self._play.lesson.name, lacking, Text("Look whether its goal can be met"))

    def _wait(self, true: Callable[[], bool]) -> None:
        """Let the player and the engine work, for as long as anybody would."""
        end = time.monotonic() + PATIENCE
        while not true() and time.monotonic() < end:
            QCoreApplication.processEvents()
            time.sleep(PAUSE)
