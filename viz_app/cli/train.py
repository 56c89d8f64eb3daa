"""``train``: train a recipe on parallel text; what was stopped is resumed. With ``torchrun`` in many processes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.common.assets import find_recipe, shipped_recipes
from model.common.problems import Problem
from model.common.progress import LISTENING
from model.common.text import Text
from model.record.training_events import Evaluated, Event, Started, Stopped, TrainingProgress, line_of
from viz_app.cli.shared.common import add_device, processes, up_to
from viz_app.cli.shared.stop_wish import StopWish

if TYPE_CHECKING:
    from model.training.processes import Processes
    from model.training.recipe import Recipe

HELP = Text("train a checkpoint from a recipe and parallel text")
PRECISIONS = ("float32", "bfloat16", "float16", "float64")
MOST_SNAPSHOTS, MOST_SEED, MOST_EPOCHS = 10_000, 2**31, 10**6
NICE = 10  #: how much more patient than the window
ENDED = 128  #: with the signal's number the exit code of what one has ended: 130 for Ctrl+C


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
    parser.add_argument("--epochs", type=_epochs, metavar="N", help=Text("in place of the recipe's"))
    parser.add_argument(
        "--snapshots", type=up_to(MOST_SNAPSHOTS), metavar="N",
        help=Text("keep the network N times while it learns: untrained, then from a hundredth of the run to its end, "
                  "evenly in the logarithm"),
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=processes, default=1, metavar="N", help=Text("one is fastest on a busy machine (1)")
    )


def _epochs(text: str) -> float:
    """For argparse. Raises its error."""
    try:
        number = float(text[:40])
    except ValueError:
        number = 0.0
    if not 0 < number <= MOST_EPOCHS:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a number of epochs up to {MOST_EPOCHS:,}")
    return number


def run(arguments: argparse.Namespace) -> int:
    if arguments.list:
        for name, about in shipped_recipes().items():
            print(f"{name:16} {about}")
        return 0
    for name in ("recipe", "data", "out"):
        if not getattr(arguments, name):
            what = "RECIPE" if name == "recipe" else f"--{name}"
            raise Problem(Text("arguments"), Text("%1 is missing", what), Text("Give it, or see train --help"))
    watched = bool(os.environ.get(LISTENING))  # by the window that has started it, which is to stay quick
    if watched and hasattr(os, "nice"):
        os.nice(NICE)
    import torch

    from model.training.processes import FailedElsewhereError, join
    from viz_app.engine.devices import pick_device

    torch.set_num_threads(arguments.threads)
    others, device = join(pick_device(arguments.device))
    stop, said = StopWish(), line_of if watched else _said
    try:
        with ExitStack() as begun:
            for event in _events(arguments, device, others, stop):
                if isinstance(event, Started):
                    begun.enter_context(stop.listening())
                if others.first:
                    print(said(event), flush=True)
    except FailedElsewhereError:
        return 2  # the process that failed has said why
    finally:
        others.leave()
    return ENDED + stop.signal if stop.signal and isinstance(event, Stopped) else 0


def _events(arguments: argparse.Namespace, device: Any, others: Processes, stop: StopWish) -> Iterator[Event]:
    from model.training.loop import train
    from model.training.recipe import read_recipe

    def recipe() -> Recipe:
        if not Path(arguments.data).is_dir():
            advice = Text("Give the folder that holds the recipe's files")
            raise Problem(arguments.data, Text("there is no such folder"), advice)
        read = read_recipe(find_recipe(arguments.recipe))
        return read.with_options(arguments.seed, arguments.precision, arguments.snapshots, arguments.epochs)

    return train(others.together(recipe), Path(arguments.data), Path(arguments.out), device, others, stop)


def _said(event: Event) -> str:
    """The line that an event is on the screen."""
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
    if isinstance(event, Stopped):
        where = f"after update {event.update}, epoch {event.epoch:.2f}"
        return f"stopped {where}; {event.checkpoint} opens, and the same command goes on from there"
    return f"{event.reason}; validation loss {event.validation_loss:.4f}; {event.checkpoint}"
