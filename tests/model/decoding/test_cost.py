"""What a run takes is told from sizes: never less than its arrays, more with every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from model.common.problems import Problem
from model.decoding import beam, run
from model.decoding.beam import check_search, together
from model.decoding.cost import LARGE_BYTES, LONG_SECONDS, RunCost, check_cost, cost_of, map_bytes
from model.decoding.run import run_sentence
from model.network.config import StackConfig
from model.record.trace import KINDS
from tests.model.networks import paper
from tests.model.sample_checkpoints import make_checkpoint

STACK = StackConfig(layers=2, heads=3, head_width=4, feed_forward_width=5)
PAPER = replace(paper(37_000, 37_000), max_length=2_048)  # 6 × 8 heads of 64


def test_the_maps_are_those_that_a_run_records() -> None:
    checkpoint = make_checkpoint(changes={"encoder": STACK, "decoder": replace(STACK, layers=3, heads=2)})
    trace = run_sentence(checkpoint, "a b c", pad_to=7, prefix="A B", max_length=5)
    maps = [trace.attention(kind) for kind in KINDS]
    assert map_bytes(checkpoint.transformer.config, 7, trace.steps) == sum(
        each.nbytes for each in maps if each is not None
    )


@pytest.mark.parametrize("beside", [{}, {"activations": True}, {"given": True}, {"sentences": 3}])
def test_more_of_anything_takes_more(beside: dict[str, int]) -> None:
    def cost(source: int, target: int, config: object = PAPER, **more: int) -> RunCost:
        return cost_of(config, source, target, **{**beside, **more})  # type: ignore[arg-type]

    base = cost(100, 100)
    deeper = replace(PAPER, decoder=replace(PAPER.decoder, layers=7))
    for larger in (cost(120, 100), cost(100, 120), cost(100, 100, deeper), cost(100, 100, sentences=4)):
        assert larger.memory > base.memory
        assert larger.seconds > base.seconds
    assert base.memory > map_bytes(PAPER, 100, 100)


def test_the_run_that_was_measured() -> None:
    """2,046 tokens on both sides in one pass, 6 × 8 heads: 8.3 GB and 29 seconds where they were measured."""
    measured = cost_of(PAPER, 2_046, 2_046, given=True)
    assert 0.67 < measured.memory / 8.3e9 < 1.5
    assert 0.5 < measured.seconds / 29 < 2
    assert measured.is_large
    assert not cost_of(PAPER, 40, 100).is_large


def test_what_is_large() -> None:
    assert not RunCost(LARGE_BYTES - 1, LONG_SECONDS - 1).is_large
    assert RunCost(LARGE_BYTES, 0).is_large
    assert RunCost(0, LONG_SECONDS).is_large
    assert RunCost(8_040_000_000, 241).said == "it takes up to about 8.0 GB of memory and 4 min"


def test_more_than_there_is_is_refused_with_both_numbers() -> None:
    check_cost(RunCost(10, 1e9), 10)
    with pytest.raises(Problem, match=r"up to about 8.0 GB of memory, and this machine has 4.0 GB.*--yes"):
        check_cost(RunCost(8_000_000_000, 0), 4_000_000_000)


@pytest.mark.parametrize("wanted", [{}, {"target": "A B"}, {"prefix": "A"}, {"beam": 3}, {"activations": True}])
def test_a_run_is_told_and_refused_before_it_is_begun(wanted: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint, told = make_checkpoint(), list[RunCost]()
    monkeypatch.setattr(run, "machine_memory", lambda: 1_000)
    begun = forbid(monkeypatch, "search_tree", "DecodingSession", "teach")
    with pytest.raises(Problem, match=r"this machine has 0.0 GB"):
        run_sentence(checkpoint, "a b", tell=told.append, **wanted)  # type: ignore[arg-type]
    assert len(told) == 1
    assert not begun
    monkeypatch.undo()
    assert run_sentence(checkpoint, "a b", sure=True, **wanted).steps  # type: ignore[arg-type]


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[str]:
    """None of these functions of the module may be called; who is."""
    begun: list[str] = []

    def noted(name: str) -> Callable[..., None]:
        return lambda *_, **__: begun.append(name)

    for name in names:
        monkeypatch.setattr(run, name, noted(name))
    return begun


def test_the_wider_a_beam_the_fewer_sentences_together() -> None:
    assert [together(width, 32) for width in (1, 8, 9, 100, 200, 10_000)] == [32, 32, 28, 2, 1, 1]


def test_a_search_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = make_checkpoint()
    sources = [checkpoint.source("a b"), checkpoint.source("a b c d")]
    check_search(checkpoint, sources, 5)
    wide, narrow = (cost_of(PAPER, 500, 1_000, beam=width).memory for width in (200, 5))
    assert wide > 30 * narrow
    assert wide > 2 * np.float32(0).nbytes * 200 * 6 * 2 * 512 * 1_500  # keys and values of all hypotheses, and copies
    monkeypatch.setattr(beam, "machine_memory", lambda: 1_000)
    with pytest.raises(Problem, match="this machine has"):
        check_search(checkpoint, sources, 5)
