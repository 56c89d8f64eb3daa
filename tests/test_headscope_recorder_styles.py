"""Every style of writing attention is seen: weights and masks are those of a plain calculation, and no fault is named.

The expectation is computed here from the projections themselves, in the most ordinary way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
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
from tests.own_code import HEADS, PAD, SOURCE, TARGET, WIDTH, WORDS, keys, planted, tril
from tests.tutorial_styles import STYLES, hyunwoongko, jadore

Style = Any


@pytest.fixture(autouse=True)
def _nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recorder fails to follow would otherwise only be missing."""
    monkeypatch.setattr(headscope_recorder, "NOT_UNDERSTOOD", ())


Masks = dict[str, Tensor]  #: encoder, decoder and cross, [B,1,Q,K], True = may attend


def defined(src: Tensor, trg: Tensor, padding: int = PAD) -> Masks:
    """By the paper."""
    of_source = keys(src, padding)
    return {
        "encoder": of_source.expand(-1, 1, src.shape[1], -1),
        "decoder": keys(trg) & tril(trg),
        "cross": of_source.expand(-1, 1, trg.shape[1], -1),
    }


def without(masks: Masks, *kinds: str) -> Masks:
    return {kind: torch.ones_like(mask) if kind in kinds else mask for kind, mask in masks.items()}


#: code → what a student does to the masks
FAULTS: dict[str, list[Callable[[Masks, Tensor, Tensor], Masks]]] = {
    "inverted": [
        lambda masks, src, trg: {kind: ~mask for kind, mask in masks.items()},
        lambda masks, src, trg: masks | {"decoder": ~masks["decoder"]},
        lambda masks, src, trg: masks | {"encoder": ~masks["encoder"], "cross": ~masks["cross"]},
    ],
    "sees_next": [lambda masks, src, trg: masks | {"decoder": keys(trg) & tril(trg, 1)}],
    "cannot_see_itself": [lambda masks, src, trg: masks | {"decoder": keys(trg) & tril(trg, -1)}],
    "transposed": [
        lambda masks, src, trg: masks | {"decoder": masks["decoder"].mT},
        lambda masks, src, trg: masks | {"decoder": keys(trg) & tril(trg).mT},
    ],
    "wrong_padding_id": [
        lambda masks, src, trg: defined(src, trg, 0) | {"decoder": masks["decoder"]},
        lambda masks, src, trg: defined(src, trg, 3) | {"decoder": masks["decoder"]},
    ],
    "rows_not_columns": [
        lambda masks, src, trg: masks | {"encoder": masks["encoder"].mT},
        lambda masks, src, trg: masks | {"cross": keys(trg).mT.expand(-1, 1, -1, src.shape[1])},
    ],
    "padding_missing": [
        lambda masks, src, trg: without(masks, "cross"),
        lambda masks, src, trg: without(masks, "encoder", "cross"),
    ],
    "look_ahead_missing": [lambda masks, src, trg: masks | {"decoder": keys(trg).expand(-1, 1, trg.shape[1], -1)}],
    "look_ahead_in_encoder": [lambda masks, src, trg: masks | {"encoder": masks["encoder"] & tril(src)}],
}


class OneLayer(nn.Module):
    """An encoder and a decoder of one layer around a style of attention; keeps what went into it."""

    def __init__(self, style: Style, wrong: Callable[[Masks, Tensor, Tensor], Masks] | None = None) -> None:
        super().__init__()
        self.tok, self.out = nn.Embedding(WORDS, WIDTH), nn.Linear(WIDTH, WORDS)
        self.projections = nn.ModuleList(nn.Linear(WIDTH, 3 * WIDTH) for _ in range(3))
        self.style, self.wrong = style, wrong
        self.kept: list[tuple[Tensor, Tensor, Tensor]] = []

    def attend(self, number: int, query: Tensor, key: Tensor, mask: Tensor) -> Tensor:
        q = self.projections[number](query)[..., :WIDTH]
        _, k, v = self.projections[number](key).split(WIDTH, dim=-1)
        self.kept.append((q, k, mask))
        return self.style(q, k, v, mask, HEADS)  # type: ignore[no-any-return]

    def expected(self) -> list[Tensor]:
        """The weights [B,H,Q,K] of each call."""
        with torch.no_grad():
            return [plain_weights(*kept) for kept in self.kept]

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        x, y = self.tok(src), self.tok(trg)
        masks = defined(src, trg)
        masks = masks if self.wrong is None else self.wrong(masks, src, trg)
        memory = x + self.attend(0, x, x, masks["encoder"])
        y = y + self.attend(1, y, y, masks["decoder"])
        y = y + self.attend(2, y, memory, masks["cross"])
        return torch.softmax(self.out(y), -1)


def plain_weights(q: Tensor, k: Tensor, mask: Tensor) -> Tensor:
    q, k = (x.unflatten(-1, (HEADS, -1)).transpose(1, 2) for x in (q, k))
    scores = q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
    return scores.masked_fill(~mask, float("-inf")).softmax(-1)


def run(model: OneLayer, folder: Path, source: Tensor = SOURCE) -> list[Trace]:
    planted(model).train()
    with record(folder / "run.npz", source, TARGET, pad=PAD) as recording:
        model(source, TARGET)
    return [load_trace(file) for file in recording.files]


