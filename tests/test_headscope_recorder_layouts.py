"""Layouts that shapes alone do not tell: keys before queries, heads folded into sentences, softmaxes of other parts."""

from __future__ import annotations

import math
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
from tests.own_code import HEADS, PAD, SOURCE, TARGET, WIDTH, Tut6, keys, planted, source_mask, target_mask
from tests.test_headscope_recorder_styles import OneLayer, run


@pytest.fixture(autouse=True)
def _nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recorder fails to follow would otherwise only be missing."""
    monkeypatch.setattr(headscope_recorder, "NOT_UNDERSTOOD", ())


def recorded(model: nn.Module, folder: Path, source: Tensor = SOURCE, target: Tensor = TARGET) -> list[Trace]:
    planted(model)
    with record(folder / "run.npz", source, target, pad=PAD) as recording:
        model(source, target)
    return [load_trace(file) for file in recording.files]


def codes(trace: Trace, severity: str = "fault") -> list[str]:
    return [finding.code for finding in diagnose(trace) if finding.severity == severity]


# --- keys before queries ---


def split(x: Tensor, heads: int) -> Tensor:
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)  # type: ignore[no-any-return]


def keys_first(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int, axis: int = -2) -> Tensor:
    """Scores [B,H,K,Q]; the values meet them from the left, transposed."""
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = (k @ q.mT / math.sqrt(q.shape[-1])).masked_fill(~mask.mT, -1e9)
    return torch.matmul(v.mT, scores.softmax(axis)).permute(0, 3, 1, 2).flatten(2)


def keys_first_turned(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    """The weights are turned before they meet the values."""
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = torch.matmul(k, q.transpose(2, 3)).div(math.sqrt(q.shape[-1])).masked_fill(~mask.mT, float("-inf"))
    weights = nn.Dropout(0.3)(torch.softmax(scores, dim=-2)).transpose(-1, -2)
    return torch.matmul(weights, v).transpose(1, 2).flatten(2)


def keys_first_einsum(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = torch.einsum("bhkd,bhqd->bhkq", k, q) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~mask.mT, -1e9).softmax(2)
    return torch.einsum("bhkq,bhkd->bqhd", weights, v).flatten(2)


def keys_first_folded(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
    q, k, v = (split(x, heads).flatten(0, 1) for x in (q, k, v))
    hidden = ~mask.mT.expand(-1, heads, -1, q.shape[1]).flatten(0, 1)
    weights = torch.bmm(k, q.mT).div(2).masked_fill(hidden, -1e9).softmax(1)
    mixed: Tensor = torch.bmm(v.mT, weights).unflatten(0, (-1, heads))
    return mixed.permute(0, 3, 1, 2).flatten(2)


@pytest.mark.parametrize("length", [6, 5], ids=["two lengths", "one length"])
@pytest.mark.parametrize("style", [keys_first, keys_first_turned, keys_first_einsum, keys_first_folded])
def test_keys_before_queries_are_turned_and_right(style: Any, length: int, tmp_path: Path) -> None:
    model = OneLayer(style)
    traces = run(model, tmp_path, SOURCE[:, :length])
    for kind, expected in zip(KINDS, model.expected(), strict=True):
        for sentence, trace in enumerate(traces):
            found = np.asarray(trace.attention(kind))
            np.testing.assert_allclose(found[0], expected[sentence].numpy(), rtol=0, atol=1e-6)
    assert diagnose(traces[1]) == ()


def test_keys_before_queries_with_the_softmax_over_the_queries_is_the_wrong_axis(tmp_path: Path) -> None:
    def wrong(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
        return keys_first(q, k, v, mask, heads, axis=-1)

    trace = run(OneLayer(wrong), tmp_path)[1]
    assert codes(trace) == ["softmax_axis"] * 3
    finding = diagnose(trace)[0]
    assert finding.facts == ("queries",)
    assert finding.remedy == "Your scores are [K, Q]. Take it over the keys, here the last axis but one: dim=-2."


def test_faults_of_masks_are_named_in_that_layout_too(tmp_path: Path) -> None:
    def rows(masks: Any, src: Tensor, trg: Tensor) -> Any:
        return masks | {"encoder": masks["encoder"].mT}

    assert codes(run(OneLayer(keys_first, rows), tmp_path)[1]) == ["rows_not_columns"]


# --- heads folded into sentences ---


class Folded(Tut6):
    """[B·H,Q,K] in either order, with the masks repeated in either order; each as older code does it."""

    def __init__(self, heads_first: bool, repeated_heads_first: bool, bare: bool = False) -> None:
        super().__init__()
        self.heads_first, self.repeated, self.bare = heads_first, repeated_heads_first, bare
        self.projections = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(9))
        self.kept: list[Tensor] = []

    def fold(self, x: Tensor, heads_first: bool) -> Tensor:
        if self.bare:
            return x.view(len(x) * HEADS, -1, WIDTH // HEADS)
        if heads_first:
            return torch.cat(torch.chunk(x, HEADS, dim=2), dim=0)
        return x.view(len(x), -1, HEADS, WIDTH // HEADS).transpose(1, 2).reshape(len(x) * HEADS, -1, WIDTH // HEADS)

    def attend(self, number: int, query: Tensor, key: Tensor, mask: Tensor) -> Tensor:
        q, k, v = (self.projections[number + i](x) for i, x in enumerate((query, key, key)))
        order = self.heads_first
        q, k, v = self.fold(q, order), self.fold(k, order), self.fold(v, order)
        mask = mask[:, 0].repeat(HEADS, 1, 1) if self.repeated else mask[:, 0].repeat_interleave(HEADS, 0)
        weights = torch.bmm(q, k.transpose(1, 2)).div(2).masked_fill(~mask, -1e9).softmax(-1)
        self.kept.append(weights)
        mixed = torch.bmm(weights, v)
        return torch.cat(torch.chunk(mixed, HEADS, 0), -1) if order else mixed.reshape(query.shape)

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        x, y, self.kept = self.tok[0](src), self.tok[1](trg), []
        memory = self.attend(0, x, x, source_mask(src))
        y = self.attend(3, y, y, target_mask(trg))
        return torch.softmax(self.fc_out(self.attend(6, y, memory, source_mask(src))), -1)


@pytest.mark.parametrize("heads_first", [True, False])
def test_the_order_of_heads_and_sentences_is_that_of_the_queries(heads_first: bool, tmp_path: Path) -> None:
    model = Folded(heads_first, heads_first)
    traces = recorded(model, tmp_path)
    assert [codes(trace) for trace in traces] == [[], []]
    assert codes(traces[1], "remark") == []
    sizes, axis = ((HEADS, 2), 1) if heads_first else ((2, HEADS), 0)
    for number, trace in enumerate(traces):
        for kind, weights in zip(KINDS, model.kept, strict=True):
            expected = weights.unflatten(0, sizes).select(axis, number)
            np.testing.assert_array_equal(np.asarray(trace.attention(kind))[0], expected.detach().numpy())


@pytest.mark.parametrize("heads_first", [True, False])
def test_a_mask_repeated_in_the_other_order_is_named(heads_first: bool, tmp_path: Path) -> None:
    for trace in recorded(Folded(heads_first, not heads_first), tmp_path):
        assert codes(trace) == ["wrong_dimension"] * 3
        assert "repeated in another order" in diagnose(trace)[0].sentence


def test_the_official_layers_mask_repeated_in_the_other_order_is_named(tmp_path: Path) -> None:
    """``attn_mask`` [B·H,Q,K]: all heads of the first sentence come first."""

    class Repeats(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tok = nn.Embedding(12, WIDTH)
            self.layers = nn.ModuleList(nn.MultiheadAttention(WIDTH, HEADS, batch_first=True) for _ in range(3))

        def forward(self, src: Tensor, trg: Tensor) -> Tensor:
            x, y = self.tok(src), self.tok(trg)
            for layer, q, k, mask in zip(
                self.layers, (x, y, y), (x, y, x), (source_mask(src), target_mask(trg), source_mask(src)), strict=True
            ):
                hidden = ~mask[:, 0].expand(-1, q.shape[1], -1)
                y, _ = layer(q, k, k, attn_mask=hidden.repeat(HEADS, 1, 1))
            out: Tensor = y
            return out

    trace = recorded(Repeats(), tmp_path)[1]
    assert codes(trace) == ["wrong_dimension"] * 3
    assert "repeated in another order" in diagnose(trace)[0].sentence


def test_queries_and_keys_folded_in_two_orders_are_named(tmp_path: Path) -> None:
    class Mixed(Folded):
        def attend(self, number: int, query: Tensor, key: Tensor, mask: Tensor) -> Tensor:
            q, k, v = (self.projections[number + i](x) for i, x in enumerate((query, key, key)))
            q, k, v = self.fold(q, False), self.fold(k, True), self.fold(v, False)
            hidden = ~mask[:, 0].repeat_interleave(HEADS, 0)
            return torch.bmm(torch.bmm(q, k.mT).masked_fill(hidden, -1e9).softmax(-1), v).reshape(query.shape)

    assert set(codes(recorded(Mixed(False, False), tmp_path)[1])) == {"mixed"}


@pytest.mark.parametrize("folded", [True, False])
def test_heads_split_by_a_bare_view_are_named(folded: bool, tmp_path: Path) -> None:
    """As hyunwoongko's code had it until 2021: row 3 of a head is no longer position 3."""

    def bare(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
        q, k, v = (x.reshape(len(x), heads, -1, WIDTH // heads) for x in (q, k, v))
        return ((q @ k.mT / 2).masked_fill(~mask, -1e9).softmax(-1) @ v).transpose(1, 2).flatten(2)

    model = Folded(False, False, bare=True) if folded else OneLayer(bare)
    assert codes(recorded(model, tmp_path)[1]) == ["scrambled"] * 3


class Unseen(Folded):
    """The heads come out of something that is not followed."""

    def fold(self, x: Tensor, heads_first: bool) -> Tensor:
        return torch.stack(super().fold(x, heads_first).unbind()) + 0.0 * torch.ones(1)


@pytest.mark.parametrize("repeated", [True, False])
def test_an_order_that_was_not_seen_is_not_called_right(repeated: bool, tmp_path: Path) -> None:
    trace = recorded(Unseen(False, repeated), tmp_path)[1]
    assert codes(trace) == []
    assert codes(trace, "remark") == ["order_unknown"]


@pytest.mark.parametrize("sentence", [0, 1])
def test_the_mask_of_another_sentence_is_named(sentence: int, tmp_path: Path) -> None:
    model = Tut6(source=lambda ids: source_mask(ids.flip(0)), target=lambda ids: target_mask(ids.flip(0)))
    trace = recorded(model, tmp_path)[sentence]
    assert codes(trace) == ["other_sentence"] * (3 - sentence)  # open padding at a target's end does no harm
    assert diagnose(trace)[0].facts == (str(2 - sentence),)


# --- softmaxes of other parts ---


class Pointer(OneLayer):
    """After its layers, a copy mechanism: weights of the decoder over the source, and more."""

    def __init__(self, style: Any, extra: str) -> None:
        super().__init__(style)
        self.extra, self.point = extra, nn.Linear(WIDTH, WIDTH)

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        out = super().forward(src, trg)
        q, k, _ = self.kept[-1]
        x, y = split(self.point(k), HEADS), split(self.point(q), HEADS)
        if self.extra == "pointer":
            torch.softmax(y @ x.mT, -1) @ x
        elif self.extra == "one head":
            torch.softmax(self.point(q) @ self.point(k).mT, -1) @ k
        elif self.extra == "not used":
            torch.softmax(y @ x.mT, -1)
        elif self.extra == "not projected":
            torch.softmax(self.tok(trg) @ self.tok(src).mT, -1) @ self.tok(src)
        elif self.extra == "itself":
            torch.softmax(x @ x.mT, -1) @ x
        elif self.extra == "source to target":
            torch.softmax(x @ y.mT, -1) @ y
        return out


@pytest.mark.parametrize("length", [6, 5], ids=["two lengths", "one length"])
@pytest.mark.parametrize("extra", ["pointer", "one head", "not used", "not projected", "itself", "source to target"])
def test_another_softmax_is_set_aside_and_told(extra: str, length: int, tmp_path: Path) -> None:
    model = Pointer(keys_first_turned, extra)
    trace = run(model, tmp_path, SOURCE[:, :length])[1]
    for kind, expected in zip(KINDS, model.expected(), strict=True):
        found = np.asarray(trace.attention(kind))[0]
        np.testing.assert_allclose(found, expected[1].numpy(), rtol=0, atol=1e-6)
    assert codes(trace) == []
    assert codes(trace, "remark") == ["set_aside"]
    assert len(trace.meta.recorded["set_aside"]) == 1


class Gate(own_code.MultiHead):
    """Every attention is followed by another softmax of positions over positions, of one head or as many."""

    def __init__(self, heads: int) -> None:
        super().__init__()
        self.heads, self.gate = heads, nn.Linear(WIDTH, WIDTH)

    def forward(self, query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
        out = super().forward(query, key, mask)
        left = split(self.gate(out), self.heads)
        return out + (torch.softmax(left @ left.mT, -1) @ left).transpose(1, 2).flatten(2)


@pytest.mark.parametrize("length", [6, 5], ids=["two lengths", "one length"])
@pytest.mark.parametrize("heads", [1, HEADS])
def test_a_gate_in_every_decoder_layer_is_set_aside(heads: int, length: int, tmp_path: Path) -> None:
    model = Tut6()
    for layer in model.decoder:
        layer.own, layer.cross = Gate(heads), Gate(heads)
    trace = recorded(model, tmp_path, SOURCE[:, :length])[1]
    model.eval()
    model(SOURCE[:, :length], TARGET)
    for kind, weights in model.reference().items():
        np.testing.assert_array_equal(np.asarray(getattr(trace, f"{kind}_attention")), weights[:, 1].detach().numpy())
    assert codes(trace) == []
    assert codes(trace, "remark") == ["set_aside"]


def test_what_was_set_aside_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(Pointer(keys_first, "pointer"), tmp_path)
    assert capsys.readouterr().out.endswith("; set aside, as no layer's attention: softmax of [2, 4, 5, 6]\n")


def test_the_padding_id_decides_nothing_where_masks_are_exchanged(tmp_path: Path) -> None:
    """One column of padding at the other sentence's end hides just this one's end token: it is not the wrong id."""
    source = torch.tensor([[2, 5, 6, 7, 8, 3], [2, 9, 4, 5, 3, 1]])
    model = Tut6(source=lambda ids: keys(ids.flip(0)))
    first, second = recorded(model, tmp_path, source)
    assert codes(first) == codes(second) == ["other_sentence"] * 2
