"""What heads do: against plain loops over planted maps, and against numbers known by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.head_facts import FACTS, HeadFacts, diagonal_places, head_facts
from model.record.trace import KINDS, Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.model import traces
from tests.model.subwords import make_run
from tests.viz_app.sample_trace import make_trace


def sample(**changes: Any) -> Trace:
    """Nine source tokens, two of them padding, eight steps, and the ids of special tokens."""
    trace = make_trace(layers=2, heads=4, padding=2, seed=11)
    ids: dict[str, list[int]] = {}
    for side, tokens, numbers in (
        ("source", trace.source_tokens, trace.source_ids),
        ("target", trace.consumed_tokens, trace.consumed_ids),
    ):
        assert tokens is not None
        assert numbers is not None
        ids[side] = sorted({int(n) for token, n in zip(tokens, numbers, strict=True) if str(token).startswith("<")})
    meta = replace(trace.meta, special_ids={side: tuple(numbers) for side, numbers in ids.items()})
    return replace(trace, meta=meta, **changes)


def plain(trace: Trace, kind: Kind, layer: int, head: int) -> dict[str, float]:
    """Every fact of one head, one cell after the other."""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None
    assert mask is not None
    assert trace.padding_mask is not None
    key_ids = trace.consumed_ids if kind == "decoder" else trace.source_ids
    assert key_ids is not None
    special = trace.meta.special_ids["target" if kind == "decoder" else "source"]
    found: dict[str, list[float]] = {name: [] for name in FACTS}
    total, length = attention.shape[2], int(trace.padding_mask.sum())
    for query in range(total):
        visible = [key for key in range(attention.shape[3]) if mask[query, key]]
        if not visible or (kind == "encoder" and not trace.padding_mask[query]):
            continue
        row = [float(weight) for weight in attention[layer, head, query]]
        place = query if kind != "cross" else query * (length - 1) / (total - 1)
        bits = -sum(weight * math.log2(weight) for weight in row if weight > 0)
        found["entropy"].append(bits)
        if len(visible) > 1:
            found["evenness"].append(bits / math.log2(len(visible)))
        found["focus"].append(max(row))
        found["distance"].append(sum(weight * abs(key - place) for key, weight in enumerate(row)))
        found["specials"].append(sum(weight for key, weight in enumerate(row) if int(key_ids[key]) in special))
        low = math.floor(place)
        near = [(low, 1 - (place - low)), (low + 1, place - low)]
        found["diagonal"].append(sum(share * row[key] for key, share in near if share > 0))
        if query and kind != "cross":
            found["previous"].append(row[query - 1])
        if query + 1 in visible and kind != "cross":
            found["following"].append(row[query + 1])
        if len(visible) > 1:
            found["first"].append(row[0])
    return {name: sum(values) / len(values) if values else math.nan for name, values in found.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_every_fact_of_every_head_is_what_a_plain_loop_finds(kind: Kind) -> None:
    trace = sample()
    facts = head_facts(trace, kind)
    assert facts is not None
    for layer in range(2):
        for head in range(4):
            wanted = plain(trace, kind, layer, head)
            for name in FACTS:
                assert getattr(facts, name)[layer, head] == pytest.approx(wanted[name], abs=1e-6, nan_ok=True), name


def one_head(weights: list[list[float]], **meta: Any) -> HeadFacts:
    """The encoder facts of one planted map."""
    facts = head_facts(one_head_trace(weights, **meta), "encoder")
    assert facts is not None
    return facts


def one_head_trace(weights: list[list[float]], **meta: Any) -> Trace:
    """A run with one planted encoder map."""
    values = np.array(weights, dtype=np.float32)[np.newaxis, np.newaxis]
    size = values.shape[-1]
    return traces.make_trace(
        meta=replace(traces.META, source_spelling=(), fully_masked_rows={}, **meta),
        source_ids=np.arange(size), source_tokens=np.array([f"t{n}" for n in range(size)]), encoder_attention=values,
        encoder_mask=np.ones((size, size), dtype=bool), padding_mask=np.ones(size, dtype=bool),
        decoder_attention=None, cross_attention=None, cross_mask=None,
    )  # fmt: skip


def test_numbers_known_by_hand() -> None:
    facts = one_head([[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0.25] * 4, [0, 0, 1, 0]], special_ids={"source": (0, 3)})
    assert facts.entropy[0, 0] == pytest.approx((1 + 0 + 2 + 0) / 4)
    assert facts.evenness[0, 0] == pytest.approx((0.5 + 0 + 1 + 0) / 4)
    assert facts.focus[0, 0] == pytest.approx((0.5 + 1 + 0.25 + 1) / 4)
    assert facts.distance[0, 0] == pytest.approx((0.5 + 1 + 1 + 1) / 4)
    assert facts.specials[0, 0] == pytest.approx((0.5 + 1 + 0.5 + 0) / 4)
    assert facts.diagonal[0, 0] == pytest.approx((0.5 + 0 + 0.25 + 0) / 4)
    assert facts.previous[0, 0] == pytest.approx((1 + 0.25 + 1) / 3)
    assert facts.rows[0, 0] == 4


def test_the_order_of_queries_and_keys_matters() -> None:
    """A head that points at the token before is not one that points at the token after."""
    before = one_head([[1, 0, 0], [1, 0, 0], [0, 1, 0]])
    after = one_head([[0, 1, 0], [0, 0, 1], [0, 0, 1]])
    assert before.previous[0, 0] == 1
    assert after.previous[0, 0] == 0
    assert before.following[0, 0] == 0
    assert after.following[0, 0] == 1
    assert (before.first[0, 0], after.first[0, 0]) == (pytest.approx(2 / 3), 0)


def test_rows_that_see_nothing_and_padding_are_left_out() -> None:
    trace = sample()
    assert trace.encoder_mask is not None
    mask = trace.encoder_mask.copy()
    mask[3] = False
    blind = replace(trace, encoder_mask=mask)
    facts, whole = head_facts(blind, "encoder"), head_facts(trace, "encoder")
    assert facts is not None
    assert whole is not None
    assert (whole.rows == 7).all(), "nine tokens, two of them padding"
    assert (facts.rows == 6).all()
    assert facts.entropy[1, 2] == pytest.approx(plain(blind, "encoder", 1, 2)["entropy"], abs=1e-6)
    listed = replace(trace, meta=replace(trace.meta, fully_masked_rows={"encoder": (3,)}))
    said = head_facts(listed, "encoder")
    assert said is not None
    assert (said.entropy == facts.entropy).all()


def test_a_row_with_a_number_that_is_none_is_left_out_of_its_own_head_only() -> None:
    trace = sample()
    assert trace.cross_attention is not None
    broken = trace.cross_attention.copy()
    broken[0, 1, 2, 3] = np.nan
    facts, whole = head_facts(replace(trace, cross_attention=broken), "cross"), head_facts(trace, "cross")
    assert facts is not None
    assert whole is not None
    assert facts.rows.tolist() == [[8, 7, 8, 8], [8, 8, 8, 8]]
    assert np.isfinite(facts.entropy).all()
    assert (facts.entropy[1] == whole.entropy[1]).all()
    everywhere = replace(trace, cross_attention=np.full_like(broken, np.nan))
    nothing = head_facts(everywhere, "cross")
    assert nothing is not None
    assert np.isnan(nothing.focus).all()
    assert not nothing.rows.any()


def test_what_a_trace_does_not_say_is_no_number() -> None:
    trace = sample()
    silent = head_facts(replace(trace, meta=replace(trace.meta, special_ids={})), "decoder")
    cross = head_facts(trace, "cross")
    assert silent is not None
    assert cross is not None
    assert np.isnan(silent.specials).all()
    assert np.isnan(cross.previous).all()
    assert head_facts(replace(trace, decoder_attention=None), "decoder") is None


def test_without_masks_every_key_counts() -> None:
    bare = head_facts(replace(sample(), encoder_mask=None, padding_mask=None), "encoder")
    assert bare is not None
    assert (bare.rows == 9).all()
    assert np.isfinite(bare.evenness).all()


def test_the_diagonal_of_cross_attention_ends_at_the_last_word() -> None:
    trace = sample()
    places = diagonal_places(trace, "cross")
    assert (places[0], places[-1]) == (0, 6)
    assert diagonal_places(trace, "decoder").tolist() == list(range(8))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_set_aside_is_no_key(kind: Kind) -> None:
    """As on a run whose masks block these columns and whose rows hold what is left."""
    run = sample()
    read_run = read(run, ViewTransform(aside="specials", renormalise=True))
    done, mask = read_run.meta.reading, run.mask(kind)
    assert done is not None
    assert mask is not None
    without = mask.copy()
    without[:, list(done.aside_keys(kind))] = False
    changes: dict[str, Any] = {f"{kind}_mask": without, f"{kind}_attention": read_run.attention(kind)}
    wanted, found = head_facts(replace(run, **changes), kind), head_facts(read_run, kind)
    assert wanted is not None
    assert found is not None
    for name in (*FACTS, "rows"):
        np.testing.assert_allclose(getattr(found, name), getattr(wanted, name), atol=1e-5)


def test_a_row_with_nothing_left_is_not_measured() -> None:
    facts = one_head([[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0.25] * 4, [0, 0, 1, 0]], special_ids={"source": (0, 3)})
    assert facts.rows.item() == 4
    trace = one_head_trace([[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0.25] * 4, [0, 0, 1, 0]])
    left = head_facts(read(trace, ViewTransform(source_columns=(0,))), "encoder")
    assert left is not None
    assert left.rows.item() == 3


def test_other_numbers_than_weights_have_no_facts() -> None:
    run = make_run(activations=True)
    assert head_facts(read(run, ViewTransform(quantity="score")), "cross") is None
    assert head_facts(read(run, ViewTransform(quantity="norm")), "cross") is None
    assert head_facts(read(run, ViewTransform(aggregate="rollout", words=True)), "cross") is not None
