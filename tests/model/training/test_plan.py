"""The plan of a training: what it would read and take, or the first thing that is wrong; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.common.problems import Problem
from model.training import plan
from model.training.loop import train
from model.training.plan import TrainingPlan, plan_training
from model.training.recipe import NetworkRecipe, Recipe, SnapshotRecipe, build_config
from tests.model.training.test_loop import RECIPE, changed

THREE = "Ein Hund.\tA dog.\nZwei Hunde.\tTwo dogs.\nEine Katze.\tA cat.\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "pairs.tsv").write_text(THREE, encoding="utf-8")
    return folder


def planned(recipe: Recipe, data: Path, out: Path) -> TrainingPlan:
    found: list[TrainingPlan] = []

    def read() -> Iterator[int]:
        found.append((yield from plan_training(recipe, data, out, "cpu")))

    list(read())
    return found[0]


def refused(recipe: Recipe, data: Path, out: Path) -> str:
    with pytest.raises(Problem) as caught:
        planned(recipe, data, out)
    return str(caught.value)


def test_it_says_what_a_new_run_would_be(data: Path, tmp_path: Path) -> None:
    recipe = replace(changed(epochs=4, precision="float16"), snapshots=SnapshotRecipe(count=7))
    found = planned(recipe, data, tmp_path / "out")
    assert (found.pairs, found.held_out, found.epochs, found.update, found.snapshots) == (3, 3, 4, 0, 7)
    assert found.precision == "float32, as float16 is no gain on this device"
    assert found.parameters == build_config(recipe, recipe.vocabulary.size, recipe.vocabulary.size).parameters
    assert found.memory == 8 * 4 * found.parameters
    assert not (tmp_path / "out").exists()


def test_it_knows_an_unfinished_run(data: Path, tmp_path: Path) -> None:
    recipe = changed(epochs=3)
    list(train(recipe, data, tmp_path / "out", stop=lambda: True))
    assert planned(recipe, data, tmp_path / "out").update == 1
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


def test_of_a_recipe_that_begins_with_a_checkpoint_it_is_that_ones_network(data: Path, tmp_path: Path) -> None:
    tiny = Path(__file__).parents[2] / "fixtures" / "tiny"
    known = open_checkpoint(tiny).transformer.config.parameters
    begins = replace(RECIPE, start=str(tiny), data=replace(RECIPE.data, max_tokens=20))
    assert planned(begins, data, tmp_path / "out").parameters == known
    assert "nothing" in refused(replace(begins, start=str(tmp_path / "nothing")), data, tmp_path / "out")


def test_a_long_text_is_read_bit_by_bit_and_can_be_left(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong in its sixth line is not found by who leaves after four."""
    monkeypatch.setattr(plan, "AT_A_TIME", 2)
    (data / "pairs.tsv").write_text(
        THREE[: THREE.index("Eine")] * 2 + "Eine Katze.\tA cat.\nno tab\n", encoding="utf-8"
    )
    reading = plan_training(RECIPE, data, tmp_path / "out", "cpu")
    assert [next(reading), next(reading)] == [2, 4]
    reading.close()
    with pytest.raises(Problem, match="line 6"):
        list(plan_training(RECIPE, data, tmp_path / "out", "cpu"))
