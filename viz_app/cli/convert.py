"""``convert``: any checkpoint that opens, saved as a Headscope checkpoint folder, exactly."""

from __future__ import annotations

import argparse
from pathlib import Path

from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.answers import answers_of
from viz_app.cli.shared.common import add_answers, find_whole, tell_file, warn

HELP = Text("save any checkpoint that opens as a Headscope checkpoint folder")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("checkpoint", metavar="IN", help=Text("file, folder, or name of a shipped checkpoint"))
    add_answers(parser)
    parser.add_argument("out", metavar="OUT", help=Text("the folder to make; it must be new or empty"))


def run(arguments: argparse.Namespace) -> int:
    path = find_whole(arguments.checkpoint)
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.formats.headscope import bundle

    folder = Path(arguments.out)
    answers = answers_of(arguments)
    checkpoint = open_checkpoint(path, answers)
    checkpoint.require_names(answers)
    for done in bundle(checkpoint, folder):
        progress(f"saving: {done:.0%}")
    progress("")
    warn(checkpoint)
    tell_file(folder)
    return 0
