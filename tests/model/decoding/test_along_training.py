"""One sentence by every snapshot of a training, against each snapshot opened and run by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.analysis.baseline import baseline_of
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.assets import LEARNING
from model.common.problems import Problem
from model.decoding import along_training as along
from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling
from model.network.interventions import HeadAblated
from model.record.learning_run import folder_of, read_run
from tests.source_tree import PROJECT
from tests.training_run import FACTORS, write_training

SENTENCE = "Zwei Hunde spielen im Schnee."


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Checkpoint]:
    folder = write_training(tmp_path_factory.mktemp("training"))
    return {each.name: open_checkpoint(each) for each in sorted(folder.glob("update-*"))}


@pytest.mark.parametrize(
    ("wanted", "ids", "given"),
    [
        ({}, (), False),
        ({"pad_to": 9, "beam": 3, "penalty": 0.5}, (), False),
        ({"sampling": Sampling(temperature=2.0, seed=3), "what_if": [HeadAblated("cross", 0, 0)]}, (), False),
        ({"target": "Two dogs play"}, None, True),
        ({"prefix": "Two"}, None, False),
    ],
    ids=["greedy", "beam", "sampled", "target", "prefix"],
)
def test_every_snapshot_runs_it_as_it_was_asked_for(
    opened: dict[str, Checkpoint], wanted: dict[str, Any], ids: tuple[int, ...] | None, given: bool
) -> None:
    last = opened["update-001000"]
    text = wanted.get("target") or wanted.get("prefix") or ""
    chosen = last.target_tokenizer.encode(text).ids if ids is None else ids
    assert last.path is not None
    found = list(along.along_training(last.path.parent, run_sentence(last, SENTENCE, **wanted), chosen, given))
    assert [(number, many) for number, many, _ in found] == [(at + 1, len(FACTORS)) for at in range(len(FACTORS))]
    for (_, _, run), checkpoint in zip(found, opened.values(), strict=True):
        alone = run_sentence(checkpoint, SENTENCE, **wanted)
        assert run.meta == alone.meta
        for kind in ("encoder", "decoder", "cross"):
            np.testing.assert_array_equal(run.maps(kind), alone.maps(kind))
        assert (baseline_of(run) is not None) == ("what_if" in wanted)


def test_what_is_no_training_or_too_large_is_said(
    opened: dict[str, Checkpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = opened["update-001000"]
    assert last.path is not None
    like = replace(run_sentence(last, SENTENCE))
    with pytest.raises(Problem, match="0 snapshots"):
        next(along.along_training(tmp_path, like, (), False))
    monkeypatch.setattr(along, "machine_memory", lambda: 10_000)
    with pytest.raises(Problem, match="memory"):
        next(along.along_training(last.path.parent, like, (), False))


def test_the_lesson_of_the_training_that_ships_says_what_its_pictures_show() -> None:
    """Weights and probabilities in docs/learning.md, each snapshot along the same target."""
    training = read_run(folder_of(LEARNING))
    assert training is not None
    last = open_checkpoint(Path(training.snapshots[-1].path))
    source, target = "Ich trinke jeden Morgen eine Tasse Kaffee.", "I drink a cup of coffee every morning."
    ids, whole = last.target_tokenizer.encode(target).ids, run_sentence(last, source, target=target)
    lesson = (PROJECT / "docs/learning.md").read_text(encoding="utf-8").partition("## Two hundred sentences")[0]
    rows = [line.replace(",", "").split("|")[1:-1] for line in lesson.splitlines() if line.count("|") == 6]
    told = [[float(cell) for cell in row] for row in rows if row[0].strip().isdecimal()]
    assert [row[0] for row in told] == [each.update for each in training.snapshots]
    for row, (_, _, run) in zip(told, along.along_training(folder_of(LEARNING), whole, ids, True), strict=True):
        assert run.produced_tokens is not None and run.produced_probability is not None
        german, english = run.source_tokens.tolist(), run.produced_tokens.tolist()
        pairs = [("▁drink", "▁trinke"), ("▁cup", "▁Tasse"), ("▁morning", "▁Morgen")]
        weights = [run.maps("cross")[1, 1, english.index(new), german.index(old)] for new, old in pairs]
        assert row[1:4] == pytest.approx(weights, abs=0.006)
        assert row[4] == pytest.approx(run.produced_probability[english.index("▁morning")], abs=0.006)
