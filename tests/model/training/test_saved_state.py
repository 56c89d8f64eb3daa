"""The state of an unfinished run: whose it is, and what a kill leaves beside it. Damage is in test_loop.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model.checkpoints.formats import headscope
from model.common.problems import Problem
from model.training.recipe import Data, Recipe, Schedule, VocabularyRecipe
from model.training.saved_state import STATE, read_state, remove_left, write_state

RECIPE = Recipe("small", Data("de", "en"), VocabularyRecipe("word"), Schedule("constant"), text="the recipe itself")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / headscope.CONFIG).write_text("{}", encoding="utf-8")
    return tmp_path


def test_a_run_goes_on_with_its_own_recipe_and_options(out: Path) -> None:
    mine = RECIPE.with_options(3, None, 20)
    write_state(out, {"recipe": mine.text, "options": dict(mine.options), "update": 7})
    assert read_state(out, mine)["update"] == 7
    for other in (RECIPE, RECIPE.with_options(3, None, None), RECIPE.with_options(4, None, 20)):
        with pytest.raises(Problem, match=r"started with other options \(--seed 3 --snapshots 20\)"):
            read_state(out, other)
    with pytest.raises(Problem, match="a run of another recipe"):
        read_state(out, replace(mine, text="another"))


def test_a_state_of_an_older_program_has_no_options(out: Path) -> None:
    write_state(out, {"recipe": RECIPE.text, "update": 7})
    assert read_state(out, RECIPE)["update"] == 7
    with pytest.raises(Problem, match=r"other options \(none\)"):
        read_state(out, RECIPE.with_options(None, "float32", None))


def test_an_empty_place_has_no_state(tmp_path: Path) -> None:
    assert read_state(tmp_path, RECIPE) == {}
    assert read_state(tmp_path / "none", RECIPE) == {}


def test_what_was_half_written_goes_and_all_else_stays(out: Path) -> None:
    (out / ".headscope-0123").write_bytes(b"half")
    (out / ".update-000250.headscope-part").mkdir()
    (out / ".update-000250.headscope-part" / "config.json").write_bytes(b"half")
    kept = {".mine", "headscope-notes.txt", headscope.CONFIG, STATE}
    for name in kept - {headscope.CONFIG}:
        (out / name).write_bytes(b"whole")
    remove_left(out)
    assert {path.name for path in out.iterdir()} == kept
