"""Rows that a step computes anew: how much each changed, against the plain loops over the prefix and one token less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.decoding.batch import BatchSession
from model.decoding.run import run_sentence
from model.decoding.session import DecodingSession
from model.network.interventions import CellFlipped, HeadAblated, MaskOff, RowSet, to_json
from model.network.what_if import changed
from model.record.growing_run import GrowingRun
from model.record.trace import Trace
from tests import oracle
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import make_checkpoint
from tests.what_if_oracle import WhatIfOracle

SENTENCE, SEED, LONGEST = "a b e c", 1, 5
CHANGES: dict[str, tuple[Any, ...]] = {
    "look-ahead off": (MaskOff("look_ahead"),),
    "future cell": (CellFlipped("decoder", 1, 3),),
    "future key": (RowSet("decoder", 1, 0, 1, (0.5, 0.0, 0.5)),),
    "blocked cells keep weight": (),
}


def run(name: str, **options: Any) -> Trace:
    checkpoint = make_checkpoint(SEED, changes={} if CHANGES[name] else {"mask_fill": -1.5})
    return run_sentence(checkpoint, SENTENCE, max_length=LONGEST, what_if=CHANGES[name], **options)


def expected(trace: Trace, name: str, kind: str) -> Any:
    """[Ld,T,T] step, row → the largest |weight now − weight a step ago|; a key that was not there had none."""
    config = make_checkpoint(SEED, changes={} if CHANGES[name] else {"mask_fill": -1.5}).transformer.config
    assert trace.consumed_ids is not None
    weights, told = make_weights(config, SEED), [to_json(one) for one in CHANGES[name]]
    maps = []
    for count in range(1, trace.steps + 1):
        ids = trace.source_ids.tolist(), trace.consumed_ids[:count].tolist()
        maps.append(oracle.run(config, weights, *ids, PAD, WhatIfOracle, changes=told).weights[kind])
    found = np.zeros((len(maps[0]), trace.steps, trace.steps))
    for step in range(1, trace.steps):
        for layer, row in np.ndindex(len(maps[0]), step):
            now, ago = maps[step][layer, :, row], maps[step - 1][layer, :, row]
            found[layer, step, row] = max(
                abs(value - (ago[head][key] if key < len(ago[head]) else 0.0))
                for head in range(len(now)) for key, value in enumerate(now[head])
            )  # fmt: skip
    return found


@pytest.mark.parametrize("way", ["greedy", "beam"])
@pytest.mark.parametrize("name", CHANGES)
def test_each_step_says_how_much_it_changed_each_row(name: str, way: str) -> None:
    trace = run(name, beam=2 if way == "beam" else 0)
    assert trace.steps >= 4 and trace.decoder_revised is not None and trace.cross_revised is not None
    for kind, found in (("decoder", trace.decoder_revised), ("cross", trace.cross_revised)):
        known = expected(trace, name, kind)
        np.testing.assert_allclose(found, known, rtol=1e-5, atol=2e-6)
        assert known[-1].any()
    if name == "future cell":  # only the row itself, where its token is seen first, and what reads it
        assert np.argwhere(trace.decoder_revised[0] > 1e-6).tolist() == [[3, 1]]
        assert not np.triu(trace.cross_revised[-1]).any(), "a step's own row is new"


def test_what_computes_no_row_twice_says_nothing() -> None:
    checkpoint = make_checkpoint(SEED)
    for options in ({}, {"what_if": (HeadAblated("cross", 0, 0), MaskOff("padding"))}, {"target": "A B"}, {"beam": 2}):
        trace = run_sentence(checkpoint, SENTENCE, max_length=LONGEST, **options)
        assert trace.decoder_revised is None and trace.cross_revised is None
    taught = run_sentence(checkpoint, SENTENCE, target="A B", what_if=CHANGES["look-ahead off"])
    assert taught.decoder_revised is None, "one pass"


def test_a_batch_and_a_run_in_parts_say_the_same() -> None:
    alone = run("look-ahead off")
    assert alone.decoder_revised is not None and alone.cross_revised is not None
    checkpoint = make_checkpoint(SEED)
    twin = replace(checkpoint, transformer=changed(checkpoint.transformer, CHANGES["look-ahead off"]))
    source = twin.source(SENTENCE)
    together = BatchSession(twin, [source, twin.source("b a c d")], max_length=LONGEST).run().traces()[0]
    session, growing = DecodingSession(twin, source, max_length=LONGEST), GrowingRun()
    first = 0
    while session.advance() is not None:
        if len(session.steps) in (1, 3) or session.stop_reason:
            growing.add(first=first, **dict(zip(("meta", "arrays"), session.rows(first), strict=True)))  # type: ignore[arg-type]
            session.forget_rows()
            first = len(session.steps)
    for other in (together, growing.trace()):
        for kind in ("decoder_revised", "cross_revised"):
            np.testing.assert_allclose(getattr(other, kind), getattr(alone, kind), atol=1e-6)
