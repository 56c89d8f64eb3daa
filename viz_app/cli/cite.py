"""``cite``: one sentence and BibTeX for the program, and for a checkpoint or for the one that a trace was made with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from model.common.languages import LANGUAGES
from model.common.text import Text
from viz_app.cli.shared.answers import answers_of, without_answers
from viz_app.cli.shared.common import add_answers, find_whole, is_recorded, recorded, without_screen

if TYPE_CHECKING:
    from viz_app.exports.figures.citation import Cited

HELP = Text("say how to cite a figure: the program, and the checkpoint of a trace or session")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "of", nargs="?", metavar="T.npz|C", help=Text("a trace file, or a checkpoint; none: the program")
    )
    add_answers(parser)
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help=Text("of the sentence (en)"))


def run(arguments: argparse.Namespace) -> int:
    cited = None if arguments.of is None else _cited(arguments)
    without_screen(arguments.language)
    from viz_app.exports.figures.citation import citation

    print(citation(cited))
    return 0


def _cited(arguments: argparse.Namespace) -> Cited:
    """Raises :class:`model.common.problems.Problem` for what is neither."""
    name: str = arguments.of
    if is_recorded(name):
        without_answers(arguments)
        meta = recorded(name).meta
        from viz_app.exports.figures.citation import cited_of_run

        return cited_of_run(meta)
    path = find_whole(name)
    from model.checkpoints.checkpoint import open_checkpoint  # torch comes before Qt on Windows

    answers = answers_of(arguments)
    found = open_checkpoint(path, answers)
    found.require_names(answers)
    from viz_app.exports.figures.citation import Cited, with_card

    return with_card(Cited(found.name, found.sha256, found.family), path)
