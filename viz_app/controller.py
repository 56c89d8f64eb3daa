"""Turns what a person wants (Intents) into state changes and requests to the engine. Pure wiring.

It shows nothing and computes nothing; :mod:`viz_app.work` talks to the engine for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from model.explain import sharing
from model.problems import Problem
from model.trace import Trace, load_trace
from viz_app.asking import Asking
from viz_app.background import Background
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import CheckpointInfo, RunDone
from viz_app.filing import Filing
from viz_app.history import History, Run
from viz_app.state import (
    AddPadding,
    CancelWork,
    ChangeSettings,
    DismissProblem,
    ForceToken,
    Intent,
    Notice,
    OpenPath,
    Play,
    Redo,
    Select,
    Selection,
    SetDevice,
    SetLanguages,
    SetSource,
    SetView,
    State,
    Translate,
    Undo,
    select,
    within,
)
from viz_app.work import Wanted, Work

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Start:
    """What the program was started with."""

    checkpoint: str = ""  #: path of a checkpoint; empty: none
    device: str = "auto"
    trace: Path | None = None
    sentence: str = ""  #: to translate; empty: the example stays
    ask: bool = True  #: what a file does not say; else as its family's code has it
    details: Path | None = None  #: activations of the run on screen


class Controller(QObject):
    """Handles every Intent. ``settings_changed`` carries the new Settings, to be stored and applied."""

    settings_changed = Signal(object)

    def __init__(self, state: State, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._history = History()
        self._files = Background(self)
        self._newest_file = 0
        self.filing = Filing(state, client, self._files, self)
        self._follow = False  # whether the next opened checkpoint runs the sentence by itself
        self._work = Work(state, client, self)
        self._work.ran.connect(self._show_run)
        self._work.opened.connect(self._after_opening)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self._handlers: dict[type, Callable[[Any], None]] = {
            Select: self._select,
            SetSource: self._set_source,
            Translate: self._translate,
            ForceToken: self._force,
            AddPadding: self._pad,
            Undo: lambda _: self._travel(self._history.undo, self._history.can_undo),
            Redo: lambda _: self._travel(self._history.redo, self._history.can_redo),
            OpenPath: self._open,
            **Asking(state, self._work).handlers,
            SetDevice: self._set_device,
            SetLanguages: self._set_languages,
            SetView: lambda intent: state.update(view=intent.name),
            ChangeSettings: self._change_settings,
            Play: self._play,
            CancelWork: self._cancel,
            DismissProblem: lambda _: state.update(problem=None),
            **self.filing.handlers,
        }

    def handle(self, intent: Intent) -> None:
        """Do what a view, control or command asked for."""
        self._handlers[type(intent)](intent)

    def start(self, start: Start) -> None:
        """Start the engine, and what the program was started for."""
        self._follow = start.trace is None
        self._state.update(device=start.device)
        self._work.start(start.checkpoint, start.ask)
        if start.details is not None:
            self._add_details(start.details)
        if start.trace is not None:
            self._open(OpenPath(start.trace))
        elif start.sentence.strip():
            self._set_source(SetSource(start.sentence))
            self._translate(Translate())

    def stop(self) -> None:
        """End everything that runs; the window is closing."""
        self._clock.stop()
        self.filing.stop()
        self._work.stop()
        self._files.stop()

    def _add_details(self, path: Path) -> None:
        """Read what explains the run on screen; for a run that has gone by then, and from a damaged file, nothing."""
        shown = self._state.snapshot.trace

        def add(details: Trace) -> None:
            choice = self._state.snapshot.choice
            if shown is not None and self._state.snapshot.trace is shown:
                trace = replace(shown, activations=details.activations)
                self._state.update(trace=trace, choice=None if choice is None else replace(choice, trace=trace))

        self._files.run(lambda: load_trace(path), add, lambda _: None)

    # --- looking ---

    def _select(self, change: Select) -> None:
        now = self._state.snapshot
        selection = select(now.selection, change)
        selection = within(selection, now.trace) if now.trace is not None else selection
        playing = now.playing and change.step is None
        if (selection, playing) != (now.selection, now.playing):
            self._set_playing(playing, selection=selection)

    def _play(self, intent: Play) -> None:
        now = self._state.snapshot
        if now.trace is None or intent.on == now.playing:
            return
        at_end = now.selection.step >= now.trace.steps - 1
        selection = select(now.selection, Select(step=0)) if intent.on and at_end else now.selection
        self._set_playing(intent.on and now.trace.steps > 1, selection=selection)

    def _tick(self) -> None:
        now = self._state.snapshot
        last = 0 if now.trace is None else now.trace.steps - 1
        step = min(now.selection.step + 1, last)
        self._set_playing(step < last, selection=select(now.selection, Select(step=step)))

    def _set_playing(self, playing: bool, **changes: Any) -> None:
        if not playing:
            self._clock.stop()
        elif not self._clock.isActive():
            self._clock.start(self._state.snapshot.settings.play_milliseconds)
        self._state.update(playing=playing, **changes)

    def _change_settings(self, intent: ChangeSettings) -> None:
        settings = replace(self._state.snapshot.settings, **intent.changes)
        self._clock.setInterval(settings.play_milliseconds)
        message = self._state.snapshot.message
        if settings.language != self._state.snapshot.settings.language:
            message = translate("Controller", "The language changes when Headscope starts again")
        self._state.update(settings=settings, message=message)
        self.settings_changed.emit(settings)

    # --- running ---

    def _set_source(self, intent: SetSource) -> None:
        if intent.text != self._state.snapshot.source_text:
            self._state.update(source_text=intent.text)
            self._work.tokenize_soon()

    def _translate(self, _: Translate) -> None:
        text = self._state.snapshot.source_text
        if text.strip():
            self._work.run(Wanted(text))

    def _force(self, intent: ForceToken) -> None:
        trace = self._rerunnable()
        if trace is not None and trace.produced_ids is not None:
            before = tuple(int(index) for index in trace.produced_ids[: intent.step])
            self._rerun(trace, (*before, intent.token_id), self._state.snapshot.padding)

    def _pad(self, intent: AddPadding) -> None:
        trace = self._rerunnable()
        if trace is not None:
            self._rerun(trace, _forced(trace), max(0, intent.count))

    def _rerun(self, trace: Trace, forced: tuple[int, ...], padding: int) -> None:
        length = trace.source_length - _padding(trace)
        self._work.run(Wanted(trace.meta.source_text, padding, length, forced))

    def _rerunnable(self) -> Trace | None:
        """The trace on screen, if the open checkpoint is the one that recorded it: ids must mean the same."""
        now = self._state.snapshot
        if now.trace is None:
            return None
        recorded = now.trace.meta
        if now.checkpoint is not None and now.checkpoint.sha256 == recorded.checkpoint_sha256 and recorded.source_text:
            return now.trace
        why = translate("Controller", "it was recorded with another checkpoint, %1").replace("%1", recorded.checkpoint)
        if recorded.recorded:
            why = translate("Controller", "it was recorded from your own code, which Headscope cannot run")
        self._report(
            translate("Controller", "this run"),
            why,
            translate("Controller", "Open that checkpoint, or translate the sentence with this one first"),
        )
        return None

    def _cancel(self, _: CancelWork) -> None:
        self._newest_file += 1
        self.filing.cancel()
        self._work.cancel()

    def _show_run(self, wanted: Wanted, done: RunDone) -> None:
        now = self._state.snapshot
        again = now.trace is not None and (wanted.forced or wanted.padding or now.trace.meta.source_text == wanted.text)
        step = now.selection.step if again else done.trace.steps - 1
        selection = select(now.selection, Select(step=step))
        self._replace(sharing(done.trace, now.trace), done.milliseconds_per_step, selection, busy=None)

    # --- opening ---

    def _open(self, intent: OpenPath) -> None:
        if intent.path.suffix.lower() == ".npz" and not intent.path.is_dir():
            self._open_trace(intent.path)
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
            self._translate(Translate())

    def _after_opening(self, info: CheckpointInfo) -> None:
        """Bring the picture in line with a checkpoint that a person chose."""
        now = self._state.snapshot
        follow, self._follow = self._follow, False
        recorded = None if now.trace is None else now.trace.meta.checkpoint_sha256
        if not follow or recorded == info.sha256:
            return
        self._set_source(SetSource(text_for(info, now.source_text)))
        self._translate(Translate())

    def _open_trace(self, path: Path) -> None:
        self._newest_file += 1
        ticket = self._newest_file
        self.filing.busy_with(translate("Controller", "Opening the trace…"))
        self._files.run(
            lambda: load_trace(path),
            lambda trace: self._show_trace(ticket, trace),
            lambda problem: self._trace_failed(ticket, problem),
        )

    def _show_trace(self, ticket: int, trace: Trace) -> None:
        if ticket == self._newest_file:
            selection = Selection(kind=self._state.snapshot.selection.kind, step=max(0, trace.steps - 1))
            changes = self.filing.not_busy() | {"source_text": trace.meta.source_text, "tokens": None}
            self._replace(trace, 0.0, selection, **changes)
            self._work.tokenize_soon()

    def _trace_failed(self, ticket: int, problem: Problem) -> None:
        if ticket == self._newest_file:
            self.filing.fail(Notice(problem.what, problem.why, problem.next_step))

    # --- the picture's past and future ---

    def _replace(self, trace: Trace, milliseconds: float, selection: Selection, **changes: Any) -> None:
        """Put a new run on screen and remember the one that was there."""
        run = self._current()
        if run is not None:
            self._history.leave(run)
        self._put(Run(trace, milliseconds, selection), **changes)

    def _travel(self, step: Callable[[Run], Run], possible: bool) -> None:
        run = self._current()
        if run is not None and possible:
            other = step(run)
            self._put(other, source_text=other.trace.meta.source_text)
            self._work.tokenize_soon()

    def _put(self, run: Run, **changes: Any) -> None:
        self._set_playing(
            False,
            trace=run.trace,
            milliseconds_per_step=run.milliseconds_per_step,
            selection=run.selection,
            padding=_padding(run.trace),
            can_undo=self._history.can_undo,
            can_redo=self._history.can_redo,
            **changes,
        )

    def _current(self) -> Run | None:
        now = self._state.snapshot
        return None if now.trace is None else Run(now.trace, now.milliseconds_per_step, now.selection)

    def _report(self, what: str, why: str, next_step: str) -> None:
        self._state.update(problem=Notice(what, why, next_step))


def text_for(info: CheckpointInfo, text: str) -> str:
    """What a newly opened checkpoint translates: ``text``, unless it is none or words where only ids are tokens."""
    numbers = all(word.isdecimal() for word in text.split())
    return text if text.strip() and numbers == (info.tokenizer == "ids") else next(iter(info.samples), text)


def _padding(trace: Trace) -> int:
    """How many <pad> tokens stand after the source."""
    return 0 if trace.padding_mask is None else int((~trace.padding_mask).sum())


def _forced(trace: Trace) -> tuple[int, ...]:
    """The tokens at the start of this run that the model did not choose by itself."""
    if not trace.meta.vocabulary_head and trace.consumed_ids is not None:
        return tuple(int(index) for index in trace.consumed_ids[1:])  # all were given
    if trace.produced_ids is None or trace.origin is None:
        return ()
    chosen = takewhile(lambda pair: pair[1] != "greedy", zip(trace.produced_ids, trace.origin, strict=True))
    return tuple(int(index) for index, _ in chosen)
