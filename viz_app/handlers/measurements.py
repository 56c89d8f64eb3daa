"""Measurements of the run on screen by the engine, one row of a table each; and words for its unknown ones.

Each ends as a frozen result in a field of the Snapshot, which lets it go when another run is shown. It computes
nothing and shows nothing but progress. To add one: an Intent, a request and an answer in
:mod:`viz_app.engine.measurement_messages`, a field in :mod:`viz_app.state.state` and its name in
``MEASURED`` there, a row below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject

from model.analysis.causality_check import Extension, compare
from model.analysis.effects import Effects, Replacement, agreements
from model.analysis.logit_lens import EarlyGuesses
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.record.trace import Trace
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.measurement_messages import (
    EXTENDING,
    GUESSING,
    REPLACING,
    EarlyGuessed,
    EffectsMeasured,
    ExtendTarget,
    GuessEarly,
    ReplaceTokens,
    TargetExtended,
)
from viz_app.engine.messages import Failed, Progress, Request, SuggestWords, WordsSuggested
from viz_app.engine.run_ids import RunIds
from viz_app.handlers.background import Background, BusyText
from viz_app.handlers.engine_notices import notice_of
from viz_app.handlers.runs import foreign
from viz_app.platform.text import localised
from viz_app.state.intents import MeasureEarlyGuesses, MeasureEffects, MeasureExtension
from viz_app.state.results_by_run import Suggestions
from viz_app.state.sentences import unknown_words
from viz_app.state.state import Notice, Snapshot, State, noticed

translate = QCoreApplication.translate
ABOUT = "measurement"
MOST_WORDS = 40  #: unknown words that are asked about
TEACHER_FORCING = "teacher forcing"  #: how a run in one pass calls its method


@dataclass(frozen=True)
class Measurement:
    """How an Intent is asked of the engine, and what becomes of the answer."""

    field: str  #: of the Snapshot
    text: str  #: while it runs, as in Progress
    request: Callable[[RunIds, Any], Request]  #: the run, the Intent
    result: Callable[[Trace, Any], Any]  #: the run, the answer → what the field holds; or a Problem


class Measuring(QObject):
    """Handlers of these Intents. One measurement at a time; the newest wins."""

    def __init__(self, state: State, client: EngineClient, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._client = client
        self._files = files  # threads: of a large run even reading the answer takes seconds
        self._later: object | None = None  # an Intent that waits for the engine to open its checkpoint
        self._busy = BusyText(state)
        state.follow(("run",), self._let_go)
        state.follow(("checkpoint", "growing"), self._resume)
        state.follow(("run", "checkpoint", "engine_ready"), self._suggest)
        self.handlers: dict[type, Callable[[Any], None]] = dict.fromkeys(MEASUREMENTS, self.measure)

    def measure(self, intent: object) -> None:
        """Ask for a measurement of the run on screen, or say why that is impossible."""
        now, run = self._state.snapshot, self._state.snapshot.run
        self._forget()
        if run is None:
            return
        if now.grows or (not now.engine_ready and self._client.alive):
            self._later = intent  # the rest of the run is coming, or the engine, which will open the checkpoint
            return
        notice = obstacle(now)
        if notice is not None:
            self._state.update(problem=notice, **self._busy.end())
            return
        plan = MEASUREMENTS[type(intent)]
        self._state.update(problem=None, **self._busy.say(localised(plan.text), 0.0))
        self._client.ask(
            ABOUT, plan.request(ids_of(run), intent), partial(self._read, plan, run), self._end, self._on_progress
        )

    def cancel(self) -> None:
        """Give up what is being measured."""
        self._forget()
        self._state.update(**self._busy.end())

    def _forget(self) -> None:
        self._later = None
        self._client.cancel(ABOUT)
        self._files.forget(ABOUT)

    def _let_go(self, _: Snapshot) -> None:
        """Another run is on screen: what is measured is of no use."""
        if self._client.asks(ABOUT) or self._files.runs(ABOUT):
            self.cancel()

    def _resume(self, _: Snapshot) -> None:
        if self._later is not None and not self._state.snapshot.grows:
            self.measure(self._later)

    # --- answers ---

    def _read(self, plan: Measurement, run: Trace, reply: object) -> None:
        self._files.run(
            lambda: plan.result(run, reply),
            lambda result: self._state.update(**{plan.field: result}, **self._busy.end()),
            lambda problem: self._fail(noticed(problem)),
            ABOUT,
        )

    def _end(self, failed: Failed | None) -> None:
        """That the engine has gone is :mod:`viz_app.handlers.engine_session`'s to tell."""
        if failed is not None:
            self._fail(notice_of(failed))
        else:
            self._state.update(**self._busy.end())

    def _fail(self, notice: Notice) -> None:
        self._state.update(problem=notice, **self._busy.end())

    def _on_progress(self, news: Progress) -> None:
        self._state.update(**self._busy.say(localised(news.text), news.fraction))

    # --- words ---

    def _suggest(self, now: Snapshot) -> None:
        """Ask, unasked and quietly, what could replace the unknown words of a run.

        They are the first thing that goes wrong with one's own sentence; help should be there when one is clicked on.
        """
        run = now.run
        if run is None or not now.engine_ready or now.checkpoint is None or now.suggestions is not None:
            return
        words = tuple(dict.fromkeys(unknown_words(run).values()))[:MOST_WORDS]
        if words and now.checkpoint.sha256 == run.meta.checkpoint_sha256:
            request = SuggestWords(NEW, run.meta.checkpoint_sha256, words)
            self._client.ask("words", request, partial(self._on_words, run, words))

    def _on_words(self, run: Trace, words: tuple[str, ...], reply: WordsSuggested) -> None:
        if run is self._state.snapshot.run:
            found = dict(zip(words, reply.words, strict=True))
            self._state.update(suggestions=Suggestions(run, found, reply.vocabulary, reply.whole_words))


def obstacle(now: Snapshot) -> Notice | None:
    """Why the open checkpoint cannot repeat the run on screen; None where it can."""
    run, what = now.run, translate("Controller", "this run")
    assert run is not None, "the caller has looked"
    notice = foreign(run.meta, now.checkpoint)
    if notice is not None:
        return notice
    if run.consumed_ids is None or run.produced_ids is None:
        why = translate("Measuring", "it has no next tokens, and so no probability to measure")
        return Notice(what, why, translate("Measuring", "Open a checkpoint with a vocabulary head"))
    if run.meta.interventions:
        why = translate("Measuring", "something was changed inside the network while it ran")
        return Notice(what, why, translate("Measuring", "Translate the sentence again first"))
    return None


def ids_of(run: Trace) -> RunIds:
    """The run as the engine repeats it. Raises TypeError for one without produced tokens."""
    if run.consumed_ids is None or run.produced_ids is None:
        raise TypeError("a run without next tokens cannot be repeated")
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
        "effects", REPLACING, lambda run, intent: ReplaceTokens(NEW, run, intent.replacement), _effects
    ),
    MeasureEarlyGuesses: Measurement("early_guesses", GUESSING, lambda run, _: GuessEarly(NEW, run), _early_guesses),
    MeasureExtension: Measurement("extension", EXTENDING, lambda run, _: ExtendTarget(NEW, run), _extension),
}
