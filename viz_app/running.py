"""What runs and what has run: the sentence, forced tokens, padding, and the runs before and after.

It asks :mod:`viz_app.work` for runs and puts them on screen; how they are looked at is not its business.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from model.explain import sharing
from model.trace import Trace
from viz_app.engine.messages import RunDone
from viz_app.intents import AddPadding, ForceToken, Redo, Select, SetSource, Translate, Undo
from viz_app.looking import Looking
from viz_app.state import Notice, Selection, State, select
from viz_app.undoing import Undoing, padding_of, shown
from viz_app.work import Wanted, Work

translate = QCoreApplication.translate


class Running(QObject):
    """Handlers of these Intents."""

    def __init__(
        self, state: State, work: Work, looking: Looking, undoing: Undoing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._work = work
        self._looking = looking
        self._undoing = undoing
        work.ran.connect(self._show_run)
        self.handlers: dict[type, Callable[[Any], None]] = {
            SetSource: self._set_source,
            Translate: self._translate,
            ForceToken: self._force,
            AddPadding: self._pad,
            Undo: lambda _: self._travel(undoing.undo()),
            Redo: lambda _: self._travel(undoing.redo()),
        }

    def translate_text(self, text: str) -> None:
        """Put ``text`` into the source box and run it."""
        self._set_source(SetSource(text))
        self._translate(Translate())

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
        length = trace.source_length - padding_of(trace)
        self._work.run(Wanted(trace.meta.source_text, padding, length, forced))

    def _rerunnable(self) -> Trace | None:
        """The trace on screen, if the open checkpoint is the one that recorded it: ids must mean the same."""
        now = self._state.snapshot
        if now.run is None:
            return None
        recorded = now.run.meta
        if now.checkpoint is not None and now.checkpoint.sha256 == recorded.checkpoint_sha256 and recorded.source_text:
            return now.run
        why = translate("Controller", "it was recorded with another checkpoint, %1").replace("%1", recorded.checkpoint)
        if recorded.recorded:
            why = translate("Controller", "it was recorded from your own code, which Headscope cannot run")
        self._report(
            translate("Controller", "this run"),
            why,
            translate("Controller", "Open that checkpoint, or translate the sentence with this one first"),
        )
        return None

    def _show_run(self, wanted: Wanted, done: RunDone) -> None:
        now = self._state.snapshot
        again = now.run is not None and (wanted.forced or wanted.padding or now.run.meta.source_text == wanted.text)
        step = now.selection.step if again else done.trace.steps - 1
        selection = select(now.selection, Select(step=step))
        self.show(sharing(done.trace, now.run), done.milliseconds_per_step, selection, busy=None)

    # --- the picture's past and future ---

    def show(self, trace: Trace, milliseconds: float, selection: Selection, **changes: Any) -> None:
        """Put a new run on screen and remember the one that was there."""
        changes |= shown(trace, milliseconds) | {"selection": selection}
        self._looking.set_playing(False, **self._undoing.remember(changes))

    def _travel(self, changes: dict[str, Any]) -> None:
        """Make the changes that take one back; nothing where there is none."""
        before = self._state.snapshot.settings
        if "trace" in changes:
            self._looking.set_playing(False, **changes)
            self._work.tokenize_soon()
        elif changes:
            self._state.update(**changes)
        self._looking.follow_settings(before)

    def _report(self, what: str, why: str, next_step: str) -> None:
        self._state.update(problem=Notice(what, why, next_step))


def _forced(trace: Trace) -> tuple[int, ...]:
    """The tokens at the start of this run that the model did not choose by itself."""
    if not trace.meta.vocabulary_head and trace.consumed_ids is not None:
        return tuple(int(index) for index in trace.consumed_ids[1:])  # all were given
    if trace.produced_ids is None or trace.origin is None:
        return ()
    chosen = takewhile(lambda pair: pair[1] != "greedy", zip(trace.produced_ids, trace.origin, strict=True))
    return tuple(int(index) for index, _ in chosen)
