"""What a training would do and take, said before it begins. All that it would read is read; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch

from model.common.problems import Problem
from model.common.text import Text
from model.training.data import read_pairs
from model.training.precision import choose_precision
from model.training.recipe import Recipe, build_config
from model.training.saved_state import read_state
from model.training.training_text import COPIES, check_place, check_size

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


def plan_training(recipe: Recipe, data: Path, out: Path, device: str) -> TrainingPlan:
    """The plan of a run that can begin. Raises :class:`Problem` with the first thing that is wrong."""
    if not data.is_dir():
        raise Problem(str(data), Text("there is no such folder"), Text("Give the folder that holds the recipe's files"))
    check_place(out)
    settings, languages = recipe.optimisation, (recipe.data.source_language, recipe.data.target_language)
    precision = choose_precision(settings.precision, torch.device(device))
    state = read_state(out, recipe)
    config = build_config(recipe, recipe.vocabulary.size, recipe.vocabulary.size)
    check_size(config, recipe.name)
    pairs, held_out = (len(read_pairs(data / name, languages)) for name in (recipe.data.train, recipe.data.validation))
    return TrainingPlan(
        pairs, held_out, settings.epochs, settings.seed, state.get("update", 0), precision.said, config.parameters,
        COPIES * 4 * config.parameters, len(recipe.snapshots.epochs(settings.epochs)), HALF * config.parameters,
    )  # fmt: skip
