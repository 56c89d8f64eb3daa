"""The check of a training by the engine: the plan of what was asked for, or the sentence of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.training.recipe import build_config, read_recipe
from tests.viz_app.handlers.training.test_trainings import PAIRS, RECIPE
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import Failed, PlanTraining, TrainingPlanned


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiny.toml").write_text(RECIPE, encoding="utf-8")
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    return tmp_path


def asked(folder: Path, recipe: str, **options: object) -> object:
    request = PlanTraining(3, recipe, str(folder), str(folder / "out"), "auto", options)
    *_, answer = Engine().run(request)
    return answer


def test_what_was_asked_for_beside_the_recipe_is_planned(folder: Path) -> None:
    answer = asked(folder, str(folder / "tiny.toml"), seed=9, snapshots=4, epochs=2.5, precision="bfloat16")
    assert isinstance(answer, TrainingPlanned) and answer.ticket == 3
    plan = dict(answer.plan)
    recipe = read_recipe(folder / "tiny.toml")
    most = build_config(recipe, recipe.vocabulary.size, recipe.vocabulary.size).parameters
    assert (plan["pairs"], plan["held_out"], plan["update"], plan["parameters"]) == (3, 3, 0, most)
    assert (plan["epochs"], plan["seed"], plan["snapshots"], plan["snapshot_bytes"]) == (2.5, 9, 4, 2 * most)
    assert not (folder / "out").exists()


def test_what_is_wrong_is_said(folder: Path) -> None:
    answer = asked(folder, "tut6")
    assert isinstance(answer, Failed)
    assert (answer.what, answer.why) == (
        str(folder / "train.tsv.gz"), "it is not there, nor are train.de and train.en"
    )  # fmt: skip
    nothing = asked(folder, "no such recipe")
    assert isinstance(nothing, Failed) and nothing.what == "no such recipe"
