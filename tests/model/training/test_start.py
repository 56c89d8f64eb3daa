"""What a run begins with: tables drawn one way or the other, or the weights of a checkpoint that is trained further."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.formats.headscope import CONFIG
from model.common.problems import Problem
from model.network.transformer import Transformer
from model.training.loop import train
from model.training.recipe import (
    Data,
    NetworkRecipe,
    Optimisation,
    Recipe,
    Schedule,
    VocabularyRecipe,
    read_recipe,
)
from model.training.start import first_checkpoint
from model.training.training_text import read_training_text
from tests.model.sample_checkpoints import PAIRS

FIRST = Recipe(
    "first",
    Data("de", "en", "pairs.tsv", "pairs.tsv", max_tokens=30),
    VocabularyRecipe("word", min_count=1, lowercase=True),
    Schedule("constant", peak=1e-3, warmup=1),
    NetworkRecipe(width=16, layers=1, heads=2, feed_forward_width=32, max_length=40, positions="learned"),
    Optimisation(epochs=1, batch_tokens=100, label_smoothing=0.1),
    family="tut6",
    provenance={"licence": "CC BY 2.0 FR", "data": "the first"},
    text="the first recipe",
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``pairs.tsv`` and the checkpoint of a run on it, in ``first``."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "pairs.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS[:12]), encoding="utf-8")
    list(train(FIRST, folder, folder / "first"))
    return folder


def further(trained: Path, **changes: Any) -> Recipe:
    """Another recipe, for other text, that begins where the first ended."""
    fields: dict[str, Any] = {
        "architecture": NetworkRecipe(),
        "vocabulary": VocabularyRecipe("sentencepiece"),
        "family": "Headscope",
    }
    settings = Optimisation(epochs=1, batch_tokens=100, residual_dropout=0.25)
    said: dict[str, Any] = {"name": "second", "provenance": {"data": "the second"}, "text": "the second recipe"}
    said["family"], said["start"] = "Headscope", str(trained / "first")
    return replace(FIRST, optimisation=settings, **{**fields, **said, **changes})


def begun(recipe: Recipe, folder: Path) -> Checkpoint:
    out = folder / "never"
    return first_checkpoint(recipe, read_training_text(recipe, folder, out), out)


def same_weights(one: Transformer, other: Transformer) -> bool:
    left, right = one.state_dict(), other.state_dict()
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name]) for name in left)


def test_it_begins_with_the_weights_and_words_of_the_checkpoint(trained: Path) -> None:
    before, first = open_checkpoint(trained / "first"), begun(further(trained), trained)
    assert same_weights(first.transformer, before.transformer)
    assert first.source_tokenizer.encode(PAIRS[0][0]).ids == before.source_tokenizer.encode(PAIRS[0][0]).ids
    assert (first.special, first.family) == (before.special, "tut6")
    assert first.transformer.config.dropout.residual == 0.25
    assert first.provenance["licence"] == "CC BY 2.0 FR"
    assert first.provenance["data"] == "the second"
    assert first.provenance["start"] == f"first, weights {before.sha256}"
    assert first.provenance["label_smoothing"] == 0.0


def test_one_that_is_trained_further_can_be_stopped_and_resumed(trained: Path) -> None:
    """The checkpoint that it began with may be gone by then; the one it began with stays as it was."""
    before = (trained / "first" / "model.safetensors").read_bytes()
    recipe = further(trained)
    list(train(recipe, trained, trained / "whole"))
    for _ in zip(range(1), train(recipe, trained, trained / "parts"), strict=False):
        pass
    (trained / "first").rename(trained / "elsewhere")
    try:
        list(train(recipe, trained, trained / "parts"))
    finally:
        (trained / "elsewhere").rename(trained / "first")
    whole, parts = (open_checkpoint(trained / name).transformer for name in ("whole", "parts"))
    assert same_weights(whole, parts)
    assert not same_weights(whole, open_checkpoint(trained / "first").transformer)
    assert (trained / "first" / "model.safetensors").read_bytes() == before


def test_a_checkpoint_that_cannot_be_trained_further(trained: Path) -> None:
    with pytest.raises(Problem, match="no such file or folder"):
        begun(further(trained, start="nowhere"), trained)
    with pytest.raises(Problem, match="takes 40 at most"):
        begun(further(trained, data=replace(FIRST.data, max_tokens=41)), trained)
    config = json.loads((trained / "first" / CONFIG).read_text(encoding="utf-8"))
    config["special"]["target_padding"] = 4
    other = trained / "padded"
    other.mkdir()
    for path in filter(Path.is_file, (trained / "first").iterdir()):
        (other / path.name).write_bytes(path.read_bytes())
    (other / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(Problem, match="its padding token has the number 4, and training pads with 1"):
        begun(further(trained, start=str(other)), trained)


def test_a_recipe_with_a_start_has_no_network_of_its_own(tmp_path: Path) -> None:
    text = 'start = "everyday"\n[data]\nsource_language = "de"\ntarget_language = "en"\nmax_tokens = 600\n'
    text += '[schedule]\nkind = "constant"\n'
    (tmp_path / "r.toml").write_text(text, encoding="utf-8")
    assert read_recipe(tmp_path / "r.toml").start == "everyday"
    for entry in ('[vocabulary]\nkind = "word"\n', "[architecture]\nwidth = 32\n"):
        (tmp_path / "r.toml").write_text(text + entry, encoding="utf-8")
        with pytest.raises(Problem, match="which comes from the checkpoint"):
            read_recipe(tmp_path / "r.toml")


def test_tables_are_drawn_as_the_recipe_says(trained: Path) -> None:
    """N(0, 1/M) for √M·token of unit size; Xavier as for every matrix: uniform up to √(6 / (rows + M))."""
    for tables in ("normal", "xavier"):
        torch.manual_seed(5)
        drawing = {**vars(FIRST.architecture), "tables": tables}
        network = begun(replace(FIRST, architecture=NetworkRecipe(**drawing)), trained).transformer
        found = [value.detach() for name, value in network.named_parameters() if "_embedding." in name]
        assert sorted(len(table) for table in found)[-2:] == [40, 40]  # of positions
        for table in found:
            limit = (6 / sum(table.shape)) ** 0.5
            assert (float(table.abs().max()) <= limit) == (tables == "xavier")
            assert float(table.std()) == pytest.approx(limit / 3**0.5 if tables == "xavier" else 0.25, rel=0.15)
