"""What a run hands over: its estimate is what the arrays really take, and the bounds decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.common.problems import Problem
from model.decoding.cost import run_bytes, weight_bytes
from model.decoding.session import DecodingSession
from model.network.config import StackConfig
from model.network.transformer import Keep
from tests.model.networks import paper
from tests.model.sample_checkpoints import make_checkpoint
from viz_app.engine import retention
from viz_app.engine.retention import ANYWAY, RUN_BYTES, WEIGHT_BYTES, WHOLE_BYTES, in_parts, keep_of, what_to_keep


@pytest.mark.parametrize("value_width", [None, 3])
@pytest.mark.parametrize("positions", ["learned", "relative"])
def test_the_estimate_is_what_the_arrays_take(value_width: int | None, positions: str) -> None:
    """All but the vectors of the norms and the biases, which hardly count."""
    stack = StackConfig(layers=2, heads=3, head_width=4, feed_forward_width=5, value_width=value_width)
    stacks = {"encoder": stack, "decoder": replace(stack, layers=3, heads=2)}
    checkpoint = make_checkpoint(changes={**stacks, "positions": positions, "target_max_length": 200})
    source = checkpoint.source("a b c", 7)
    session = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, forced=(5, 6, 4), origin="teacher")
    trace, config = session.run().trace(), checkpoint.transformer.config
    sizes = {name: value.nbytes for name, value in trace.activations.items()}
    weights = sum(size for name, size in sizes.items() if name.endswith(("w_o", "_table")))
    small = sum(size for name, size in sizes.items() if name.endswith(("b_o", "gamma", "beta")))
    bias = sum(size for name, size in sizes.items() if name.endswith("_bias"))
    assert weight_bytes(config) == weights
    assert run_bytes(config, trace.source_length, trace.steps) == sum(sizes.values()) - weights - small - bias


def test_the_bounds_decide() -> None:
    base = paper(37_000, 37_000)
    assert what_to_keep(base, 60, 140) == Keep.ACTIVATIONS
    assert run_bytes(base, 400, 512) > RUN_BYTES
    assert what_to_keep(base, 400, 512) == Keep.WEIGHTS
    wide = StackConfig(layers=24, heads=32, head_width=128, feed_forward_width=4)
    large = replace(base, width=4096, encoder=wide, decoder=wide)
    assert weight_bytes(large) > WEIGHT_BYTES
    assert what_to_keep(large, 5, 5) == Keep.WEIGHTS


def test_a_large_run_is_asked_about_and_then_run(monkeypatch: pytest.MonkeyPatch) -> None:
    base = paper(37_000, 37_000)
    long = replace(base, max_length=1_024)
    keep_of(base, 60, 140)
    with pytest.raises(Problem, match=r"up to about .* GB of memory and .* min") as asked:
        keep_of(long, 1_000, 1_000)
    assert asked.value.offer == ANYWAY
    assert keep_of(long, 1_000, 1_000, sure=True) == Keep.WEIGHTS
    monkeypatch.setattr(retention, "machine_memory", lambda: 10**8)
    with pytest.raises(Problem, match=r"this machine has 0.1 GB") as refused:
        keep_of(long, 1_000, 1_000, sure=True)
    assert not refused.value.offer


def test_what_may_grow_over_half_a_gigabyte_is_handed_over_in_parts() -> None:
    """6 layers of 8 heads, three maps each: counted here, not asked of the code."""
    long = replace(paper(37_000, 37_000), max_length=4_096)
    for source, limit in ((60, 140), (500, 900), (900, 1_800)):
        maps = 4 * 6 * 8 * (source * source + limit * (limit + source))
        assert in_parts(long, source, limit) is (maps > WHOLE_BYTES)
    assert in_parts(long, 500, 900, sentences=4)
    assert what_to_keep(long, 900, 1_800) == Keep.WEIGHTS
