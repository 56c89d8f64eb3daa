"""The model card says what a model is, where its data is from, and how to make it again."""

from __future__ import annotations

import tomllib
from dataclasses import replace

from model.network.config import StackConfig, TransformerConfig
from model.training.card import model_card
from model.training.recipe import read_recipe
from tests.source_tree import PROJECT

RECIPE = read_recipe(PROJECT / "recipes" / "everyday.toml")
STACK = StackConfig(layers=2, heads=4, head_width=8, feed_forward_width=64)
CONFIG = TransformerConfig(
    source_vocabulary=50, target_vocabulary=60, width=32, encoder=STACK, decoder=STACK, max_length=100
)
CARD = model_card(RECIPE, CONFIG, epochs=7.25, loss=1.9876, reason="no better for 3 evaluations")


def test_it_names_data_licence_and_attribution() -> None:
    section = CARD.partition("## Data, licence and attribution")[2].partition("## ")[0]
    for part in ("Tatoeba German–English", "licence: CC BY 2.0 FR", "www.manythings.org/anki and tatoeba.org"):
        assert part in section


def test_it_counts_and_measures() -> None:
    assert CARD.startswith("# everyday\n")
    assert f"{CONFIG.parameters:,} parameters" in CARD
    assert "7.25 epochs" in CARD
    assert "1.9876 nats per token" in CARD
    assert "(no better for 3 evaluations)" in CARD
    assert "de → en" in CARD


def test_the_recipe_in_it_trains_the_same_again() -> None:
    block = CARD.partition("```toml\n")[2].partition("```")[0]
    assert tomllib.loads(block) == tomllib.loads(RECIPE.text)


def test_unknown_provenance_is_said() -> None:
    assert "not stated in the recipe" in model_card(replace(RECIPE, provenance={}), CONFIG, 1.0, 2.0, "asked to stop")
