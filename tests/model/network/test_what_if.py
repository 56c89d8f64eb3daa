"""Every change equals the plain-loop reference that is changed in the same way, and leaves its network as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model.common.problems import Problem
from model.network.config import Dropout, PaddingBlocks, TransformerConfig
from model.network.interventions import (
    CellFlipped,
    DropoutOn,
    HeadAblated,
    Intervention,
    MaskOff,
    PositionMoved,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    Unscaled,
    to_json,
)
from model.network.transformer import Cache, Keep, Transformer
from model.network.what_if import WhatIf, changed
from tests import oracle
from tests.all_pairs import all_pairs
from tests.model.networks import BASE, PAD, make_batch, make_network, make_weights, maps
from tests.what_if_oracle import WhatIfOracle

TOLERANCE = {torch.float64: 1e-9, torch.float32: 1e-5}
EVERYWHERE = Dropout(0.1, 0.2, 0.3, 0.4)
CONFIGS = {
    "paper": BASE,
    "tut6": replace(BASE, positions="learned", mask_fill=-1e10, padding_blocks=PaddingBlocks("keys", "both", "both")),
    "pre-norm": replace(BASE, norm_order="pre", final_norm=True, padding_blocks=PaddingBlocks("none", "keys", "keys")),
    "relative": replace(BASE, positions="relative", relative_buckets=8, relative_distance=6, scale_scores=False),
    "own row": replace(BASE, positions="learned", padding_position=True, mask_fill=-1e9, dropout=EVERYWHERE),
    "rms, gated": replace(
        BASE,
        norm="rms",
        norm_order="pre",
        final_norm=True,
        gated=True,
        activation="silu",
        tie_output=True,
        dropout=Dropout(residual=0.2),
    ),
    "marian": replace(
        BASE,
        positions="stored",
        activation="silu",
        share_embeddings=True,
        tie_output=True,
        embedding_norm=True,
        dropout=EVERYWHERE,
    ),
}
CHANGES: dict[str, tuple[Intervention, ...]] = {
    "look-ahead off": (MaskOff("look_ahead"),),
    "padding off": (MaskOff("padding"),),
    "both off": (MaskOff("padding"), MaskOff("look_ahead")),
    "cells": (CellFlipped("encoder", 1, 3), CellFlipped("cross", 2, 0), CellFlipped("decoder", 3, 1)),
    "future cell": (CellFlipped("decoder", 1, 3),),
    "head 0": (HeadAblated("cross", 2, 1),),
    "three heads": (HeadAblated("encoder", 0, 2), HeadAblated("encoder", 0, 0), HeadAblated("decoder", 1, 0)),
    "equal": (HeadAblated("decoder", 0, 1, "uniform"), HeadAblated("cross", 1, 0, "uniform")),
    "row moved": (RowSet("cross", 1, 1, 2, (0.0, 0.0, 1.0)), RowSet("decoder", 0, 0, 3, (1.0,))),
    "row by hand": (RowSet("encoder", 1, 2, 0, (0.25, 0.125, 0.0, 0.625)),),
    "future key": (RowSet("decoder", 2, 1, 1, (0.5, 0.0, 0.5)),),
    "unscaled": (Unscaled(),),
    "positions off": (PositionsOff(),),
    "positions moved": (PositionMoved("source", 1, 4), PositionMoved("target", 2, 0), PositionMoved("source", 0, 11)),
    "temperature": (ScoreTemperature(2.5),),
    "cold twice, unscaled": (ScoreTemperature(0.25), ScoreTemperature(0.75), Unscaled()),
    "dropout": (DropoutOn(7, 0.25),),
    "dropout, cells": (DropoutOn(2**53 - 1, 0.5), CellFlipped("cross", 2, 0), HeadAblated("cross", 2, 1),
                       RowSet("decoder", 1, 0, 2, (0.5, 0.0, 0.5))),
    "many": (MaskOff("look_ahead"), HeadAblated("cross", 0, 0), Unscaled(), CellFlipped("cross", 0, 1),
             RowSet("encoder", 0, 0, 2, (0.5, 0.5))),
}  # fmt: skip


def run(network: Transformer, source: torch.Tensor, target: torch.Tensor) -> Any:
    """Teacher forcing with the network's own masks → encoding, decoding, logits."""
    visible = target != PAD
    with torch.no_grad():
        encoding = network.encode(source, source != PAD, Keep.WEIGHTS)
        mask = network.mask("decoder", visible, visible)
        decoding = network.decode(target, encoding, mask, keep=Keep.WEIGHTS, visible=visible)
        return encoding, decoding, network.predict(decoding.hidden)


