"""``handout``: a run as pages to print or to project (PDF). A trace file needs no torch."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from model.problems import Problem
from model.trace import Trace
from model.trace_file import load_trace
from viz_app.cli._common import (
    Opener,
    Tell,
    add_checkpoint,
    add_device,
    add_languages,
    open_spoken,
    output_path,
    record,
)

HELP = "write a handout (.pdf): tokens, masks, a page for each step, settings"
PAPERS = ("A4", "letter", "16:9")
MOST_STEPS = 512
Heads = tuple[tuple[int, int], ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_of", metavar="SENTENCE|T.npz", help="a source sentence, or a trace file")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    parser.add_argument("--out", required=True, metavar="F.pdf", help="the file to write")
    add_checkpoint(parser)
    parser.add_argument(
        "--heads", type=heads, default=(), metavar="L.H,L.H", help="layer.head of each map, from 1 (the best aligned)"
    )
    parser.add_argument("--paper", choices=PAPERS, default="A4", help="size of the pages (A4)")
    parser.add_argument("--language", choices=("en", "ko", "ko+en"), default="en", help="of the words in it (en)")
    add_languages(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    make(arguments, open_spoken, print)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell) -> Trace:
    """Write the handout of one run. Raises :class:`Problem`."""
    path = output_path(arguments.out, ".pdf")
    given = arguments.run_of
    is_file = given.lower().endswith(".npz")
    trace = load_trace(Path(given)) if is_file else record(opened(arguments), given, activations=True)
    if trace.steps > MOST_STEPS:
        raise Problem("handout", f"this run has {trace.steps} steps, a page each", f"Use one of at most {MOST_STEPS}")
    from viz_app.display import OFFSCREEN, require_libraries

    require_libraries(OFFSCREEN)
    from viz_app.exports._handout import write_handout  # Qt only from here on: torch comes first on Windows
    from viz_app.exports._render import offscreen
    from viz_app.translations import speak

    speak(offscreen(), arguments.language)
    write_handout(trace, path, arguments.paper, arguments.heads)
    tell(path)
    return trace


def heads(text: str) -> Heads:
    """``2.3,1.1`` → layers and heads from 0; for argparse."""
    parts = [re.fullmatch(r"([1-9]\d{0,3})\.([1-9]\d{0,3})", part.strip()) for part in text.split(",")]
    found = tuple((int(part[1]) - 1, int(part[2]) - 1) for part in parts if part)
    if len(found) < len(parts) or len(set(found)) > MOST_HEADS:
        raise argparse.ArgumentTypeError(f"{text} is no list of at most {MOST_HEADS} heads such as 2.3,1.1")
    return tuple(dict.fromkeys(found))


MOST_HEADS = 6
