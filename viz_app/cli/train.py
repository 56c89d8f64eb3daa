"""``train``: train a recipe on parallel text; what was stopped is resumed. With ``torchrun`` in many processes."""

from __future__ import annotations

import argparse
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.assets import find_recipe, shipped_recipes
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import add_device, processes, up_to

if TYPE_CHECKING:
    from model.training.processes import Processes
    from model.training.recipe import Recipe

HELP = Text("train a checkpoint from a recipe and parallel text")
PRECISIONS = ("float32", "bfloat16", "float16", "float64")
MOST_SNAPSHOTS, MOST_SEED = 10_000, 2**31


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "recipe", nargs="?", metavar="RECIPE", help=Text("what to train: a file.toml, or the name of a shipped one")
    )
    parser.add_argument("--list", action="store_true", help=Text("name the shipped recipes and end"))
    parser.add_argument("--data", metavar="DIR", help=Text("folder with the recipe's files"))
    parser.add_argument("--out", metavar="DIR", help=Text("folder for the checkpoint; resumes a stopped run"))
    add_device(parser)
    parser.add_argument(
        "--precision", choices=PRECISIONS, help=Text("of the computing, in place of the recipe's; what the device has")
    )
    parser.add_argument("--seed", type=up_to(MOST_SEED), metavar="N", help=Text("in place of the recipe's"))
    parser.add_argument(
        "--snapshots", type=up_to(MOST_SNAPSHOTS), metavar="N",
        help=Text("keep the network N times while it learns: untrained, then from a hundredth of the run to its end, "
                  "evenly in the logarithm"),
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=processes, default=1, metavar="N", help=Text("one is fastest on a busy machine (1)")
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.list:
        for name, about in shipped_recipes().items():
            print(f"{name:16} {about}")
        return 0
    for name in ("recipe", "data", "out"):
        if not getattr(arguments, name):
            what = "RECIPE" if name == "recipe" else f"--{name}"
            raise Problem(Text("arguments"), Text("%1 is missing", what), Text("Give it, or see train --help"))
    import torch

    from model.training.processes import FailedElsewhereError, join
    from viz_app.engine.devices import pick_device

    torch.set_num_threads(arguments.threads)
    others, device = join(pick_device(arguments.device))
    try:
        for event in _events(arguments, device, others):
            if others.first and (line := _said(event)):
                print(line, flush=True)
    except FailedElsewhereError:
        return 2  # the process that failed has said why
    finally:
        others.leave()
    return 0


def _events(arguments: argparse.Namespace, device: Any, others: Processes) -> Any:
    from model.training.loop import train
    from model.training.recipe import read_recipe

    def recipe() -> Recipe:
        if not Path(arguments.data).is_dir():
            advice = Text("Give the folder that holds the recipe's files")
            raise Problem(arguments.data, Text("there is no such folder"), advice)
        read = read_recipe(find_recipe(arguments.recipe))
        return read.with_options(arguments.seed, arguments.precision, arguments.snapshots)

    return train(others.together(recipe), Path(arguments.data), Path(arguments.out), device, others)


def _said(event: object) -> str:
    """The line that an event is on the screen."""
    from model.training.loop import Evaluated, Finished, Started, TrainingProgress

    if isinstance(event, Started):
        many = f", {event.processes} processes" if event.processes > 1 else ""
        goes_on = f"; goes on after update {event.update}" if event.update else ""
        return (
            f"on {event.device}{many}, in {event.precision}: {event.parameters:,} parameters, {event.pairs:,} "
            f"sentence pairs{goes_on}"
        )
    if isinstance(event, TrainingProgress):
        left = timedelta(seconds=round(event.seconds_left))
        return (
            f"epoch {event.epoch:.2f} of {event.epochs:g}, update {event.update}, loss {event.loss:.3f}, "
            f"rate {event.rate:.2e}, {event.tokens_per_second:,.0f} tokens/s, {left} left"
        )
    if isinstance(event, Evaluated):
        best = " (best so far, saved)" if event.best else ""
        return f"epoch {event.epoch:.2f}: validation loss {event.validation_loss:.4f}{best}"
    if isinstance(event, Finished):
        return f"{event.reason}; validation loss {event.validation_loss:.4f}; {event.checkpoint}"
    return ""
