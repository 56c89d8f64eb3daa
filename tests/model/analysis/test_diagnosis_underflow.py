"""Weights that softmax rounds to exactly 0 are no mask; a mask is none the less seen among them.

The tutorials of :mod:`tests.own_code` with queries so long that most weights underflow, in every precision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import headscope_recorder
from headscope_recorder import record
from model.analysis.diagnosis import diagnose
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace
from tests import own_code
from tests.model.analysis.test_diagnosis import BROKEN, RIGHT, faults, fused, weak, with_fused
from tests.own_code import PAD, SOURCE, TARGET, Official, Tut6, annotated, keys, planted, tril

LONGEST = SOURCE[:1], TARGET[:1]  #: nothing is padding here
WIDER = {torch.float16: 16.0, torch.bfloat16: 30.0, torch.float32: 30.0, torch.float64: 30.0}
Make = Callable[[], nn.Module]


def sharp(model: nn.Module, dtype: torch.dtype) -> Any:
    """Queries so many times as long."""
    planted(model)
    with torch.no_grad():
        for part in model.modules():
            if isinstance(part, own_code.MultiHead):
                part.fc_q.weight *= WIDER[dtype]
            elif isinstance(part, nn.MultiheadAttention):
                part.in_proj_weight[: part.embed_dim] *= WIDER[dtype]
    return model.to(dtype)


def recorded(
    model: nn.Module, dtype: torch.dtype, folder: Path, source: Tensor = SOURCE, target: Tensor = TARGET
) -> list[Trace]:
    ids = (source.t(), target.t()) if isinstance(model, Official) else (source, target)
    sharp(model, dtype)
    with torch.no_grad(), record(folder / "run.npz", *ids, pad=PAD) as recording:
        model(*ids)
    return [load_trace(file) for file in recording.files]


def rounded(trace: Trace) -> int:
    """How many cells that may be attended to have no weight in any head of a layer."""
    found = 0
    for kind in KINDS:
        zero = (trace.maps(kind) == 0).all(axis=1)  # [L,Q,K]
        may = np.tile(_padding(trace, kind), (zero.shape[1], 1))
        found += int((zero & (np.tril(may) if kind == "decoder" else may)).sum())
    return found


def _padding(trace: Trace, kind: str) -> Any:
    ids: Any = trace.consumed_ids if kind == "decoder" else trace.source_ids
    return ids != PAD


def infinite(energy: Tensor, mask: Tensor | None) -> Tensor:
    return own_code.masked_softmax(energy, mask, float("-inf"))


def scattered(energy: Tensor, mask: Tensor | None) -> Tensor:
    """A mask by an operation that the recorder does not know."""
    assert mask is not None
    fill = -1e4 if energy.dtype == torch.float16 else -1e9
    return torch.softmax(energy.masked_scatter(~mask.expand(energy.shape), torch.full_like(energy, fill)), dim=-1)


def doubly(energy: Tensor, mask: Tensor | None) -> Tensor:
    """A mask that is seen and blocks nothing, then one that is not seen: the scores are those before both."""
    return scattered(energy.masked_fill(torch.zeros(energy.shape[-2:]).bool(), -1e4), mask)


def half(energy: Tensor, mask: Tensor | None) -> Tensor:
    """As fairseq and others: softmax in single precision, its weights then rounded."""
    return torch.softmax(energy.float().masked_fill(~mask, -1e4), dim=-1).type_as(energy)  # type: ignore[operator]


HALF: dict[str, Make] = {
    "tut6": lambda: Tut6(attend=fused),
    "tut6 not scaled": lambda: Tut6(attend=fused, scaled=False),
    "tut6, minus infinity": lambda: Tut6(attend=infinite),
    "annotated, softmax written out": lambda: annotated(attend=weak(own_code.own_softmax, -1e4)),
    "rounded afterwards": lambda: Tut6(attend=half),
    "scaled_dot_product_attention": with_fused,
    "nn.Transformer": Official,
    "unseen": lambda: Tut6(attend=scattered),
    "unseen behind one that blocks nothing": lambda: Tut6(attend=doubly),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headscope_recorder, "NOT_UNDERSTOOD", ())


def by_turns(names: Iterable[str]) -> list[tuple[str, torch.dtype]]:
    """Each name in two precisions, one of half and one of more."""
    halves, wholes = list(WIDER)[:2], list(WIDER)[2:]
    return [(name, dtypes[place % 2]) for place, name in enumerate(names) for dtypes in (halves, wholes)]


@pytest.mark.parametrize(("name", "dtype"), by_turns(HALF), ids=str)
def test_zeros_are_no_fault(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Alone, where the mask blocks nothing, and as a padded batch, where each row has blocked columns too."""
    [alone] = recorded(HALF[name](), dtype, tmp_path, *LONGEST)
    batch = recorded(HALF[name](), dtype, tmp_path)
    for trace in (alone, *batch):
        assert faults(trace) == [], [each.sentence for each in faults(trace)]
    assert rounded(alone) >= 3, "the test has to have something to mistake"


