"""What must hold for any weights: cache, batch, padding, causality, kept records, limits."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from model.network.config import Dropout, PaddingBlocks, TransformerConfig
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Cache, Decoding, Keep, Transformer
from tests.model.networks import (
    BASE,
    PAD,
    assert_close,
    make_batch,
    make_network,
    make_weights,
    maps,
    random_config,
    run_network,
)

FILLS = [-math.inf, -1e10]


def network_for(config: TransformerConfig, seed: int = 2, dtype: torch.dtype = torch.float64) -> Transformer:
    return make_network(config, make_weights(config, seed), dtype)


def causal(config: TransformerConfig) -> TransformerConfig:
    """The same, with a fill that leaves no weight on blocked cells: only then does an earlier row never change."""
    return replace(config, mask_fill=-1e4) if config.revises else config


def in_pieces(network: Transformer, source: Tensor, target: Tensor, pieces: list[int]) -> list[Decoding]:
    """The decoder fed ``pieces`` tokens at a time, with a cache."""
    cache, first, result = Cache(), 0, []
    mask, visible = target_mask(target, PAD, network.config.padding_blocks.decoder), padding_mask(target, PAD)
    with torch.no_grad():
        encoding = network.encode(source, padding_mask(source, PAD))
        for count in pieces:
            last = first + count
            assert cache.length == first
            rows = mask[:, first:last, :last]
            seen = visible[:, first:last]
            result.append(network.decode(target[:, first:last], encoding, rows, cache, Keep.ACTIVATIONS, seen))
            first = last
    return result


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("pieces", [[1] * 6, [2, 1, 3], [6]], ids=str)
def test_cached_stepping_equals_full_recomputation(pieces: list[int], seed: int) -> None:
    config = causal(random_config(seed))
    network = network_for(config)
    padded = config.padding_blocks.decoder == "keys"  # else such a row sees nothing, so the future as well
    source, target = make_batch(seed, config, targets=(4, 6, 2) if padded else (6, 6, 6))
    _, full, _ = run_network(network, source, target, Keep.ACTIVATIONS)
    first = 0
    for part in in_pieces(network, source, target, pieces):
        last = first + part.hidden.shape[1]
        assert_close(part.hidden, full.hidden[:, first:last])
        assert_close(part.embedded, full.embedded[:, first:last])
        for step, whole in zip(part.layers, full.layers, strict=True):
            assert step.cross is not None
            assert whole.cross is not None
            for name in ("weights", "scores"):
                own = getattr(whole.own, name)[:, :, first:last, :last]
                assert_close(getattr(step.own, name), own)
                cross = getattr(whole.cross, name)[:, :, first:last]
                assert_close(getattr(step.cross, name), cross)
            for ours, theirs in zip(step.inputs + step.outputs, whole.inputs + whole.outputs, strict=True):
                assert_close(ours, theirs[:, first:last])
        first = last


def test_cache_rows_can_be_chosen_and_repeated() -> None:
    """Beam search continues one hypothesis several times and drops others."""
    network = network_for(BASE)
    source, target = make_batch(4, BASE, (4, 4, 4), (5, 5, 5))
    rows = torch.tensor([2, 0, 0, 1])
    mask = target_mask(target[rows], PAD)
    with torch.no_grad():
        encoding = network.encode(source, padding_mask(source, PAD))
        cache = Cache()
        network.decode(target[:, :3], encoding, target_mask(target[:, :3], PAD), cache)
        chosen = replace(encoding, memory=encoding.memory[rows], mask=encoding.mask[rows])
        stepped = network.decode(target[rows, 3:], chosen, mask[:, 3:], cache.select(rows))
    _, full, _ = run_network(network, source[rows], target[rows])
    assert_close(stepped.hidden, full.hidden[:, 3:])


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("seed", range(6))
def test_a_batch_equals_its_sentences_one_by_one(seed: int, fill: float) -> None:
    config = replace(random_config(seed), mask_fill=fill, padding_blocks=PaddingBlocks())
    network = network_for(config)
    lengths = (5, 2, 4), (3, 6, 1)
    source, target = make_batch(seed, config, *lengths)
    encoding, decoding, logits = run_network(network, source, target)
    together = maps(encoding, decoding)
    for row, (s, t) in enumerate(zip(*lengths, strict=True)):
        one = run_network(network, source[row : row + 1, :s], target[row : row + 1, :t])
        alone = maps(*one[:2])
        assert_close(logits[row, :t], one[2][0])
        assert_close(encoding.memory[row, :s], one[0].memory[0])
        for kind, (queries, keys) in {"encoder": (s, s), "decoder": (t, t), "cross": (t, s)}.items():
            assert_close(together[kind][row, :, :, :queries, :keys], alone[kind][0])
            assert (together[kind][row, :, :, :queries, keys:] == 0.0).all(), f"{kind}: padding has weight"


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("fill", [*FILLS, -1e38, -1e300])
def test_blocked_cells_are_exactly_zero_in_every_precision(fill: float, dtype: torch.dtype) -> None:
    config = replace(BASE, mask_fill=fill)
    source, target = make_batch(1, config, (5, 3), (4, 6))
    encoding, decoding, logits = run_network(network_for(config, dtype=dtype), source, target)
    blocked = {
        "encoder": ~padding_mask(source, PAD)[:, None, None, None, :],
        "decoder": ~target_mask(target, PAD)[:, None, None],
        "cross": ~padding_mask(source, PAD)[:, None, None, None, :],
    }
    for kind, weights in maps(encoding, decoding).items():
        assert (weights.masked_fill(~blocked[kind].expand_as(weights), 0.0) == 0.0).all(), kind
        total = weights.float().sum(-1)
        assert torch.allclose(total, torch.ones_like(total), atol=1e-5 if dtype == torch.float32 else 2e-2)
    assert logits.isfinite().all()


@pytest.mark.parametrize(("fill", "value"), [(-math.inf, 0.0), (-1e10, 1 / 4), (-1e300, 1 / 4)])
def test_a_row_without_a_visible_key(fill: float, value: float) -> None:
    """Zeros where the family's own value would be NaN, uniform where it uses a finite fill."""
    network = network_for(replace(BASE, mask_fill=fill))
    source, target = torch.full((1, 4), PAD), torch.tensor([[PAD, 5, 6]])
    encoding, decoding, logits = run_network(network, source, target)
    found = maps(encoding, decoding)
    assert torch.allclose(found["encoder"], torch.full_like(found["encoder"], value))
    assert torch.allclose(found["cross"], torch.full_like(found["cross"], value))
    assert torch.allclose(found["decoder"][..., 0, :], torch.tensor(value and 1 / 3, dtype=torch.float64))
    assert torch.allclose(found["decoder"][..., 1:, :].sum(-1), torch.tensor(1.0, dtype=torch.float64))
    assert logits.isfinite().all()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.lists(st.integers(1, 8), min_size=1, max_size=6),
    st.integers(0, 6),
    st.lists(st.integers(1, 8), min_size=7, max_size=7),
)
def test_later_tokens_never_change_earlier_rows(tokens: list[int], cut: int, others: list[int]) -> None:
    """Padding may stand anywhere but first: the row below says why."""
    cut = 1 + cut % len(tokens)
    source, whole = torch.tensor([[2, 3, 4]]), [2, *tokens]
    changed = whole[:cut] + others[: len(whole) - cut]
    one = run_network(CAUSAL, source, torch.tensor([whole]))
    other = run_network(CAUSAL, source, torch.tensor([changed]))
    assert torch.equal(one[2][:, :cut], other[2][:, :cut])
    before, after = maps(*one[:2]), maps(*other[:2])
    for kind in ("decoder", "cross"):
        assert torch.equal(before[kind][..., :cut, :], after[kind][..., :cut, :])


