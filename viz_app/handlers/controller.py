"""Turns what a person wants (Intents) into state changes and requests to the engine. Pure wiring.

It shows nothing and computes nothing; :mod:`viz_app.handlers.engine_session` talks to the engine for it.

What a person says to the dialog that asks about a file, as requests to the engine. Pure wiring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from model.common.problems import Problem
from model.common.scratch_folder import sweep_scratch
from model.record.session_name import is_session
from model.record.trace import Trace
from model.record.trace_file import load_trace
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import CheckpointInfo
from viz_app.handlers.background import Background
from viz_app.handlers.engine_session import Work
from viz_app.handlers.files import Filing
from viz_app.handlers.head_facts import Describing, HeadsOverFile, is_table
from viz_app.handlers.last_place import Resuming
from viz_app.handlers.lessons.player import Lessons
from viz_app.handlers.measurements import Measuring
from viz_app.handlers.navigation import Looking, Pinning, Zooming
from viz_app.handlers.quiet_questions import ReadingWeights
from viz_app.handlers.recent import Remembering
from viz_app.handlers.recovery import Recovery
from viz_app.handlers.runs import Running
from viz_app.handlers.sessions import Sessions, load
from viz_app.handlers.training.trainings import Trainings
from viz_app.handlers.training.watch import Watching
from viz_app.handlers.undo import Undoing
from viz_app.handlers.view_transforms import Glossing, Readings
from viz_app.platform.turns import in_turn
from viz_app.state.intents import (
    Answer,
    AskAgain,
    CancelWork,
    CheckHeadCounts,
    DismissProblem,
    Intent,
    LeaveQuestions,
    MeasureHeads,
    OpenPath,
    SetDevice,
    SetLanguages,
    StartEngine,
)
from viz_app.state.landing import land
from viz_app.state.notices import without_notice
from viz_app.state.start import Start
from viz_app.state.state import State, noticed

translate = QCoreApplication.translate


class Controller(QObject):
    """Handles every Intent. ``settings_changed`` carries the new Settings, to be stored and applied."""

    settings_changed = Signal(object)

    def __init__(
        self, state: State, client: EngineClient, parent: QObject | None = None, recovery: Path | None = None
    ) -> None:
        """``recovery`` is the folder for copies of what is not saved elsewhere; without it there are none."""
        super().__init__(parent)
        self._state = state
        self._files = Background(self)
        client.within = state.at_once
        self.filing = Filing(state, client, self._files, self)
        self._follow = False  # whether the next opened checkpoint runs the sentence by itself
        self._work = Work(state, client, self)
        self._work.opened.connect(self._after_opening)
        self.undoing = Undoing(state)
        self._looking = Looking(state, self.undoing, self)
        self._looking.settings_changed.connect(self.settings_changed)
        self.running = Running(state, self._work, self.undoing, self)
        self.watching = Watching(state, self._work, self._files, self)
        self.trainings = Trainings(state, client, self._files, self)
        self.remembering = Remembering(state, self._files, self.handle, self)
        self.filing.chosen.connect(lambda choices: self.remembering.export(choices.as_texts()))
        self._work.held.connect(self.remembering.checkpoint)
        self._work.ran.connect(lambda wanted, _: self.remembering.sentence(wanted.text))
        self._looking.settings_changed.connect(self.remembering.follow)
        self._resuming = Resuming(state, self._work, self._add_details, self)
        self._measuring = Measuring(state, client, self._files, self)
        self._weights = ReadingWeights(state, client, self)
        self._file_heads = HeadsOverFile(state, self._files, self, recovery)
        self._describing = Describing(state, self._files, self)
        self._readings = Readings(state, self._files, self.undoing, self)
        self.sessions = Sessions(state, client, self._work, self.running, self.filing, self._files, self)
        self.recovery = Recovery(state, self.sessions, self._files, recovery, self)
        self.lessons = Lessons(
            state, self.running, self.undoing, self._files, self.handle, self.remembering.lesson, self
        )
        self.handlers = self._handlers()

    def _handlers(self) -> dict[type, Callable[[Any], None]]:
        """Intent → what is done for it, from every part that handles some."""
        state = self._state
        return {
            OpenPath: self._open,
            SetDevice: self._set_device,
            SetLanguages: self._set_languages,
            CancelWork: self._cancel,
            StartEngine: lambda _: self._work.start_again(),
            DismissProblem: lambda intent: state.update(**without_notice(state.snapshot, intent.remark)),
            **Asking(state, self._work).handlers,
            **self._looking.handlers,
            **Zooming(state).handlers,
            **Pinning(state, self.undoing).handlers,
            **self._readings.handlers,
            **Glossing(state).handlers,
            **self.running.handlers,
            **self.remembering.handlers,
            **self.filing.handlers,
            **self.sessions.handlers,
            **self.recovery.handlers,
            **self._measuring.handlers,
            **self.watching.handlers,
            **self.trainings.handlers,
            **self._file_heads.handlers,
            **self.lessons.handlers,
        }

    def handle(self, intent: Intent) -> None:
        """Do what a view, control or command asked for."""
        with self._state.at_once():
            self.handlers[type(intent)](intent)

    def start(self, start: Start) -> None:
        """Start the engine, and what the program was started for; threads that read files each in a turn."""
        self._follow = start.trace is None
        self._state.update(device=start.device)
        self._work.start(start.checkpoint, start.ask, start.typed)
        if start.details is not None:
            self._add_details(start.details)
        if start.gone is not None:
            self._resuming.tell_gone(start.gone)
        if start.trace is not None:
            self._open(OpenPath(start.trace))
        if start.last is not None and (start.trace is not None or start.sentence.strip()):
            self._resuming.begin(start.last)
        elif start.trace is None and start.sentence.strip():
            self.running.translate_text(start.sentence)
        if start.last is not None:
            in_turn(self, self._file_heads.recall)
        in_turn(self, self.recovery.start)
        in_turn(self, lambda: self._files.run(sweep_scratch, lambda _: None, lambda _: None))

    def stop(self) -> None:
        """End everything that runs; the window is closing."""
        self.lessons.stop()
        self._looking.stop()
        self.watching.stop()
        self.trainings.stop()
        self.remembering.leave()
        self.filing.leave()
        self._file_heads.stop()
        self._file_heads.leave()
        self._work.stop()
        self._files.stop()
        self.recovery.stop()

    def _add_details(self, path: Path) -> None:
        """Read what explains the run on screen, also where undo will bring it back; from a damaged file nothing."""
        shown = self._state.snapshot.run

        def add(details: Trace) -> None:
            if shown is None:
                return
            explained = replace(shown, activations=details.activations)
            self.undoing.put_instead({id(shown.source_ids): explained})
            if self._state.snapshot.run is shown:
                self._state.update(trace=explained)

        in_turn(self, lambda: self._files.run(lambda: load_trace(path), add, lambda _: None))

    def _cancel(self, _: CancelWork) -> None:
        self._files.forget("file")
        self.filing.cancel()
        self._measuring.cancel()
        self._file_heads.cancel()
        self._work.cancel()

    # --- opening ---

    def _open(self, intent: OpenPath) -> None:
        if is_session(intent.path):
            self._once_saved(lambda: self._open_session(intent.path))
        elif intent.path.suffix.lower() == ".npz" and not intent.path.is_dir():
            self._open_trace(intent.path)
        elif is_table(intent.path):
            self._file_heads.handlers[MeasureHeads](MeasureHeads(intent.path))
        else:
            self._follow = True
            given = {"companions": tuple(map(str, intent.companions))} if intent.companions else {}
            self._work.open(str(intent.path), self._state.snapshot.device, given)

    def _set_device(self, intent: SetDevice) -> None:
        now = self._state.snapshot
        if intent.name != now.device and now.checkpoint is not None:
            self._work.open(now.checkpoint.path, intent.name)

    def _set_languages(self, intent: SetLanguages) -> None:
        """Another language, another translation: what is shown is run again."""
        info = self._state.snapshot.checkpoint
        if info is not None and (intent.source, intent.target) != (info.source_language, info.target_language):
            self._work.speak(intent.source, intent.target)
            self.running.translate_text(self._state.snapshot.source_text)

    def _after_opening(self, info: CheckpointInfo) -> None:
        """Bring the picture in line with a checkpoint that a person chose."""
        now = self._state.snapshot
        follow, self._follow = self._follow, False
        recorded = None if now.run is None else now.run.meta.checkpoint_sha256
        if not follow or recorded == info.sha256:
            return
        self.running.translate_text(text_for(info, now.source_text))

    def _open_trace(self, path: Path) -> None:
        self._read(path, translate("Controller", "Opening the trace…"), load_trace, self._show_trace)

    def _open_session(self, path: Path) -> None:
        text = translate("Controller", "Opening the session…")
        self._read(path, text, load, lambda path, found: self.sessions.show(path, found, **self.filing.not_busy()))

    def _once_saved(self, then: Callable[[], None]) -> None:
        """What puts other notes on screen waits until a person has decided about those that are there."""
        if self._state.snapshot.unsaved:
            self.sessions.unsaved.emit(then)
        else:
            then()

    def _read(self, path: Path, text: str, read: Callable[[Path], Any], show: Callable[[Path, Any], None]) -> None:
        """Read a file beside the window; only the newest that was asked for is shown."""
        self.filing.busy_with(text)

        def done(found: Any) -> None:
            self.remembering.file(path)
            show(path, found)
            self.remembering.shows(path)

        def failed(problem: Problem) -> None:
            self.filing.fail(noticed(problem))

        self._files.run(lambda: read(path), done, failed, "file")

    def _show_trace(self, _: Path, trace: Trace) -> None:
        changes: dict[str, Any] = self.filing.not_busy() | {"source_text": trace.meta.source_text, "tokens": None}
        self.running.show(trace, 0.0, **land(self._state.snapshot, trace), **changes)
        self._work.tokenize_soon()


def text_for(info: CheckpointInfo, text: str) -> str:
    """What a newly opened checkpoint translates: ``text`` where it can, else a sentence of its own.

    Where only ids are tokens, these are numbers that it has; words are nothing to it, nor numbers to others.
    """
    words = text.split()
    numbers = all(word.isascii() and word.isdecimal() for word in words)
    known = numbers and all(int(word) < info.source_vocabulary for word in words)
    fits = known if info.tokenizer == "ids" else not numbers
    return text if words and fits else next(iter(info.samples), text)


class Asking:
    """Handlers of the dialog's Intents. The question stays in the snapshot until the file is open or left."""

    def __init__(self, state: State, work: Work) -> None:
        self._state = state
        self._work = work
        self.handlers: dict[type, Callable[[Any], None]] = {
            Answer: self._answer,
            CheckHeadCounts: self._check,
            AskAgain: lambda _: self._work.ask_again(),
            LeaveQuestions: lambda _: self._work.leave_questions(),
        }

    def _answer(self, intent: Answer) -> None:
        now = self._state.snapshot
        if now.asked is not None:
            self._work.open(now.asked.info.path, now.device, intent.answers, ask=False)

    def _check(self, intent: CheckHeadCounts) -> None:
        now = self._state.snapshot
        if now.asked is not None:
            self._work.check_answers(now.asked.info.path, intent)
