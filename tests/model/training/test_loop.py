"""Training: the loss of the right tokens, a resumed run like an uninterrupted one, and sentences learned by heart."""

from __future__ import annotations

import errno
import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.shared.weights import unique_weights
from model.common.problems import Problem
from model.decoding.beam import beam_search
from model.record.training_events import Evaluated, Event, Finished, Started, Stopped, TrainingProgress
from model.training import learner, loop
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
from tests.model.sample_checkpoints import PAIRS

LINES = PAIRS[:20]
RECIPE = Recipe(
    "small",
    Data("de", "en", "pairs.tsv", "pairs.tsv"),
    VocabularyRecipe("word", min_count=1),
    Schedule("linear", peak=6e-3, warmup=20, decay_from=10),
    NetworkRecipe(width=16, layers=1, heads=2, feed_forward_width=32, max_length=100),
    Optimisation(epochs=4, batch_tokens=60, label_smoothing=0.1, average=2, attention_dropout=0.1),
    text="the recipe itself",
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "pairs.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in LINES), encoding="utf-8")
    return tmp_path


def changed(**changes: Any) -> Recipe:
    return replace(RECIPE, optimisation=replace(RECIPE.optimisation, **changes))


def run(recipe: Recipe, data: Path, out: Path) -> list[Event]:
    return list(train(recipe, data, out))


def state(out: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = torch.load(out / STATE, weights_only=True)
    return loaded


def assert_same_state(one: Path, other: Path) -> None:
    left, right = state(one), state(other)
    for name in ("update", "epoch", "done_in_epoch", "bad_evaluations", "best_loss"):
        assert left[name] == right[name], name
    for name in ("master", "best"):
        assert all(torch.equal(a, b) for a, b in zip(left[name], right[name], strict=True)), name
    files = [path.relative_to(one) for path in one.rglob("*") if path.suffix in (".safetensors", ".json", ".model")]
    assert len(files) >= 3
    for file in files:
        assert (one / file).read_bytes() == (other / file).read_bytes()


# A run -------------------------------------------------------------------------------------------


def test_a_run_reports_and_leaves_a_checkpoint(data: Path) -> None:
    events = run(changed(epochs=8, batch_tokens=30), data, data / "out")
    evaluated = [event for event in events if isinstance(event, Evaluated)]
    assert [event.epoch for event in evaluated] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert evaluated[-1].validation_loss < evaluated[0].validation_loss / 1.5
    progress = [event for event in events if isinstance(event, TrainingProgress)]
    assert [event.update for event in progress] == list(range(50, 50 * len(progress) + 1, 50))
    assert progress
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert finished.reason == "all 8 epochs done"
    assert finished.validation_loss == min(event.validation_loss for event in evaluated)
    checkpoint = open_checkpoint(data / "out")
    assert checkpoint.name == "small"
    assert "small" in (data / "out" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("precision", "stop_after"), [("float32", 4), ("bfloat16", 1)])
def test_a_stopped_and_resumed_run_gives_the_same_weights(data: Path, precision: str, stop_after: int) -> None:
    """With dropout, averaging and a schedule; stopped in the middle of the epochs' batches too."""
    recipe = changed(precision=precision, evaluations_per_epoch=2, epochs=2.5)
    run(recipe, data, data / "whole")
    parts = data / "parts"
    events: Iterator[Any] = train(recipe, data, parts)
    for _ in range(stop_after):
        next(event for event in events if isinstance(event, Evaluated))
    events.close()  # type: ignore[attr-defined]
    before = state(parts)["update"]
    run(recipe, data, parts)
    assert before < state(parts)["update"]
    assert_same_state(data / "whole", parts)


def test_a_resumed_run_remembers_its_best(data: Path) -> None:
    """The rate grows until the network is spoilt: what was best before the stop stays best."""
    recipe = replace(changed(epochs=9, patience=100), schedule=Schedule("linear", peak=10.0, warmup=1000))
    best = [event.best for event in run(recipe, data, data / "whole") if isinstance(event, Evaluated)]
    last = max(index for index, improved in enumerate(best) if improved)
    assert last < len(best) - 2
    events: Iterator[Any] = train(recipe, data, data / "parts")
    for _ in range(last + 2):
        next(event for event in events if isinstance(event, Evaluated))
    events.close()  # type: ignore[attr-defined]
    run(recipe, data, data / "parts")
    assert_same_state(data / "whole", data / "parts")


def test_a_run_stopped_by_hand_is_whole_and_goes_on_as_if_nobody_had(data: Path) -> None:
    """After so many updates: before anything was evaluated, and between two evaluations."""
    recipe = replace(changed(epochs=4), snapshots=SnapshotRecipe(count=4))
    run(recipe, data, data / "whole")
    for calls, out in ((2, data / "early"), (9, data / "later")):
        wishes = iter([False] * (calls - 1) + [True])
        events = list(train(recipe, data, out, stop=wishes.__next__))
        assert isinstance(events[-1], Stopped)
        kept = state(out)
        assert events[-1].update == kept["update"] == calls
        evaluated = any(isinstance(event, Evaluated) for event in events)
        assert evaluated == (calls > 2)
        weights = unique_weights(open_checkpoint(out).transformer).values()
        for stored, best, newest in zip(weights, kept["best"], kept["master"], strict=True):
            assert torch.equal(stored, (best if evaluated else newest).half().float())
        run(recipe, data, out)
        assert_same_state(data / "whole", out)
        curves = [(folder / "snapshots" / "curve.jsonl").read_bytes() for folder in (data / "whole", out)]
        assert curves[0] == curves[1] != b""


def test_a_run_says_something_though_its_updates_take_long(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "SILENCE", 0.0)
    told = [
        event.update for event in run(changed(epochs=0.5), data, data / "out") if isinstance(event, TrainingProgress)
    ]
    assert told == list(range(1, state(data / "out")["update"] + 1))


def test_resuming_a_finished_run_changes_nothing(data: Path) -> None:
    """Also one that was killed at its end, between state and weights; the end itself writes no state again."""
    recipe, file = changed(epochs=2), data / "out" / STATE
    written = [file.stat().st_mtime_ns for event in train(recipe, data, data / "out") if not isinstance(event, Started)]
    assert written[-2] == written[-1] > written[0]
    run(recipe, data, data / "copy")
    weights = data / "copy" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[::-1])
    run(recipe, data, data / "copy")
    assert_same_state(data / "out", data / "copy")


def test_a_run_without_improvement_stops_and_stays_stopped(data: Path) -> None:
    """A learning rate of next to nothing improves nothing that float32 can hold."""
    recipe = replace(changed(epochs=50, patience=2), schedule=Schedule("constant", peak=1e-12))
    events = run(recipe, data, data / "out")
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert finished.reason == "validation has not improved for 2 evaluations"
    before = state(data / "out")["update"]
    again = run(recipe, data, data / "out")
    assert [type(event) for event in again] == [Started, Finished]
    assert state(data / "out")["update"] == before


def test_the_result_is_the_mean_of_the_newest_evaluations(data: Path) -> None:
    recipe = changed(epochs=3, average=3)
    masters = []
    for event in train(recipe, data, data / "out"):
        if isinstance(event, Evaluated):
            assert event.best
            masters.append(state(data / "out")["master"])
    mean = [torch.stack(same).mean(dim=0) for same in zip(*masters, strict=True)]
    stored = unique_weights(open_checkpoint(data / "out").transformer)
    for expected, found in zip(mean, stored.values(), strict=True):
        assert torch.equal(expected.half().float(), found)


def test_an_accumulated_run_is_that_of_larger_batches(data: Path) -> None:
    exact = {"precision": "float64", "embedding_dropout": 0.0, "residual_dropout": 0.0, "attention_dropout": 0.0}
    run(changed(batch_tokens=20, accumulate=3, **exact), data, data / "parts")
    run(changed(batch_tokens=60, **exact), data, data / "whole")
    parts, whole = state(data / "parts"), state(data / "whole")
    assert parts["update"] == whole["update"] > 10
    names = [name for name, _ in open_checkpoint(data / "whole").transformer.named_parameters()]
    for name, one, other in zip(names, parts["master"], whole["master"], strict=True):
        if not name.endswith("key.bias"):  # the softmax does not see it
            assert float((one - other).abs().max()) < 1e-9, name


def test_seeds_decide_everything(data: Path) -> None:
    recipe = changed(epochs=1)
    run(recipe, data, data / "one")
    torch.manual_seed(12345)
    run(recipe, data, data / "same")
    run(changed(epochs=1, seed=2), data, data / "other")
    assert_same_state(data / "one", data / "same")
    assert not torch.equal(state(data / "one")["master"][0], state(data / "other")["master"][0])


def test_twenty_sentences_are_learned_by_heart(data: Path) -> None:
    recipe = replace(
        changed(epochs=25, label_smoothing=0.05, average=1, patience=40),
        schedule=replace(RECIPE.schedule, peak=1e-2),
        architecture=NetworkRecipe(
            width=32, layers=1, heads=4, feed_forward_width=64, norm_order="pre", final_norm=True
        ),
    )
    run(recipe, data, data / "out")
    checkpoint = open_checkpoint(data / "out")
    found = beam_search(checkpoint, [checkpoint.source(source) for source, _ in LINES], beam=1)
    assert [checkpoint.target_tokenizer.decode(one.ids) for one in found] == [target for _, target in LINES]


def test_sub_words_with_one_table_train_too(data: Path) -> None:
    recipe = replace(
        changed(epochs=2),
        vocabulary=VocabularyRecipe("sentencepiece", size=60),
        architecture=replace(RECIPE.architecture, tie=True, final_norm=True),
    )
    events = run(recipe, data, data / "out")
    losses = [event.validation_loss for event in events if isinstance(event, Evaluated)]
    assert losses[1] < losses[0]
    network = open_checkpoint(data / "out").transformer
    assert network.head.weight is network.source_embedding.token.weight
    assert (data / "out" / "tokenizer" / "sentencepiece.model").exists()


def test_drawn_sub_words_and_both_passes_are_the_same_after_a_stop(data: Path) -> None:
    recipe = replace(
        changed(epochs=1.5, evaluations_per_epoch=2, subword_alpha=0.2, consistency=2.0),
        vocabulary=VocabularyRecipe("sentencepiece", size=60),
    )
    run(recipe, data, data / "whole")
    events: Iterator[Any] = train(recipe, data, data / "parts")
    next(event for event in events if isinstance(event, Evaluated))
    events.close()  # type: ignore[attr-defined]
    run(recipe, data, data / "parts")
    assert_same_state(data / "whole", data / "parts")
    run(replace(recipe, optimisation=replace(recipe.optimisation, subword_alpha=0.0)), data, data / "plain")
    assert not torch.equal(state(data / "plain")["best"][0], state(data / "whole")["best"][0])


# What is refused ---------------------------------------------------------------------------------


def refused(recipe: Recipe, data: Path, out: Path) -> str:
    with pytest.raises(Problem) as caught:
        run(recipe, data, out)
    return str(caught.value)


def test_a_folder_that_holds_something_else(data: Path) -> None:
    run(changed(epochs=1), data, data / "out")
    before = {path.name: path.read_bytes() for path in (data / "out").iterdir() if path.is_file()}
    assert "a run of another recipe" in refused(replace(changed(epochs=1), text="other"), data, data / "out")
    assert before == {path.name: path.read_bytes() for path in (data / "out").iterdir() if path.is_file()}
    (data / "out" / STATE).write_bytes(before[STATE][:1000])
    assert "damaged" in refused(changed(epochs=1), data, data / "out")
    (data / "out" / STATE).unlink()
    assert "no unfinished run" in refused(changed(epochs=1), data, data / "out")
    assert (data / "out" / "model.safetensors").read_bytes() == before["model.safetensors"]
    assert "cannot be made" in refused(changed(epochs=1), data, data / "pairs.tsv")


def test_data_that_does_not_fit(data: Path) -> None:
    short = replace(RECIPE, data=replace(RECIPE.data, max_tokens=4))
    assert "no pair has at most 4 tokens" in refused(short, data, data / "out")
    assert not (data / "out").exists()
    missing = replace(RECIPE, data=replace(RECIPE.data, validation="none.tsv"))
    assert "none.tsv" in refused(missing, data, data / "out")


def test_a_run_stopped_before_its_first_evaluation_can_be_resumed(data: Path) -> None:
    recipe = changed(epochs=3)
    events: Iterator[Any] = train(recipe, data, data / "out")
    assert isinstance(next(events), Started)
    assert isinstance(next(events), (TrainingProgress, Evaluated))
    events.close()  # type: ignore[attr-defined]
    assert open_checkpoint(data / "out").name == "small"
    run(recipe, data, data / "out")


def test_a_disk_that_is_full_is_said_and_what_was_kept_stays_whole(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever write it is that has no room: state, weights, configuration, snapshot, curve."""
    recipe = replace(changed(epochs=1.5), snapshots=SnapshotRecipe(at=(0, 1, 1.5)))
    out = data / "out"
    events = train(recipe, data, out)
    next(event for event in events if isinstance(event, Evaluated))
    before = sorted(path.name for path in (out / "snapshots").glob("update-*"))
    real, left = os.open, 0

    def full(path: Any, flags: int, *more: Any, **named: Any) -> int:
        nonlocal left
        if flags & (os.O_WRONLY | os.O_RDWR):
            left -= 1
            if left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, flags, *more, **named)

    said = []
    for room in range(40):
        left = room
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", full)
            patched.setattr(Path, "open", lambda path, mode="r", *_, **__: _file(path, mode, full))
            try:
                run(recipe, data, out)
                break
            except Problem as problem:
                said.append(str(problem))
        assert open_checkpoint(out).name == "small"
        assert state(out)["update"]
        for name in before:
            assert open_checkpoint(out / "snapshots" / name).name == "small"
    assert len(said) >= 8
    assert all("No space left on device" in one for one in said)
    run(recipe, data, data / "whole")
    assert_same_state(data / "whole", out)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_loss_that_is_no_number_ends_the_run_and_the_last_good_stays(
    data: Path, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    events = train(changed(epochs=2, precision=precision), data, data / "out")
    next(event for event in events if isinstance(event, Evaluated))
    before = {path.name: path.read_bytes() for path in (data / "out").iterdir() if path.is_file()}
    real = learner.forward_loss
    monkeypatch.setattr(learner, "forward_loss", lambda *given: [one * float("nan") for one in real(*given)])
    with pytest.raises(Problem, match=r"update \d+: the loss or its gradient is no finite number"):
        list(events)
    assert before == {path.name: path.read_bytes() for path in (data / "out").iterdir() if path.is_file()}
    assert open_checkpoint(data / "out").name == "small"
    monkeypatch.undo()
    run(changed(epochs=2, precision=precision), data, data / "whole")
    run(changed(epochs=2, precision=precision), data, data / "out")
    assert_same_state(data / "whole", data / "out")


def _file(path: Path, mode: str, opener: Any) -> Any:
    return open(path, mode, buffering=0 if "b" in mode else -1, opener=opener)


def bomb(path: Path) -> None:
    """The state, with members that are larger than their file."""
    with zipfile.ZipFile(path) as archive:
        content = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def of_another_network(path: Path) -> None:
    loaded = torch.load(path, weights_only=True)
    torch.save({**loaded, "master": loaded["master"][:-1]}, path)


def without_a_part(path: Path) -> None:
    loaded = torch.load(path, weights_only=True)
    del loaded["optimiser"]
    torch.save(loaded, path)


@pytest.mark.parametrize(
    "damage", [bomb, of_another_network, without_a_part, lambda path: path.write_bytes(b""), Path.unlink],
    ids=["packed", "of another network", "a part", "empty", "gone"],
)  # fmt: skip
def test_a_damaged_state_is_a_sentence(damage: Callable[[Path], object], data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(changed(epochs=0.1), data, out)
    damage(out / STATE)
    with pytest.raises(Problem, match=r"it is damaged|no unfinished run"):
        run(changed(epochs=0.1), data, out)


def test_a_network_that_no_machine_can_train_is_refused_before_it_is_made(data: Path, tmp_path: Path) -> None:
    recipe = replace(
        RECIPE, architecture=replace(RECIPE.architecture, width=2**13, feed_forward_width=2**15, layers=90)
    )
    with pytest.raises(Problem, match=r"training it takes [0-9,]+\.\d GB of memory, and this machine has"):
        run(recipe, data, tmp_path / "out")
    assert not (tmp_path / "out").exists()
