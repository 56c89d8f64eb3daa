"""Snapshots of a run: on schedule, openable, and a curve that says what was measured."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.shared.weights import unique_weights
from model.decoding.beam import beam_search
from model.record.learning_run import CurvePoint
from model.record.training_events import Evaluated, TrainingProgress
from model.training import loop
from model.training.data import Pair, batches
from model.training.evaluation import score
from model.training.learner import forward_loss
from model.training.loop import train
from model.training.recipe import (
    Data,
    NetworkRecipe,
    Optimisation,
    Recipe,
    Schedule,
    SnapshotRecipe,
    VocabularyRecipe,
)  # fmt: skip
from model.training.saved_state import STATE
from model.training.snapshots import Snapshots
from model.training.training_text import read_training_text
from tests.model.sample_checkpoints import PAIRS

LINES = PAIRS[:16]
BLEU = 2
RECIPE = Recipe(
    "small",
    Data("de", "en", "pairs.tsv", "pairs.tsv", max_tokens=24),
    VocabularyRecipe("word", min_count=1, lowercase=True),
    Schedule("linear", peak=2e-2, warmup=20, decay_from=10),
    NetworkRecipe(width=16, layers=1, heads=2, feed_forward_width=32, max_length=24),
    Optimisation(epochs=5, batch_tokens=40, evaluations_per_epoch=1, patience=50),
    SnapshotRecipe(at=(0, 0.5, 1, 3.3, 5, 6), bleu=BLEU),
)


Trained = tuple[Path, list[object], list[list[torch.Tensor]]]


def lines_of(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "snapshots" / "curve.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """The folder, the events, and the exact weights at each evaluation."""
    folder = tmp_path_factory.mktemp("snapshots")
    (folder / "pairs.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in LINES), encoding="utf-8")
    events: list[object] = []
    weights = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "REPORT", 10)
        for event in train(RECIPE, folder, folder / "out"):
            events.append(event)
            if isinstance(event, Evaluated):
                weights.append(torch.load(folder / "out" / STATE, weights_only=True)["master"])
    return folder / "out", events, weights


def test_the_curve_says_what_the_run_said(trained: Trained) -> None:
    out, events, _ = trained
    lines = lines_of(out)
    assert all(list(line) == ["update", "epoch", "loss", "validation_loss", "bleu", "snapshot"] for line in lines)
    assert all(before["update"] < after["update"] for before, after in pairwise(lines))
    assert lines[0]["update"] == 0
    assert lines[0]["loss"] is None
    said = {event.epoch: event.validation_loss for event in events if isinstance(event, Evaluated)}
    kept = {line["epoch"]: line["validation_loss"] for line in lines}
    assert said.items() <= kept.items()
    progress = {event.update: event.loss for event in events if isinstance(event, TrainingProgress)}
    assert progress
    assert progress.items() <= {line["update"]: line["loss"] for line in lines}.items()
    assert lines[-1]["loss"] < lines[1]["loss"] / 1.5
    assert [line["update"] for line in lines if line["bleu"] is None] == [
        line["update"] for line in lines if line["snapshot"] is None
    ]


def test_snapshots_are_where_they_were_asked_for_and_open(trained: Trained) -> None:
    """After 0, ½, 1, 3.3 and 5 epochs, rounded up to whole updates; 6 is no part of the run."""
    out, _, weights = trained
    lines = [line for line in lines_of(out) if line["snapshot"]]
    per_epoch = round(lines[2]["update"])
    assert [line["epoch"] for line in lines][::2] == [0, 1, 5]
    assert [line["update"] for line in lines] == [
        0, -(-per_epoch // 2), per_epoch, -(-per_epoch * 33 // 10), 5 * per_epoch
    ]  # fmt: skip
    assert [line["snapshot"] for line in lines] == [f"update-{line['update']:06}" for line in lines]
    folders = sorted(path.name for path in (out / "snapshots").iterdir() if path.is_dir())
    assert folders == [line["snapshot"] for line in lines]
    for name, exact in ((folders[2], weights[0]), (folders[4], weights[4])):  # of that moment, not the best or a mean
        stored = unique_weights(open_checkpoint(out / "snapshots" / name).transformer).values()
        assert all(torch.equal(one.half().float(), found) for one, found in zip(exact, stored, strict=True))


def test_bleu_is_that_of_the_snapshots_own_translations(trained: Trained) -> None:
    out, _, _ = trained
    last = lines_of(out)[-1]
    checkpoint = open_checkpoint(out / "snapshots" / last["snapshot"])
    pairs = [Pair(source, (target,)) for source, target in LINES[:BLEU]]
    found = beam_search(checkpoint, [checkpoint.source(pair.source) for pair in pairs], beam=1)
    texts = [checkpoint.target_tokenizer.decode([one for one in best.ids if one != 3]) for best in found]
    assert round(score(texts, pairs, True, "13a", "en")[0], 6) == round(last["bleu"], 6)


def test_the_loss_on_the_curve_is_that_of_the_batch(tmp_path: Path) -> None:
    """Without smoothing, though it is trained with it: the network before the update, on the batch of the update."""
    (tmp_path / "pairs.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in LINES), encoding="utf-8")
    settings = Optimisation(epochs=1, batch_tokens=70, label_smoothing=0.3, embedding_dropout=0, residual_dropout=0)
    recipe = replace(RECIPE, optimisation=settings, snapshots=SnapshotRecipe(per_epoch=60))
    list(train(recipe, tmp_path, tmp_path / "out"))
    lines = lines_of(tmp_path / "out")
    assert [line["update"] for line in lines] == list(range(len(lines)))
    text = read_training_text(recipe, tmp_path, tmp_path / "elsewhere")
    for before, line, batch in zip(lines, lines[1:], batches(text.train, 70, settings.seed), strict=False):
        network = open_checkpoint(tmp_path / "out" / "snapshots" / before["snapshot"]).transformer
        total = float(forward_loss(network, batch, 0.0)[1])
        assert line["loss"] == pytest.approx(total / batch.predictions, rel=2e-3)  # it was kept in half precision
    assert len({round(line["loss"], 6) for line in lines[1:]}) == len(lines) - 1 > 2


def test_without_a_schedule_there_is_the_curve_alone(trained: Trained, tmp_path: Path) -> None:
    plain = replace(RECIPE, snapshots=SnapshotRecipe(), optimisation=replace(RECIPE.optimisation, epochs=0.2))
    list(train(plain, trained[0].parent, tmp_path / "out"))
    assert [path.name for path in (tmp_path / "out" / "snapshots").iterdir()] == ["curve.jsonl"]
    assert [line["snapshot"] for line in lines_of(tmp_path / "out")] == [None]


@pytest.mark.parametrize(
    ("chosen", "whole", "expected"),
    [
        (SnapshotRecipe(), 3, []),
        (SnapshotRecipe(at=(2, 0, 0.5, 4)), 3, [0, 0.5, 2]),
        (SnapshotRecipe(per_epoch=2), 2.2, [0, 0.5, 1, 1.5, 2]),
        (SnapshotRecipe(at=(0.25,), per_epoch=1), 1, [0, 0.25, 1]),
        (SnapshotRecipe(count=1), 3, [3]),
        (SnapshotRecipe(count=2), 3, [0, 3]),
        (SnapshotRecipe(count=4), 3, [0, 0.03, 0.3, 3]),
        (SnapshotRecipe(count=6), 10, [0, 0.1, 10**-0.5, 1, 10**0.5, 10]),
    ],
)
def test_schedules(chosen: SnapshotRecipe, whole: float, expected: list[float]) -> None:
    assert chosen.epochs(whole) == pytest.approx(expected)


def test_going_on_forgets_what_is_later(tmp_path: Path) -> None:
    """And a line or a folder that was being written."""
    snapshots = Snapshots(tmp_path, (1.0,))
    snapshots.begin(0)
    for update in (10, 20, 30):
        snapshots.add(CurvePoint(update, update / 10, 2.5))
        (tmp_path / "snapshots" / f"update-{update:06}").mkdir()
    (tmp_path / "snapshots" / ".update-000040.headscope-part").mkdir()
    snapshots.add(CurvePoint(21, 2.1, 2.5))
    with (tmp_path / "snapshots" / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"update": 1')
    snapshots.begin(20)
    assert [line["update"] for line in lines_of(tmp_path)] == [10, 20]
    assert sorted(path.name for path in (tmp_path / "snapshots").iterdir()) == [
        "curve.jsonl", "update-000010", "update-000020"
    ]  # fmt: skip
    snapshots.begin(0)
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == ["curve.jsonl"]


@pytest.mark.parametrize(("before", "now", "due"), [(0.9, 1, True), (1, 1.1, False), (0, 0.99, False), (0, 9, True)])
def test_one_is_due_once(tmp_path: Path, before: float, now: float, due: bool) -> None:
    assert Snapshots(tmp_path, (1.0, 4.0)).due(before, now) == due
    assert not Snapshots(tmp_path, ()).due(before, now)
