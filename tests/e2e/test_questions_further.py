"""Nine more of a lecturer's questions, each by two clicks into the list of questions; numbers by plain loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtTest import QTest

from model.analysis.aligning_head import aligning_head
from tests.e2e.questions import Hands
from tests.e2e.screen import LEFT, NONE, Key, Screen
from tests.model.sample_checkpoints import tiny
from tests.viz_app.running import wait_until
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.controls.inspector.prediction import PredictionAnswer
from viz_app.controls.inspector.projections import being_read
from viz_app.platform.text import decimal

#: Said whenever a menu pops up.
pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
NETWORK = tiny().transformer
WEIGHTS = {name: each.detach().double().numpy() for name, each in NETWORK.named_parameters()}


@pytest.fixture
def hands(screen: Screen) -> Hands:
    return Hands(screen)


def ask(hands: Hands, name: str) -> dict[str, ComputationPart]:
    """Two actions of the mouse: *More questions*, and one of them. The parts of the answer by their titles."""
    listed = hands.screen.window.inspector.questions
    hands.click(listed.further)
    menu, action = listed.menu, listed.actions_further[name]
    assert menu.isVisible()
    hands.count()
    QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())
    hands.settle()
    sheet = hands.screen.window.answer_sheet
    assert sheet.isVisible()
    answer = sheet.answer(name)
    assert isinstance(answer, PartsAnswer)
    arrived(hands, name, "")
    return {part.title: part for part in answer.parts}


def arrived(hands: Hands, name: str, start: str) -> None:
    """Wait until the engine has handed over the matrices, and the answer begins so."""
    wait_until(lambda: note(hands, name) != being_read() and note(hands, name).startswith(start), "the matrices")


def note(hands: Hands, name: str) -> str:
    answer = hands.screen.window.answer_sheet.answer(name)
    assert isinstance(answer, PartsAnswer)
    return answer.note.text()


def layer_norm(x: list[float], gain: list[float], shift: list[float], eps: float = 1e-5) -> list[float]:
    mean = sum(x) / len(x)
    spread = math.sqrt(sum((value - mean) ** 2 for value in x) / len(x) + eps)
    return [(value - mean) / spread * g + b for value, g, b in zip(x, gain, shift, strict=True)]


def times(x: list[float], matrix: np.ndarray, bias: np.ndarray | None) -> list[float]:
    """x · Wᵀ + b, one sum after the other."""
    sums = [sum(value * weight for value, weight in zip(x, row, strict=True)) for row in matrix.tolist()]
    return sums if bias is None else [value + b for value, b in zip(sums, bias.tolist(), strict=True)]


def read_by(name: str, x: np.ndarray) -> list[float]:
    """What a sub-layer reads of the residual stream."""
    if NETWORK.config.norm_order != "pre":
        return [float(value) for value in x.tolist()]
    norm = f"{name}_residual.norm"
    return layer_norm(x.tolist(), WEIGHTS[f"{norm}.weight"].tolist(), WEIGHTS[f"{norm}.bias"].tolist())


def test_where_q_k_and_v_of_cross_attention_come_from(hands: Hands) -> None:
    parts = ask(hands, "projections")
    assert hands.actions == 2
    run, now = hands.run, hands.screen.now.selection
    key = int(np.argmax(run.attention("cross")[now.layer, now.head, now.step]))  # type: ignore[index]  # it has one
    x = run.activations["decoder_inputs"][now.layer, 1, now.step]
    reads = {"query": read_by(f"decoder_layers.{now.layer}.cross", x), "key": run.activations["memory"][key].tolist()}
    reads["value"] = reads["key"]
    shown = {part.title.partition(" ")[0]: part for part in parts.values()}
    for name, letter in (("query", "q"), ("key", "k"), ("value", "v")):
        block = f"decoder_layers.{now.layer}.cross.{name}"
        matrix, bias = WEIGHTS[f"{block}.weight"], WEIGHTS.get(f"{block}.bias")
        wide = len(matrix) // run.heads("cross")
        rows = slice(now.head * wide, (now.head + 1) * wide)
        expected = times(reads[name], matrix[rows], None if bias is None else bias[rows])
        strips = {numbers.name: numbers.values for numbers in shown[letter].numbers}
        np.testing.assert_allclose(shown[letter].numbers[-1].values, expected, atol=2e-4)
        np.testing.assert_allclose(shown[letter].numbers[0].values, reads[name], atol=2e-4)
        whole = next(values for title, values in strips.items() if title.startswith(f"W_{letter.upper()} "))
        np.testing.assert_allclose(whole, matrix[rows], atol=1e-6)
    assert "k and v from the encoder’s output" in note(hands, "projections")


def test_why_this_word_and_on_to_the_computation_of_its_weight(hands: Hands) -> None:
    screen = hands.screen
    for pressed in (Key.Key_Home, Key.Key_Right):
        screen.press(pressed)
    hands.click(screen.window.questions.why)
    answer = screen.window.answer_sheet.answer("prediction")
    assert isinstance(answer, PredictionAnswer)
    assert answer.isVisible()
    run, step = hands.run, screen.now.selection.step
    assert run.candidate_probabilities is not None
    first, second = run.candidate_probabilities[step, :2].tolist()
    assert f"{first:.4f}" in answer.note.text()
    assert f"{second:.4f}" in answer.note.text()
    head = aligning_head(run)
    assert head is not None
    weights = run.cross_attention[head[0], head[1], step].tolist()  # type: ignore[index]  # it has them
    key = max(range(len(weights)), key=lambda index: weights[index])
    assert f"“{run.source_labels[key]}”: {weights[key]:.4f}." in answer.note.text()
    hands.click(answer.ways["computation"])
    now = screen.now.selection
    assert (now.kind, now.layer, now.head, now.step, now.key) == ("cross", *head, step, key)
    assert f"{weights[key]:.4f}" in note(hands, "computation")
    assert hands.actions == 2


def test_another_key_and_another_head_are_followed(hands: Hands) -> None:
    ask(hands, "projections")
    screen, sheet = hands.screen, hands.screen.window.answer_sheet
    other = 2 if sheet.keys.key != 2 else 3
    hands.click(sheet.keys, sheet.keys.cell(other).center().toPoint())
    assert screen.now.selection.key == other
    titles = [part.title for part in sheet.answer("projections").parts]  # type: ignore[attr-defined]  # it has parts
    assert sum(f"“{hands.run.source_labels[other]}”" in title for title in titles) == 2, "k and v"
    head = screen.now.selection.head
    screen.press("]")
    assert screen.now.selection.head != head
    arrived(hands, "projections", "q comes from")
    place = screen.now.selection
    assert screen.now.weights is not None
    assert screen.now.weights.place == ("cross", place.layer, place.head)


def test_what_the_feed_forward_computes(hands: Hands) -> None:
    parts = ask(hands, "feed_forward")
    run, now = hands.run, hands.screen.now.selection
    name = f"decoder_layers.{now.layer}.feed_forward"
    read = read_by(name, run.activations["decoder_inputs"][now.layer, 2, now.step])
    before = times(read, WEIGHTS[f"{name}.expand.weight"], WEIGHTS.get(f"{name}.expand.bias"))
    active = [max(0.0, value) for value in before]
    result = times(active, WEIGHTS[f"{name}.contract.weight"], WEIGHTS.get(f"{name}.contract.bias"))
    np.testing.assert_allclose(parts["What it reads, and widens"].numbers[1].values, before, atol=2e-4)
    np.testing.assert_allclose(parts["Activations: the units"].numbers[0].values, active, atol=2e-4)
    np.testing.assert_allclose(parts["What it adds"].numbers[0].values, result, atol=5e-4)
    on = sum(value > 0 for value in active)
    assert f"{on} of {len(active)} units are above 0" in note(hands, "feed_forward")


def test_why_minus_infinity(hands: Hands) -> None:
    parts = ask(hands, "masking")
    run, now = hands.run, hands.screen.now.selection
    row = now.step if now.step < run.steps - 1 else run.steps - 2  # the last row has no later token
    q = run.activations["decoder_query"][now.layer, now.head, row].tolist()
    keys = run.activations["decoder_key"][now.layer, now.head].tolist()
    scores = [sum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(q)) for k in keys]

    def softmax(values: list[float]) -> list[float]:
        powers = [math.exp(value) for value in values]
        return [power / sum(powers) for power in powers]

    free, zero = softmax(scores), softmax([s if key <= row else 0.0 for key, s in enumerate(scores)])
    masked = softmax(scores[: row + 1])
    shown = {title: part.numbers[-1].values for title, part in parts.items()}
    np.testing.assert_allclose(shown["Without a mask"], free, atol=1e-4)
    np.testing.assert_allclose(shown["−∞ in their place, before softmax"][: row + 1], masked, atol=1e-4)
    np.testing.assert_allclose(shown["0 in their place, before softmax"], zero, atol=1e-4)
    leak = parts["Without a mask"].lines[0]
    assert run.consumed_tokens is not None
    away = [f"“{token}”" for token in run.consumed_tokens.tolist()[row + 1 :]]
    named = ", ".join([*away[:3], *(["…"] if len(away) > 3 else [])])
    assert leak == f"The blocked keys ({named}) would get {decimal(sum(free[row + 1 :]))} of the weight."
    rest = parts["0 in their place, after softmax"].lines[0]
    assert rest.startswith(f"The row would sum to {decimal(sum(free[: row + 1]))} instead of 1")


def test_the_decoders_first_input(hands: Hands) -> None:
    parts = ask(hands, "first_input")
    run, start = hands.run, int(tiny().target_tokenizer.id("<s>") or 0)
    assert run.consumed_ids is not None
    first = int(run.consumed_ids[0])
    assert note(hands, "first_input").startswith(f"“{run.consumed_tokens[0]}”, token {first} ")  # type: ignore[index]
    assert start in (first, 0)
    scale = math.sqrt(NETWORK.config.width) if NETWORK.config.scale_embeddings else 1.0
    token = [value * scale for value in WEIGHTS["target_embedding.token.weight"][first].tolist()]
    strips = {numbers.name: numbers.values for numbers in parts["Its vector"].numbers}
    np.testing.assert_allclose(strips["token"], token, atol=1e-5)
    np.testing.assert_allclose(
        strips["input of the first layer"], [a + b for a, b in zip(token, strips["position 0"], strict=True)], atol=1e-5
    )
    lines = parts["Shifted right by one"].lines
    assert lines[1].startswith(f"step 1: “{run.consumed_tokens[0]}” → ")  # type: ignore[index]  # it has them


def test_pre_norm_against_post_norm(hands: Hands) -> None:
    parts = ask(hands, "norm_order")
    run, now = hands.run, hands.screen.now.selection
    pre = NETWORK.config.norm_order == "pre"
    assert parts["The two orders"].lines[0] == ("here: x + f(LayerNorm(x))" if pre else "here: LayerNorm(x + f(x))")
    lengths = [
        math.sqrt(sum(value**2 for value in run.activations["decoder_inputs"][layer, sub, now.step].tolist()))
        for layer in range(run.layers("decoder"))
        for sub in range(3)
    ]
    np.testing.assert_allclose(parts["Length of the residual stream"].numbers[0].values, lengths, rtol=1e-4)


def test_what_length_costs(hands: Hands) -> None:
    parts = ask(hands, "cost")
    run = hands.run
    s, t = run.source_length, run.steps

    def scores(times: int) -> int:
        count = 0
        for kind, rows in (("encoder", s * times), ("decoder", t * times), ("cross", t * times)):
            cells = 0
            for row in range(rows):
                cells += row + 1 if kind == "decoder" else s * times
            count += cells * run.layers(kind) * run.heads(kind)  # type: ignore[arg-type]  # a kind
        return count

    bars = parts["Longer sentences"].numbers[0].values
    assert [int(value) for value in bars] == [scores(times) for times in (1, 2, 4, 8)]
    assert f"took {scores(1):,} scores" in note(hands, "cost")


def test_logits_before_the_softmax(hands: Hands) -> None:
    parts = ask(hands, "logits")
    run, step = hands.run, hands.screen.now.selection.step
    assert run.candidate_ids is not None
    h = run.activations["hidden"][step].tolist()
    held = dict(NETWORK.named_parameters(remove_duplicate=False))
    matrix, bias = (held.get(f"vocabulary.{name}") for name in ("weight", "bias"))
    assert matrix is not None
    every = times(h, matrix.detach().double().numpy(), None if bias is None else bias.detach().double().numpy())
    expected = [every[index] for index in run.candidate_ids[step].tolist()]
    np.testing.assert_allclose(parts["Logits of the candidates"].numbers[0].values, expected, atol=1e-4)
    total = math.log(sum(math.exp(value) for value in every))
    assert parts["Softmax over the vocabulary"].lines[0].endswith(f" = {decimal(total)}")
    hands.press(Key.Key_Left)
    arrived(hands, "logits", f"Step {step}: ")  # it follows the steps


def test_training_against_inference(hands: Hands) -> None:
    parts = ask(hands, "training")
    run = hands.run
    assert run.produced_probability is not None
    losses = [-math.log(p) for p in run.produced_probability.tolist()]
    np.testing.assert_allclose(parts["The loss"].numbers[0].values, losses, rtol=1e-5)
    mean = sum(losses) / len(losses)
    told = f"over {len(losses)} tokens = {decimal(mean)} nats; perplexity e^{decimal(mean)} = {decimal(math.exp(mean))}"
    assert parts["The loss"].lines[1].endswith(told)
    assert "step by step" in note(hands, "training")


def test_parameters_of_each_block(hands: Hands) -> None:
    parts = ask(hands, "parameters")
    total = sum(each.numel() for each in NETWORK.parameters())
    assert f"has {total:,} parameters" in note(hands, "parameters")

    def count(*starts: str) -> int:
        return sum(each.numel() for name, each in NETWORK.named_parameters() if name.startswith(starts))

    told = {line.partition(":")[0]: line.rpartition(" = ")[2] for line in parts["One layer of the decoder"].lines[:-1]}
    assert told["self-attention"] == f"{count('decoder_layers.0.attention.'):,}"
    assert told["cross attention"] == f"{count('decoder_layers.0.cross.'):,}"
    assert told["feed-forward"] == f"{count('decoder_layers.0.feed_forward.'):,}"
    assert (
        told["norms"]
        == f"{count(*(f'decoder_layers.0.{n}_residual' for n in ('attention', 'cross', 'feed_forward'))):,}"
    )
    last = parts["One layer of the decoder"].lines[-1]
    assert last.endswith(f"layers {count('decoder_layers.'):,}")
    shares = [int(value) for value in parts["Where they are"].numbers[0].values]
    assert shares == [count("encoder_layers."), count("decoder_layers."), total - shares[0] - shares[1]]
    assert sum(shares) == total


def test_the_sheet_follows_the_steps_and_closes_by_escape(hands: Hands) -> None:
    ask(hands, "first_input")
    screen, sheet = hands.screen, hands.screen.window.answer_sheet
    hands.actions = 0
    hands.press("H")
    before = note(hands, "computation")
    step = screen.now.selection.step
    hands.press(Key.Key_Left)
    assert screen.now.selection.step == step - 1, "the arrows step, whatever is open"
    assert note(hands, "computation") != before
    hands.press(Key.Key_Escape)
    assert not sheet.isVisible()
    assert screen.now.selection.step == step - 1
