"""What is asked of the engine about the run on screen, and what becomes of late, wrong and unwanted answers.

The engine here is the script of test_work; the numbers are tested in tests/viz_app/engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.record.trace import Trace
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.handlers.test_engine_session import Script
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
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
from viz_app.engine.messages import Cancel, Cancelled, Failed, Progress, Ready
from viz_app.handlers.background import Background
from viz_app.handlers.measurements import MEASUREMENTS, Measuring, ids_of, obstacle
from viz_app.state.intents import MeasureEarlyGuesses, MeasureEffects, MeasureExtension
from viz_app.state.state import MEASURED, Busy, Notice, Snapshot, State

RECORDER = replace(INFO, sha256="0" * 64)
READY = replace(MIDDLE, checkpoint=RECORDER, engine_ready=True)
RUN: Any = READY.trace
CHANGE = np.zeros((8, 7), dtype=np.float32)


class Lab:
    """A measuring with its state."""

    def __init__(self) -> None:
        self.state, self.engine = State(READY), Script()
        self.engine.runs = True
        self.files = Background()
        self.measuring = Measuring(self.state, self.engine, self.files)

    @property
    def now(self) -> Snapshot:
        return self.state.snapshot

    def ask(self, intent: object) -> int:
        """The ticket of what the engine is asked for."""
        self.measuring.handlers[type(intent)](intent)
        return self.engine.sent[-1].ticket

    def say(self, reply: Any) -> None:
        self.engine.received.emit(reply)

    def answer(self, reply: Any) -> None:
        """Say it and wait until it has been read, in a thread."""
        self.say(reply)
        wait_until(lambda: self.now.busy is None)


@pytest.fixture
def lab(qapp: QApplication) -> Iterator[Lab]:
    lab = Lab()
    yield lab
    lab.files.stop()


def early(steps: int = 8) -> EarlyGuessed:
    shape = (3, steps, 5)
    return EarlyGuessed(
        0, np.ones(shape, np.int64), np.zeros(shape, "<U1"), np.ones(shape, np.float32), np.ones(shape[:2], np.float32)
    )


def test_effects_are_asked_for_and_kept_with_their_run(lab: Lab) -> None:
    ticket = lab.ask(MeasureEffects("padding"))
    assert lab.engine.sent == [ReplaceTokens(ticket, ids_of(RUN), "padding")]
    assert lab.now.busy == Busy(REPLACING, 0.0)
    lab.say(Progress(ticket, REPLACING, 0.5))
    wait_until(lambda: lab.now.busy == Busy(REPLACING, 0.5))
    lab.answer(EffectsMeasured(ticket, CHANGE, "padding", "<pad>"))
    assert lab.now.busy is None
    found = lab.now.effects
    assert found is not None
    assert (found.trace, found.change, found.replacement, found.token) == (RUN, CHANGE, "padding", "<pad>")


def test_early_guesses_are_asked_for_and_kept(lab: Lab) -> None:
    ticket = lab.ask(MeasureEarlyGuesses())
    assert lab.engine.sent == [GuessEarly(ticket, ids_of(RUN))]
    assert lab.now.busy == Busy(GUESSING, 0.0)
    answer = replace(early(), ticket=ticket)
    lab.answer(answer)
    found = lab.now.early_guesses
    assert found is not None
    assert found.trace is RUN
    for name in ("ids", "tokens", "probabilities", "produced_probability"):
        assert getattr(found, name) is getattr(answer, name)


def test_the_whole_target_is_asked_for_and_compared(lab: Lab) -> None:
    ticket = lab.ask(MeasureExtension())
    assert lab.engine.sent == [ExtendTarget(ticket, ids_of(RUN))]
    assert lab.now.busy == Busy(EXTENDING, 0.0)
    lab.answer(TargetExtended(ticket, RUN.decoder_attention[:, :, 1:], RUN.cross_attention))
    assert lab.now.extension is None
    assert lab.now.problem is not None
    lab.answer(TargetExtended(lab.ask(MeasureExtension()), RUN.decoder_attention, RUN.cross_attention))
    assert lab.now.extension is not None
    assert lab.now.extension.trace is RUN
    assert lab.now.extension.unchanged


@pytest.mark.parametrize("answer", [EffectsMeasured(0, CHANGE[1:], "unknown", "<unk>"), early(7)])
def test_an_answer_about_another_run_is_not_kept(lab: Lab, answer: Any) -> None:
    ticket = lab.ask(MeasureEffects() if isinstance(answer, EffectsMeasured) else MeasureEarlyGuesses())
    lab.answer(replace(answer, ticket=ticket))
    assert (lab.now.effects, lab.now.early_guesses, lab.now.busy) == (None, None, None)
    assert lab.now.problem is not None


def test_results_go_when_another_run_is_shown(lab: Lab) -> None:
    lab.answer(EffectsMeasured(lab.ask(MeasureEffects()), CHANGE, "unknown", "<unk>"))
    lab.state.update(message="the same run")
    assert lab.now.effects is not None
    lab.state.update(trace=make_trace())
    assert lab.now.effects is None


def test_another_run_ends_the_measuring_of_this_one(lab: Lab) -> None:
    ticket = lab.ask(MeasureEffects())
    lab.state.update(trace=make_trace())
    lab.state.update(message="once is enough")
    assert lab.engine.sent[1:] == [Cancel(ticket)]
    lab.answer(EffectsMeasured(ticket, CHANGE, "unknown", "<unk>"))  # it was too late to cancel
    assert (lab.now.effects, lab.now.busy) == (None, None)


def test_the_newest_wins(lab: Lab) -> None:
    first, second = lab.ask(MeasureEffects()), lab.ask(MeasureEffects("padding"))
    assert Cancel(first) in lab.engine.sent
    lab.say(EffectsMeasured(first, CHANGE, "unknown", "<unk>"))
    lab.say(Cancelled(first))
    assert lab.now.effects is None
    assert lab.now.busy is not None
    lab.answer(EffectsMeasured(second, CHANGE, "padding", "<pad>"))
    assert lab.now.effects is not None


def test_a_person_gives_up(lab: Lab) -> None:
    ticket = lab.ask(MeasureEffects())
    lab.measuring.cancel()
    assert lab.engine.sent[-1] == Cancel(ticket)
    assert lab.now.busy is None
    lab.measuring.cancel()
    assert len(lab.engine.sent) == 2


def test_the_engine_gives_up_for_something_more_urgent(lab: Lab) -> None:
    ticket = lab.ask(MeasureEffects())
    lab.state.update(busy=(urgent := Busy("Translating")))
    lab.say(Progress(ticket, REPLACING, 0.5))
    lab.say(Cancelled(ticket))
    assert lab.now.busy is urgent


def test_why_it_failed_is_shown(lab: Lab) -> None:
    lab.say(Failed(lab.ask(MeasureEffects()), "memory", "there is not enough", "Shorten the sentence", "cpu"))
    assert lab.now.problem == Notice("memory", "there is not enough", "Shorten the sentence", "cpu")
    assert lab.now.busy is None


def test_an_engine_that_dies_leaves_nothing_busy(lab: Lab) -> None:
    lab.ask(MeasureEffects())
    lab.engine.die()
    assert lab.now.busy is None


def test_a_young_window_measures_once_its_checkpoint_is_open(lab: Lab) -> None:
    lab.state.update(engine_ready=False)  # the checkpoint's name is known: the finished example tells it
    lab.measuring.measure(MeasureEffects())
    assert lab.engine.sent == []
    lab.say(Ready(()))
    lab.state.update(engine_ready=True)
    assert lab.engine.sent == []
    lab.state.update(checkpoint=replace(RECORDER))  # the engine has opened it
    assert [type(request) for request in lab.engine.sent] == [ReplaceTokens]


def told(**changes: Any) -> str:
    notice = obstacle(replace(READY, **changes))
    return "" if notice is None else notice.why


def changed(**changes: Any) -> dict[str, Trace]:
    return {"trace": replace(RUN, meta=replace(RUN.meta, **changes))}


def test_a_run_that_cannot_be_repeated_says_why(lab: Lab) -> None:
    assert told() == ""
    assert told(checkpoint=INFO) == told(checkpoint=None) == "it was recorded with another checkpoint, sample"
    assert "from your own code" in told(**changed(recorded={"layers": 1}))
    assert "changed inside the network" in told(**changed(interventions=("head off",)))
    assert "no next tokens" in told(trace=replace(RUN, produced_ids=None))
    lab.state.update(checkpoint=INFO)
    lab.measuring.measure(MeasureEffects())
    assert lab.engine.sent == []
    assert lab.now.problem is not None


def test_without_a_run_there_is_nothing_to_measure(lab: Lab) -> None:
    lab.state.update(trace=None)
    lab.measuring.measure(MeasureEffects())
    assert (lab.engine.sent, lab.now.problem) == ([], None)


def test_the_engine_is_told_how_the_run_went() -> None:
    padded: Any = make_trace(padding=2)
    blocked = padded.target_mask.copy()
    blocked[3] = False
    ids = ids_of(replace(padded, target_mask=blocked))
    assert ids.source == tuple(padded.source_ids.tolist())
    assert (ids.consumed, ids.produced) == (tuple(padded.consumed_ids.tolist()), tuple(padded.produced_ids.tolist()))
    assert ids.visible == (True, True, True, False, True, True, True, True)
    assert not ids.at_once
    assert ids_of(changed(decoding={"method": "teacher forcing"})["trace"]).at_once
    assert all(ids_of(replace(padded, target_mask=None)).visible)
    with pytest.raises(TypeError, match="next tokens"):
        ids_of(replace(padded, produced_ids=None))


def test_every_measurement_has_a_field_that_is_let_go() -> None:
    assert {plan.field for plan in MEASUREMENTS.values()} <= set(MEASURED)