def applies(config: TransformerConfig, changes: tuple[Intervention, ...]) -> bool:
    return config.positions != "relative" or not any(isinstance(one, PositionMoved) for one in changes)


#: Every other square of the board of families and changes, and each family with what only it does otherwise.
CASES = [
    (family, name, dtype)
    for place, (family, name, dtype) in enumerate(all_pairs(CONFIGS, CHANGES, TOLERANCE))
    if place % 2 or (family, name) in (("relative", "unscaled"), ("rms, gated", "dropout"), ("own row", "dropout"))
]


@pytest.mark.parametrize(("family", "name", "dtype"), CASES)
def test_a_change_is_what_the_plain_loops_compute(family: str, name: str, dtype: torch.dtype) -> None:
    config, changes = CONFIGS[family], CHANGES[name]
    if not applies(config, changes):
        pytest.skip("no position vectors")
    weights = make_weights(config, 3)
    network = make_network(config, weights, dtype)
    source, target = make_batch(5, config)
    before = run(network, source, target)
    found = run(changed(network, changes), source, target)
    limit, told = TOLERANCE[dtype], [to_json(one) for one in changes]
    differs = False
    for row in range(len(source)):
        answer = oracle.run(
            config, weights, source[row].tolist(), target[row].tolist(), PAD, WhatIfOracle, changes=told
        )
        np.testing.assert_allclose(found[2][row].numpy(), answer.logits, rtol=limit, atol=limit)
        for kind in oracle.KINDS:
            for what in ("weights", "scores"):
                expected = getattr(answer, what)[kind]
                most = max(1.0, np.abs(expected).max())  # of a sum of such products: what rounding is measured by
                actual = maps(found[0], found[1], what)[kind][row].numpy()
                np.testing.assert_allclose(actual, expected, rtol=limit, atol=limit * most)
        differs |= not np.allclose(before[2][row].numpy(), answer.logits, rtol=1e-4, atol=1e-4)
    nothing = family == "relative" and name == "unscaled"
    assert differs != nothing, "a change that changes nothing is no test of it"


@pytest.mark.parametrize("name", CHANGES)
def test_the_network_itself_is_never_touched(name: str) -> None:
    config = CONFIGS["own row"]
    network = make_network(config, make_weights(config, 1))
    source, target = make_batch(2, config)
    before, kept = run(network, source, target), {key: value.clone() for key, value in network.state_dict().items()}
    twin = changed(network, CHANGES[name])
    run(twin, source, target)
    again = run(network, source, target)
    assert torch.equal(before[2], again[2]) and network.what_if is None
    assert all(torch.equal(value, kept[key]) for key, value in network.state_dict().items())
    own = {key: value.data_ptr() for key, value in network.named_parameters()}
    assert {value.data_ptr() for _, value in twin.named_parameters()} <= set(own.values()), "shared, not copied"
    assert changed(network, ()) is network


