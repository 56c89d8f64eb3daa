"""What a run reads before it begins; and that all processes of a run would see other files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from model.common.problems import Problem
from model.training.recipe import Data, Recipe, Schedule, SnapshotRecipe, VocabularyRecipe
from model.training.training_text import check_place, read_training_text

RECIPE = Recipe(
    "small",
    Data("de", "en", "train.tsv", "val.tsv", max_tokens=5),
    VocabularyRecipe("word", min_count=1),
    Schedule("constant"),
    snapshots=SnapshotRecipe(at=(1,), bleu=2),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "train.de").write_text("Ein Hund\nZwei Hunde\n", encoding="utf-8")
    (tmp_path / "train.en").write_text("A dog\nTwo dogs\n", encoding="utf-8")
    (tmp_path / "val.tsv").write_text("Ein Hund Ein Hund\tA\nHund\tdog\nZwei\tTwo\nEin\tA\n", encoding="utf-8")
    return tmp_path


def test_vocabularies_are_the_training_texts_alone(data: Path) -> None:
    (data / "val.tsv").write_text("Katze\tcat\n", encoding="utf-8")
    found = read_training_text(RECIPE, data, data / "out")
    assert found.source.id("Hund") is not None
    assert found.source.id("Katze") is None
    assert [(len(left), len(right)) for left, right in found.train] == [(3, 4), (3, 4)]  # with their specials
    assert found.held_out == [([0, 3], [2, 0, 3])]
    assert not (data / "out").exists()


def test_only_pairs_that_fit_are_scored(data: Path) -> None:
    """The first has as many tokens as a source may have, but not with its end."""
    short = replace(RECIPE, data=replace(RECIPE.data, max_tokens=4))
    assert [pair.source for pair in read_training_text(short, data, data / "out").scored] == ["Hund", "Zwei"]
    assert [pair.source for pair in read_training_text(RECIPE, data, data / "out").scored] == [
        "Ein Hund Ein Hund",
        "Hund",
    ]


def test_words_cannot_be_drawn_as_sub_words(data: Path) -> None:
    asked = replace(RECIPE, optimisation=replace(RECIPE.optimisation, subword_alpha=0.3))
    with pytest.raises(Problem, match="has no sub-words"):
        read_training_text(asked, data, data / "out")


def test_other_files_have_another_fingerprint(data: Path) -> None:
    first = read_training_text(RECIPE, data, data / "out")
    assert first.fingerprint(RECIPE) == read_training_text(RECIPE, data, data / "out").fingerprint(RECIPE)
    assert first.fingerprint(RECIPE) != first.fingerprint(RECIPE.with_options(5, None, None))
    (data / "val.tsv").write_text("Hund\tdogs\n", encoding="utf-8")
    assert first.fingerprint(RECIPE) != read_training_text(RECIPE, data, data / "out").fingerprint(RECIPE)


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_read(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_place(data / "new" / "newer")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != data)
    for out in (data, data / "new" / "newer"):
        with pytest.raises(Problem, match="cannot be written"):
            read_training_text(RECIPE, data / "no data here", out)
