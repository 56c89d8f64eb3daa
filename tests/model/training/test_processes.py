"""Training in several processes and through kills: the same weights as one process that nobody disturbed."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from model.training.processes import ALONE, join
from model.training.saved_state import STATE
from tests import forks
from tests.model.sample_checkpoints import PAIRS
from tests.model.training.forked import SCRIPT, Trainers, forking

RECIPE = """
name = "small"
[data]
source_language = "de"
target_language = "en"
train = "pairs.tsv"
validation = "pairs.tsv"
max_tokens = 24
[vocabulary]
kind = "word"
min_count = 1
[architecture]
width = 16
layers = 1
heads = 2
feed_forward_width = 32
max_length = 24
[schedule]
kind = "linear"
peak = 6e-3
warmup = 10
[optimisation]
label_smoothing = 0.1
batch_tokens = """
PLAIN = """30
epochs = {epochs}
precision = "float64"
embedding_dropout = 0.0
residual_dropout = 0.0
"""
RANDOM = """30
epochs = 4
accumulate = 2
average = 3
precision = "bfloat16"
attention_dropout = 0.1
[snapshots]
at = [0, 0.5, 2, 3.3]
bleu = 1
"""
UPDATES = 50
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork to make processes cheaply")


@pytest.fixture(scope="module")
def trainers(request: pytest.FixtureRequest) -> Iterator[Trainers]:
    """Forked itself from the process that has imported torch for all tests, where there is one."""
    words = [sys.executable, "-c", SCRIPT]
    if forks.POSSIBLE:
        words = request.getfixturevalue("forks").words(forks.SCRIPT, SCRIPT)
    with forking(words) as found:
        yield found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = "".join(f"{source}\t{target}\n" for source, target in PAIRS[:21])
    (tmp_path / "pairs.tsv").write_text(lines, encoding="utf-8")
    return tmp_path


def training(folder: Path, recipe: str, out: str, name: str = "", **more: Any) -> dict[str, Any]:
    """A process that trains ``recipe`` into ``out``."""
    path = folder / f"{out}.toml"
    path.write_text(RECIPE + recipe, encoding="utf-8")
    words = ["train", str(path), "--data", str(folder), "--out", str(folder / out), "--device", "cpu"]
    return {"words": words, "output": str(folder / f"{out}{name}.txt"), **more}


def ranks(folder: Path, recipe: str, out: str, size: int = 2) -> list[dict[str, Any]]:
    """The processes that a launcher starts."""
    meeting = f"file://{folder}/{out}.meeting"
    fixed = {"WORLD_SIZE": str(size), "MASTER_ADDR": "localhost", "MASTER_PORT": "1"}
    return [
        training(
            folder, recipe, out, f".{rank}", meeting=meeting,
            environment={**fixed, "RANK": str(rank), "LOCAL_RANK": str(rank)},
        )
        for rank in range(size)
    ]  # fmt: skip


def state(out: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = torch.load(out / STATE, weights_only=True)
    return loaded


def names(recipe_out: Path) -> list[str]:
    """Of the weights, in the order of the state."""
    from model.checkpoints.checkpoint import open_checkpoint

    return [name for name, _ in open_checkpoint(recipe_out).transformer.named_parameters()]


def files(out: Path) -> dict[str, bytes]:
    """Everything that a run leaves for others, by name; the model card has no times in it."""
    found = (path for path in out.rglob("*") if path.is_file() and path.name != STATE)
    return {str(path.relative_to(out)): path.read_bytes() for path in found}


@needs_fork
def test_two_processes_equal_one(trainers: Trainers, data: Path) -> None:
    """The same global batches, the loss divided by all their tokens; one shares its part by accumulating too."""
    recipe = PLAIN.format(epochs=UPDATES / 7)  # of seven batches
    assert trainers.run(training(data, recipe, "one"))[0] == [0]
    assert trainers.run(*ranks(data, recipe, "two"))[0] == [0, 0], (data / "two.1.txt").read_text()
    one, two = state(data / "one"), state(data / "two")
    assert one["update"] == two["update"] == UPDATES
    begun = False
    for name, left, right in zip(names(data / "one"), one["master"], two["master"], strict=True):
        begun |= bool((left != right).any())
        if not name.endswith("key.bias"):  # the softmax does not see it, and Adam makes a step of rounding
            assert float((left - right).abs().max()) < 1e-8, name
    assert begun, "sums in another order: it was not one process twice"
    assert abs(one["best_loss"] - two["best_loss"]) < 1e-8
    assert (data / "two.0.txt").read_text(encoding="utf-8").startswith("on cpu, 2 processes, in float64: ")
    assert (data / "two.1.txt").read_text(encoding="utf-8") == ""


@needs_fork
def test_an_error_in_one_process_ends_all_with_one_sentence(trainers: Trainers, data: Path) -> None:
    first, second = ranks(data, PLAIN.format(epochs=1), "out")
    other = data / "other"
    other.mkdir()
    (other / "pairs.tsv").write_text("Ein Hund.\tA dog.\n\n", encoding="utf-8")
    for folder, said in ((other, "pairs.tsv, line 2: it is not source TAB target"), (None, "do not read the same")):
        if folder is None:
            (other / "pairs.tsv").write_text("Ein Hund.\tA dog.\n", encoding="utf-8")
        second["words"][3] = str(other)
        (data / "out.meeting").unlink(missing_ok=True)
        assert trainers.run(first, second)[0] == [2, 2]
        lines = [line for rank in (0, 1) for line in (data / f"out.{rank}.txt").read_text("utf-8").splitlines()]
        assert len(lines) == 1
        assert said in lines[0]
        assert not (data / "out").exists()


@needs_fork
def test_a_run_killed_three_times_ends_like_the_unbroken_one(trainers: Trainers, data: Path) -> None:
    """Weights, averages, snapshots and the curve, bit for bit; with dropout, accumulation and rounded copies."""
    codes, seconds = trainers.run(training(data, RANDOM, "whole"))
    assert codes == [0], (data / "whole.txt").read_text()
    chance = random.Random(5)
    for _ in range(3):
        killed = chance.uniform(0.2, 0.6) * seconds
        codes, _ = trainers.run(training(data, RANDOM, "parts", often=0.02, killed=killed))
        assert codes in ([-signal.SIGKILL], [0])
    assert trainers.run(training(data, RANDOM, "parts"))[0] == [0]
    whole, parts = state(data / "whole"), state(data / "parts")
    assert whole["update"] == parts["update"] == 16
    for name in ("master", "best"):
        assert all(torch.equal(left, right) for left, right in zip(whole[name], parts[name], strict=True))
    assert all(torch.equal(a, b) for a, b in zip(whole["newest"][-1], parts["newest"][-1], strict=True))
    assert files(data / "whole") == files(data / "parts")


def test_without_a_launcher_a_process_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "4")  # some clusters set it for other reasons
    monkeypatch.delenv("RANK", raising=False)
    assert join("cpu") == (ALONE, torch.device("cpu"))
    assert ALONE.first
    assert ALONE.alike(3)
    assert ALONE.total(lambda: 2.5) == 2.5
