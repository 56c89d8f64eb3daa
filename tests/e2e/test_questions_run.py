"""The lecturer's questions about a run and its numbers: at most three actions, and the model's own answer."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from model.decoding.session import DecodingSession
from model.record.trace import Trace
from tests import oracle as plain_loops
from tests.cell_oracle import CellOracle
from tests.e2e.questions import Hands, all_questions, candidates
from tests.e2e.screen import Screen
from tests.e2e.test_asking import probabilities_without
from tests.e2e.test_computation import oracle
from tests.model.sample_checkpoints import tiny
from tests.source_tree import PROJECT
from viz_app.controls.inspector.computation import Computation
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.effects import EffectsPart
from viz_app.state.state import Selection

TARGET = "Two dogs are playing in the park."
QUESTIONS = all_questions(TARGET)
MARIAN = PROJECT / "tests" / "fixtures" / "marian"


@pytest.fixture
def hands(screen: Screen) -> Hands:
    """At the last step, where every row is there, and at the first head."""
    assert screen.now.trace is not None
    screen.state.update(selection=Selection(step=screen.now.trace.steps - 1))
    return Hands(screen)


def ask(hands: Hands, name: str) -> Trace:
    """Returns the run that was there before."""
    before = hands.run
    QUESTIONS[name].ask(hands)
    return before


def cell_of(hands: Hands) -> tuple[dict[str, Any], dict[str, ComputationPart]]:
    """The selected cell in plain loops, and the parts of the computation on screen."""
    run, now = hands.run, hands.screen.now.selection
    assert run.consumed_ids is not None
    assert now.query is not None
    assert now.key is not None
    plain: CellOracle = oracle(tuple(run.source_ids.tolist()), tuple(run.consumed_ids.tolist()))
    shown = hands.screen.answer(Computation)
    parts = {box.title.text(): box.part for box in shown.boxes if box.isVisible() and box.part is not None}
    return plain.cell(now.kind, now.layer, now.head, now.query, now.key), parts


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def test_weight_beside_effect(hands: Hands) -> None:
    run = ask(hands, "effects")
    step, now = hands.screen.now.selection.step, hands.screen.now.selection
    assert run.produced_ids is not None
    assert run.produced_probability is not None
    assert run.cross_attention is not None
    lines = hands.screen.answer(EffectsPart).bars.table.lines
    assert [line.name for line in lines] == [str(token) for token in run.source_tokens]
    weights = run.cross_attention[now.layer, now.head, step]
    assert [line.texts[0] for line in lines] == [f"{weight:.2f}" for weight in weights]
    for place in (1, 2):
        without = probabilities_without(place, tuple(run.produced_ids.tolist()))[step]
        change = math.log(without) - math.log(run.produced_probability[step])
        assert number(lines[place].texts[1]) == pytest.approx(change, abs=0.0051)


def test_why_a_weight_is_0(hands: Hands) -> None:
    ask(hands, "zero")
    _, parts = cell_of(hands)
    assert parts["Mask"].lines[0].startswith("nothing to mask")
    assert hands.screen.window.inspector.cell.weight.text() == "0.0000"
    assert hands.screen.window.inspector.cell.about.text().startswith("a later token: it did not exist")


def test_how_a_number_is_computed(hands: Hands) -> None:
    ask(hands, "computed")
    plain, parts = cell_of(hands)
    key = hands.screen.now.selection.key
    assert key is not None
    assert hands.screen.window.inspector.cell.weight.text() == f"{plain['weights'][key]:.4f}"
    product = sum(plain["products"])
    assert number(parts["Dot product q·k"].lines[0].split(" = ")[-1]) == pytest.approx(product, abs=1e-3)
    assert number(parts["Softmax: the weight"].lines[-1].split(" = ")[-1]) == pytest.approx(
        plain["weights"][key], abs=1e-4
    )


def test_what_dividing_changes(hands: Hands) -> None:
    ask(hands, "dividing")
    plain, parts = cell_of(hands)
    key = hands.screen.now.selection.key
    assert key is not None
    raw = [score * math.sqrt(8) for score in plain["scores"]]
    shares = [math.exp(each - max(raw)) for each in raw]
    told = next(line for line in parts["Score: divided by √d_k"].lines if "Without" in line).split()
    without = next(float(word) for word in told if word.startswith("0."))
    assert without == pytest.approx(shares[key] / sum(shares), abs=2e-4)
    assert told[-1].rstrip(".").startswith(f"{plain['weights'][key]:.3f}"[:5])


def test_the_scores_before_softmax(hands: Hands) -> None:
    ask(hands, "scores")
    plain, _ = cell_of(hands)
    now, trace = hands.screen.now.selection, hands.screen.now.trace
    assert trace is not None
    shown = trace.attention(now.kind)
    assert shown is not None
    np.testing.assert_allclose(shown[now.layer, now.head, now.query], plain["scores"], atol=1e-4)
    assert number(hands.screen.window.inspector.cell.weight.text()) == pytest.approx(plain["scores"][0], abs=1e-3)
    assert "score before mask and softmax" in hands.screen.view.canvas.picture.alt


def test_the_alternatives_and_how_sure_the_model_was(hands: Hands) -> None:
    run = ask(hands, "alternatives")
    step = run.steps - 2
    assert run.candidate_tokens is not None
    assert run.candidate_probabilities is not None
    listed = [row.candidate for row in candidates(hands.screen)]
    shares = run.candidate_probabilities[step].astype(np.float64)
    assert [each.token for each in listed if each] == run.candidate_tokens[step, : len(listed)].tolist()
    assert len(listed) >= 5
    hands.click(hands.screen.window.inspector.candidates.more)  # what has no room in a glance
    listed = [row.candidate for row in candidates(hands.screen)]
    assert [each.token for each in listed if each] == run.candidate_tokens[step].tolist()
    hands.click(hands.screen.window.inspector.candidates.more)
    assert [each.probability for each in listed if each] == pytest.approx(shares.tolist())
    bits = -sum(share * math.log2(share) for share in next_token(run, step))  # of all 36 tokens
    said = f"Entropy {bits:.2f} bits: as unsure as an even choice among {2**bits:.1f} tokens."
    assert hands.screen.window.inspector.sure.text() == said


def next_token(run: Trace, step: int) -> list[float]:
    """The whole distribution of a step, in plain loops."""
    checkpoint = tiny()
    weights = {name: each.detach().double().numpy() for name, each in checkpoint.transformer.named_parameters()}
    assert run.consumed_ids is not None
    sides = run.source_ids.tolist(), run.consumed_ids.tolist()
    logits = plain_loops.run(checkpoint.transformer.config, weights, *sides, checkpoint.special.source_padding).logits
    powers = [math.exp(value - max(logits[step])) for value in logits[step]]
    return [power / sum(powers) for power in powers]


def test_another_word(hands: Hands) -> None:
    before = ask(hands, "another")
    run = hands.run
    assert before.candidate_ids is not None
    assert run.produced_ids is not None
    assert before.produced_ids is not None
    forced = (int(before.produced_ids[0]), int(before.candidate_ids[1, 1]))
    again = tiny_run(forced)
    assert run.produced_ids.tolist() == again
    assert run.meta.translation in hands.screen.window.windowTitle()


def tiny_run(forced: tuple[int, ...]) -> list[int]:
    """What the network writes after these tokens."""
    checkpoint = tiny()
    trace = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen im Schnee."), forced=forced).run().trace()
    assert trace.produced_ids is not None
    return [int(token) for token in trace.produced_ids]


def test_how_it_knows_to_stop(hands: Hands) -> None:
    run = ask(hands, "stop")
    first = candidates(hands.screen)[0]
    assert first.candidate is not None
    assert first.candidate.ends
    assert "stop here" in first.accessibleName()
    assert run.produced_probability is not None
    assert first.candidate.probability == pytest.approx(float(run.produced_probability[-1]))
    assert "the translation ends here" in hands.screen.window.row_sentence.label.text()


def test_how_probable_my_translation_is(hands: Hands) -> None:
    ask(hands, "translation")
    run = hands.run
    assert run.meta.translation == TARGET
    assert run.produced_ids is not None
    expected = 0.0
    given = [int(token) for token in run.produced_ids]
    for position in range(len(given)):
        expected += math.log(next_probability(given[:position], given[position]))
    assert hands.screen.now.view == "teacher_forcing", "the answer is on screen"
    alt = hands.screen.view.canvas.picture.alt
    told = number(alt.partition("Σ ln p = ")[2].split()[0])
    assert told == pytest.approx(expected, abs=2e-3)


def next_probability(before: list[int], token: int) -> float:
    """What the network gives ``token`` after these, decoding them one by one."""
    checkpoint = tiny()
    source = checkpoint.source("Zwei Hunde spielen im Schnee.")
    session = DecodingSession(checkpoint, source, forced=(*before, token), max_length=len(before) + 1)
    return float(session.run().steps[-1].produced_probability)


def test_what_a_sub_word_model_looks_like_in_words(screen: Screen) -> None:
    """Weights are summed over the pieces of a key word, and averaged over those of a query word."""
    screen.open(MARIAN)
    screen.translate("Zwei Hunde spielen im Schnee.")
    hands = Hands(screen)
    run = ask(hands, "words")
    shown, kind = screen.now.trace, screen.now.selection.kind
    assert shown is not None
    assert shown is not run
    done, maps, pieces = shown.meta.reading, shown.attention(kind), run.attention(kind)
    assert done is not None
    assert maps is not None
    assert pieces is not None
    assert maps.shape[3] < pieces.shape[3], "some word has several pieces"
    for query, rows in enumerate(done.query_words(kind)):
        for key, columns in enumerate(done.key_words(kind)):
            cells = [sum(float(pieces[1, 0, row, column]) for column in columns) for row in rows]
            assert maps[1, 0, query, key] == pytest.approx(sum(cells) / len(cells), abs=1e-5)
    assert "sum over key pieces, mean over query pieces" in screen.view.canvas.picture.alt
