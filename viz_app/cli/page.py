"""``page``: one run or several as an interactive page. A trace file needs no torch, and nothing here needs Qt."""

from __future__ import annotations

import argparse

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Trace
from model.transforms.view_transform import read
from viz_app.cli.shared.answers import without_answers
from viz_app.cli.shared.common import (
    Opener,
    Tell,
    add_checkpoint,
    add_device,
    add_insisting,
    add_languages,
    count,
    is_recorded,
    open_spoken,
    output_path,
    record,
    recorded,
    tell_file,
)
from viz_app.cli.shared.decoding import add_decoding, decoding_of, without_decoding
from viz_app.cli.shared.session_defaults import place_options, shown_by, with_defaults
from viz_app.cli.shared.view_transform import MEAN, add_reading, count_or, reading_of
from viz_app.cli.shared.what_if import add_what_if, what_if_of, without_changes

HELP = Text("write an interactive page (.html) that any browser opens without a network")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = Text("a source sentence, or a trace file; of several, a reader chooses")
    parser.add_argument("run_of", nargs="+", metavar="SENTENCE|T.npz", help=about)
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    parser.add_argument("--out", required=True, metavar="F.html", help=Text("the file to write"))
    add_checkpoint(parser)
    parser.add_argument(
        "--kind", choices=KINDS, default="cross", help=Text("attention kind that it opens with (cross)")
    )
    for name in ("layer", "head"):
        parser.add_argument(f"--{name}", type=count_or(MEAN), default=1, metavar="N|mean", help=Text("from 1 (1)"))
    parser.add_argument("--step", type=count, metavar="N", help=Text("from 1 (the last)"))
    add_reading(parser, weights_only=True)
    parser.add_argument(
        "--theme", choices=("system", "light", "dark"), default="system", help=Text("(as the reader's)")
    )
    parser.add_argument("--language", choices=("en", "ko"), default="en", help=Text("that it opens in (en)"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_what_if(parser)
    add_decoding(parser)


def run(arguments: argparse.Namespace) -> int:
    session = shown_by(arguments.run_of)
    if session is not None:
        arguments = with_defaults(arguments, add_arguments, place_options(session.run_selection))
    make(arguments, open_spoken, tell_file)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell) -> Trace:
    """Write the page of a run, or of several to choose from. Raises :class:`Problem`."""
    path = output_path(arguments.out, ".html")
    changes, decoding = what_if_of(arguments), decoding_of(arguments)
    given = [arguments.run_of] if isinstance(arguments.run_of, str) else arguments.run_of
    if all(is_recorded(each) for each in given):
        without_answers(arguments)
        without_changes(arguments)
        without_decoding(arguments)
    checkpoint = None if all(is_recorded(each) for each in given) else opened(arguments)
    reading = reading_of(arguments)
    wanted = {"sure": arguments.yes, "what_if": changes, **decoding}
    runs = [
        recorded(each) if checkpoint is None or is_recorded(each) else record(checkpoint, each, **wanted)
        for each in given
    ]
    shown, *others = (read(trace, reading) for trace in runs)
    _check(arguments, shown)
    from viz_app.exports.data.web_page import document

    layer, head = (0 if value == MEAN else value - 1 for value in (arguments.layer, arguments.head))
    step = max(0, (shown.steps if arguments.step is None else arguments.step) - 1)
    place = {"kind": arguments.kind, "layer": layer, "head": head, "step": step}
    theme = "" if arguments.theme == "system" else arguments.theme
    write_atomically(path, document(shown, place, arguments.language, theme, others).encode("utf-8"))
    tell(path)
    return runs[0]


def _check(arguments: argparse.Namespace, trace: Trace) -> None:
    """The place where it opens exists; the message says which ones do."""
    kind = arguments.kind
    if trace.attention(kind) is None:
        kinds = ", ".join(kind for kind in KINDS if trace.attention(kind) is not None) or "none"
        raise Problem(f"--kind {kind}", Text("this run has no such attention"), Text("Use one of: %1", kinds))
    limits = {"layer": trace.layers(kind), "head": trace.heads(kind), "step": max(1, trace.steps)}
    for name, limit in limits.items():
        value = getattr(arguments, name)
        if isinstance(value, int) and value > limit:
            raise Problem(f"--{name} {value}", Text("this run has %1", limit), Text("Use a number from 1 to %1", limit))
