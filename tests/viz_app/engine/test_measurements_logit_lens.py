"""The vocabulary head after every decoder layer, compared with plain loops over networks that end there."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests import oracle
from tests.viz_app.engine.networks import FAMILIES, network, recorded, weights
from viz_app.engine.measurement_messages import EarlyGuessed, GuessEarly
from viz_app.engine.measurements import guess_early
from viz_app.engine.messages import Progress
from viz_app.handlers.measurements import ids_of

PADDING = 1


@pytest.mark.parametrize("family", ["paper", "pre-norm, final norm", "T5", "BART"])
def test_the_same_as_networks_that_end_there(family: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint)
    answer = list(guess_early(GuessEarly(9, ids_of(run)), checkpoint))[-1]
    assert isinstance(answer, EarlyGuessed)
    config, held = checkpoint.transformer.config, weights(checkpoint)
    for layer in range(config.decoder.layers):
        short = replace(config, decoder=replace(config.decoder, layers=layer + 1))
        logits = oracle.run(short, held, run.source_ids.tolist(), run.consumed_ids.tolist(), PADDING).logits
        for step, row in enumerate(logits):
            total = sum(math.exp(value) for value in row)
            shares = [math.exp(value) / total for value in row]
            best = sorted(range(len(row)), key=lambda index: -shares[index])[:5]
            assert answer.ids[layer, step].tolist() == best
            assert answer.tokens[layer, step].tolist() == [checkpoint.target_tokenizer.token(one) for one in best]
            np.testing.assert_allclose(answer.probabilities[layer, step], [shares[one] for one in best], atol=1e-5)
            produced = shares[int(run.produced_ids[step])]
            np.testing.assert_allclose(answer.produced_probability[layer, step], produced, atol=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_last_layer_says_what_the_model_said(family: str) -> None:
    checkpoint = network(family)
    run = recorded(checkpoint, padding=1)
    *progress, answer = guess_early(GuessEarly(9, ids_of(run)), checkpoint)
    assert [item.fraction for item in progress if isinstance(item, Progress)] == [0.0, 1 / 3, 2 / 3, 1.0]
    assert isinstance(answer, EarlyGuessed)
    np.testing.assert_allclose(answer.produced_probability[-1], run.produced_probability, atol=1e-5)
    np.testing.assert_allclose(answer.probabilities[-1], run.candidate_probabilities[:, :5], atol=1e-5)