@pytest.mark.parametrize("length", [6, 5], ids=["two lengths", "one length"])
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_every_style_is_seen_as_it_is(style: Style, length: int, tmp_path: Path) -> None:
    model = OneLayer(style)
    traces = run(model, tmp_path, SOURCE[:, :length])
    for kind, expected in zip(KINDS, model.expected(), strict=True):
        for sentence, trace in enumerate(traces):
            found = np.asarray(trace.attention(kind))
            np.testing.assert_allclose(found[0], expected[sentence].numpy(), rtol=0, atol=1e-6)
    assert diagnose(traces[1]) == ()
    assert {finding.code for finding in diagnose(traces[0])} <= {"no_padding"}
    assert traces[1].encoder_mask is not None and not traces[1].encoder_mask.all()


#: Each fault in three or four styles, each style with three faults: as it is, every style is seen above.
PLANTED = [
    (style, code) for row, style in enumerate(STYLES) for column, code in enumerate(FAULTS) if (row + column) % 3 == 0
]


@pytest.mark.parametrize(("style", "code"), PLANTED, ids=lambda part: getattr(part, "__name__", part))
def test_every_fault_is_named_whatever_the_style(style: Style, code: str, tmp_path: Path) -> None:
    for wrong in FAULTS[code]:
        found = diagnose(run(OneLayer(style, wrong), tmp_path)[1])
        assert {finding.code for finding in found if finding.severity == "fault"} == {code}
        assert found[0].code == code


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_rounding_is_no_fault(dtype: torch.dtype, tmp_path: Path) -> None:
    model = planted(OneLayer(hyunwoongko)).to(dtype)
    with record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD) as recording:
        model(SOURCE, TARGET)
    assert diagnose(load_trace(recording.files[1])) == ()


def test_a_decoder_that_starts_with_padding_is_right(tmp_path: Path) -> None:
    """As Marian and T5 do: its first token is no padding, and every row may attend to it."""
    target = TARGET.clone()
    target[:, 0] = PAD

    class Starts(OneLayer):
        def forward(self, src: Tensor, trg: Tensor) -> Tensor:
            shown = trg.clone()
            shown[:, 0] = 2
            return super().forward(src, shown)

    model = planted(Starts(jadore))
    with record(tmp_path / "run.npz", SOURCE, target, pad=PAD) as recording:
        model(SOURCE, target)
    trace = load_trace(recording.files[1])
    assert trace.target_mask is not None and trace.target_mask[:, 0].all()
    assert diagnose(trace) == ()


def test_a_vocabulary_as_long_as_the_sentence_is_no_attention(tmp_path: Path) -> None:
    model = planted(OneLayer(jadore))
    model.out = nn.Linear(WIDTH, 6)  # = S
    with record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD) as recording:
        model(SOURCE, TARGET)
    assert [load_trace(recording.files[0]).layers(kind) for kind in KINDS] == [1, 1, 1]


def test_batch_first_layers_in_eval_mode_do_not_take_the_fast_path(tmp_path: Path) -> None:
    """It fuses the whole layer, drops padded positions and calls no softmax."""
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 32, batch_first=True)
    model = planted(nn.TransformerEncoder(layer, 2)).eval()
    decoder = planted(nn.TransformerDecoderLayer(WIDTH, HEADS, 32, batch_first=True, norm_first=True)).eval()
    tok = planted(nn.Embedding(WORDS, WIDTH))
    ahead = nn.Transformer.generate_square_subsequent_mask(TARGET.shape[1])
    low = torch.zeros(TARGET.shape).masked_fill(TARGET == PAD, float("-inf"))
    with torch.no_grad(), record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD) as recording:
        memory = model(tok(SOURCE), src_key_padding_mask=SOURCE == PAD)
        decoder(tok(TARGET), memory, ahead, tgt_key_padding_mask=low, memory_key_padding_mask=SOURCE == PAD)
    trace = load_trace(recording.files[1])
    assert [trace.layers(kind) for kind in KINDS] == [2, 1, 1]
    assert diagnose(trace) == ()
    assert trace.encoder_attention is not None and not trace.encoder_attention[..., 4:].any()


def test_a_causal_flag_is_a_mask(tmp_path: Path) -> None:
    def causal(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
        q, k, v = (x.unflatten(-1, (heads, -1)).transpose(1, 2) for x in (q, k, v))
        if not mask[0, 0, 0].all() and q.shape[2] == TARGET.shape[1] == k.shape[2]:
            return nn.functional.scaled_dot_product_attention(q, k, v, None, 0.3, True).transpose(1, 2).flatten(2)
        return nn.functional.scaled_dot_product_attention(q, k, v, mask).transpose(1, 2).flatten(2)

    trace = run(OneLayer(causal), tmp_path)[1]
    assert {finding.code for finding in diagnose(trace)} == {"decoder_padding_open"}


def test_a_bias_of_positions_is_no_mask(tmp_path: Path) -> None:
    def alibi(q: Tensor, k: Tensor, v: Tensor, mask: Tensor, heads: int) -> Tensor:
        q, k, v = (x.unflatten(-1, (heads, -1)).transpose(1, 2) for x in (q, k, v))
        far = -(torch.arange(q.shape[2])[:, None] - torch.arange(k.shape[2])).abs() / 4.0
        scores = (q @ k.transpose(-1, -2) / 2 + far).masked_fill(~mask, -1e9)
        return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)

    assert diagnose(run(OneLayer(alibi), tmp_path)[1]) == ()
