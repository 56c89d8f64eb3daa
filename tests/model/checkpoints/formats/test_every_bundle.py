"""Whatever opens can be saved as our folder, and opens again as the same: weights, tokens, rules, maps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.formats import headscope
from model.decoding.session import DecodingSession
from model.record.trace import KINDS
from tests.model.checkpoints.formats.samples import all_samples, of_every_format, written

SAMPLES = {name: sample for name, sample in all_samples().items() if sample.opens}


def same_runs(one: Checkpoint, other: Checkpoint, sentence: str) -> bool:
    ours, theirs = (DecodingSession(each, each.source(sentence)).run().trace() for each in (one, other))
    pairs = [(ours.attention(kind), theirs.attention(kind)) for kind in KINDS]
    pairs.append((ours.produced_ids, theirs.produced_ids))
    return all(np.array_equal(np.asarray(mine), np.asarray(its)) for mine, its in pairs)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("name", of_every_format(SAMPLES))
def test_a_bundle_is_the_same_checkpoint(name: str, tmp_path: Path) -> None:
    opened = open_checkpoint(written(name))
    assert list(headscope.bundle(opened, tmp_path / "bundle"))[-1] == 1.0
    again = open_checkpoint(tmp_path / "bundle")
    for field in ("name", "family", "special", "languages", "dtypes", "code_names", "language_tokens"):
        assert getattr(again, field) == getattr(opened, field), field
    assert again.tokenizer_files.items() >= opened.tokenizer_files.items()
    assert again.transformer.config == opened.transformer.config
    weights = dict(again.transformer.named_parameters())
    for place, value in opened.transformer.named_parameters():
        assert torch.equal(value, weights[place]), place
        assert value.dtype == weights[place].dtype
    assert again.source_tokenizer.encode(SAMPLES[name].sentence) == opened.source_tokenizer.encode(
        SAMPLES[name].sentence
    )
    if SAMPLES[name].translates:
        assert same_runs(opened, again, SAMPLES[name].sentence)
