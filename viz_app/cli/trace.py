"""``trace``: run one sentence and save everything it computed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from model.common.text import Text
from model.record.trace import Trace
from viz_app.cli.shared.common import (
    Opener,
    Tell,
    add_checkpoint,
    add_device,
    add_insisting,
    add_languages,
    count,
    open_spoken,
    output_path,
    printable,
    record,
)
from viz_app.cli.shared.decoding import add_decoding, decoding_of
from viz_app.cli.shared.what_if import add_what_if, what_if_of

HELP = Text("record one sentence as a trace file (.npz)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_of", metavar="SENTENCE", help=Text("the source sentence"))
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    parser.add_argument("--out", required=True, metavar="T.npz", help=Text("the trace file to write"))
    add_checkpoint(parser)
    parser.add_argument("--pad-to", type=count, default=0, metavar="N", help=Text("pad the source to N tokens"))
    parser.add_argument("--target", metavar="TEXT", help=Text("teacher forcing: run over this translation"))
    parser.add_argument("--max-length", type=count, default=0, metavar="N", help=Text("stop after N tokens"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_what_if(parser)
    add_decoding(parser)
    parser.add_argument("--activations", action="store_true", help=Text("also store queries, keys, values, sub-layers"))


def run(arguments: argparse.Namespace) -> int:
    trace = make(arguments, open_spoken, lambda _: None)
    if trace.meta.vocabulary_head:
        print(trace.meta.translation)
    path = Path(arguments.out)
    print(f"{printable(str(path))}: {trace.steps} steps, stopped at the {trace.meta.stop_reason}", file=sys.stderr)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell) -> Trace:
    """Record one run and save it. Raises :class:`Problem`."""
    from model.record.trace_file import save_trace

    path = output_path(arguments.out, ".npz")
    changes, decoding = what_if_of(arguments), decoding_of(arguments)
    checkpoint = opened(arguments)
    trace = record(
        checkpoint,
        arguments.run_of,
        pad_to=arguments.pad_to,
        target=arguments.target,
        max_length=arguments.max_length,
        activations=arguments.activations,
        sure=arguments.yes,
        what_if=changes,
        **decoding,
    )
    save_trace(trace, path)
    tell(path)
    return trace
