"""Questions about the run, asked with one key: each answer is compared with the network itself."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.analysis.alignment import two_way_focus
from model.decoding.session import DecodingSession
from tests.e2e.screen import Key, Screen
from tests.model.sample_checkpoints import tiny
from viz_app.controls.inspector.effects import EffectsPart
from viz_app.controls.inspector.heads.best_heads import BestHeadsPart
from viz_app.controls.inspector.logit_lens import EarlyPart
from viz_app.state.intents import Translate

UNKNOWN = "<unk>"


def probabilities_without(place: int, produced: tuple[int, ...]) -> list[float]:
    """Of the produced tokens, in a run of its own whose source lacks the word at ``place``."""
    checkpoint = tiny()
    source = checkpoint.source("Zwei Hunde spielen im Schnee.")
    ids = list(source.ids)
    ids[place] = checkpoint.source_tokenizer.unknown_id
    session = DecodingSession(checkpoint, replace(source, ids=tuple(ids)), forced=produced, max_length=len(produced))
    return [step.produced_probability for step in session.run().steps]


def test_what_happens_to_a_word_without_each_source_word(screen: Screen) -> None:
    run = screen.now.run
    assert run is not None
    assert run.produced_ids is not None
    assert run.produced_probability is not None
    screen.press("E")
    screen.until("effects", "not busy")
    part = screen.answer(EffectsPart)
    assert part.isVisible()
    assert part.statement.text().endswith(f"is replaced by {UNKNOWN}; one sentence, n = 1.")
    told = part.bars.table.lines
    step = screen.now.selection.step
    for place in (0, 1, 4):
        without = probabilities_without(place, tuple(run.produced_ids.tolist()))
        change = math.log(without[step]) - math.log(run.produced_probability[step])
        assert float(told[place].texts[1].replace("−", "-")) == pytest.approx(change, abs=0.0051)
    screen.press(Key.Key_Left)
    assert part.bars.table.lines != told, "another step, without another measurement"
    assert screen.now.busy is None


def test_which_head_aligns_best_is_one_key_and_one_click_away(screen: Screen) -> None:
    screen.press("B")
    heads = screen.answer(BestHeadsPart).heads
    screen.click(heads, heads.row(0).center().toPoint())
    now, trace = screen.now.selection, screen.now.trace
    assert trace is not None
    values = two_way_focus(trace)
    assert values is not None
    assert (now.kind, values[now.layer, now.head]) == ("cross", values.max())


def test_what_each_layer_would_say(screen: Screen) -> None:
    screen.press("G")
    screen.until("early_guesses", "not busy")
    run, found = screen.now.run, screen.now.early_guesses
    assert run is not None
    assert found is not None
    lines = screen.answer(EarlyPart).bars.table.lines
    assert len(lines) == run.layers("decoder") == len(found.ids)
    assert lines[-1].texts[0] == str(run.produced_tokens[screen.now.selection.step])  # type: ignore[index]  # it has
    assert found.produced_probability[-1].tolist() == pytest.approx(run.produced_probability.tolist(), abs=1e-5)  # type: ignore[union-attr]


def test_another_run_has_not_been_measured(screen: Screen) -> None:
    screen.press("E")
    screen.until("effects", "not busy")
    screen.write("Zwei Kinder spielen im Park.")
    screen.controller.handle(Translate())
    screen.until("not busy", "not effects")
    assert screen.answer(EffectsPart).measure.isVisible()
