"""The lecturer's questions about heads, masks and layers: at most three actions, and the model's own answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from model.record.trace import Kind, Trace
from tests.e2e.questions import Hands, all_questions
from tests.e2e.screen import Screen
from tests.e2e.test_questions_run import next_probability
from viz_app.controls.inspector.heads.best_heads import BestHeadsPart
from viz_app.controls.inspector.heads.head_facts import HeadPart
from viz_app.controls.inspector.logit_lens import EarlyPart
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.state.state import Selection
from viz_app.views.embeddings_layers import EmbeddingsLayersView

QUESTIONS = all_questions("Two dogs are playing in the park.")


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


def weights_of(run: Trace, kind: Kind) -> NDArray[np.float64]:
    """[L,H,Q,K]"""
    found = run.attention(kind)
    assert found is not None
    return found.astype(np.float64)


def divergence(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Bits, the mean over rows, one cell after the other."""
    total = 0.0
    for row, also in zip(one.tolist(), other.tolist(), strict=True):
        for p, q in zip(row, also, strict=True):
            total += sum(share * math.log2(2 * share / (p + q)) / 2 for share in (p, q) if share > 0)
    return total / len(one)


def test_what_a_head_does(hands: Hands) -> None:
    run = ask(hands, "head")
    now = hands.screen.now.selection
    assert (now.kind, now.layer, now.head) == ("cross", 1, 2)
    rows = weights_of(run, "cross")[1, 2].tolist()
    entropy = [-sum(weight * math.log2(weight) for weight in row if weight > 0) for row in rows]
    expected = {
        "entropy": f"{np.mean(entropy):.2f} bits",
        "focus": f"{np.mean([max(row) for row in rows]):.2f}",
        "on special tokens": f"{np.mean([row[-1] for row in rows]):.2f}",
    }
    lines = {line.name: line.texts[0] for line in hands.screen.answer(HeadPart).facts.table.lines}
    assert expected.items() <= lines.items()
    assert "n = 1" in hands.screen.answer(HeadPart).base.text()


def test_which_heads_point_at_the_previous_token(hands: Hands) -> None:
    run = ask(hands, "previous")
    picture = hands.screen.view.canvas.picture
    assert isinstance(picture, MapSheet)
    for layer, heads in enumerate(weights_of(run, "decoder")):
        shares = [np.mean([head[row, row - 1] for row in range(1, len(head))]) for head in heads]
        shown = sorted((panel for panel in picture.plan.panels if panel.layer == layer), key=lambda panel: panel.left)
        assert [panel.head for panel in shown] == np.argsort([-share for share in shares], kind="stable").tolist()


def test_which_head_aligns_best(hands: Hands) -> None:
    run = ask(hands, "aligned")
    words = weights_of(run, "cross")[:, :, :-1, :-1]  # the last of both is the end token
    best = []
    for place in np.ndindex(words.shape[:2]):
        forth = np.mean([max(row) for row in words[place].tolist()])
        back = np.mean([max(column) for column in words[place].T.tolist()])
        best.append((2 * forth * back / (forth + back), place))
    value, (layer, head) = max(best)
    part = hands.screen.answer(BestHeadsPart)
    assert part.heads.table.lines[0].name == f"Layer {layer + 1} · Head {head + 1}"
    assert part.heads.table.lines[0].texts[0] == f"{value:.2f}"
    assert part.measure.currentText() == "by two-way focus"


def test_what_the_padding_mask_hides(hands: Hands) -> None:
    before = ask(hands, "padding")
    run = hands.run
    assert run.source_tokens.tolist() == [*before.source_tokens.tolist(), *["<pad>"] * 4]
    s = before.source_length
    cross = weights_of(run, "cross")
    assert not cross[..., s:].any()
    np.testing.assert_allclose(cross[..., :s], weights_of(before, "cross"), atol=2e-5)
    told = hands.screen.view.canvas.picture.alt
    assert f"hides 4 columns of <pad> in each of {s + 4} rows: {4 * (s + 4)} cells of {(s + 4) ** 2};" in told


def test_what_the_look_ahead_mask_hides(hands: Hands) -> None:
    run = ask(hands, "look-ahead")
    assert run.look_ahead_mask is not None
    for row, column in np.ndindex(run.look_ahead_mask.shape):
        assert run.look_ahead_mask[row, column] == (column <= row)
    alt = hands.screen.view.canvas.picture.alt
    tokens = run.consumed_tokens
    row = hands.screen.now.selection.step
    later = [] if tokens is None else tokens[row + 1 :].tolist()
    assert ("no later token is left to hide" in alt) == (not later)
    assert all(f"“{token}”" in alt for token in later[:5])
    shown = {(cell.query, cell.key) for cell in cells_on(hands.screen)}
    assert (1, 3) in shown, "what is blocked can be pointed at too"


