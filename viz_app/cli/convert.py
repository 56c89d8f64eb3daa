"""``convert``: any checkpoint that opens, saved as a Headscope checkpoint folder, exactly."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from model.common.progress import progress
from viz_app.cli.shared.common import find_whole, tell_file, warn

HELP = "save any checkpoint that opens as a Headscope checkpoint folder"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("checkpoint", metavar="IN", help="file, folder, or name of a shipped checkpoint")
    parser.add_argument("out", metavar="OUT", help="the folder to make; it must be new or empty")


def run(arguments: argparse.Namespace) -> int:
    path = find_whole(arguments.checkpoint)
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.formats.headscope import bundle

    folder = Path(arguments.out)
    checkpoint = open_checkpoint(path)
    for done in bundle(checkpoint, folder):
        progress(f"saving: {done:.0%}")
    progress("")
    warn(checkpoint)
    for one in checkpoint.questions:
        print(f"assumed: {one.question} {one.value or 'none'} ({one.origin})", file=sys.stderr)
    tell_file(folder)
    return 0
