"""Every formula is computed as it stands on screen, for networks of every kind: the run must hold that number."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.formulas import ACTIVATIONS, conventions_of
from model.analysis.logit_lens import EarlyGuesses
from model.analysis.loss import losses
from model.network.interventions import ScoreTemperature
from model.network.what_if import changed
from model.record.trace import KINDS, Kind
from tests.formula_reader import Vector, activation, computed, dotted
from tests.model.analysis.test_explanation import oracle, record
from tests.model.every_network import close, every_network, norm_of, run, weights
from viz_app.controls.inspector.logit_lens import guesses
from viz_app.engine.measurement_messages import EarlyGuessed, GuessEarly
from viz_app.engine.measurements import guess_early
from viz_app.handlers.measurements import ids_of


@every_network
@pytest.mark.parametrize("temperature", [1.0, 0.4])
@pytest.mark.parametrize("kind", KINDS)
def test_the_weight(name: str, temperature: float, kind: Kind) -> None:
    checkpoint, trace = run(name)
    if temperature != 1.0:
        twin = changed(checkpoint.transformer, (ScoreTemperature(temperature),))
        trace = record(replace(checkpoint, transformer=twin))
    formula, held, attention = conventions_of(trace).weight(kind), trace.activations, trace.attention(kind)
    mask = trace.mask(kind)
    assert attention is not None
    assert mask is not None
    for layer, head, query in ((0, 0, 0), (1, 1, 2), (1, 0, 3)):
        blocked = np.where(mask[query], 0.0, -np.inf)
        names = {"q": held[f"{kind}_query"][layer, head, query], "k": dotted(held[f"{kind}_key"][layer, head])}
        if temperature != 1.0:
            names["T"] = temperature
        if "√d_k" in formula:
            names["d_k"] = held[f"{kind}_query"].shape[-1]
        if f"{kind}_bias" in held:
            names["bias"] = np.nan_to_num(held[f"{kind}_bias"][head, query])
        found = computed(formula, mask=blocked, **names)
        close(found, attention[layer, head, query])


@every_network
@pytest.mark.parametrize("side", ["source", "target"])
def test_the_embedding(name: str, side: str) -> None:
    checkpoint, trace = run(name)
    formula, held = conventions_of(trace).embedding, weights(name)
    table, config = held[f"{side}_embedding.token.weight"], checkpoint.transformer.config
    ids = trace.source_ids if side == "source" else trace.consumed_ids
    assert ids is not None
    norm = {}
    if config.embedding_norm:
        norm = {conventions_of(trace).norm_name: norm_of(name, f"{side}_embedding.norm")}
    for position, index in enumerate(ids.tolist()):
        names: dict[str, Any] = {"E_token": table[index]}
        if config.scale_embeddings:
            names["M"] = config.width
        if config.positions != "relative":
            own = oracle(checkpoint, trace).place(position, index, f"{side}_embedding", 1)
            names["P_position" if config.positions == "learned" else "PE"] = np.array(own)
        close(computed(formula, **names, **norm), trace.activations[f"{side}_embedded"][position])


@every_network
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_sum_the_norm_and_the_feed_forward(name: str, stack: str) -> None:
    """Layer 1 at every sub-layer and position: what goes into the next one is what the formulas make of x."""
    _, trace = run(name)
    known, held = conventions_of(trace), trace.activations
    inputs, outputs = held[f"{stack}_inputs"], held[f"{stack}_outputs"]
    blocks = ["attention", "cross", "feed_forward"] if stack == "decoder" else ["attention", "feed_forward"]
    for position in range(inputs.shape[2]):
        for place, block in enumerate(blocks):
            path = f"{stack}_layers.0.{block}"
            following = inputs[1, 0, position] if place + 1 == len(blocks) else inputs[0, place + 1, position]

            def sub_layer(read: Vector, path: str = path, place: int = place, position: int = position) -> Vector:
                if path.endswith("feed_forward"):
                    return fed(name, path, read)
                kind = "cross" if path.endswith("cross") else stack
                queries = held[f"{kind}_query"][0, :, position].reshape(-1)
                bias = weights(name).get(f"{path}.query.bias", 0.0)
                close(read * dotted(weights(name)[f"{path}.query.weight"]) + bias, queries)  # it reads what is said
                result: Vector = outputs[0, place, position].astype(float)
                return result

            names = {known.norm_name: norm_of(name, f"{path}_residual.norm"), "f": sub_layer}
            close(computed(known.sub_layer(), x=inputs[0, place, position].astype(float), **names), following)


def fed(name: str, path: str, x: Vector) -> Vector:
    """The feed-forward as the texts say that it is computed here."""
    held, known = weights(name), conventions_of(run(name)[1])
    parts = {"1": "expand", "2": "contract", **({"3": "gate"} if known.gated else {})}
    names: dict[str, Any] = {f"W{number}": dotted(held[f"{path}.{part}.weight"]) for number, part in parts.items()}
    if known.feed_forward_bias:
        names |= {f"b{number}": held[f"{path}.{part}.bias"] for number, part in parts.items()}
    said = ACTIVATIONS[known.activation]
    names[said] = lambda inner: activation(said, inner, known.activation == "gelu_tanh")
    result: Vector = computed(known.feed_forward, x=x, **names)
    return result


@every_network
def test_the_logit_lens(name: str) -> None:
    checkpoint, trace = run(name)
    answer = list(guess_early(GuessEarly(1, ids_of(trace)), checkpoint))[-1]
    assert isinstance(answer, EarlyGuessed)
    found = EarlyGuesses(trace, answer.ids, answer.tokens, answer.probabilities, answer.produced_probability)
    tip = guesses(found, 2).columns[1].tip
    formula = re.search(r"head\(.*\)(?=:)", tip)
    assert formula is not None
    assert formula[0] == conventions_of(trace).logit_lens
    held, inputs, config = weights(name), trace.activations["decoder_inputs"], checkpoint.transformer.config
    matrix = dotted(held["vocabulary.weight"])
    names: dict[str, Any] = {"M": config.width} if config.scale_logits else {}
    if config.final_norm:
        names[conventions_of(trace).norm_name] = norm_of(name, "decoder_norm")
    for layer in range(config.decoder.layers - 1):
        for step in range(trace.steps):
            logits = computed(
                formula[0], h=inputs[layer + 1, 0, step].astype(float), **names,
                head=lambda h: h * matrix + held.get("vocabulary.bias", 0.0),
            )  # fmt: skip
            shares = computed("softmax(z)", z=logits)
            close(found.produced_probability[layer, step], shares[trace.produced_ids[step]])  # type: ignore[index]
            close(found.probabilities[layer, step], sorted(shares, reverse=True)[:5])


@every_network
def test_the_loss_under_teacher_forcing(name: str) -> None:
    checkpoint, trace = run(name)
    held, config = weights(name), checkpoint.transformer.config
    found, hidden = losses(trace), trace.activations["hidden"].astype(float)
    assert found is not None
    assert trace.produced_ids is not None
    scale = config.width**-0.5 if config.scale_logits else 1.0
    each = []
    for state, label in zip(hidden, trace.produced_ids, strict=True):
        logits = (state * scale) * dotted(held["vocabulary.weight"]) + held.get("vocabulary.bias", 0.0)
        each.append(-np.log(computed("softmax(z)", z=logits)[label]))
    close(found.each, each)
    close(found.loss, sum(each) / len(each))
    close(found.perplexity, np.exp(sum(each) / len(each)))
