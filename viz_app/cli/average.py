"""``average``: the mean of checkpoints of one network, as a Headscope checkpoint folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import find_whole, tell_file, warn

HELP = Text("save the mean of checkpoints of one network as a Headscope checkpoint folder")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checkpoints", metavar="C", nargs="+", help=Text("file, folder, or name of a shipped checkpoint")
    )
    parser.add_argument(
        "--shares", type=numbers, default=(), metavar="N,N", help=Text("how much of each (equal), such as 1,1,2")
    )
    parser.add_argument("--name", default="", help=Text("of the result (that of the folder)"))
    parser.add_argument("--out", required=True, metavar="F", help=Text("the folder to make; it must be new or empty"))


def numbers(text: str) -> tuple[float, ...]:
    """``1,1,2``; for argparse."""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text[:40]} is no list of numbers such as 1,1,2") from error


def run(arguments: argparse.Namespace) -> int:
    paths = [find_whole(name) for name in arguments.checkpoints]
    from model.checkpoints.average import average, normalised
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.formats.headscope import bundle

    folder = Path(arguments.out)
    shares = normalised(arguments.shares, len(paths))
    result = average([open_checkpoint(path) for path in paths], shares, arguments.name or folder.name)
    for done in bundle(result, folder):
        progress(f"saving: {done:.0%}")
    progress("")
    warn(result)
    tell_file(folder)
    return 0
