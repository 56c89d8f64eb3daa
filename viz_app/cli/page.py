"""``page``: a run as one interactive page. A trace file needs no torch."""

from __future__ import annotations

import argparse

from model.problems import Problem
from model.reading import read
from model.trace import KINDS, Trace
from viz_app.cli._common import (
    Opener,
    Tell,
    add_checkpoint,
    add_device,
    add_languages,
    count,
    is_recorded,
    open_spoken,
    output_path,
    record,
    recorded,
)
from viz_app.cli._reading import MEAN, add_reading, count_or, reading_of

HELP = "write an interactive page (.html) that any browser opens without a network"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_of", metavar="SENTENCE|T.npz", help="a source sentence, or a trace file")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    parser.add_argument("--out", required=True, metavar="F.html", help="the file to write")
    add_checkpoint(parser)
    parser.add_argument("--kind", choices=KINDS, default="cross", help="attention kind that it opens with (cross)")
    for name in ("layer", "head"):
        parser.add_argument(f"--{name}", type=count_or(MEAN), default=1, metavar="N|mean", help="from 1 (1)")
    parser.add_argument("--step", type=count, metavar="N", help="from 1 (the last)")
    add_reading(parser, weights_only=True)
    parser.add_argument("--theme", choices=("system", "light", "dark"), default="system", help="(as the reader's)")
    parser.add_argument("--language", choices=("en", "ko"), default="en", help="that it opens in (en)")
    add_languages(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    make(arguments, open_spoken, print)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell) -> Trace:
    """Write the page of one run. Raises :class:`Problem`."""
    path = output_path(arguments.out, ".html")
    given = arguments.run_of
    trace = recorded(given) if is_recorded(given) else record(opened(arguments), given)
    reading = reading_of(arguments)
    shown = read(trace, reading)
    _check(arguments, shown)
    from viz_app.display import OFFSCREEN, require_libraries

    require_libraries(OFFSCREEN)
    from viz_app.exports import html  # Qt only from here on: torch comes first on Windows
    from viz_app.exports._figure import Figure
    from viz_app.exports._render import offscreen
    from viz_app.state import Selection, Settings, Snapshot
    from viz_app.translations import speak

    speak(offscreen(), arguments.language)
    step = (shown.steps if arguments.step is None else arguments.step) - 1
    layer, head = (0 if value == MEAN else value - 1 for value in (arguments.layer, arguments.head))
    snapshot = Snapshot(
        trace=shown,
        unread=None if shown is trace else trace,
        reading=reading,
        selection=Selection(arguments.kind, layer, head, max(0, step)),
        settings=Settings(theme=arguments.theme),
    )
    html.write(snapshot, Figure(), path)
    tell(path)
    return trace


def _check(arguments: argparse.Namespace, trace: Trace) -> None:
    """The place where it opens exists; the message says which ones do."""
    kind = arguments.kind
    if trace.attention(kind) is None:
        kinds = ", ".join(kind for kind in KINDS if trace.attention(kind) is not None) or "none"
        raise Problem(f"--kind {kind}", "this run has no such attention", f"Use one of: {kinds}")
    limits = {"layer": trace.layers(kind), "head": trace.heads(kind), "step": max(1, trace.steps)}
    for name, limit in limits.items():
        value = getattr(arguments, name)
        if isinstance(value, int) and value > limit:
            raise Problem(f"--{name} {value}", f"this run has {limit}", f"Use a number from 1 to {limit}")