CAUSAL = [name for name, changes in CHANGES.items() if WhatIf(changes).is_causal]
CACHED = (
    ("paper", torch.float64), ("relative", torch.float64), ("own row", torch.float64), ("paper", torch.float32),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "family", "dtype"),
    [(name, *CACHED[(place + shift) % 4]) for place, name in enumerate(CAUSAL) for shift in (0, 2)],
)
def test_with_the_cache_it_is_the_same_where_no_row_depends_on_a_later_one(
    family: str, name: str, dtype: torch.dtype
) -> None:
    config, changes = CONFIGS[family], CHANGES[name]
    if not applies(config, changes):
        pytest.skip("no position vectors")
    network, limit = changed(make_network(config, make_weights(config, 4), dtype), changes), TOLERANCE[dtype]
    source, target = make_batch(7, config, sources=(5,), targets=(6,))
    _, whole, _ = run(network, source, target)
    cache = Cache()
    with torch.no_grad():
        encoding = network.encode(source, source != PAD)
        for step in range(target.shape[1]):
            seen = torch.ones(1, step + 1, dtype=torch.bool)
            mask = network.mask("decoder", seen[:, -1:], seen, step)
            row = network.decode(target[:, step : step + 1], encoding, mask, cache)
            torch.testing.assert_close(row.hidden[:, 0], whole.hidden[:, step], rtol=limit, atol=limit)


def test_what_looks_ahead_keeps_nothing() -> None:
    causal = {name: WhatIf(changes).is_causal for name, changes in CHANGES.items()}
    assert [name for name, kept in causal.items() if not kept] == [
        "look-ahead off", "both off", "future cell", "future key", "many",
    ]  # fmt: skip
    for key, kept in ((2, True), (3, False)):  # of the third row: its own key, and the one after it
        assert WhatIf([CellFlipped("decoder", 2, key)]).is_causal is kept
        assert WhatIf([RowSet("decoder", 0, 0, 2, (*(0.0,) * key, 1.0))]).is_causal is kept
    network = make_network(BASE, make_weights(BASE, 0))
    assert not network.revises and changed(network, CHANGES["future cell"]).revises


@pytest.mark.parametrize(
    ("one", "word"),
    [
        (HeadAblated("cross", 3, 0), "layer 1 to 3, and 4"),
        (HeadAblated("encoder", 0, 3), "head 1 to 3, and 4"),
        (RowSet("decoder", 0, 2, 0, (1.0,)), "head 1 to 2, and 3"),
        (RowSet("decoder", 0, 0, 0, (0.5, 0.25)), "sum to 1"),
        (PositionMoved("source", 0, 12), "positions 0 to 11, and position 12"),
    ],
)
def test_what_the_network_lacks_is_refused(one: Intervention, word: str) -> None:
    network = make_network(BASE, make_weights(BASE, 0))
    with pytest.raises(Problem, match=word):
        changed(network, (one,))
    relative = make_network(CONFIGS["relative"], make_weights(CONFIGS["relative"], 0))
    with pytest.raises(Problem, match="no position vectors"):
        changed(relative, (PositionMoved("target", 0, 1),))
    with pytest.raises(Problem, match="Give a rate"):
        changed(network, (DropoutOn(1),))


@pytest.mark.parametrize("family", ["own row", "rms, gated", "marian"])
def test_dropout_at_the_rates_of_its_training(family: str) -> None:
    """At each place what the training had there; the drawn numbers are worked out again one by one."""
    config = CONFIGS[family]
    weights = make_weights(config, 3)
    source, target = make_batch(5, config)
    _, _, logits = run(changed(make_network(config, weights), (DropoutOn(11),)), source, target)
    told = [to_json(DropoutOn(11))]
    for row in range(len(source)):
        ids = source[row].tolist(), target[row].tolist()
        answer = oracle.run(config, weights, *ids, PAD, WhatIfOracle, changes=told)
        np.testing.assert_allclose(logits[row].numpy(), answer.logits, rtol=1e-9, atol=1e-9)
    _, _, other = run(changed(make_network(config, weights), (DropoutOn(12),)), source, target)
    assert not torch.allclose(logits, other)
