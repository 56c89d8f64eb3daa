"""What sentence pairs and a recorded run say of answers: the trained network's own, and those of the recorded code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from headscope_recorder import record
from model.checkpoints.answer_check import by_pairs, by_run, difference, together, told_by
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.head_count_check import read_pairs
from model.common.problems import Problem
from model.network.transformer import Transformer
from model.record.trace import Trace
from model.record.trace_file import load_trace
from tests.all_pairs import all_pairs
from tests.model.checkpoints.formats.references import clones, saved
from tests.model.checkpoints.formats.test_nn_transformer_answers import HEADS, PAD, network
from tests.model.sample_checkpoints import PAIRS, tiny

OPTIONS = {
    "norm_order": ("post", "pre"), "scale_embeddings": (True, False), "activation": ("relu", "gelu"),
    "padding_masks": ("src,tgt,memory", "src,tgt", "src", "none"),
}  # fmt: skip
SOURCE = torch.tensor([[2, 4, 9, 12, 5, 3], [2, 7, 8, 3, PAD, PAD]])
TARGET = torch.tensor([[2, 8, 16, 4, 3], [2, 5, 3, PAD, PAD]])


def read_as(answers: Mapping[str, Any]) -> Checkpoint:
    """The trained checkpoint, read with other answers, as a foreign one may be."""
    trained = tiny()
    config, heads = trained.transformer.config, answers["heads"]
    width = config.encoder.heads * config.encoder.head_width
    stacks = {
        name: replace(getattr(config, name), heads=heads, head_width=width // heads) for name in ("encoder", "decoder")
    }
    others = {name: value for name, value in answers.items() if name != "heads"}
    read = Transformer(replace(config, **stacks, **others)).eval()
    read.load_state_dict(trained.transformer.state_dict())
    return replace(trained, transformer=read)


def test_the_trained_networks_own_answers_are_the_least_surprised() -> None:
    pairs = [(source, target) for source, target in PAIRS[:8]]
    config = tiny().transformer.config
    options = {"norm_order": ("post", "pre"), "scale_embeddings": (True, False)}
    found = list(by_pairs(options, (2, 4, 8), pairs, read_as))
    assert len(found) == len(list(product(*options.values()))) + 3
    assert [one.answers["heads"] for one in found[-3:]] == [2, 4, 8]
    best = min(found[-3:], key=lambda one: one.score).answers
    told = {"norm_order": config.norm_order, "scale_embeddings": config.scale_embeddings}
    assert best == {**told, "heads": config.encoder.heads}


def test_heads_alone_are_one_round() -> None:
    found = list(by_pairs({}, (2, 4, 8), [(source, target) for source, target in PAIRS[:2]], read_as))
    assert [dict(one.answers) for one in found] == [{"heads": 2}, {"heads": 4}, {"heads": 8}]
    assert together({}) == [{}]


def recorded(model: Any, folder: Path, source: torch.Tensor = SOURCE, target: torch.Tensor = TARGET) -> list[Trace]:
    with torch.no_grad(), record(folder / "own.npz", source, target, pad=PAD) as recording:
        model(source, target)
    return [load_trace(file) for file in recording.files]


def opener(model: Any, folder: Path) -> Callable[[Mapping[str, Any]], Checkpoint]:
    path = saved(clones(model), folder / "translator.pt")
    return lambda answers: open_checkpoint(path, answers)


@pytest.mark.parametrize(
    ("scaled", "order", "activation", "masks"),
    all_pairs((False, True), ("post", "pre"), ("relu", "gelu"), OPTIONS["padding_masks"]),
)
def test_a_recorded_run_decides(scaled: bool, order: str, activation: str, masks: str, tmp_path: Path) -> None:
    model = network(scaled=scaled, masks=masks, norm_first=order == "pre", activation=activation)
    _, padded = recorded(model, tmp_path)
    found = list(by_run(OPTIONS, padded, opener(model, tmp_path)))
    best, *others = sorted(found, key=lambda one: one.score)
    assert best.score < 1e-5 and min(one.score for one in others) > 1e-3
    assert best.answers == {
        "heads": HEADS, "norm_order": order, "scale_embeddings": scaled, "activation": activation,
        "padding_masks": masks,
    }  # fmt: skip


def test_without_padding_nothing_is_said_of_its_masks(tmp_path: Path) -> None:
    alone, _ = recorded(network(scaled=True, masks="none"), tmp_path)
    assert told_by(alone) == {"heads": HEADS}


def test_a_run_of_another_model_is_refused_or_far_away(tmp_path: Path) -> None:
    model = network(scaled=True, masks="src,tgt,memory")
    first, _ = recorded(model, tmp_path)
    opened = opener(model, tmp_path)({"heads": HEADS})
    assert difference(opened, first) < 1e-5
    assert difference(opener(model, tmp_path)({"heads": 4}), first) == np.inf
    odd = replace(first, source_ids=np.array([2, 4, 9, 99, 5, 3]))
    with pytest.raises(Problem, match="of another model"):
        difference(opened, odd)
    with pytest.raises(Problem, match="no attention maps"):
        told_by(replace(first, encoder_attention=None, cross_attention=None))


def test_pairs_are_those_of_the_dialog(tmp_path: Path) -> None:
    model = network(scaled=False, masks="src,tgt,memory")
    found = list(by_pairs(OPTIONS, (3, 4), read_pairs("4 9 | 5 6\n7 | 8"), opener(model, tmp_path)))
    assert len(found) == 4 + 2  # what only padding shows, or too little, is not tried
    assert all({"padding_masks", "activation"}.isdisjoint(one.answers) for one in found)
