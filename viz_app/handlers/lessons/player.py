"""The player of lessons: what a lesson begins with, whether a goal is met, and everything as before when it is left.

Goals are looked at after each change of the state, in the next turn of the event loop; nothing asks again and again.
While a lesson is played, undo goes back to its beginning and no further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from model.common.assets import CHECKPOINTS, DEFAULT_CHECKPOINT, SAMPLES
from model.common.problems import Problem
from model.lessons.lesson import Lesson, LessonOpening, LessonStep
from model.record.trace import Trace
from model.record.trace_file import load_trace
from model.transforms.view_transform import PLAIN
from viz_app.handlers.background import Background
from viz_app.handlers.runs import Running
from viz_app.handlers.undo import Undoing, shown
from viz_app.state.history import History
from viz_app.state.intents import CancelWork, Intent, OpenPath, SetSource, SetTarget, TakeLesson, Translate
from viz_app.state.lessons.goals import is_met, next_ways
from viz_app.state.lessons.play import (
    AnswerCard,
    GoInLesson,
    LeaveLesson,
    LessonPlay,
    PredictHere,
    RevealPrediction,
    ShowGoal,
    StartLesson,
    TryPrediction,
)
from viz_app.state.lessons.recorder import begin_of
from viz_app.state.lessons.step_texts import EXPECTED, PREDICT, SEEN
from viz_app.state.questions import closed
from viz_app.state.state import Settings, Snapshot, State
from viz_app.state.what_if import NOTHING_CHANGED

MOST_WAYS = 40  #: that a goal is brought about in; one that is not met then cannot be
MOST_TRIES = 500  #: that are counted
#: Settings that a lesson may turn, and that are as before when it is left: those of the picture and of the panes.
TURNED = tuple(item.name for item in fields(Settings) if item.metadata.get("session"))


class Lessons(QObject):
    """Handler of :class:`TakeLesson`. ``done`` is called with the name of a lesson that was gone through."""

    def __init__(
        self, state: State, running: Running, undoing: Undoing, files: Background,
        handle: Callable[[Intent], None], done: Callable[[str], None], parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._state = state
        self._running = running
        self._undoing = undoing
        self._files = files
        self._handle = handle
        self._tell_done = done
        self._before: tuple[Snapshot, History] | None = None
        self._ways = 0  # in which the goal has been brought about so far
        self._reading = False  # the run that ships: what is on screen meanwhile is not what the lesson begins with
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        state.changed.connect(lambda now: self._soon.start() if now.lesson is not None else None)
        self.handlers: dict[type, Callable[[Any], None]] = {TakeLesson: lambda intent: self._take(intent.act)}

    def stop(self) -> None:
        """The window is closing: it shall begin next time where one was before the lesson."""
        if self._state.snapshot.lesson is not None:
            self._restore(quiet=True)
        self._soon.stop()

    @property
    def _play(self) -> LessonPlay | None:
        return self._state.snapshot.lesson

    def _take(self, act: Any) -> None:
        if isinstance(act, StartLesson):
            self._start(act)
            return
        play = self._play
        if isinstance(act, PredictHere) and play is None and self._state.snapshot.run is not None:
            self._predict(act)
        if play is None:
            return
        if isinstance(act, LeaveLesson):
            self._restore()
        elif isinstance(act, GoInLesson):
            self._go(play, act.by)
        elif isinstance(act, ShowGoal):
            self._show(play)
        elif isinstance(act, AnswerCard):
            self._put(replace(play, answer=act.value))
        elif isinstance(act, TryPrediction) and play.curtain and len(play.tries) < MOST_TRIES:
            self._put(replace(play, tries=(*play.tries, act)))
        elif isinstance(act, RevealPrediction) and play.curtain:
            self._put(replace(play, revealed=True, done=True))

    def _put(self, play: LessonPlay) -> None:
        self._state.update(lesson=play)

    # --- beginning ---

    def _start(self, act: StartLesson) -> None:
        if self._play is not None:
            self._restore()
        self._before = self._state.snapshot, self._undoing.change_history(History())
        self._ways, self._reading = 0, False
        now = self._state.snapshot
        begin = replace(
            closed(now.settings), map_shown=True, inspector_shown=True, notes_shown=False, what_if_shown=False,
            scale="linear", per_map_scale=False, values=True, dots=True, squares=False,
        )  # fmt: skip
        self._state.update(
            lesson=LessonPlay(act.lesson, act.folder).moved(0), settings=begin, reading=PLAIN, zoom=None, problem=None,
            playing=False, undo="", redo="", pinned=None, link_heads=frozenset(), full_screen=now.full_screen,
        )  # fmt: skip
        opening = act.lesson.opening
        if opening.session:
            self._handle(OpenPath(act.folder / opening.session))
            return
        self._state.update(target_text="", target_use="", what_if=NOTHING_CHANGED, decoding=None)
        checkpoint, wanted = now.checkpoint, CHECKPOINTS / opening.checkpoint
        coming = now.opening not in ("", opening.checkpoint)  # as the one that a lesson before this brings back
        if checkpoint is not None and Path(checkpoint.path) == wanted and not coming:
            self._run_opening()
            return
        self._handle(OpenPath(wanted))
        play = self._play
        assert play is not None, "it has begun"
        self._translate(play)  # at once: what is opened without a sentence runs the one that was there

    def _predict(self, act: PredictHere) -> None:
        """A lesson of one step, about what is on screen; nothing else is brought about."""
        now = self._state.snapshot
        goal = {name: value for name, value in begin_of(now).items() if name != "answer"}
        words = EXPECTED[act.what]
        step = LessonStep(words, SEEN["step" if act.what == "word" else "row"], goal=goal, predict=act.what)
        lesson = Lesson("", PREDICT, 1, (step,), LessonOpening())
        self._before = now, self._undoing.change_history(History())
        self._state.update(settings=closed(now.settings), playing=False, full_screen=now.full_screen)
        self._enter(LessonPlay(lesson, Path(), ready=True).moved(0))

    def _run_opening(self) -> None:
        """The run that ships, where it is the one; else the engine's."""
        play = self._play
        assert play is not None, "it has begun"
        opening = play.lesson.opening

        def show(run: Trace | None) -> None:
            ours = self._play is not None and self._play.lesson is play.lesson
            self._reading = self._reading and not ours
            if ours and run is not None and run.meta.source_text == opening.source:
                self._running.show(
                    run, 0.0, replace(self._state.snapshot.selection, query=None, key=None), undone=False
                )
                self._state.update(source_text=opening.source, tokens=None)
            else:
                self._translate(play)

        if opening.target or "\n" in opening.source or opening.checkpoint != DEFAULT_CHECKPOINT:
            self._translate(play)
        else:
            self._reading = True
            self._files.run(lambda: shipped_run(opening.checkpoint), show, lambda _: show(None))

    def _translate(self, play: LessonPlay) -> None:
        if self._play is None or self._play.lesson is not play.lesson:
            return
        opening = play.lesson.opening
        self._handle(SetSource(opening.source))
        if opening.target:
            self._handle(SetTarget(opening.target, "given"))
        self._handle(Translate())

    def _is_there(self, now: Snapshot, play: LessonPlay) -> bool:
        """Is the run on screen the one that the lesson begins with?"""
        run, opening, before = now.run, play.lesson.opening, None if self._before is None else self._before[0].run
        if run is None or now.busy is not None or now.grows or self._reading:
            return False
        if opening.session:
            return run is not before
        text = "\n".join(one.meta.source_text for one in now.batch) if now.batch else run.meta.source_text
        return run.meta.checkpoint == opening.checkpoint and text.split() == opening.source.split() \
            and (run.at_once == bool(opening.target)) and not run.meta.interventions \
            and is_met(now, {"unchanged": True, "decoding": "greedy"})  # fmt: skip

    # --- going through it ---

    def _look(self) -> None:
        """What has come true since the last change of the state?"""
        now, play = self._state.snapshot, self._play
        if play is None or now.busy is not None:
            return
        if not play.ready:
            self._begin(now, play)
        elif play.showing:
            self._go_on_showing(now, play, play.step.goal)
        elif play.curtain:
            if not is_met(now, play.step.goal):  # a key has led elsewhere behind it
                self._put(replace(play, showing=True))
        elif not play.done and is_met(now, play.step.goal):
            self._reach(play)

    def _begin(self, now: Snapshot, play: LessonPlay) -> None:
        if not self._is_there(now, play):
            return
        if is_met(now, play.lesson.opening.begin) or self._ways >= MOST_WAYS:
            self._undoing.change_history(History())
            self._state.update(undo="", redo="")
            self._ways = 0
            if play.lesson.opening.target:
                self._handle(SetTarget(use=""))  # the run stays; its translation has its line again
            self._enter(replace(play, ready=True))
        else:
            self._bring_about(now, play.lesson.opening.begin)

    def _reach(self, play: LessonPlay) -> None:
        """The goal is met: what is to be seen is said, or the next step begins."""
        if play.step.seen.en or play.step.card is not None or play.is_last:
            self._put(replace(play, done=True, showing=False))
        else:
            self._enter(play.moved(1))

    def _enter(self, play: LessonPlay) -> None:
        """A step begins. What is to be predicted is brought about behind the curtain."""
        self._ways = 0
        if play.step.predict:
            play = replace(play, done=False, showing=True)
        self._put(play)

    def _go(self, play: LessonPlay, by: int) -> None:
        if by > 0 and play.is_last:
            if play.lesson.name:
                self._tell_done(play.lesson.name)
            self._restore()
        elif play.ready:
            self._enter(play.moved(by))

    def _show(self, play: LessonPlay) -> None:
        if play.ready and play.step.goal and not play.curtain:
            self._ways = 0
            self._put(replace(play, showing=True))

    def _go_on_showing(self, now: Snapshot, play: LessonPlay, goal: Any) -> None:
        if is_met(now, goal):
            if play.step.predict:
                self._put(replace(play, showing=False))
            else:
                self._reach(replace(play, showing=False))
        elif self._ways >= MOST_WAYS or (now.problem is not None and not now.problem.calm):
            self._put(replace(play, showing=False))
        else:
            self._bring_about(now, goal)

    def _bring_about(self, now: Snapshot, goal: Any) -> None:
        self._ways += 1
        for intent in next_ways(now, goal):
            self._handle(intent)
        self._soon.start()  # also where nothing has changed by it

    # --- leaving ---

    def _restore(self, quiet: bool = False) -> None:
        """Everything as before; what is of the window, such as its language, stays as it is now."""
        if self._before is None:
            self._state.update(lesson=None)
            return
        (before, history), self._before = self._before, None
        now = self._state.snapshot
        if not quiet:
            self._handle(CancelWork())
        self._undoing.change_history(history)
        settings = replace(now.settings, **{name: getattr(before.settings, name) for name in TURNED})
        run = before.run
        changes: dict[str, Any] = {} if run is None else shown(run, before.milliseconds_per_step, before.batch)
        kept = (
            "view", "reading", "what_if", "decoding", "source_text", "target_text", "target_use", "tokens", "pinned",
            "landed", "link_heads", "chosen_kind", "turned", "undo", "redo", "effects", "early_guesses", "extension",
            "padded", "padding", "notes", "kept", "problem",
        )  # fmt: skip
        changes |= {name: getattr(before, name) for name in kept}
        changes |= {"selection": before.run_selection, "settings": settings, "lesson": None, "playing": False}
        self._state.update(**changes)
        self._state.update(zoom=before.zoom, node=before.node)
        opened, held = before.checkpoint, self._state.snapshot.checkpoint
        if not quiet and opened is not None and opened.path and (held is None or held.path != opened.path):
            self._handle(OpenPath(Path(opened.path)))


def shipped_run(checkpoint: str, samples: Path = SAMPLES) -> Trace:
    """The run that ships with a checkpoint, with what explains it. Raises :class:`Problem` where there is none."""
    run = load_trace(samples / f"{checkpoint}.npz")
    try:
        return replace(run, activations=load_trace(samples / f"{checkpoint}-details.npz").activations)
    except Problem:
        return run
