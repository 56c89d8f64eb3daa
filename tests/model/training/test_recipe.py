"""Recipes: what they mean, and one clear sentence for every wrong entry."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.network.config import Dropout, StackConfig
from model.training.recipe import Recipe, build_config, read_recipe

ROOT = Path(__file__).parents[3]
WHOLE = """
name = "mine"
[data]
source_language = "de"
target_language = "en"
[vocabulary]
kind = "word"
[architecture]
width = 32
heads = 4
[schedule]
kind = "constant"
[optimisation]
epochs = 3
"""


def read(tmp_path: Path, text: str) -> Recipe:
    (tmp_path / "r.toml").write_text(text, encoding="utf-8")
    return read_recipe(tmp_path / "r.toml")


def refused(tmp_path: Path, text: str) -> Problem:
    with pytest.raises(Problem) as caught:
        read(tmp_path, text)
    assert caught.value.what == str(tmp_path / "r.toml")
    assert "\n" not in str(caught.value)
    return caught.value


def test_defaults_and_values(tmp_path: Path) -> None:
    recipe = read(tmp_path, WHOLE)
    assert (recipe.name, recipe.family, recipe.text) == ("mine", "Headscope", WHOLE)
    assert (recipe.data.train, recipe.vocabulary.size, recipe.vocabulary.lowercase) == ("train.tsv.gz", 8000, False)
    assert recipe.optimisation.epochs == 3.0
    assert recipe.optimisation.betas == (0.9, 0.98)
    assert recipe.architecture.mask_fill == -math.inf
    assert read(tmp_path, WHOLE.replace('name = "mine"', "")).name == "r"


def test_the_network_of_a_recipe(tmp_path: Path) -> None:
    text = WHOLE.replace(
        "width = 32",
        'width = 24\nlayers = 2\nfeed_forward_width = 48\nmax_length = 120\npositions = "learned"\n'
        'mask_fill = "-1e10"\n'
        'norm_order = "pre"\nfinal_norm = true\nactivation = "gelu"\nscale_embeddings = false\ntie = true',
    ).replace("epochs = 3", "residual_dropout = 0.3\nattention_dropout = 0.2\nfeed_forward_dropout = 0")
    config = build_config(read(tmp_path, text), 50, 50)
    assert config.encoder == config.decoder == StackConfig(2, 4, 6, 48)
    assert (config.source_vocabulary, config.width, config.max_length) == (50, 24, 120)
    assert (config.positions, config.mask_fill, config.activation) == ("learned", -1e10, "gelu")
    assert (config.norm_order, config.final_norm, config.scale_embeddings) == ("pre", True, False)
    assert config.share_embeddings
    assert config.tie_output
    assert config.dropout == Dropout(0.1, 0.3, 0.2, 0.0)


@pytest.mark.parametrize("name", ["everyday", "classic"])
def test_the_recipes_of_the_shipped_checkpoints(name: str) -> None:
    recipe = read_recipe(ROOT / "recipes" / f"{name}.toml")
    assert recipe.name == name
    assert "CC BY 2.0 FR" in recipe.provenance["licence"]
    config = build_config(recipe, 8000, 8000)
    assert (config.width, config.encoder.layers) == (256, 3)
    if name == "classic":  # the tutorial's architecture
        assert (config.positions, config.mask_fill) == ("learned", -1e10)
        assert (config.encoder.heads, config.max_length) == (8, 100)
        assert (config.norm_order, config.final_norm, config.tie_output) == ("post", False, False)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[data]", "[date]", "unknown entry 'date'"),
        ("epochs = 3", f"{'e' * 5000} = 3", f"[optimisation] has an unknown entry '{'e' * 79}…'"),
        ("[data]", '["a\\u202Eb"]', "unknown entry 'a\\u202eb'"),
        ('kind = "word"', f'kind = "{"w" * 5000}"', f"vocabulary.kind is '{'w' * 78}…"),
        ("epochs = 3", "epoch = 3", "[optimisation] has an unknown entry 'epoch'"),
        ('source_language = "de"', "", "[data] lacks 'source_language'"),
        ('[vocabulary]\nkind = "word"', "", "[vocabulary] lacks 'kind'"),
        ('[vocabulary]\nkind = "word"', "vocabulary = 5", "unknown entry 'vocabulary'"),
        ('kind = "word"', 'kind = "bpe"', "vocabulary.kind is 'bpe'"),
        ('kind = "word"', "kind = []", "vocabulary.kind is []"),
        ('kind = "constant"', "kind = 5", "schedule.kind is 5"),
        ("width = 32", "width = 0", "width is 0"),
        ("width = 32", "width = true", "architecture.width is True"),
        ("width = 32", "width = 32.0", "architecture.width is 32.0"),
        ("width = 32", 'width = "32"', "architecture.width is '32'"),
        ("width = 32", "width = 30", "30, no multiple of its 4 heads"),
        ("heads = 4", "heads = 0", "architecture.heads is 0"),
        ("heads = 4", "heads = -4", "architecture.heads is -4"),
        ("heads = 4", "layers = 0", "layers is 0"),
        ("heads = 4", "layers = 1000000", "layers is 1000000"),
        ("heads = 4", 'positions = "rotary"', "positions is 'rotary'"),
        ("heads = 4", "max_length = 50", "data.max_tokens is 100 and architecture.max_length only 50"),
        ("heads = 4", 'mask_fill = "low"', "architecture.mask_fill is 'low'"),
        ("heads = 4", "mask_fill = []", "architecture.mask_fill is []"),
        ("heads = 4", "mask_fill = 1.0", "mask_fill is 1.0"),
        ("heads = 4", "mask_fill = nan", "mask_fill is nan"),
        ("heads = 4", "tie = 1", "architecture.tie is 1"),
        ("epochs = 3", "epochs = 0", "optimisation.epochs is 0"),
        ("epochs = 3", "epochs = -1", "optimisation.epochs is -1"),
        ("epochs = 3", "epochs = nan", "optimisation.epochs is nan"),
        ("epochs = 3", "epochs = inf", "optimisation.epochs is inf"),
        ("epochs = 3", f"epochs = 1{'0' * 400}", "optimisation.epochs is 1000"),
        ("epochs = 3", "batch_tokens = 0", "optimisation.batch_tokens is 0"),
        ("epochs = 3", "label_smoothing = 1.0", "optimisation.label_smoothing is 1.0"),
        ("epochs = 3", "label_smoothing = -0.1", "optimisation.label_smoothing is -0.1"),
        ("epochs = 3", "residual_dropout = 1.0", "dropout.residual is 1.0"),
        ("epochs = 3", "residual_dropout = nan", "dropout.residual is nan"),
        ("epochs = 3", "clip = 0.0", "optimisation.clip is 0.0"),
        ("epochs = 3", "patience = 0", "optimisation.patience is 0"),
        ("epochs = 3", "average = 0", "optimisation.average is 0"),
        ("epochs = 3", "evaluations_per_epoch = 0", "optimisation.evaluations_per_epoch is 0"),
        ("epochs = 3", "seed = -1", "optimisation.seed is -1"),
        ("epochs = 3", "betas = [0.9]", "optimisation.betas is [0.9]"),
        ("epochs = 3", "betas = [0.9, 1.0]", "optimisation.betas is [0.9, 1.0]"),
        ("epochs = 3", 'betas = "ab"', "optimisation.betas is 'ab'"),
        ("epochs = 3", "betas = 0.9", "optimisation.betas is 0.9"),
        ("epochs = 3", 'precision = "float16"', "optimisation.precision is 'float16'"),
        ('kind = "constant"', 'kind = "paper"\nwarmup = 0', "schedule.warmup is 0"),
        ('kind = "constant"', 'kind = "linear"\nfinal = 2', "schedule.final is 2"),
        ('kind = "constant"', 'kind = "linear"\npeak = -1.0', "schedule.peak is -1.0"),
        ('kind = "word"', 'kind = "word"\nsize = 4', "vocabulary.size is 4"),
        ('kind = "word"', 'kind = "word"\nmin_count = 0', "vocabulary.min_count is 0"),
        ('kind = "word"', 'kind = "word"\nlowercase = "no"', "vocabulary.lowercase is 'no'"),
        ('target_language = "en"', 'target_language = "en"\nmax_tokens = 2', "data.max_tokens is 2"),
        ('name = "mine"', "name = 5", "name is 5"),
        ('name = "mine"', 'provenance = "me"', "provenance is 'me'"),
        ('name = "mine"', "data = 3", "not valid TOML"),
        ('name = "mine"', "name = ", "not valid TOML"),
    ],
    ids=lambda value: value[:40],
)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in WHOLE
    assert reason in refused(tmp_path, WHOLE.replace(old, new)).why


def test_files_that_are_no_recipes(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be read"):
        read_recipe(tmp_path / "none.toml")
    with pytest.raises(Problem, match="cannot be read"):
        read_recipe(tmp_path)
    (tmp_path / "r.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Problem, match="not valid TOML"):
        read_recipe(tmp_path / "r.toml")
    assert "not a table" in refused(tmp_path, "data = 5").why