#: Setting weights to 0 afterwards leaves nothing of a row whose open cells are rounded to 0: that is a fault.
@pytest.mark.parametrize("name", [name for name in RIGHT if name != "renormalised"])
def test_what_is_right_stays_right_in_single_precision(name: str, tmp_path: Path) -> None:
    for trace in recorded(RIGHT[name][0](), torch.float32, tmp_path):
        assert faults(trace) == [], [each.sentence for each in faults(trace)]


#: What a fill that is too weak, a softmax over something else and a mask after it do to a row, rounding may hide:
#: test_diagnosis has them.
HIDDEN = ("softmax over", "after the softmax")
SEEN = [
    name
    for name, (_, code, _) in BROKEN.items()
    if code != "fill_too_weak" and not any(words in name for words in HIDDEN)
]


@pytest.mark.parametrize("name", SEEN)
def test_a_planted_fault_is_named_among_zeros(name: str, tmp_path: Path) -> None:
    make, code, kinds = BROKEN[name]
    _, trace = recorded(make(), torch.float32, tmp_path)
    found = {(each.code, each.kind) for each in faults(trace)}
    assert {(code, kind) for kind in kinds.split()} == found


HALF_BROKEN: dict[str, tuple[Make, str, str]] = {
    "no look-ahead": (
        lambda: Tut6(attend=fused, target=keys), "look_ahead_missing", "decoder"),
    "no look-ahead, fused": (lambda: with_fused(target=keys), "look_ahead_missing", "decoder"),
    "no look-ahead, official": (lambda: Official(tgt_mask=lambda src, trg: None), "look_ahead_missing", "decoder"),
    "sees the next": (
        lambda: Tut6(attend=fused, target=lambda ids: keys(ids) & tril(ids, 1)), "sees_next", "decoder"),
    "transposed": (
        lambda: Tut6(attend=fused, target=lambda ids: keys(ids) & tril(ids).t()), "transposed", "decoder"),
    "a mask of ones in cross": (
        lambda: Tut6(attend=fused, cross=lambda src, trg: torch.ones(1, 1, 1, src.shape[1]).bool()),
        "padding_missing", "cross"),
    "no mask in cross, official": (
        lambda: Official(memory_key_padding_mask=lambda src, trg: None), "padding_missing", "cross"),
    "unseen: sees the next": (
        lambda: Tut6(attend=scattered, target=lambda ids: keys(ids) & tril(ids, 1)), "sees_next", "decoder"),
    "unseen: no look-ahead": (
        lambda: Tut6(attend=scattered, target=lambda ids: keys(ids).expand(-1, -1, ids.shape[1], -1)),
        "look_ahead_missing", "decoder"),
    "unseen: look-ahead in the encoder": (
        lambda: Tut6(attend=scattered, source=lambda ids: keys(ids) & tril(ids), cross=lambda src, trg: keys(src)),
        "look_ahead_in_encoder", "encoder"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), by_turns(HALF_BROKEN), ids=str)
def test_a_planted_fault_is_named_in_every_precision(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    make, code, kinds = HALF_BROKEN[name]
    _, trace = recorded(make(), dtype, tmp_path)
    assert {(each.code, each.kind) for each in faults(trace)} == {(code, kind) for kind in kinds.split()}


def test_without_scores_zeros_in_no_pattern_are_no_fault(tmp_path: Path) -> None:
    """A run of somebody else, who recorded neither masks nor scores."""
    [trace] = recorded(Tut6(attend=fused, scaled=False), torch.float16, tmp_path, *LONGEST)
    gone: dict[str, Any] = {f"{kind}_mask": None for kind in KINDS}
    bare = replace(trace, activations={}, meta=replace(trace.meta, recorded={}), **gone)
    assert [each for each in diagnose(bare) if each.code == "mask_differs"] == []
    turned = np.tile(np.triu(np.full((5, 5), 0.2, np.float32)), (2, 4, 1, 1))
    named = replace(bare, decoder_attention=turned, encoder_attention=None, cross_attention=None)
    assert "transposed" in {each.code for each in diagnose(named)}
