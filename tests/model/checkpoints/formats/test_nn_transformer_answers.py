"""Classes around nn.Transformer whose code no key shows: asked about, and what is answered is what is computed.

The references are written here with PyTorch's own module and nothing of ours.
"""

from __future__ import annotations

import math
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from model.checkpoints.assumptions import CONVENTION
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.decoding.beam import beam_search
from model.decoding.run import run_sentence
from model.record.trace import KINDS, Trace
from tests.all_pairs import all_pairs
from tests.model.checkpoints.formats.nn_transformer_network import heard, make, save
from tests.model.checkpoints.formats.references import clones, saved

WIDTH, HEADS, ROWS, SIZES, PAD = 12, 3, 16, (13, 17), 1
NAMES = ("activation", "norm_order", "scale_embeddings", "padding_masks")


class Positions(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        table = torch.zeros(ROWS, 1, WIDTH)
        for place, column in product(range(ROWS), range(WIDTH)):
            angle = place / 10_000 ** ((column - column % 2) / WIDTH)
            table[place, 0, column] = math.cos(angle) if column % 2 else math.sin(angle)
        self.register_buffer("pos_embedding", table)


class Translator(nn.Module):
    """As pytorch/examples' language translation names its parts; the rest is asked for."""

    def __init__(self, *, scaled: bool, masks: str, positions: str = "table", **options: Any) -> None:
        super().__init__()
        self.scaled, self.masks, self.positions = scaled, masks.split(","), positions
        self.src_embedding = nn.Embedding(SIZES[0], WIDTH)
        self.tgt_embedding = nn.Embedding(SIZES[1], WIDTH)
        if positions == "table":
            self.pos_enc = Positions()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "enable_nested_tensor is True")
            self.transformer = nn.Transformer(WIDTH, HEADS, 2, 2, 10, 0.1, batch_first=True, **options)
        self.ff = nn.Linear(WIDTH, SIZES[1])

    def place(self, length: int) -> Tensor:
        if self.positions == "table":
            return self.pos_enc.get_buffer("pos_embedding")[:length, 0]
        table = torch.zeros(length, WIDTH)
        if self.positions == "none":
            return table
        half = WIDTH // 2
        for row, column in product(range(length), range(half)):
            angle = row / 10_000 ** (2 * column / WIDTH)
            even, odd = (column, half + column) if self.positions == "halves" else (2 * column, 2 * column + 1)
            table[row, even], table[row, odd] = math.sin(angle), math.cos(angle)
        return table

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        by = math.sqrt(WIDTH) if self.scaled else 1.0
        padding = source == PAD
        hidden: Tensor = self.transformer(
            self.src_embedding(source) * by + self.place(source.shape[1]),
            self.tgt_embedding(target) * by + self.place(target.shape[1]),
            tgt_mask=torch.ones(target.shape[1], target.shape[1]).triu(1).bool(),
            src_key_padding_mask=padding if "src" in self.masks else None,
            tgt_key_padding_mask=(target == PAD) if "tgt" in self.masks else None,
            memory_key_padding_mask=padding if "memory" in self.masks else None,
        )
        return self.ff(hidden)  # type: ignore[no-any-return]


def network(**options: Any) -> Translator:
    torch.manual_seed(5)
    made = Translator(**options).eval()
    for value in made.parameters():
        nn.init.normal_(value, 0.05, 0.6)  # far from where norm order and activation hardly matter
    return made


def ours(model: Translator, folder: Path, **answers: Any) -> Checkpoint:
    return open_checkpoint(saved(clones(model), folder / "translator.pt"), {"heads": HEADS, **answers})


def run(checkpoint: Checkpoint, source: str = "4 9 12 5 7", target: str = "8 3 16 4", pad_to: int = 10) -> Trace:
    return run_sentence(checkpoint, source, target=target, pad_to=pad_to)