def test_with_a_finite_fill_a_row_that_sees_nothing_sees_the_future_too() -> None:
    """The families' own behaviour, and the one exception to causality: a target that begins with padding."""
    source, target = torch.tensor([[2, 3, 4]]), torch.tensor([[PAD, 5, 6, 7]])
    _, decoding, _ = run_network(CAUSAL, source, target)
    assert_close(decoding.layers[0].own.weights[0, 0, 0], torch.full((4,), 0.25).double())


CAUSAL = network_for(replace(BASE, mask_fill=-1e10))


def test_a_target_token_changes_its_own_row_and_later_ones() -> None:
    """The opposite of the property above, so that it cannot pass because nothing depends on anything."""
    source = torch.tensor([[2, 3, 4]])
    one = run_network(CAUSAL, source, torch.tensor([[2, 3, 4, 5]]))[2]
    other = run_network(CAUSAL, source, torch.tensor([[2, 7, 4, 5]]))[2]
    assert ((one - other).abs().amax(-1)[0] > 1e-3).tolist() == [False, True, True, True]


@pytest.mark.parametrize("order", ["post", "pre"])
def test_what_each_level_keeps(order: str) -> None:
    changes: dict[str, Any] = {"norm_order": order, "final_norm": True}
    config = replace(BASE, **changes)
    network = network_for(config)
    source, target = make_batch(1, config)
    encoding, decoding, logits = run_network(network, source, target, Keep.NOTHING)
    assert encoding.layers == decoding.layers == ()
    kept = run_network(network, source, target, Keep.WEIGHTS)
    assert torch.equal(kept[2], logits)
    assert [len(kept[0].layers), len(kept[1].layers)] == [2, 3]
    assert all(record.inputs == record.outputs == () for record in kept[0].layers + kept[1].layers)
    encoding, decoding, again = run_network(network, source, target, Keep.ACTIVATIONS)
    assert torch.equal(again, logits)
    for records, modules, count, start, last, final in (
        (encoding.layers, network.encoder_layers, 2, encoding.embedded, encoding.memory, network.encoder_norm),
        (decoding.layers, network.decoder_layers, 3, decoding.embedded, decoding.hidden, network.decoder_norm),
    ):
        stream = start
        for record, layer in zip(records, modules, strict=True):
            residuals: list[Any] = [part for name, part in layer.named_children() if name.endswith("residual")]
            assert len(record.inputs) == len(record.outputs) == len(residuals) == count
            for given_, added, residual in zip(record.inputs, record.outputs, residuals, strict=True):
                assert_close(given_, stream)
                stream = given_ + added
                stream = residual.norm(stream) if order == "post" else stream
        assert_close(final(stream), last)


