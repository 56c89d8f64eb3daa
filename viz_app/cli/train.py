"""``train``: train a recipe on parallel text; a stopped run is resumed."""

from __future__ import annotations

import argparse
from datetime import timedelta
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import processes

HELP = Text("train a checkpoint from a recipe and parallel text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("recipe", metavar="RECIPE.toml", help=Text("what to train, see recipes/"))
    parser.add_argument("--data", required=True, metavar="DIR", help=Text("folder with the recipe's TSV files"))
    parser.add_argument(
        "--out", required=True, metavar="DIR", help=Text("folder for the checkpoint; resumes a stopped run")
    )
    parser.add_argument(
        "--threads", type=processes, default=1, metavar="N", help=Text("one is fastest on a busy machine (1)")
    )


def run(arguments: argparse.Namespace) -> int:
    import torch

    from model.training.loop import Evaluated, Finished, TrainingProgress, train
    from model.training.recipe import read_recipe

    recipe = read_recipe(Path(arguments.recipe))
    if not Path(arguments.data).is_dir():
        raise Problem(
            arguments.data, Text("there is no such folder"), Text("Give the folder that holds the recipe's TSV files")
        )
    torch.set_num_threads(arguments.threads)
    for event in train(recipe, Path(arguments.data), Path(arguments.out)):
        if isinstance(event, TrainingProgress):
            left = timedelta(seconds=round(event.seconds_left))
            print(
                f"epoch {event.epoch:.2f} of {event.epochs:g}, update {event.update}, loss {event.loss:.3f}, "
                f"rate {event.rate:.2e}, {event.tokens_per_second:,.0f} tokens/s, {left} left",
                flush=True,
            )
        elif isinstance(event, Evaluated):
            best = " (best so far, saved)" if event.best else ""
            print(f"epoch {event.epoch:.2f}: validation loss {event.validation_loss:.4f}{best}", flush=True)
        elif isinstance(event, Finished):
            print(f"{event.reason}; validation loss {event.validation_loss:.4f}; {event.checkpoint}")
    return 0
