"""``--beam`` with its rules beside the options of drawing: how the tokens of a run are chosen."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import beam_width
from viz_app.cli.shared.sampling import NAMES, add_sampling, number, sampling_of

if TYPE_CHECKING:
    from model.decoding.beam_tree import SearchRules

STOPS = ("enough", "bound", "never")


def add_search(parser: argparse.ArgumentParser, told: Text, width: int = 1) -> None:
    """``--beam``, ``--length-penalty`` and ``--stop``."""
    parser.add_argument("--beam", type=beam_width, default=width, metavar="N", help=told)
    parser.add_argument(
        "--length-penalty", type=number, metavar="P", help=Text("of a beam: score = log p / length^P (1)")
    )
    parser.add_argument(
        "--stop", choices=STOPS, help=Text("of a beam: when N have ended; and none scores better now; … ever (enough)")
    )


def add_decoding(parser: argparse.ArgumentParser) -> None:
    """All ways to choose tokens, for a command that records runs."""
    add_search(parser, Text("record the best of N hypotheses"))
    add_sampling(parser)


def search_of(arguments: argparse.Namespace) -> SearchRules:
    """The rules of a search; of width 1 it is greedy. Raises :class:`Problem` for impossible ones."""
    from model.decoding.beam_tree import SearchRules

    given = {"penalty": arguments.length_penalty, "stop": arguments.stop}
    given = {name: value for name, value in given.items() if value is not None}
    if given and arguments.beam < 2:
        option = "--length-penalty" if "penalty" in given else "--stop"
        raise Problem(option, Text("only a beam has it"), Text("Give --beam 2 or more, or leave it out"))
    return SearchRules(arguments.beam, **given)


def decoding_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """What :func:`model.decoding.run.run_sentence` is told. Raises :class:`Problem`."""
    rules = search_of(arguments)
    return {"beam": rules.width, "penalty": rules.penalty, "stop": rules.stop, "sampling": sampling_of(arguments)}


def without_decoding(arguments: argparse.Namespace) -> None:
    """Raise :class:`Problem` for options of decoding beside a file, whose run is finished."""
    chosen = ("length_penalty", "stop", *NAMES)
    named = [f"--{name.replace('_', '-')}" for name in chosen if getattr(arguments, name) is not None]
    if arguments.beam > 1 or named:
        option = "--beam" if arguments.beam > 1 else named[0]
        raise Problem(option, Text("this file holds a finished run"), Text("Give a sentence, or leave %1 out", option))