def largest_difference(model: Translator, trace: Trace) -> float:
    """Of all maps, and of the probabilities of the given target."""
    source, consumed = torch.tensor([trace.source_ids.tolist()]), torch.tensor([list(_of(trace.consumed_ids))])
    encoder: Any = model.transformer.encoder.layers
    decoder: Any = model.transformer.decoder.layers
    stores: dict[str, list[Tensor]] = {kind: [] for kind in KINDS}
    parts = [(layer.self_attn, stores["encoder"]) for layer in encoder]
    for layer in decoder:
        parts += [(layer.self_attn, stores["decoder"]), (layer.multihead_attn, stores["cross"])]
    with torch.no_grad(), heard([part for part, _ in parts], [store for _, store in parts]):
        logits = model(source, consumed)[0]
    found = [
        np.abs(trace.maps(kind) - torch.stack([weights[0] for weights in stores[kind]]).numpy()).max() for kind in KINDS
    ]
    given = logits.softmax(-1).numpy()[np.arange(len(logits)), _of(trace.produced_ids)]
    found.append(np.abs(given - _of(trace.produced_probability)).max())
    return float(max(found))


def _of(array: Any) -> Any:
    assert array is not None
    return array


@pytest.mark.parametrize(
    ("masks", "scaled", "order", "activation"),
    all_pairs(("src,tgt,memory", "src,tgt", "src", "none", "memory"), (True, False), ("pre", "post"), ("gelu", "relu")),
)
def test_what_is_answered_is_what_is_computed(
    scaled: bool, order: str, activation: str, masks: str, tmp_path: Path
) -> None:
    model = network(scaled=scaled, masks=masks, norm_first=order == "pre", activation=activation)
    answers = {"scale_embeddings": scaled, "norm_order": order, "activation": activation, "padding_masks": masks}
    checkpoint = ours(model, tmp_path, **answers)
    assert checkpoint.questions == () or {one.name for one in checkpoint.questions}.isdisjoint({*NAMES, "heads"})
    assert largest_difference(model, run(checkpoint)) < 1e-5
    assert largest_difference(model, run(checkpoint, pad_to=0)) < 1e-5
    if masks != ("none" if scaled else "src,tgt,memory"):
        return  # that every answer counts is seen with some masks and with none
    for name, other in (
        ("scale_embeddings", not scaled),
        ("norm_order", "post" if order == "pre" else "pre"),
        ("activation", "relu" if activation == "gelu" else "gelu"),
        ("padding_masks", "src,memory" if masks == "none" else "none"),
    ):
        wrong = ours(model, tmp_path, **{**answers, name: other})
        assert largest_difference(model, run(wrong)) > 1e-3, name


@pytest.mark.parametrize(("order", "activation"), [("pre", "gelu"), ("post", "gelu"), ("pre", "relu")])
def test_the_code_beside_the_file_says_what_no_key_shows(order: str, activation: str, tmp_path: Path) -> None:
    """A notebook's line that makes the module is an answer with its origin; it is not asked any more."""
    model = network(scaled=True, masks="src,tgt,memory", norm_first=order == "pre", activation=activation)
    line = f"t = nn.Transformer({WIDTH}, nhead={HEADS}, norm_first={order == 'pre'}, activation=F.{activation})"
    (tmp_path / "train.py").write_text(f"import torch.nn.functional as F\n{line}\n", encoding="utf-8")
    checkpoint = open_checkpoint(saved(clones(model), tmp_path / "translator.pt"), {"scale_embeddings": True})
    told = {one.name: (one.value, one.origin, one.certain) for one in checkpoint.assumptions}
    assert told["norm_order"] == (order, "train.py", True)
    assert told["activation"] == (activation, "train.py", True)
    assert {"norm_order", "activation"}.isdisjoint({one.name for one in checkpoint.questions})
    assert largest_difference(model, run(checkpoint)) < 1e-5


