"""The formulas of a network: as it computes, and nothing that it does not do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.formulas import PAPER, Conventions, conventions_of
from model.network.config import EXPLAINED
from model.record.trace import KINDS
from tests.model.analysis.test_explanation import record
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.sample_trace import make_trace

T5 = Conventions(False, False, "relative", False, "rms", True, True, True, "gelu_tanh", True, False)


def test_the_papers_own() -> None:
    assert [PAPER.weight(kind) for kind in KINDS] == ["softmax(q·k / √d_k + mask)"] * 3
    assert PAPER.way("cross") == "q·k → ÷ √d_k → + mask → softmax → weights · V → W_O"
    assert PAPER.embedding == "E[token]·√M + PE"
    assert PAPER.sub_layer() == "LayerNorm(x + f(x))"
    assert PAPER.feed_forward == "ReLU(x·W₁ + b₁)·W₂ + b₂"
    assert PAPER.logit_lens == "head(h)"


def test_those_of_t5() -> None:
    told = {kind: T5.weight(kind) for kind in KINDS}
    assert told == {
        "encoder": "softmax(q·k + bias + mask)", "decoder": "softmax(q·k + bias + mask)",
        "cross": "softmax(q·k + mask)",
    }  # fmt: skip
    assert T5.way("encoder") == "q·k → + bias → + mask → softmax → weights · V → W_O"
    assert T5.embedding == "E[token]"
    assert T5.sub_layer("attention") == "x + attention(RMSNorm(x))"
    assert T5.feed_forward == "(GELU(x·W₁) ⊙ (x·W₃))·W₂"
    assert T5.logit_lens == "head(RMSNorm(h) / √M)"
    assert T5.norm_formula == "x / √(mean(x²) + ε) · γ"


def test_a_temperature_is_named_where_scores_are() -> None:
    said = {True: "q·k / (√d_k · T)", False: "q·k / T", None: "score / T"}
    for scaled, score in said.items():
        known = Conventions(scaled=scaled, tempered=True)
        assert (known.score, known.weight("cross")) == (score, f"softmax({score} + mask)")
    assert replace(PAPER, tempered=True).way("cross") == "q·k → ÷ √d_k → ÷ T → + mask → softmax → weights · V → W_O"


def test_what_a_run_does_not_say_is_not_claimed() -> None:
    bare = conventions_of(replace(make_trace(), activations={}))
    assert bare == Conventions()
    assert (bare.score, bare.weight("encoder"), bare.feed_forward, bare.norm_formula) == (
        "score", "softmax(score + mask)", "", "",
    )  # fmt: skip
    assert conventions_of(None) is PAPER


@pytest.mark.parametrize("value", [None, 1, "yes", [], {"a": 1}, float("nan")])
def test_nonsense_counts_as_unsaid(value: Any) -> None:
    said = dict.fromkeys((*EXPLAINED, "label_smoothing"), value)
    trace = replace(make_trace(), meta=replace(make_trace().meta, network=said))
    assert conventions_of(replace(trace, activations={})) == Conventions()


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize("embedded", [False, True])
def test_an_older_run_tells_by_what_it_holds(final: bool, embedded: bool) -> None:
    """Version 0.4.0 wrote seven of the fields; the weights of norms are there or not."""
    trace = record(make_checkpoint(3, changes={"norm_order": "pre", "final_norm": final, "embedding_norm": embedded}))
    older = ("scale_scores", "mask_fill", "norm", "norm_order", "norm_eps", "positions", "scale_embeddings")
    said = {name: trace.meta.network[name] for name in older}
    known = conventions_of(replace(trace, meta=replace(trace.meta, network=said)))
    assert (known.final_norm, known.embedding_norm, known.activation) == (final, embedded, "")


def test_the_open_checkpoint_fills_what_the_run_leaves_out() -> None:
    checkpoint = replace(make_checkpoint(3, changes={"final_norm": True}), provenance={"label_smoothing": 0.1})
    said = checkpoint.conventions
    assert conventions_of(replace(make_trace(), activations={}), said) == conventions_of(None, said)
    assert conventions_of(None, said).smoothing == 0.1
    trace = record(make_checkpoint(3, changes={"scale_scores": False}))
    assert conventions_of(trace, said).scaled is False


@pytest.mark.parametrize("smoothing", [0.1, 0, 0.0, "a tenth", True, -1, 1.0, np.nan])
def test_only_a_share_is_a_label_smoothing(smoothing: Any) -> None:
    told = replace(make_checkpoint(3), provenance={"label_smoothing": smoothing}).conventions
    fits = type(smoothing) in (int, float) and 0 <= smoothing < 1
    assert told.get("label_smoothing") == (float(smoothing) if fits else None)
