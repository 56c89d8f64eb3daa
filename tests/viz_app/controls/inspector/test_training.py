"""The answer to *What is different in training?* of a decoded run and of a given target."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.training import training


def test_the_loss_of_planted_probabilities() -> None:
    trace = make_trace()
    shares = np.full(trace.steps, 0.5, dtype=np.float32)
    smooth = replace(trace.meta, network={**trace.meta.network, "label_smoothing": 0.1})
    note, parts = training(ready(replace(trace, produced_probability=shares, meta=smooth)))
    assert "step by step" in note
    loss = next(part for part in parts if part.title == "The loss")
    assert loss.lines[1].endswith(f"over {trace.steps} tokens = 0.6931 nats; perplexity e^0.6931 = 2.0000")
    assert "ε = 0.1" in loss.lines[2]


def test_a_given_target_was_read_at_once() -> None:
    note, parts = training(ready(explained()[1]))
    assert note.endswith("in one pass, as in training.")
    assert not any("own tokens" in line for line in parts[0].lines)
    bare = replace(make_trace(), produced_probability=None)
    assert not any(part.title == "The loss" for part in training(ready(bare))[1])


def test_the_label_of_a_given_target_is_the_target() -> None:
    decoded = next(part for part in training(ready(make_trace()))[1] if part.title == "The loss")
    assert "If these tokens were the label" in decoded.lines[0]
    run = explained()[1]
    shares = np.array([0.5] * (run.steps - 1) + [1e-6], dtype=np.float32)
    batched = replace(run.meta, decoding={**run.meta.decoding, "given": run.steps - 1})
    given = replace(run, produced_probability=shares, meta=batched)
    loss = next(part for part in training(ready(given))[1] if part.title == "The loss")
    assert loss.lines[0].startswith("The given target is the label")
    assert f"over {run.steps - 1} tokens = 0.6931 nats" in loss.lines[1], "what pads a shorter target is no label"
    assert loss.numbers[0].count == run.steps - 1
