"""Training: the loss of the right tokens, a resumed run like an uninterrupted one, and sentences learned by heart."""

from __future__ import annotations

import errno
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.shared.weights import unique_weights
from model.common.problems import Problem
from model.decoding.beam import beam_search
from model.training.data import Batch
from model.training.loop import STATE, Evaluated, Finished, TrainingProgress, forward_loss, train, validation_loss
from model.training.recipe import Data, NetworkRecipe, Optimisation, Recipe, Schedule, VocabularyRecipe
from tests import oracle
from tests.model.networks import BASE, PAD, make_batch, make_network, make_weights
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


def run(recipe: Recipe, data: Path, out: Path) -> list[TrainingProgress | Evaluated | Finished]:
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
    for name in ("model.safetensors", "config.json", "source_vocabulary.json", "target_vocabulary.json"):
        assert (one / name).read_bytes() == (other / name).read_bytes()


# The loss ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_the_loss_is_that_of_the_next_token(smoothing: float) -> None:
    """Row i predicts token i + 1; padding is not predicted. By the plain-loop reference."""
    weights = make_weights(BASE, 3)
    source, target = make_batch(3, BASE, (5, 3, 4), (4, 6, 2))
    found, plain = forward_loss(make_network(BASE, weights), Batch(source, target), smoothing, 0.5)
    expected, without = 0.0, 0.0
    for row in range(len(target)):
        ids = target[row].tolist()
        logits = oracle.run(BASE, weights, source[row].tolist(), ids[:-1], PAD).logits
        for position, label in enumerate(ids[1:]):
            if label != PAD:
                log_probability = logits[position] - np.log(np.exp(logits[position]).sum())
                without -= log_probability[label]
                expected -= (1 - smoothing) * log_probability[label] + smoothing * log_probability.mean()
    assert np.isclose(float(found.detach()), 0.5 * expected, rtol=1e-9)
    assert np.isclose(float(plain.detach()), without, rtol=1e-9)


def test_the_validation_loss_is_a_mean_over_tokens_without_dropout() -> None:
    network = make_network(BASE, make_weights(BASE, 3)).train()
    encoded = [([4, 5, 3], [2, 6, 3]), ([7, 3], [2, 5, 6, 7, 3]), ([4, 4, 4, 4, 3], [2, 3])]
    total = 0.0
    for source, target in encoded:
        batch = Batch(torch.tensor([source]), torch.tensor([target]))
        total += float(forward_loss(make_network(BASE, make_weights(BASE, 3)), batch, 0.0)[1].detach())
    for batch_tokens in (1, 12, 1000):
        assert np.isclose(validation_loss(network, encoded, batch_tokens), total / 7, rtol=1e-9)


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


@pytest.mark.parametrize("stop_after", [1, 4])
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_stopped_and_resumed_run_gives_the_same_weights(data: Path, precision: str, stop_after: int) -> None:
    """With dropout, averaging and a schedule; stopped in the middle of the epochs' batches too."""
    recipe = changed(precision=precision, evaluations_per_epoch=2, epochs=2.5)
    run(recipe, data, data / "whole")
    events: Iterator[Any] = train(recipe, data, data / "parts")
    for _ in range(stop_after):
        next(event for event in events if isinstance(event, Evaluated))
    events.close()  # type: ignore[attr-defined]
    before = state(data / "parts")["update"]
    run(recipe, data, data / "parts")
    assert before < state(data / "parts")["update"]
    assert_same_state(data / "whole", data / "parts")


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


def test_resuming_a_finished_run_changes_nothing(data: Path) -> None:
    recipe = changed(epochs=2)
    run(recipe, data, data / "out")
    run(recipe, data, data / "copy")
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
    assert [type(event) for event in again] == [Finished]
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
        changed(epochs=40, label_smoothing=0.05, average=1, patience=40),
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


# What is refused ---------------------------------------------------------------------------------


def refused(recipe: Recipe, data: Path, out: Path) -> str:
    with pytest.raises(Problem) as caught:
        run(recipe, data, out)
    return str(caught.value)


def test_a_folder_that_holds_something_else(data: Path) -> None:
    run(changed(epochs=1), data, data / "out")
    before = {path.name: path.read_bytes() for path in (data / "out").iterdir()}
    assert "a run of another recipe" in refused(replace(changed(epochs=1), text="other"), data, data / "out")
    assert before == {path.name: path.read_bytes() for path in (data / "out").iterdir()}
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
    recipe = changed(epochs=15)
    events: Iterator[Any] = train(recipe, data, data / "out")
    assert isinstance(next(events), (TrainingProgress, Evaluated))
    events.close()  # type: ignore[attr-defined]
    assert open_checkpoint(data / "out").name == "small"
    run(changed(epochs=15), data, data / "out")


def test_a_disk_that_is_full_is_said_and_the_old_state_stays(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = train(changed(epochs=8, batch_tokens=30), data, data / "out")
    next(events)
    before = (data / "out" / STATE).read_bytes()

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Problem, match="No space left on device"):
        list(events)
    assert (data / "out" / STATE).read_bytes() == before


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
