"""The plan of a training: what it would read and take, or the first thing that is wrong; nothing is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.training.loop import train
from model.training.plan import plan_training
from model.training.recipe import NetworkRecipe, Recipe, SnapshotRecipe, build_config
from tests.model.training.test_loop import RECIPE, changed

THREE = "Ein Hund.\tA dog.\nZwei Hunde.\tTwo dogs.\nEine Katze.\tA cat.\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "pairs.tsv").write_text(THREE, encoding="utf-8")
    return folder


def refused(recipe: Recipe, data: Path, out: Path) -> str:
    with pytest.raises(Problem) as caught:
        plan_training(recipe, data, out, "cpu")
    return str(caught.value)


def test_it_says_what_a_new_run_would_be(data: Path, tmp_path: Path) -> None:
    recipe = replace(changed(epochs=4, precision="float16"), snapshots=SnapshotRecipe(count=7))
    plan = plan_training(recipe, data, tmp_path / "out", "cpu")
    assert (plan.pairs, plan.held_out, plan.epochs, plan.update, plan.snapshots) == (3, 3, 4, 0, 7)
    assert plan.precision == "float32, as float16 is no gain on this device"
    assert plan.parameters == build_config(recipe, recipe.vocabulary.size, recipe.vocabulary.size).parameters
    assert plan.memory == 8 * 4 * plan.parameters
    assert not (tmp_path / "out").exists()


def test_it_knows_an_unfinished_run(data: Path, tmp_path: Path) -> None:
    recipe = changed(epochs=3)
    list(train(recipe, data, tmp_path / "out", stop=lambda: True))
    assert plan_training(recipe, data, tmp_path / "out", "cpu").update == 1
    assert "a run that was started with other options" in refused(
        recipe.with_options(5, None, None, 2.0), data, tmp_path / "out"
    )


def test_what_is_wrong_is_one_sentence(data: Path, tmp_path: Path) -> None:
    assert "there is no such folder" in refused(RECIPE, data / "nothing", tmp_path / "out")
    assert "it holds other files" in refused(RECIPE, data, data)
    large = replace(RECIPE, architecture=NetworkRecipe(width=8192, layers=1000, feed_forward_width=2**14))
    assert "GB of memory" in refused(large, data, tmp_path / "out")
    (data / "pairs.tsv").write_text(THREE + "no tab\n", encoding="utf-8")
    assert "pairs.tsv, line 4: it is not source TAB target" in refused(RECIPE, data, tmp_path / "out")
