"""``average``: the mean of checkpoints of one network, as a Headscope checkpoint folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.answers import answers_of
from viz_app.cli.shared.common import add_answers, find_whole, tell_file, warn

HELP = Text("save the mean of checkpoints of one network as a Headscope checkpoint folder")

MOST = 1e6  #: of one share


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checkpoints", metavar="C", nargs="+", help=Text("file, folder, or name of a shipped checkpoint")
    )
    parser.add_argument(
        "--shares", type=numbers, default=(), metavar="N,N", help=Text("how much of each (equal), such as 1,1,2")
    )
    add_answers(parser)
    parser.add_argument("--name", default="", help=Text("of the result (that of the folder)"))
    parser.add_argument("--out", required=True, metavar="F", help=Text("the folder to make; it must be new or empty"))


def numbers(text: str) -> tuple[float, ...]:
    """``1,1,2``; for argparse."""
    try:
        found = tuple(float(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or not all(0 < share <= MOST for share in found):
        raise argparse.ArgumentTypeError(f"{text[:40]} is no list of numbers above 0 such as 1,1,2")
    return found


def run(arguments: argparse.Namespace) -> int:
    paths = [find_whole(name) for name in arguments.checkpoints]
    from model.checkpoints.average import average, normalised
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.formats.headscope import bundle

    folder = Path(arguments.out)
    shares = normalised(arguments.shares, len(paths))
    answers = answers_of(arguments)
    opened = [open_checkpoint(path, answers) for path in paths]
    opened[0].require_names(answers)
    result = average(opened, shares, arguments.name or folder.name)
    for done in bundle(result, folder):
        progress(f"saving: {done:.0%}")
    progress("")
    warn(result)
    tell_file(folder)
    return 0
