"""A changed run beside its baseline: differences by a plain loop, what leaked, which words are others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.analysis.baseline import (
    baseline_of,
    changed_rows,
    changed_steps,
    difference,
    either_mask,
    holding_baseline,
    incomparable,
    leaked,
    lost_steps,
    sources_before,
    stood_before,
)
from model.record.trace import KINDS, Kind, Trace
from tests.model.subwords import make_run

RUN = make_run()


def test_the_difference_is_after_minus_before_in_every_cell() -> None:
    other = replace(RUN, cross_attention=(RUN.maps("cross") * np.float32(0.5)).copy())
    held = holding_baseline(other, RUN)
    assert incomparable(held) is None
    for kind in KINDS:
        found = difference(held, kind)
        assert found is not None
        for place in np.ndindex(found.shape):
            assert found[place] == other.maps(kind)[place] - RUN.maps(kind)[place]


def test_a_run_alone_has_no_baseline_and_says_so() -> None:
    assert baseline_of(RUN) is None
    assert incomparable(RUN) is not None


def test_other_words_are_found_and_keep_maps_from_being_compared() -> None:
    assert RUN.produced_ids is not None
    ids = RUN.produced_ids.copy()
    ids[1] += 1
    held = holding_baseline(replace(RUN, produced_ids=ids), RUN)
    assert changed_steps(held) == {1}
    assert incomparable(held) is not None


def test_a_replaced_source_token_has_its_own_name_before_the_change() -> None:
    """How the changed source was typed is no name of what stood there; an unknown word keeps how it was typed."""
    tokens, ids = RUN.source_tokens.copy(), RUN.source_ids.copy()
    tokens[1], ids[1] = "▁Hund", 999
    typed = ("▁getippt", "▁Hund", *map(str, tokens[2:]))
    changed = replace(RUN, source_tokens=tokens, source_ids=ids, meta=replace(RUN.meta, source_spelling=typed))
    held = holding_baseline(changed, RUN)
    before = baseline_of(held)
    assert before is not None
    assert sources_before(held) == {1: (1,)} and sources_before(holding_baseline(RUN, RUN)) == {}
    assert before.source_labels == ("▁getippt", str(RUN.source_tokens[1]), *map(str, RUN.source_tokens[2:]))


def test_leaked_is_the_sum_over_later_tokens() -> None:
    weights = np.arange(2 * 3 * 4 * 4, dtype=np.float32).reshape(2, 3, 4, 4)
    run = replace(RUN, decoder_attention=weights)
    found = leaked(run, "decoder", "future")
    assert found is not None
    for layer, head, query in np.ndindex(2, 3, 4):
        assert found[layer, head, query] == sum(float(weights[layer, head, query, key]) for key in range(query + 1, 4))


def test_leaked_onto_padding_is_the_sum_over_source_padding() -> None:
    assert RUN.padding_mask is not None
    kinds: tuple[Kind, ...] = ("encoder", "cross")
    for kind in kinds:
        weights = RUN.maps(kind) + np.float32(0.25)  # of `<pad>` too
        arrays: dict[str, Any] = {f"{kind}_attention": weights}
        found = leaked(replace(RUN, **arrays), kind, "padding")
        assert found is not None
        for layer, head, query in np.ndindex(*found.shape):
            row = weights[layer, head, query].tolist()
            assert found[layer, head, query] == sum(row[key] for key in np.flatnonzero(~RUN.padding_mask))
    assert leaked(RUN, "decoder", "padding") is None


def test_a_cell_counts_that_either_run_may_attend_to() -> None:
    assert RUN.cross_mask is not None
    mine, theirs = RUN.cross_mask.copy(), RUN.cross_mask.copy()
    mine[2, 1], theirs[3, 4], mine[0, 0], theirs[0, 0] = False, False, False, False
    found = either_mask(holding_baseline(replace(RUN, cross_mask=mine), replace(RUN, cross_mask=theirs)), "cross")
    expected = RUN.cross_mask.copy()
    expected[0, 0] = False
    np.testing.assert_array_equal(found, expected)


def test_what_stood_before_each_other_token() -> None:
    assert RUN.produced_ids is not None

    def held(ids: list[int]) -> Trace:
        steps = len(ids)
        names = ("consumed_ids", "consumed_tokens", "produced_tokens", "produced_probability", "origin")
        arrays: dict[str, Any] = {name: np.resize(getattr(RUN, name), steps) for name in names}
        arrays["decoder_attention"] = arrays["cross_attention"] = arrays["decoder_mask"] = arrays["cross_mask"] = None
        return holding_baseline(replace(RUN, produced_ids=np.array(ids), **arrays), RUN)

    def before(ids: list[int]) -> dict[int, tuple[int, ...]]:
        return dict(stood_before(held(ids)))

    old = RUN.produced_ids.tolist()
    assert before(old) == {}
    assert before([*old[:2], 90, *old[3:]]) == {2: (2,)}
    assert before([*old[:2], 90, *old[2:]]) == {2: ()}, "a new one"
    assert before([*old[:2], *old[3:]]) == {}, "one less"
    assert before([*old[:2], 90, *old[4:]]) == {2: (2, 3)}, "one for two"
    assert before([*old[:1], 90, 91, *old[3:]]) == {1: (1,), 2: (2,)}
    assert lost_steps(held(old)) == lost_steps(held([*old[:2], 90, *old[2:]])) == set()
    assert lost_steps(held([*old[:2], *old[3:]])) == {2} and lost_steps(held([*old[:2], 90, *old[4:]])) == {2, 3}


def test_rows_that_are_not_what_they_were_by_a_plain_loop() -> None:
    planted = {(1, 2, 4): 2e-6, (0, 1, 6): 0.25, (0, 0, 3): 4e-7}
    weights = RUN.maps("cross").astype(np.float64)
    for number, ((layer, head, query), by) in enumerate(planted.items()):
        weights[layer, head, query, number] += by
    held = holding_baseline(replace(RUN, cross_attention=weights), RUN)
    total = 0
    for layer in range(2):
        found = changed_rows(held, "cross", layer)
        assert found is not None
        total += int(found.sum())
        for head, query in np.ndindex(*found.shape):
            before, after = (run.maps("cross")[layer, head, query] for run in (RUN, held))
            apart = max(abs(float(one) - float(other)) for one, other in zip(before, after, strict=True))
            assert found[head, query] == (apart > 1e-6), (layer, head, query)
    assert total == 2
    unchanged = changed_rows(held, "encoder", 1)
    assert unchanged is not None
    assert not unchanged.any()


def test_rows_that_were_not_there_are_others_and_other_columns_are_not_compared() -> None:
    short = replace(
        RUN, consumed_ids=RUN.consumed_ids[:5], consumed_tokens=RUN.consumed_tokens[:5],  # type: ignore[index]
        produced_ids=RUN.produced_ids[:5], produced_tokens=RUN.produced_tokens[:5],  # type: ignore[index]
        produced_probability=RUN.produced_probability[:5], origin=RUN.origin[:5],  # type: ignore[index]
        decoder_attention=RUN.maps("decoder")[:, :, :5, :5], cross_attention=RUN.maps("cross")[:, :, :5],
        decoder_mask=RUN.decoder_mask[:5, :5], cross_mask=RUN.cross_mask[:5],  # type: ignore[index]
    )  # fmt: skip
    found = changed_rows(holding_baseline(RUN, short), "decoder", 1)
    assert found is not None
    assert not found[:, :5].any()
    assert found[:, 5:].all()
    assert changed_rows(RUN, "decoder", 1) is None
    assert RUN.source_ids is not None
    other = replace(RUN, source_ids=RUN.source_ids + 1)
    assert changed_rows(holding_baseline(RUN, other), "cross", 0) is None
