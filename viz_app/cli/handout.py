"""``handout``: a run as pages to print or to project (PDF). A trace file needs no torch."""

from __future__ import annotations

import argparse
import re

from model.common.languages import LANGUAGES
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Trace
from viz_app.cli.shared.answers import without_answers
from viz_app.cli.shared.common import (
    Opener,
    Tell,
    add_checkpoint,
    add_device,
    add_insisting,
    add_languages,
    is_recorded,
    open_spoken,
    output_path,
    record,
    recorded,
    tell_file,
    without_screen,
)
from viz_app.cli.shared.decoding import add_decoding, decoding_of, without_decoding
from viz_app.cli.shared.session_defaults import shown_by
from viz_app.cli.shared.what_if import add_what_if, what_if_of, without_changes

HELP = Text("write a handout (.pdf): tokens, masks, a page for each step, settings")
PAPERS = ("A4", "letter", "16:9")
MOST_STEPS = 512
Heads = tuple[tuple[int, int], ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_of", metavar="SENTENCE|T.npz", help=Text("a source sentence, a trace file, or a session"))
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    parser.add_argument("--out", required=True, metavar="F.pdf", help=Text("the file to write"))
    add_checkpoint(parser, heads=False)
    parser.add_argument(
        "--heads",
        type=heads,
        default=(),
        metavar="L.H,L.H",
        help=Text("layer.head of each map, from 1 (the best aligned)"),
    )
    parser.add_argument("--paper", choices=PAPERS, default="A4", help=Text("size of the pages (A4)"))
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help=Text("of the words in it (en)"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_what_if(parser)
    add_decoding(parser)


def run(arguments: argparse.Namespace) -> int:
    make(arguments, open_spoken, tell_file)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell) -> Trace:
    """Write the handout of one run. Raises :class:`Problem`."""
    path = output_path(arguments.out, ".pdf")
    changes, decoding = what_if_of(arguments), decoding_of(arguments)
    given = arguments.run_of
    if is_recorded(given):
        without_answers(arguments)
        without_changes(arguments)
        without_decoding(arguments)
    trace = (
        recorded(given)
        if is_recorded(given)
        else record(opened(arguments), given, activations=True, sure=arguments.yes, what_if=changes, **decoding)
    )
    check_length(trace)
    without_screen(arguments.language)
    from viz_app.exports.handout.handout import write_handout

    session = shown_by([given])
    table = None if session is None else session.file_heads
    write_handout(trace, path, arguments.paper, arguments.heads, table)
    tell(path)
    return trace


def check_length(trace: Trace) -> None:
    """Raises :class:`Problem` for a run of more steps than anybody prints."""
    if trace.steps > MOST_STEPS:
        raise Problem(
            Text("handout"),
            Text("this run has %1 steps, a page each", trace.steps),
            Text("Use one of at most %1", MOST_STEPS),
        )


def heads(text: str) -> Heads:
    """``2.3,1.1`` → layers and heads from 0; for argparse."""
    parts = [re.fullmatch(r"([1-9]\d{0,3})\.([1-9]\d{0,3})", part.strip()) for part in text.split(",")]
    found = tuple((int(part[1]) - 1, int(part[2]) - 1) for part in parts if part)
    if len(found) < len(parts) or len(set(found)) > MOST_HEADS:
        raise argparse.ArgumentTypeError(f"{text[:40]} is no list of at most {MOST_HEADS} heads such as 2.3,1.1")
    return tuple(dict.fromkeys(found))


MOST_HEADS = 6