def test_mixed_is_weights_times_value() -> None:
    source, target = make_batch(1, BASE)
    encoding, decoding, _ = run_network(network_for(BASE), source, target)
    for record in encoding.layers + decoding.layers:
        for attended in (record.own, record.cross or record.own):
            assert_close(attended.mixed, attended.weights @ attended.value)
            width = attended.query.shape[-1]
            expected = torch.einsum("bhqd,bhkd->bhqk", attended.query, attended.key) / width**0.5
            assert_close(attended.scores, expected)


def test_dropout_acts_only_in_training_and_never_on_the_reported_weights() -> None:
    config = replace(BASE, dropout=Dropout(0.0, 0.4, 0.5, 0.4))
    network = network_for(config)
    source, target = make_batch(1, config)
    calm = run_network(network, source, target)
    assert torch.equal(calm[2], run_network(network_for(BASE), source, target)[2])
    torch.manual_seed(0)
    wild = run_network(network.train(), source, target)
    assert not torch.allclose(wild[2], calm[2])
    assert_close(wild[0].layers[0].own.weights, calm[0].layers[0].own.weights)
    dropped = wild[0].layers[0].own
    assert not torch.allclose(dropped.mixed, dropped.weights @ dropped.value)


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_positions_end_where_the_table_ends(positions: str) -> None:
    """Never a silently shorter or repeated position."""
    changes: dict[str, Any] = {"positions": positions, "max_length": 4}
    config = replace(BASE, **changes)
    network = network_for(config)
    four, five = torch.full((1, 4), 3), torch.full((1, 5), 3)
    with torch.no_grad():
        assert network.encode(four, padding_mask(four, PAD)).memory.shape == (1, 4, 8)
        with pytest.raises(IndexError, match="position"):
            network.encode(five, padding_mask(five, PAD))
        encoding, cache = network.encode(four, padding_mask(four, PAD)), Cache()
        network.decode(four, encoding, target_mask(four, PAD), cache)
        with pytest.raises(IndexError, match="position"):
            network.decode(four[:, :1], encoding, target_mask(five, PAD)[:, 4:], cache)


@pytest.mark.parametrize("tied", [False, True])
def test_storing_by_columns_changes_no_value(tied: bool) -> None:
    config = replace(BASE, share_embeddings=tied, tie_output=tied)
    network = network_for(config)
    source, target = make_batch(1, config)
    before = run_network(network, source, target)[2]
    weights = {name: value.clone() for name, value in network.state_dict().items()}
    network.store_by_columns()
    assert_close(run_network(network, source, target)[2], before)
    assert all(torch.equal(value, weights[name]) for name, value in network.state_dict().items())
    assert (network.head.weight is network.source_embedding.token.weight) == tied


def test_positions_follow_a_network_to_another_precision() -> None:
    """They are computed once and kept: never those of the precision before."""
    source, target = make_batch(1, BASE)
    network = network_for(BASE)
    exact = run_network(network, source, target)[2]
    half = run_network(network.bfloat16(), source, target)[2]
    assert half.dtype == torch.bfloat16
    assert_close(run_network(network_for(BASE), source, target)[2], exact)
    single = run_network(network_for(BASE).float(), source, target)[2]
    assert_close(run_network(network_for(BASE, dtype=torch.float32), source, target)[2], single)
    assert_close(single.double(), exact, 1e-4)


def test_what_a_search_computed_serves_training_too() -> None:
    """Positions first needed without gradients must not break a later backward pass."""
    network = network_for(BASE)
    source, target = make_batch(1, BASE)
    with torch.inference_mode():
        encoding = network.encode(source, padding_mask(source, PAD))
    encoding = network.encode(source, padding_mask(source, PAD))
    decoding = network.decode(target, encoding, target_mask(target, PAD))
    network.predict(decoding.hidden).sum().backward()
    assert network.source_embedding.token.weight.grad is not None
