"""The answer to *Why this word?*: planted probabilities and weights, and the ways on."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model.analysis.aligning_head import sharpest_head
from model.record.trace import KINDS, Kind
from tests.model.corpus.planted import measure, planted
from tests.viz_app.controls.parts import Heard, forced_trace, ready, without
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.prediction import PredictionAnswer, told_prediction
from viz_app.platform.preferences import Settings
from viz_app.platform.text import decimal, exact
from viz_app.state.intents import ChangeSettings, Select
from viz_app.state.questions import opening
from viz_app.state.state import Selection, Snapshot

STEP = 3
OPEN = replace(Settings(), **opening("prediction"))


def at(step: int, **changes: object) -> Snapshot:
    trace = changes.pop("trace", make_trace())
    chosen = replace(Selection("cross", 0, 0, step), **changes)  # type: ignore[arg-type]
    return ready(trace, selection=chosen, settings=OPEN)  # type: ignore[arg-type]


@pytest.mark.parametrize("step", range(8))
def test_the_word_its_rival_and_the_source_word_in_one_sentence(step: int) -> None:
    now = at(step)
    run = now.run
    assert run is not None and run.candidate_tokens is not None and run.candidate_probabilities is not None
    note, (source, candidates) = told_prediction(now)
    tokens, shares = run.candidate_tokens[step].tolist(), run.candidate_probabilities[step].tolist()
    assert note.startswith(f"Step {step + 1}: after “{run.consumed_labels[step]}” the model gives “{tokens[0]}” the ")
    assert f"probability {exact(shares[0])}. The next candidate is “{tokens[1]}”: {exact(shares[1])}." in note
    layer, head = sharpest_head(run) or (0, 0)
    row = run.cross_attention[layer, head, step].tolist()  # type: ignore[index]  # it has them
    best = max(range(len(row)), key=lambda key: row[key])
    assert note.endswith(f"gives most weight to “{run.source_labels[best]}”: {exact(row[best])}.")
    assert source.lines[0] == f"Layer {layer + 1} · Head {head + 1}: sharpest of 12 heads (this sentence, n = 1)"
    assert source.lines[1].startswith(f"“{run.source_labels[best]}” {exact(row[best])}, ")
    total = 0.0
    for one in range(run.layers("cross")):
        for other in range(run.heads("cross")):
            total += float(run.cross_attention[one, other, step, best])  # type: ignore[index]
    mean = total / (run.layers("cross") * run.heads("cross"))
    assert source.lines[2].endswith(f"on “{run.source_labels[best]}”: {exact(mean)}")
    assert source.numbers[0].marked == best
    for line, token, share in zip(candidates.lines[1:], tokens, shares, strict=False):
        assert line == f"“{token}”: logit {decimal(math.log(share / shares[0]))} → probability {exact(share)}"


def test_of_a_forced_token_the_likeliest_is_told_and_it_has_its_place_among_the_logits() -> None:
    now = at(2, trace=forced_trace(2))
    run = now.run
    assert run is not None and run.candidate_probabilities is not None and run.candidate_tokens is not None
    note, (_, candidates) = told_prediction(now)
    best, share = str(run.candidate_tokens[2, 0]), float(run.candidate_probabilities[2, 0])
    assert "gives “zzz” the probability 0.0003." in note
    assert f"Its likeliest candidate is “{best}”: {exact(share)}." in note
    bars = candidates.numbers[0]
    assert bars.marked is not None and bars.names[bars.marked] == "zzz"
    assert bars.values[bars.marked] == pytest.approx(math.log(0.0003 / share), abs=1e-4)
    assert float(bars.values.max()) == 0.0


def test_a_row_that_is_pointed_at_is_the_one_that_is_answered() -> None:
    assert told_prediction(at(6, query=2))[0] == told_prediction(at(2))[0]
    assert told_prediction(at(6, kind="encoder", query=2))[0] == told_prediction(at(6))[0]


@pytest.fixture
def answer(qtbot: QtBot) -> PredictionAnswer:
    made = PredictionAnswer()
    qtbot.addWidget(made)
    return made


def test_one_click_leads_to_the_computation_of_its_largest_weight(answer: PredictionAnswer) -> None:
    now = at(STEP, kind="decoder")
    answer.display(now)
    heard = Heard(answer)
    answer.ways["computation"].click()
    run = now.run
    assert run is not None and run.cross_attention is not None
    layer, head = sharpest_head(run) or (0, 0)
    key = int(np.argmax(run.cross_attention[layer, head, STEP]))
    there = Select(kind="cross", layer=layer, head=head, step=STEP, key=key)
    assert heard == [there, ChangeSettings(opening("computation"))]
    heard.clear()
    answer.ways["logits"].click()
    assert heard == [ChangeSettings(opening("logits"))]


def test_without_cross_attention_the_candidates_alone_are_told(answer: PredictionAnswer) -> None:
    now = at(STEP, trace=without(make_trace(), "cross_attention", "cross_mask"))
    note, parts = told_prediction(now)
    assert "aligns" not in note
    assert len(parts) == 1
    answer.display(now)
    assert not answer.ways["computation"].isEnabled()


def test_with_a_table_over_a_file_the_row_is_of_the_head_with_the_fewest_errors() -> None:
    now = at(3)
    run = now.run
    assert run is not None and run.cross_attention is not None
    shapes: dict[Kind, tuple[int, int]] = {kind: (run.layers(kind), run.heads(kind)) for kind in KINDS}
    table = planted(shapes, run.meta.checkpoint_sha256)
    aer = measure(0.3, shapes["cross"], spread=False, base=150)
    aer.mean[1, 2] = 0.1
    now = replace(now, file_heads=replace(table, kinds={"cross": {"aer": aer}}))
    note, (source, _) = told_prediction(now)
    row = run.cross_attention[1, 2, 3].tolist()
    assert note.endswith(f"gives most weight to “{run.source_labels[row.index(max(row))]}”: {exact(max(row))}.")
    assert source.lines[0].startswith("Layer 2 · Head 3: aligns best of 12 heads (150 sentences)")
