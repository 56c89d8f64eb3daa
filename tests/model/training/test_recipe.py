"""Recipes: what they mean, and one clear sentence for every wrong entry."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from model.common.assets import find_recipe, shipped_recipes
from model.common.problems import Problem
from model.network.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig
from model.training.recipe import Recipe, SnapshotRecipe, build_config, read_recipe

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


def network(name: str) -> TransformerConfig:
    return build_config(read_recipe(find_recipe(name)), 100, 100)


def test_every_shipped_recipe_builds_its_network_and_says_what_it_is() -> None:
    listed = shipped_recipes()
    assert listed.keys() == {path.stem for path in (ROOT / "recipes").iterdir()}
    assert listed.keys() > {"tut6", "tut6-better", "family-a", "family-c", "paper-base"}
    for name, about in listed.items():
        recipe = read_recipe(find_recipe(name))
        assert recipe.name == name
        assert build_config(recipe, 100, 100).parameters
        assert 20 < len(about) < 120
        assert about.endswith(".")


def test_the_papers_base_model() -> None:
    """Table 3 and section 5: 65 million parameters with the paper's 37,000 sub-words, batches of 25,000 tokens."""
    recipe, config = read_recipe(find_recipe("paper-base")), network("paper-base")
    assert (config.encoder, config.decoder) == (StackConfig(6, 8, 64, 2048),) * 2
    assert (config.width, config.tie_output, config.share_embeddings, config.norm_order) == (512, True, True, "post")
    assert config.dropout == Dropout(0.1, 0.1, 0.0, 0.0)
    assert 62e6 < build_config(recipe, 37_000, 37_000).parameters < 66e6
    chosen = recipe.optimisation
    assert (chosen.batch_tokens * chosen.accumulate, chosen.label_smoothing, chosen.average) == (25_000, 0.1, 5)
    assert (chosen.betas, chosen.eps) == ((0.9, 0.98), 1e-9)
    assert (recipe.schedule.kind, recipe.schedule.peak, recipe.schedule.warmup) == ("paper", 1.0, 4000)


def test_tut6_and_the_better_one_have_the_tutorials_network() -> None:
    recipe = read_recipe(find_recipe("tut6"))
    config = build_config(recipe, 7853, 5893)
    assert config.parameters == 9_038_341  # as the notebook counts them
    assert config.dropout == Dropout(0.2, 0.2, 0.1, 0.2)
    chosen = recipe.optimisation
    assert (chosen.betas, chosen.clip, chosen.average) == ((0.9, 0.999), 1.0, 1)
    better = network("tut6-better")
    assert replace(better, dropout=config.dropout, source_vocabulary=7853, target_vocabulary=5893) == config
    assert read_recipe(find_recipe("tut6-better")).optimisation.average > 1


def test_the_families_have_their_own_habits() -> None:
    first, third = network("family-a"), network("family-c")
    assert first.padding_blocks == PaddingBlocks("both", "both", "both")
    assert (first.mask_fill, first.scale_embeddings, first.dropout.attention) == (-1e10, False, 0.0)
    assert third.encoder == StackConfig(6, 4, 64, 1024)
    assert (third.activation, third.norm_eps, third.scale_embeddings, third.mask_fill) == ("gelu", 1e-12, False, -1e9)


def test_a_path_comes_before_a_shipped_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_recipe("tut6") == ROOT / "recipes" / "tut6.toml"
    (tmp_path / "tut6").write_text(WHOLE, encoding="utf-8")
    assert find_recipe("tut6") == Path("tut6")
    assert find_recipe("elsewhere/everyday") == Path("elsewhere/everyday")


def test_what_is_asked_for_beside_the_file(tmp_path: Path) -> None:
    recipe = read(tmp_path, WHOLE + "[snapshots]\nat = [0, 1.5]\nbleu = 7\n")
    assert recipe.snapshots == SnapshotRecipe(at=(0, 1.5), bleu=7)
    assert recipe.with_options(None, None, None) == recipe
    asked = recipe.with_options(0, "float64", 12)
    assert (asked.optimisation.seed, asked.optimisation.precision) == (0, "float64")
    assert asked.snapshots == SnapshotRecipe(count=12, bleu=7)
    assert asked.options == {"seed": 0, "precision": "float64", "snapshots": 12}
    assert (asked.text, asked.optimisation.epochs) == (recipe.text, 3)


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
        ("epochs = 3", 'precision = "float8"', "optimisation.precision is 'float8'"),
        ("epochs = 3", "accumulate = 0", "optimisation.accumulate is 0"),
        ("heads = 4", 'padding = "none"', "architecture.padding is 'none'"),
        ("heads = 4", "norm_eps = 1.5", "norm_eps is 1.5"),
        ("epochs = 3", "epochs = 3\n[snapshots]\nat = [0, -1]", "snapshots.at is [0, -1]"),
        ("epochs = 3", "epochs = 3\n[snapshots]\nat = 3", "snapshots.at is 3"),
        ("epochs = 3", 'epochs = 3\n[snapshots]\nat = "123"', "snapshots.at is '123'"),
        ("epochs = 3", "epochs = 3\n[snapshots]\nat = [nan]", "snapshots.at is [nan]"),
        ("epochs = 3", "epochs = 3\n[snapshots]\ncount = -1", "snapshots.count is -1"),
        ("epochs = 3", "epochs = 3\n[snapshots]\nper_epoch = 1.5", "snapshots.per_epoch is 1.5"),
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