def test_the_eps_of_norms_is_an_answer_or_a_setting_of_the_file(tmp_path: Path) -> None:
    model = network(scaled=True, masks="src,tgt,memory", layer_norm_eps=0.25)
    assert largest_difference(model, run(ours(model, tmp_path))) > 1e-3
    assert largest_difference(model, run(ours(model, tmp_path, norm_eps=0.25))) < 1e-5
    whole = {"state_dict": clones(model), "hyper_parameters": {"layer_norm_eps": 0.25, "nhead": HEADS}}
    told = open_checkpoint(saved(whole, tmp_path / "lightning.ckpt"), {"scale_embeddings": True})
    assert largest_difference(model, run(told)) < 1e-5


@pytest.mark.parametrize("positions", ["interleaved", "halves", "none"])
def test_positions_without_a_table_are_asked_about(positions: str, tmp_path: Path) -> None:
    model = network(scaled=True, masks="src,tgt,memory", positions=positions)
    asked = {one.name: one for one in ours(model, tmp_path).questions}
    assert asked["positions"].options == ("interleaved", "halves", "none")
    checkpoint = ours(model, tmp_path, positions=positions, max_length=20)
    assert largest_difference(model, run(checkpoint)) < 1e-5
    wrong = ours(model, tmp_path, positions="none" if positions == "halves" else "halves", max_length=20)
    assert largest_difference(model, run(wrong)) > 1e-3
    assert wrong.transformer.config.max_length == 20


def test_only_the_tutorials_own_layout_is_certain(tmp_path: Path) -> None:
    """Its names, its table [N,1,M], its biases and final norms: anything else is another class."""
    state = clones(make())
    table = state["positional_encoding.pos_embedding"]
    others = {
        "another name": {**{k: v for k, v in state.items() if "generator" not in k},
                         "ff.weight": state["generator.weight"], "ff.bias": state["generator.bias"]},
        "batch first": {**state, "positional_encoding.pos_embedding": table.transpose(0, 1).clone()},
        "no biases": {k: v for k, v in state.items() if not k.endswith("bias") or k.startswith("generator")},
    }  # fmt: skip
    own = {one.name: one for one in open_checkpoint(save(make(), tmp_path)).assumptions}
    assert all(own[name].certain and own[name].origin == CONVENTION for name in NAMES)
    assert not own["heads"].certain
    for name, other in others.items():
        asked = {one.name for one in open_checkpoint(saved(other, tmp_path / f"{name}.pt")).questions}
        assert asked >= {*NAMES, "heads"}, name


def test_masks_and_runs_follow_the_answer(tmp_path: Path) -> None:
    model = network(scaled=False, masks="src")
    trace = run(ours(model, tmp_path, scale_embeddings=False, padding_masks="src"))
    padding = _of(trace.padding_mask)
    assert padding.tolist() == [True] * 7 + [False] * 3
    assert _of(trace.encoder_mask).tolist() == [padding.tolist()] * 10
    assert _of(trace.cross_mask).all() and (trace.maps("cross")[..., 7:] > 0).all()
    assert not trace.meta.leaky_mask
    every = run(ours(model, tmp_path, padding_masks="src,memory"))
    assert _of(every.cross_mask).tolist() == [padding.tolist()] * len(_of(every.consumed_ids))


def test_a_translation_does_not_depend_on_its_neighbours(tmp_path: Path) -> None:
    """Where no mask hides padding, sources of other lengths cannot be padded together."""
    checkpoint = ours(network(scaled=True, masks="none"), tmp_path, padding_masks="none")
    sources = [checkpoint.source(text) for text in ("4 9 12 5 7 6 8", "5", "10 11 5", "4", "6 7 12")]
    alone = [beam_search(checkpoint, [source], 2, max_length=9)[0] for source in sources]
    together = beam_search(checkpoint, sources, 2, max_length=9)
    assert [one.ids for one in together] == [one.ids for one in alone]
    assert [one.score for one in together] == pytest.approx([one.score for one in alone], abs=1e-5)
