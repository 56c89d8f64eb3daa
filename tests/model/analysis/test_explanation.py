"""One cell's arithmetic, number by number against plain loops, for every switch that changes it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.analysis.explanation import Explanation, explain, sharing, without_weights
from model.checkpoints.checkpoint import Checkpoint
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import observe, teach
from model.network.config import PaddingBlocks, StackConfig
from model.network.interventions import ScoreTemperature
from model.network.transformer import Keep
from model.network.what_if import changed
from model.record.trace import KINDS, Kind, Trace
from model.record.trace_file import load_trace, save_trace
from tests.cell_oracle import CellOracle
from tests.model.networks import PAD, random_config
from tests.model.sample_checkpoints import make_checkpoint, tiny

TARGET = (5, 8, 6, 4)
STACKS = {
    "encoder": StackConfig(layers=2, heads=3, head_width=2, feed_forward_width=7, value_width=4),
    "decoder": StackConfig(layers=2, heads=2, head_width=5, feed_forward_width=6, value_width=3),
}
SWITCHES: dict[str, dict[str, Any]] = {
    "as in the paper": {},
    "not scaled": {"scale_scores": False},
    "distances": {"positions": "relative", "scale_scores": False, "relative_buckets": 4, "relative_distance": 6},
    "a finite fill": {"mask_fill": -1e10},
    "a fill that leaks": {"mask_fill": -1.5},
    "pre": {"norm_order": "pre", "final_norm": True},
    "rms": {"norm": "rms"},
    "rms, pre": {"norm": "rms", "norm_order": "pre", "attention_bias": False},
    "unbiased": {"norm": "unbiased", "norm_eps": 1e-2},
    "values of another width": STACKS,
    "no biases": {"attention_bias": False},
    "gated": {"gated": True, "activation": "gelu"},
    "rows of padding see nothing": {"padding_blocks": PaddingBlocks("both", "both", "both")},
}


def record(checkpoint: Checkpoint, text: str = "a b c", pad_to: int = 6, target: tuple[int, ...] = TARGET) -> Trace:
    """Step by step; in one pass where a later token changes earlier rows, so that there is one truth about them."""
    source = checkpoint.source(text, pad_to)
    if checkpoint.transformer.config.revises:
        return observe(checkpoint, source, target, keep=Keep.ACTIVATIONS)
    session = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=target, origin="teacher")
    return session.run().trace()


def oracle(checkpoint: Checkpoint, trace: Trace, kind: type[CellOracle] = CellOracle) -> CellOracle:
    """The same run in plain loops."""
    network = checkpoint.transformer
    weights = {name: value.detach().double().numpy() for name, value in network.named_parameters()}
    assert trace.consumed_ids is not None
    return kind(network.config, weights, trace.source_ids.tolist(), trace.consumed_ids.tolist(), PAD)


def check(found: Explanation | None, expected: dict[str, Any]) -> None:
    """Every number of a cell."""
    assert found is not None
    assert found.joined is not None
    assert found.joined.norm is not None
    norm = found.joined.norm
    numbers = {name: getattr(found, name) for name in expected if hasattr(found, name)}
    numbers |= {name: getattr(found.joined, name) for name in expected if hasattr(found.joined, name)}
    numbers |= {"mean": norm.mean, "deviation": norm.deviation, "normed": norm.result}
    if numbers["biases"] is None:
        numbers["biases"] = np.zeros(len(found.scores))
    assert numbers.keys() == expected.keys()
    assert np.isnan(found.scores[found.later]).all()
    assert (found.before[found.later] == -math.inf).all()
    for name in ("before", "scores"):  # of what came later there are none
        numbers[name] = np.where(found.later, expected[name], numbers[name])
    if not found.was_there:
        assert np.isnan(found.products).all()
        assert math.isnan(found.product)
        numbers |= {name: expected[name] for name in ("products", "product") if name in expected}
    for name, value in expected.items():
        np.testing.assert_allclose(numbers[name], value, rtol=2e-4, atol=2e-4, err_msg=name)


def cells(trace: Trace, count: int, seed: int = 3) -> list[tuple[Kind, int, int, int, int]]:
    """``count`` of each kind, drawn at random; and the corners."""
    rng, result = np.random.default_rng(seed), []
    for kind in KINDS:
        attention = trace.attention(kind)
        assert attention is not None
        drawn = rng.integers(0, attention.shape, size=(count, 4)).tolist()
        corners = [[0, 0, 0, 0], [size - 1 for size in attention.shape], [0, 0, 0, attention.shape[-1] - 1]]
        result += [(kind, *cell) for cell in drawn + corners]
    return result


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_number_is_what_plain_loops_compute(switch: str) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES[switch])
    trace = record(checkpoint)
    expected = oracle(checkpoint, trace)
    for cell in cells(trace, 6):
        check(explain(trace, *cell), expected.cell(*cell))


class TemperedCell(CellOracle):
    """Scores ÷ 2.5."""

    def divisor(self, width: int) -> float:
        return 2.5 * super().divisor(width)


@pytest.mark.parametrize("switch", ["as in the paper", "distances", "a finite fill"])
def test_a_temperature_is_a_part_of_what_is_divided_by(switch: str) -> None:
    checkpoint = make_checkpoint(4, changes=SWITCHES[switch])
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, (ScoreTemperature(2.5),)))
    trace = record(twin)
    expected = oracle(checkpoint, trace, TemperedCell)
    for cell in cells(trace, 6):
        found = explain(trace, *cell)
        check(found, expected.cell(*cell))
        assert found is not None
        scaled = checkpoint.transformer.config.scale_scores
        assert found.over("√d_k") == ("q · k / (√d_k · 2.5)" if scaled else "q · k / 2.5")


@pytest.mark.parametrize("seed", range(12))
def test_any_network(seed: int) -> None:
    drawn = random_config(seed)
    changes = {name: value for name, value in vars(drawn).items() if "vocabulary" not in name and "share" not in name}
    checkpoint = make_checkpoint(seed, changes={**changes, "vocabulary_head": True})
    trace = record(checkpoint, target=TARGET[:3])
    expected = oracle(checkpoint, trace)
    for cell in cells(trace, 2, seed):
        check(explain(trace, *cell), expected.cell(*cell))


def test_a_trained_model_and_its_file(tmp_path: Path) -> None:
    """A saved trace explains as the run does, with no checkpoint at hand."""
    checkpoint = tiny()
    session = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen im Schnee.", 9), keep=Keep.ACTIVATIONS)
    trace = session.run().trace()
    save_trace(trace, tmp_path / "run.npz")
    replayed, expected = load_trace(tmp_path / "run.npz"), oracle(checkpoint, trace)
    for cell in cells(trace, 1):
        check(explain(replayed, *cell), expected.cell(*cell))


def test_what_was_captured_stands_as_it_is() -> None:
    """Bit by bit: scores, weights, the head's result and the sums are the model's own numbers."""
    trace = record(make_checkpoint(5))
    for kind, layer, head, query, key in cells(trace, 5):
        found = explain(trace, kind, layer, head, query, key)
        assert found is not None
        assert found.joined is not None
        held, seen = trace.activations, found.visible
        assert (found.scores[seen] == held[f"{kind}_scores"][layer, head, query][seen]).all()
        assert (found.weights == trace.attention(kind)[layer, head, query]).all()  # type: ignore[index]
        assert (found.mixed == held[f"{kind}_mixed"][layer, head, query]).all()
        side, place = ("encoder", 0) if kind == "encoder" else ("decoder", int(kind == "cross"))
        assert (found.joined.output == held[f"{side}_outputs"][layer, place, query]).all()
        assert (found.joined.result == held[f"{side}_inputs"][layer, place + 1, query]).all()


def test_the_formula_with_its_numbers_gives_the_weight() -> None:
    trace = record(make_checkpoint(6, changes={"mask_fill": -1e10}))
    for cell in cells(trace, 8):
        found = explain(trace, *cell)
        assert found is not None
        assert found.power / found.powers == pytest.approx(found.weight, abs=1e-6)
        assert not found.was_there or found.score == pytest.approx(found.product / found.divisor, abs=1e-4)
        assert (found.weight == 0) == (not found.allowed)


def test_what_the_row_would_be_without_dividing() -> None:
    trace = record(tiny(), "Zwei Hunde spielen im Schnee.", 9)
    for cell in cells(trace, 8):
        found = explain(trace, *cell)
        assert found is not None
        raw = [float(score) * math.sqrt(8) for score in np.nan_to_num(found.scores)]  # none of what came later
        seen = [math.exp(each - max(raw)) if shown else 0.0 for each, shown in zip(raw, found.visible, strict=True)]
        expected = [each / sum(seen) for each in seen]
        np.testing.assert_allclose(found.undivided, expected, atol=1e-5)
        assert found.divisor == pytest.approx(math.sqrt(8))


def test_a_row_that_sees_nothing() -> None:
    checkpoint = make_checkpoint(7, changes={"padding_blocks": PaddingBlocks("both", "keys", "keys")})
    found = explain(record(checkpoint), "encoder", 0, 0, 5, 2)
    assert found is not None
    assert found.blind
    assert (found.power, found.powers, found.weight) == (0.0, 0.0, 0.0)
    assert (found.mixed == 0).all()


def test_a_column_that_came_later() -> None:
    """No step computed it: there is no product and no score, though both vectors came to be. In one pass there are."""
    trace = record(make_checkpoint(8))
    found = explain(trace, "decoder", 1, 1, 0, 2)
    assert found is not None
    assert np.isnan(trace.activations["decoder_scores"][1, 1, 0, 2])
    assert not found.was_there
    assert np.isnan([found.score, found.product, *found.products]).all()
    assert (found.allowed, found.weight, found.before[2]) == (False, 0.0, -math.inf)


def test_in_one_pass_a_future_key_has_a_score_that_the_mask_takes_away() -> None:
    checkpoint = make_checkpoint(8)
    trace = teach(checkpoint, [checkpoint.source("a b c", 6)], [TARGET], keep=Keep.ACTIVATIONS)[0]
    found = explain(trace, "decoder", 1, 1, 0, 2)
    assert found is not None
    held = {name: trace.activations[f"decoder_{name}"][1, 1].astype(float) for name in ("query", "key")}
    product = sum(a * b for a, b in zip(held["query"][0], held["key"][2], strict=True))
    assert found.was_there
    assert not found.allowed
    assert found.product == pytest.approx(product, abs=1e-5)
    assert found.score == pytest.approx(product / math.sqrt(len(held["key"][2])), abs=1e-4)
    assert found.weight == 0.0


def test_a_step_by_step_run_of_a_network_that_leaks() -> None:
    """Later tokens have revised its keys; a row is explained where its own keys are still those of the run."""
    checkpoint = make_checkpoint(4, changes={"mask_fill": -1.5})
    session = DecodingSession(checkpoint, checkpoint.source("a b c"), keep=Keep.ACTIVATIONS, forced=TARGET)
    trace = session.run().trace()
    assert explain(trace, "decoder", 2, 0, 3, 1) is None
    found = explain(trace, "decoder", 0, 0, 2, 1)
    assert found is not None
    assert found.power / found.powers == pytest.approx(found.weight, abs=1e-6)


def test_a_network_without_a_vocabulary_head_is_explained_too() -> None:
    checkpoint = make_checkpoint(9, changes={"vocabulary_head": False})
    trace = observe(checkpoint, checkpoint.source("a b", 5), TARGET, keep=Keep.ACTIVATIONS)
    expected = oracle(checkpoint, trace)
    for cell in cells(trace, 2):
        check(explain(trace, *cell), expected.cell(*cell))


# --- what a trace may lack ---


def test_without_queries_and_keys_there_is_nothing_to_say() -> None:
    trace = record(make_checkpoint())
    assert explain(replace(trace, activations={}), "cross", 0, 0, 0, 0) is None
    assert explain(replace(trace, meta=replace(trace.meta, network={})), "cross", 0, 0, 0, 0) is None
    assert explain(replace(trace, cross_attention=None), "cross", 0, 0, 0, 0) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scale_scores", 1), ("mask_fill", "low"), ("mask_fill", 1.0), ("mask_fill", math.nan), ("norm", "batch"),
        ("norm", ["layer"]), ("norm_order", ""), ("norm_eps", -1), ("norm_eps", True), ("norm_eps", None),
    ],
)  # fmt: skip
def test_a_network_that_cannot_be(name: str, value: Any) -> None:
    trace = record(make_checkpoint())
    changed = replace(trace, meta=replace(trace.meta, network={**trace.meta.network, name: value}))
    assert explain(changed, "encoder", 0, 0, 0, 0) is None


@pytest.mark.parametrize("name", ["query", "key", "value", "mixed", "scores"])
@pytest.mark.parametrize("value", [np.zeros((2, 2)), np.zeros((2, 3, 6, 0)), np.zeros((2, 3, 6, 99), dtype=np.int64)])
def test_what_does_not_fit_counts_as_absent(name: str, value: Any) -> None:
    trace = record(make_checkpoint())
    changed = replace(trace, activations={**trace.activations, f"encoder_{name}": value})
    assert explain(changed, "encoder", 0, 0, 0, 0) is None


def test_a_run_without_the_weights_is_explained_as_far_as_it_goes() -> None:
    trace = record(make_checkpoint())
    kept = {name: value for name, value in trace.activations.items() if name.partition("_")[2] not in ("w_o", "gamma")}
    found = explain(replace(trace, activations=kept), "cross", 1, 0, 2, 1)
    assert found is not None
    assert found.joined is not None
    assert (found.joined.part, found.joined.others, found.joined.norm) == (None, None, None)
    without = {name: value for name, value in kept.items() if not name.endswith("puts")}
    found = explain(replace(trace, activations=without), "cross", 1, 0, 2, 1)
    assert found is not None
    assert found.joined is None


@pytest.mark.parametrize("cell", [(2, 0, 0, 0), (0, 3, 0, 0), (0, 0, 6, 0), (0, 0, 0, 6), (-1, 0, 0, 0), (0, 0, 0, -1)])
def test_no_such_cell(cell: tuple[int, int, int, int]) -> None:
    with pytest.raises(IndexError):
        explain(record(make_checkpoint()), "encoder", *cell)


def test_numbers_that_are_none_harm_nobody() -> None:
    trace = record(make_checkpoint())
    broken = {name: np.full_like(value, np.inf) for name, value in trace.activations.items()}
    assert explain(replace(trace, activations=broken), "encoder", 0, 0, 0, 0) is None


# --- weights are held once ---


def known(trace: Trace, sha256: str) -> Trace:
    return replace(trace, meta=replace(trace.meta, checkpoint_sha256=sha256))


def test_runs_of_one_checkpoint_hold_its_weights_once() -> None:
    checkpoint = make_checkpoint(5)
    first, second = known(record(checkpoint), "1" * 64), known(record(checkpoint, "c a"), "1" * 64)
    shared = sharing(second, first)
    for name in ("cross_w_o", "encoder_gamma", "decoder_beta", "decoder_b_o"):
        assert shared.activations[name] is first.activations[name]
        assert (shared.activations[name] == second.activations[name]).all()
    for name in ("cross_query", "encoder_scores", "decoder_inputs"):
        assert shared.activations[name] is second.activations[name]


@pytest.mark.parametrize("other", ["", "2" * 64])
def test_runs_of_other_checkpoints_share_nothing(other: str) -> None:
    first, second = (known(record(make_checkpoint(seed)), other) for seed in (5, 6))
    assert sharing(second, known(first, "1" * 64)) is second
    assert sharing(second, None) is second
    assert sharing(known(second, ""), known(first, "")).activations["cross_w_o"] is second.activations["cross_w_o"]


def test_weights_that_do_not_fit_are_not_taken_over() -> None:
    trace = known(record(make_checkpoint(5)), "1" * 64)
    older = replace(trace, activations={"cross_w_o": np.zeros((1, 2, 3)), "cross_b_o": np.zeros(3)})
    assert sharing(trace, older).activations["cross_w_o"] is trace.activations["cross_w_o"]
    bare = replace(trace, activations={})
    assert sharing(bare, trace).activations == {}


def test_a_picture_needs_no_weights() -> None:
    trace = record(make_checkpoint(5))
    left = trace.activations.keys() - without_weights(trace).activations.keys()
    expected = {f"{kind}_{name}" for kind in KINDS for name in ("w_o", "b_o", "gamma", "beta")}
    expected |= {f"{stack}_ff_{name}" for stack in ("encoder", "decoder") for name in ("gamma", "beta")}
    assert left == expected | {"source_position_table", "target_position_table"}
