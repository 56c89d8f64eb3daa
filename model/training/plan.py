"""What a training would do and take, said before it begins. All that it would read is read; nothing is written."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import torch

from model.common.problems import Problem
from model.common.text import Text
from model.training.data import each_pair
from model.training.precision import choose_precision
from model.training.recipe import Recipe
from model.training.saved_state import read_state
from model.training.start import network_config, read_start
from model.training.training_text import COPIES, check_place, check_size

AT_A_TIME = 20_000  #: lines; some 20 milliseconds
HALF = 2  #: bytes of a number in a snapshot


@dataclass(frozen=True)
class TrainingPlan:
    """The sizes of a run; those of the network at most, since the text decides how many words there are."""

    pairs: int
    held_out: int
    epochs: float
    seed: int
    update: int  #: after which an unfinished run goes on; 0: it begins
    precision: str
    parameters: int
    memory: int  #: bytes
    snapshots: int
    snapshot_bytes: int  #: of each


def plan_training(recipe: Recipe, data: Path, out: Path, device: str) -> Generator[int, None, TrainingPlan]:
    """Gives the plan of a run that can begin; yields now and then how many lines have been read, and holds none.

    Raises :class:`Problem` with the first thing that is wrong.
    """
    if not data.is_dir():
        raise Problem(str(data), Text("there is no such folder"), Text("Give the folder that holds the recipe's files"))
    check_place(out)
    settings, languages = recipe.optimisation, (recipe.data.source_language, recipe.data.target_language)
    precision = choose_precision(settings.precision, torch.device(device))
    state = read_state(out, recipe)
    start = read_start(recipe, out, bool(state))
    config = network_config(recipe, start, recipe.vocabulary.size, recipe.vocabulary.size)
    check_size(config, recipe.name)
    counts: list[int] = []
    for name in (recipe.data.train, recipe.data.validation):
        count = 0
        for count, _ in enumerate(each_pair(data / name, languages), 1):
            if count % AT_A_TIME == 0:
                yield sum(counts) + count
        counts.append(count)
    pairs, held_out = counts
    return TrainingPlan(
        pairs, held_out, settings.epochs, settings.seed, state.get("update", 0), precision.said, config.parameters,
        COPIES * 4 * config.parameters, len(recipe.snapshots.epochs(settings.epochs)), HALF * config.parameters,
    )  # fmt: skip