def cells_on(screen: Screen) -> list[Cell]:
    canvas = screen.view.canvas
    found = (canvas.picture.at(x, y) for x in range(0, canvas.width(), 5) for y in range(0, canvas.height(), 5))
    return [cell for cell in found if cell is not None]


def test_what_the_positional_encoding_looks_like(hands: Hands) -> None:
    run = ask(hands, "positions")
    view = hands.screen.view
    assert isinstance(view, EmbeddingsLayersView)
    position = hands.screen.now.selection.step
    dimension = hands.screen.now.selection.dimension
    assert dimension == 0
    value = math.sin(position)  # AIAYN 3.5: sin(pos / 10000^(0/d))
    assert f"position {position} “.”: {value:.4f}".replace("-", "−") in view.canvas.picture.alt
    assert run.activations["target_position"][position, 0] == pytest.approx(value, abs=1e-5)


def test_whether_two_heads_do_the_same(hands: Hands) -> None:
    run = ask(hands, "similar")
    now, maps = hands.screen.now.selection, weights_of(run, "cross")
    apart = {place: divergence(maps[now.layer, now.head], maps[place]) for place in np.ndindex(maps.shape[:2])}
    nearest = sorted(apart, key=lambda place: apart[place])
    assert nearest[0] == (now.layer, now.head)
    lines = hands.screen.answer(HeadPart).similar.table.lines
    assert [line.name for line in lines] == [f"Layer {layer + 1} · Head {head + 1}" for layer, head in nearest[1:4]]
    assert [line.texts[0] for line in lines] == [f"{apart[place]:.2f} bits" for place in nearest[1:4]]
    picture = hands.screen.view.canvas.picture
    assert isinstance(picture, MapSheet)
    assert "Jensen–Shannon" in picture.alt
    for layer in range(maps.shape[0]):
        shown = sorted((panel for panel in picture.plan.panels if panel.layer == layer), key=lambda panel: panel.left)
        assert [panel.head for panel in shown] == [place[1] for place in nearest if place[0] == layer]


def test_what_the_last_layer_does_that_the_first_does_not(hands: Hands) -> None:
    run = ask(hands, "layers")
    step, lines = (
        hands.screen.now.selection.step,
        hands.screen.answer(EarlyPart).bars.table.lines,
    )
    assert len(lines) == run.layers("decoder") == 2
    assert run.produced_ids is not None
    given = [int(token) for token in run.produced_ids]
    last = next_probability(given[:step], given[step])
    assert lines[-1].texts[1:] == (f"{last:.2f}", f"{last:.2f}")
    assert lines[0].texts[1:] != lines[-1].texts[1:]
    assert hands.screen.answer(EarlyPart).isVisible()


def test_where_weight_goes_when_there_is_nothing_to_say(hands: Hands) -> None:
    """Without the special tokens, each row's total says how much they had."""
    run = ask(hands, "nothing")
    now, shown = hands.screen.now, hands.screen.now.trace
    assert (now.selection.kind, now.settings.row_totals) == ("encoder", True)
    assert shown is not None
    end = run.source_tokens.tolist().index("<eos>")
    rows = weights_of(run, "encoder")[now.selection.layer, now.selection.head]
    left = weights_of(shown, "encoder")[now.selection.layer, now.selection.head]
    for row, rest in zip(rows.tolist(), left.tolist(), strict=True):
        assert sum(rest) == pytest.approx(1 - row[end], abs=1e-5)
    assert "without special tokens" in hands.screen.view.canvas.picture.alt


def test_what_a_batch_of_unequal_sentences_looks_like(hands: Hands) -> None:
    ask(hands, "batch")
    batch, run = hands.screen.now.batch, hands.run
    assert len(batch) == 2
    assert run is batch[1]
    assert {each.source_length for each in batch} == {max(each.source_length for each in batch)}
    padded = [token == "<pad>" for token in run.source_tokens.tolist()]
    assert run.padding_mask is not None
    assert run.padding_mask.tolist() == [not each for each in padded]
    assert not weights_of(run, "cross")[..., padded].any()
    assert hands.screen.window.sentence_picker.isVisible()
    assert sum(padded) >= len(padded) / 3, "so much that it is seen"
    assert f"hides {sum(padded)} columns of <pad> in each of {len(padded)} rows" in hands.screen.view.canvas.picture.alt
