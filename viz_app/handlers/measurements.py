"""What a person wants to know of the run on screen, asked of the engine: one row of a table per measurement.

Each ends as a frozen result in a field of the Snapshot, which lets it go when another run is shown. It computes
nothing and shows nothing but progress. To add one: an Intent, a request and an answer in
:mod:`viz_app.engine.messages`, a field in :mod:`viz_app.state.state` (and its name in
:mod:`viz_app.state.state`), a row below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject

from model.analysis.causality_check import Extension, compare
from model.analysis.effects import Effects, Replacement, agreements
from model.analysis.logit_lens import EarlyGuesses
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.record.trace import Trace
from viz_app.engine.client import EngineClient
from viz_app.engine.messages import (
    EXTENDING,
    GUESSING,
    REPLACING,
    Cancel,
    Cancelled,
    EarlyGuessed,
    EffectsMeasured,
    ExtendTarget,
    Failed,
    GuessEarly,
    Opened,
    Progress,
    Ready,
    ReplaceTokens,
    Reply,
    Request,
    TargetExtended,
)
from viz_app.engine.run_ids import RunIds
from viz_app.handlers.background import Background
from viz_app.handlers.runs import foreign
from viz_app.platform.text import localised
from viz_app.state.intents import MeasureEarlyGuesses, MeasureEffects, MeasureExtension
from viz_app.state.state import Busy, Notice, Snapshot, State

translate = QCoreApplication.translate
TEACHER_FORCING = "teacher forcing"  #: how a run in one pass calls its method


@dataclass(frozen=True)
class Measurement:
    """How an Intent is asked of the engine, and what becomes of the answer."""

    field: str  #: of the Snapshot
    text: str  #: while it runs, as in Progress
    request: Callable[[int, RunIds, Any], Request]  #: ticket, the run, the Intent
    result: Callable[[Trace, Any], Any]  #: the run, the answer → what the field holds; or a Problem


@dataclass
class PendingMeasurement:
    """What the engine works on."""

    ticket: int
    intent: object
    run: Trace
    given_up: bool = False


class Measuring(QObject):
    """Handlers of these Intents. One measurement at a time; the newest wins."""

    def __init__(self, state: State, client: EngineClient, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._files = files  # threads: of a large run even reading the answer takes seconds
        self._asked: PendingMeasurement | None = None
        self._later: object | None = None  # an Intent that waits for the engine to open its checkpoint
        self._busy: Busy | None = None
        state.changed.connect(self._look)
        client.received.connect(self._receive)
        client.died.connect(lambda _: self._end())
        self.handlers: dict[type, Callable[[Any], None]] = dict.fromkeys(MEASUREMENTS, self.measure)

    def measure(self, intent: object) -> None:
        """Ask for a measurement of the run on screen, or say why that is impossible."""
        now = self._state.snapshot
        self._forget()
        if now.run is None:
            return
        if not now.engine_ready and self._client.alive:
            self._later = intent  # the engine is coming, and will open the checkpoint
            return
        notice = obstacle(now)
        if notice is not None:
            self._state.update(problem=notice, **self._not_busy())
            return
        plan, ticket = MEASUREMENTS[type(intent)], self._client.next_ticket()
        self._asked = PendingMeasurement(ticket, intent, now.run)
        self._show(localised(plan.text), 0.0, problem=None)
        self._client.send(plan.request(ticket, ids_of(now.run), intent))

    def cancel(self) -> None:
        """Give up what is being measured."""
        self._forget()
        self._state.update(**self._not_busy())

    # --- answers ---

    def _receive(self, reply: Reply) -> None:
        if isinstance(reply, Opened) and self._later is not None:
            self.measure(self._later)
            return
        asked = self._asked
        if asked is None or isinstance(reply, Ready) or reply.ticket != asked.ticket:
            return
        if isinstance(reply, Progress):
            self._show(localised(reply.text), reply.fraction)
            return
        if isinstance(reply, Cancelled) or asked.given_up:
            self._end()
        elif isinstance(reply, Failed):
            self._fail(asked, Notice(reply.what, reply.why, reply.next_step, reply.offer))
        else:
            plan = MEASUREMENTS[type(asked.intent)]
            self._files.run(
                lambda: plan.result(asked.run, reply),
                lambda result: self._keep(asked, plan.field, result),
                lambda problem: self._fail(asked, Notice(problem.what, problem.why, problem.next_step)),
            )

    def _keep(self, asked: PendingMeasurement, field: str, result: object) -> None:
        """The result is there; a newer question, or another run, may be as well."""
        if self._asked is asked:
            self._asked = None
            self._state.update(**({} if asked.given_up else {field: result}), **self._not_busy())

    def _look(self, now: Snapshot) -> None:
        """Another run is on screen: what is measured is of no use. Nothing of the state changes before the answer."""
        asked = self._asked
        if asked is not None and now.run is not asked.run and not asked.given_up:
            asked.given_up = True
            self._client.send(Cancel(asked.ticket))

    # --- helpers ---

    def _forget(self) -> None:
        """Have the engine give up what it was asked for."""
        asked, self._asked, self._later = self._asked, None, None
        if asked is not None and not asked.given_up:
            self._client.send(Cancel(asked.ticket))

    def _end(self) -> None:
        """Nothing comes any more: given up, or the engine is gone, which the engine session tells."""
        self._asked = self._later = None
        self._state.update(**self._not_busy())

    def _fail(self, asked: PendingMeasurement, notice: Notice) -> None:
        if self._asked is asked:
            self._asked = None
            self._state.update(problem=notice, **self._not_busy())

    def _show(self, text: str, fraction: float, **changes: Any) -> None:
        """Progress, unless the status line tells of something else meanwhile."""
        if self._state.snapshot.busy in (None, self._busy):
            self._busy = Busy(text, fraction)
            changes["busy"] = self._busy
        self._state.update(**changes)

    def _not_busy(self) -> dict[str, None]:
        """The change of the state that ends :meth:`_show`."""
        busy, self._busy = self._busy, None
        return {"busy": None} if busy is not None and self._state.snapshot.busy is busy else {}


def obstacle(now: Snapshot) -> Notice | None:
    """Why the open checkpoint cannot repeat the run on screen; None where it can."""
    run, what = now.run, translate("Controller", "this run")
    assert run is not None, "the caller has looked"
    notice = foreign(run.meta, now.checkpoint)
    if notice is not None:
        return notice
    if run.consumed_ids is None or run.produced_ids is None:
        why = translate("Measuring", "it has no produced tokens, and so no probability to measure")
        return Notice(what, why, translate("Measuring", "Open a checkpoint with a vocabulary head"))
    if run.meta.interventions:
        why = translate("Measuring", "something was changed inside the network while it ran")
        return Notice(what, why, translate("Measuring", "Translate the sentence again first"))
    return None


def ids_of(run: Trace) -> RunIds:
    """The run as the engine repeats it. Raises TypeError for one without produced tokens."""
    if run.consumed_ids is None or run.produced_ids is None:
        raise TypeError("a run without produced tokens cannot be repeated")
    visible = np.ones(run.steps, dtype=bool) if run.target_mask is None else run.target_mask.diagonal()
    return RunIds(
        run.meta.checkpoint_sha256,
        tuple(run.source_ids.tolist()),
        tuple(run.consumed_ids.tolist()),
        tuple(visible.tolist()),
        tuple(run.produced_ids.tolist()),
        run.meta.decoding.get("method") == TEACHER_FORCING,
    )


def _misfit() -> Problem:
    why = translate("Measuring", "the engine’s answer does not fit the run")
    return Problem(translate("Measuring", "measurement"), why, translate("Measuring", "Measure again"))


def _effects(run: Trace, answer: EffectsMeasured) -> Effects:
    if answer.change.shape != (run.steps, run.source_length):
        raise _misfit()
    replacement: Replacement = "unknown" if answer.replacement == "unknown" else "padding"
    return Effects(run, answer.change, replacement, answer.token, agreements(run, answer.change))


def _early_guesses(run: Trace, answer: EarlyGuessed) -> EarlyGuesses:
    layers, steps = answer.produced_probability.shape
    listed = {answer.ids.shape, answer.tokens.shape, answer.probabilities.shape}
    if steps != run.steps or len(listed) != 1 or answer.ids.shape[:2] != (layers, steps):
        raise _misfit()
    return EarlyGuesses(run, answer.ids, answer.tokens, answer.probabilities, answer.produced_probability)


def _extension(run: Trace, answer: TargetExtended) -> Extension:
    try:
        return compare(run, answer.decoder, answer.cross)
    except ValueError:
        raise _misfit() from None


MEASUREMENTS: dict[type, Measurement] = {
    MeasureEffects: Measurement(
        "effects", REPLACING, lambda ticket, run, intent: ReplaceTokens(ticket, run, intent.replacement), _effects
    ),
    MeasureEarlyGuesses: Measurement(
        "early_guesses", GUESSING, lambda ticket, run, _: GuessEarly(ticket, run), _early_guesses
    ),
    MeasureExtension: Measurement("extension", EXTENDING, lambda ticket, run, _: ExtendTarget(ticket, run), _extension),
}
