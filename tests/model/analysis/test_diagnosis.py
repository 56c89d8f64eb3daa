"""Each mistake that students make, planted into three tutorials, recorded and named; none in what is right."""

from __future__ import annotations

from collections.abc import Callable
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
from model.analysis.findings import TEXTS, Evidence, Finding
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace
from tests import own_code
from tests.model.traces import make_trace
from tests.own_code import PAD, SOURCE, TARGET, Official, Tut6, annotated, both_padding, keys, planted, tril

Make = Callable[[], nn.Module]


@pytest.fixture(autouse=True)
def _nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recorder fails to follow would otherwise only be missing."""
    monkeypatch.setattr(headscope_recorder, "NOT_UNDERSTOOD", ())


def recorded(model: nn.Module, folder: Path, source: Tensor = SOURCE, target: Tensor = TARGET) -> list[Trace]:
    """One trace per sentence."""
    ids = (source.t(), target.t()) if isinstance(model, Official) else (source, target)
    planted(model)
    with record(folder / "run.npz", *ids, pad=PAD) as recording:
        model(*ids)
    return [load_trace(file) for file in recording.files]


def faults(trace: Trace) -> list[Finding]:
    return [finding for finding in diagnose(trace) if finding.severity == "fault"]


def after_softmax(energy: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    return torch.softmax(energy, dim=-1).masked_fill(mask == 0, 0)


def times_after_softmax(energy: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    return torch.softmax(energy, dim=-1) * mask


def renormalised(energy: Tensor, mask: Tensor | None) -> Tensor:
    weights = times_after_softmax(energy, mask)
    return weights / weights.sum(-1, keepdim=True).clamp(min=1e-9)


def by_where(energy: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    return nn.functional.softmax(torch.where(mask, energy, torch.tensor(-1e9)), dim=-1)


def in_place(energy: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    energy += (~mask) * -1e9
    return energy.softmax(-1)


def by_index(energy: Tensor, mask: Tensor | None) -> Tensor:
    assert mask is not None
    energy[~mask.expand(energy.shape)] = float("-inf")
    return energy.softmax(-1)


def fused(energy: Tensor, mask: Tensor | None, axis: int = -1) -> Tensor:
    assert mask is not None
    return torch.softmax(energy.masked_fill(~mask, -1e4), dim=axis)


def zeroed(energy: Tensor, mask: Tensor | None) -> Tensor:
    return own_code.masked_softmax(energy, mask, float("-inf")).nan_to_num(0)


def weak(attend: Any, fill: float) -> Any:
    return lambda energy, mask: attend(energy, mask, fill)


class ScaledDotProduct(own_code.MultiHead):
    """The fused function, which hides its softmax."""

    def forward(self, query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
        q, k, v = (
            layer(each).unflatten(-1, (own_code.HEADS, -1)).transpose(1, 2)
            for layer, each in ((self.fc_q, query), (self.fc_k, key), (self.fc_v, key))
        )
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, mask, dropout_p=0.1)
        return self.fc_o(mixed.transpose(1, 2).flatten(2))  # type: ignore[no-any-return]


def with_fused(**changes: Any) -> Tut6:
    model = Tut6(**changes)
    for layer in [*model.encoder, *model.decoder]:
        for name, part in list(layer.named_children()):
            if isinstance(part, own_code.MultiHead):
                setattr(layer, name, ScaledDotProduct())
    return model


RIGHT: dict[str, tuple[Make, set[str]]] = {
    "tut6": (Tut6, set()),
    "annotated with family A's masks": (annotated, {"padding_rows_blocked"}),
    "official": (Official, set()),
    "official with numbers for masks": (lambda: Official(as_float=True), set()),
    "fused": (with_fused, set()),
    "where": (lambda: Tut6(attend=by_where), set()),
    "added in place": (lambda: Tut6(attend=in_place), set()),
    "by index, minus infinity": (lambda: Tut6(attend=by_index), set()),
    "minus 10,000": (lambda: Tut6(attend=fused), set()),
    "minus infinity, and zero in blind rows": (lambda: annotated(attend=zeroed), {"padding_rows_blocked"}),
    "hyunwoongko: target rows": (
        lambda: Tut6(target=lambda ids: (ids != PAD)[:, None, :, None] & tril(ids)), {"padding_rows_blocked"}
    ),
    "no padding mask in the decoder": (
        lambda: Tut6(target=lambda ids: tril(ids)[None, None]), {"decoder_padding_open"}
    ),
    "renormalised": (lambda: Tut6(attend=renormalised), {"renormalised"}),
    "not scaled": (lambda: Tut6(scaled=False), {"not_scaled"}),
}  # fmt: skip

#: name → (the model, the fault, the kinds that have it)
BROKEN: dict[str, tuple[Make, str, str]] = {
    "tut6: polarity of the source mask": (
        lambda: Tut6(source=lambda ids: (ids == PAD)[:, None, None, :]), "inverted", "encoder cross"),
    "tut6: polarity of the target mask": (
        lambda: Tut6(target=lambda ids: ~(keys(ids) & tril(ids))), "inverted", "decoder"),
    "annotated: polarity of the comparison": (
        lambda: annotated(attend=lambda scores, mask: own_code.own_softmax(scores, ~mask)),
        "inverted", "encoder decoder cross"),
    "official: what may attend given where True blocks": (
        lambda: Official(tgt_mask=lambda src, trg: torch.ones(len(trg), len(trg)).tril().bool()),
        "inverted", "decoder"),
    "fused: True for blocked where True lets through": (
        lambda: with_fused(source=lambda ids: (ids == PAD)[:, None, None, :]), "inverted", "encoder cross"),
    "tut6: sees the next token": (lambda: Tut6(target=lambda ids: keys(ids) & tril(ids, 1)), "sees_next", "decoder"),
    "annotated: sees the next token": (lambda: annotated(ahead=1), "sees_next", "decoder"),
    "official: cannot see itself": (
        lambda: Official(tgt_mask=lambda src, trg: torch.ones(len(trg), len(trg)).triu(0).bool()),
        "cannot_see_itself", "decoder"),
    "annotated: cannot see itself": (lambda: annotated(ahead=-1), "cannot_see_itself", "decoder"),
    "tut6: transposed": (lambda: Tut6(target=lambda ids: keys(ids) & tril(ids).t()), "transposed", "decoder"),
    "official: transposed": (
        lambda: Official(tgt_mask=lambda src, trg: torch.ones(len(trg), len(trg)).tril(-1).bool()),
        "transposed", "decoder"),
    "tut6: another id, of a word in the sentence": (
        lambda: Tut6(source=lambda ids: keys(ids, 3)), "wrong_padding_id", "encoder cross"),
    "annotated: another id, of no word in the sentence": (
        lambda: annotated(source=lambda ids: keys(ids, 0), cross=lambda src, trg: keys(src, 0)),
        "wrong_padding_id", "encoder cross"),
    "official: another id": (
        lambda: Official(src_key_padding_mask=lambda src, trg: (src == 0).t()), "wrong_padding_id", "encoder"),
    "tut6: transposed with its padding": (
        lambda: Tut6(target=lambda ids: (keys(ids) & tril(ids)).mT), "transposed", "decoder"),
    "tut6: a mask of ones in cross": (
        lambda: Tut6(cross=lambda src, trg: torch.ones(1, 1, 1, src.shape[1]).bool()), "padding_missing", "cross"),
    "tut6: zeros added in cross": (
        lambda: Tut6(attend=in_place, cross=lambda src, trg: torch.ones(1, 1, 1, src.shape[1]).bool()),
        "padding_missing", "cross"),
    "tut6: minus a large number after the softmax": (
        lambda: Tut6(attend=lambda energy, mask: energy.softmax(-1).masked_fill(mask == 0, -1e9)),
        "after_softmax", "encoder decoder cross"),
    "tut6: a fill above zero": (
        lambda: Tut6(attend=weak(own_code.masked_softmax, 1e9)), "fill_too_weak", "encoder decoder cross"),
    "tut6: softmax over the sentences": (
        lambda: Tut6(attend=lambda energy, mask: fused(energy, mask, 0)), "softmax_axis", "encoder decoder cross"),
    "tut6: rows in place of columns": (
        lambda: Tut6(source=lambda ids: (ids != PAD)[:, None, :, None], cross=lambda src, trg: keys(src)),
        "rows_not_columns", "encoder"),
    "annotated: rows in place of columns in cross": (
        lambda: annotated(cross=lambda src, trg: (trg != PAD)[:, None, :, None]), "rows_not_columns", "cross"),
    "tut6: after the softmax": (lambda: Tut6(attend=after_softmax), "after_softmax", "encoder decoder cross"),
    "annotated: times the mask after the softmax": (
        lambda: annotated(attend=times_after_softmax), "after_softmax", "encoder decoder cross"),
    "tut6: no mask in cross": (lambda: Tut6(cross=lambda src, trg: None), "padding_missing", "cross"),
    "official: no mask in cross": (
        lambda: Official(memory_key_padding_mask=lambda src, trg: None), "padding_missing", "cross"),
    "official: no look-ahead": (lambda: Official(tgt_mask=lambda src, trg: None), "look_ahead_missing", "decoder"),
    "annotated: no look-ahead": (
        lambda: annotated(target=lambda ids: both_padding(ids, ids)), "look_ahead_missing", "decoder"),
    "tut6: no padding mask": (lambda: Tut6(source=None), "padding_missing", "encoder cross"),
    "tut6: a fill of almost nothing": (
        lambda: Tut6(attend=weak(own_code.masked_softmax, -1e-10)), "fill_too_weak", "encoder decoder cross"),
    "annotated: a fill of almost nothing": (
        lambda: annotated(attend=weak(own_code.own_softmax, -1e-12)), "fill_too_weak", "encoder decoder cross"),
    "tut6: mask times scores": (
        lambda: Tut6(attend=lambda energy, mask: torch.softmax(energy * mask, -1)),
        "fill_too_weak", "encoder decoder cross"),
    "tut6: softmax over the queries": (
        lambda: Tut6(attend=lambda energy, mask: fused(energy, mask, -2)), "softmax_axis", "encoder decoder cross"),
    "annotated: softmax over the heads": (
        lambda: annotated(attend=lambda energy, mask: fused(energy, mask, 1)), "softmax_axis", "encoder decoder cross"),
    "tut6: sentences along the heads": (
        lambda: Tut6(source=lambda ids: (ids != PAD).repeat(2, 1)[None, :, None, :]),
        "wrong_dimension", "encoder cross"),
    "official: look-ahead in the encoder": (
        lambda: Official(src_mask=lambda src, trg: torch.ones(len(src), len(src)).triu(1).bool()),
        "look_ahead_in_encoder", "encoder"),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_has_no_fault(name: str, tmp_path: Path) -> None:
    make, remarks = RIGHT[name]
    first, second = recorded(make(), tmp_path)
    assert faults(first) == faults(second) == []
    assert {finding.code for finding in diagnose(second)} == remarks
    assert {finding.code for finding in diagnose(first)} <= remarks | {"no_padding"}


@pytest.mark.parametrize("name", BROKEN)
def test_the_planted_fault_is_named_and_no_other(name: str, tmp_path: Path) -> None:
    make, code, kinds = BROKEN[name]
    _, trace = recorded(make(), tmp_path)
    found = faults(trace)
    assert [finding.code for finding in found] == [code] * len(kinds.split()), [each.sentence for each in found]
    assert sorted(str(finding.kind) for finding in found) == sorted(kinds.split())
    assert diagnose(trace)[0] == found[0]
    assert all(finding.layers == (0, 1) for finding in found)


def test_the_zoo_has_every_fault_that_has_a_name() -> None:
    known = {code.partition(".")[0] for code, text in TEXTS.items() if text.severity == "fault"}
    planted_codes = {code for _, code, _ in BROKEN.values()}
    elsewhere = {"scrambled", "mixed", "other_sentence"}  # tests/test_headscope_recorder_layouts.py
    below = {"target_mask_in_cross", "mask_differs", "not_numbers", "not_normalised"}
    assert known - planted_codes == elsewhere | below
    assert len(BROKEN) >= 20


def test_the_targets_mask_in_cross_is_named_where_both_have_one_length(tmp_path: Path) -> None:
    """Elsewhere it does not fit and PyTorch says so."""
    source = torch.tensor([[2, 5, 6, 3, 1]])
    target = torch.tensor([[2, 9, 3, 1, 1]])
    model = Tut6(cross=lambda src, trg: own_code.target_mask(trg))
    [trace] = recorded(model, tmp_path, source, target)
    assert [(each.code, each.kind) for each in faults(trace)] == [("target_mask_in_cross", "cross")]
    model = Tut6(cross=lambda src, trg: own_code.source_mask(trg))
    [trace] = recorded(model, tmp_path, source, target)
    assert [(each.code, each.kind) for each in faults(trace)] == [("target_mask_in_cross", "cross")]


def test_a_blind_row_of_minus_infinity_is_named_where_it_spreads(tmp_path: Path) -> None:
    """Not a number times zero is not a number: the padded rows of the encoder reach every row that follows."""
    _, trace = recorded(annotated(attend=weak(own_code.masked_softmax, float("-inf"))), tmp_path)
    assert {each.code for each in faults(trace)} == {"not_numbers"}
    assert {"cross", "decoder"} <= {each.kind for each in faults(trace)}
    assert ("empty_rows", "encoder") in {(each.code, each.kind) for each in diagnose(trace)}
    for kind in KINDS:
        assert np.isfinite(np.asarray(trace.attention(kind))).all()


def test_evidence_points_at_a_cell_that_shows_it(tmp_path: Path) -> None:
    _, trace = recorded(Tut6(target=lambda ids: keys(ids) & tril(ids, 1)), tmp_path)
    [finding] = faults(trace)
    evidence = finding.evidence
    assert evidence is not None and evidence.row is not None and evidence.column == evidence.row + 1
    attention = trace.decoder_attention
    assert attention is not None
    assert evidence.value == pytest.approx(attention[evidence.layer, evidence.head, evidence.row, evidence.column])
    assert finding.kind == "decoder" and finding.layer == 0


def test_sentences_name_tokens_numbers_and_axes(tmp_path: Path) -> None:
    _, trace = recorded(Tut6(source=lambda ids: keys(ids, 3)), tmp_path)
    assert faults(trace)[0].sentence == "The mask takes “3” (id 3) for padding, and not id 1."
    _, trace = recorded(Tut6(attend=weak(own_code.masked_softmax, -1e-9)), tmp_path)
    assert "too weak (-1e-09)" in faults(trace)[0].sentence
    nothing = torch.zeros(1).bool()
    twice = weak(
        lambda energy, mask, fill: own_code.masked_softmax(energy.masked_fill(nothing, -np.inf), mask, fill), -5
    )
    _, trace = recorded(Tut6(attend=twice), tmp_path)
    assert "too weak (-5)" in faults(trace)[0].sentence, "the other one is not"
    _, trace = recorded(Tut6(attend=lambda energy, mask: fused(energy, mask, -2)), tmp_path)
    assert "wrong axis (queries)" in faults(trace)[0].sentence


def test_another_id_is_told_where_the_comparison_was_seen(tmp_path: Path) -> None:
    _, trace = recorded(Tut6(source=lambda ids: keys(ids, 0)), tmp_path)
    assert trace.meta.recorded["compared"] == {"source": (0,), "target": (1,)}
    assert faults(trace)[0].sentence == "The mask blocks no padding: the ids are compared with 0, and padding is 1."
    made_before = keys(SOURCE, 0)
    _, trace = recorded(Tut6(source=lambda ids: made_before), tmp_path)
    assert {each.code for each in faults(trace)} == {"wrong_padding_id"}
    assert "perhaps it is for another id" in faults(trace)[0].sentence
    _, trace = recorded(Official(src_key_padding_mask=lambda src, trg: (src == 0).t()), tmp_path)
    assert trace.meta.recorded["compared"]["source"] == (0, 1), "positions first"


def test_a_mask_without_a_name_is_counted(tmp_path: Path) -> None:
    def odd(ids: Tensor) -> Tensor:
        mask = (keys(ids) & tril(ids)).clone()
        mask[:, :, 2, 0] = False
        return mask

    _, trace = recorded(Tut6(target=odd), tmp_path)
    [finding] = faults(trace)
    assert finding.code == "mask_differs"
    assert finding.sentence.startswith("The mask differs from the definition in 1 of 15 cells")
    assert finding.evidence is not None and (finding.evidence.row, finding.evidence.column) == (2, 0)


def test_our_own_runs_have_nothing_to_find() -> None:
    mask = np.tri(3, dtype=bool)
    visible = np.array([True, True, True, False])
    maps: dict[str, Any] = {
        "encoder": np.tile(visible, (4, 1)), "decoder": mask, "cross": np.tile(visible, (3, 1))}  # fmt: skip
    arrays: dict[str, Any] = {f"{kind}_mask": allowed for kind, allowed in maps.items()}
    for kind, allowed in maps.items():
        arrays[f"{kind}_attention"] = np.tile(allowed / allowed.sum(-1, keepdims=True), (2, 3, 1, 1)).astype(np.float32)
    trace = make_trace(target_mask=mask, look_ahead_mask=mask, **arrays)
    assert diagnose(trace) == ()
    wrong = replace(trace, decoder_attention=np.swapaxes(arrays["decoder_attention"], -1, -2).copy())
    assert {each.code for each in diagnose(wrong)} == {"softmax_axis"}


def test_a_trace_without_arrays_has_nothing_to_find() -> None:
    names = [f"{kind}_{array}" for kind in KINDS for array in ("attention", "mask")]
    assert diagnose(make_trace(**dict.fromkeys(names), padding_mask=None, target_mask=None)) == ()


@pytest.mark.parametrize("recorded", [{"blocks": "x"}, {"blocks": ("x", 3)}, {"blocks": ({"kind": "encoder", "layer": 0,
    "axis": 4, "fills": 3, "not_numbers": ("a", 99), "scale": "x", "shapes": "x"},), "padding_id": "1"}])  # fmt: skip
def test_what_a_file_says_is_not_trusted(recorded: dict[str, Any]) -> None:
    trace = make_trace()
    for finding in diagnose(replace(trace, meta=replace(trace.meta, recorded=recorded))):
        assert finding.sentence and finding.remedy


def test_a_token_spelled_as_a_place_stays_as_it_is() -> None:
    finding = Finding("wrong_padding_id", "cross", (0,), ("%3", "4", "1"), Evidence())
    assert finding.sentence == "The mask takes “%3” (id 4) for padding, and not id 1."
