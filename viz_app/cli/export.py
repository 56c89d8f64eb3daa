"""``export``: the picture of a view, from a sentence, a trace or a session. A recorded run needs no torch."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.common.languages import LANGUAGES
from model.common.problems import Problem
from model.common.text import Text
from model.record.learning_run import folder_of
from model.record.trace import KINDS, Trace
from model.transforms.view_transform import ViewTransform, read
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
    record,
    recorded,
    tell_file,
    without_screen,
)
from viz_app.cli.shared.decoding import add_decoding, decoding_of, without_decoding
from viz_app.cli.shared.figure_options import add_figure, add_settings, check_size, figure_path, files_of
from viz_app.cli.shared.file_patterns import PLACES, fill
from viz_app.cli.shared.session_defaults import picture_options, shown_by, with_defaults
from viz_app.cli.shared.training_film import runs_of_training
from viz_app.cli.shared.vectors import add_vectors, early_guesses, wants_vectors
from viz_app.cli.shared.view_transform import add_place, add_reading, names, places, reading_of
from viz_app.cli.shared.what_if import add_what_if, what_if_of, without_changes

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint
    from viz_app.state.state import Snapshot

HELP = Text("write what a view shows as a picture or as numbers; or every layer, head or step of it")
MOVING = (".gif", ".apng")
FIELDS = ("view", "kind", *PLACES)  #: what may stand in braces in --out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_of", metavar="SENTENCE|FILE", help=Text("a source sentence, a trace file, or a session"))
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything but the run."""
    from viz_app.exports import suffixes  # names of files, none of which is imported

    parser.add_argument(
        "--view",
        default="one_head",
        metavar="V",
        help=Text(
            "one_head, one_layer, all_layers, links, masks, embeddings_layers, teacher_forcing, beam_tree or compare"
        ),
    )
    parser.add_argument(
        "--out", required=True, metavar="F", help=Text("the file to write, one of %1", ", ".join(suffixes()))
    )
    parser.add_argument(
        "--also", action="append", default=[], metavar="F", help=Text("a file of another kind; repeatable")
    )
    add_checkpoint(parser, heads=False)
    parser.add_argument("--target", metavar="TEXT", help=Text("teacher forcing: run a sentence over this translation"))
    parser.add_argument(
        "--snapshots",
        action="store_true",
        help=Text("of an animation: a frame for each snapshot of the checkpoint's training, not for each step"),
    )
    parser.add_argument("--kind", choices=KINDS, default="cross", help=Text("attention kind (cross)"))
    add_place(parser)
    add_reading(parser)
    add_vectors(parser)
    add_settings(parser, "colours")
    add_settings(parser, "links")
    parser.add_argument("--heads", type=numbers, default=(), metavar="1,3", help=Text("of links, beside --head"))
    add_settings(parser, "all_layers")
    parser.add_argument("--rows", type=part, metavar="A-B", help=Text("of one_head, from 1 (all)"))
    parser.add_argument("--columns", type=part, metavar="A-B", help=Text("of one_head, from 1 (all)"))
    add_settings(parser, "cells")
    add_figure(parser)
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help=Text("of the words in it (en)"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_what_if(parser)
    add_decoding(parser)


def run(arguments: argparse.Namespace) -> int:
    session = shown_by([arguments.run_of])
    if session is not None:
        from viz_app.exports.figures.render import for_file

        session = for_file(session)
        arguments = with_defaults(arguments, add_arguments, picture_options(session, arguments.typed))
    make(arguments, open_spoken, tell_file, session)
    return 0


def make(arguments: argparse.Namespace, opened: Opener, tell: Tell, session: Snapshot | None = None) -> Trace:
    """Write the pictures of one run, which ``session`` holds where it has been read. Raises :class:`Problem`."""
    told = {"view": _view(arguments), "kind": arguments.kind}
    paths = [figure_path(fill(out, told)) for out in (arguments.out, *arguments.also)]
    reading = reading_of(arguments)
    _check_snapshots(arguments, paths)
    trace, checkpoint = _trace(arguments, opened, reading, session)
    runs: tuple[Trace, ...] = ()
    if arguments.snapshots and checkpoint is not None and checkpoint.path is not None:
        runs = runs_of_training(folder_of(Path(checkpoint.path)), trace, reading, wants_vectors(arguments))
    shown = session.trace if session and session.trace and session.reading == reading else read(trace, reading)
    found = places(arguments, shown)
    _check(arguments, shown)
    without_screen(arguments.language)
    from viz_app.exports.figures.render import FigureRequest, export

    guesses = early_guesses(arguments, trace, checkpoint)
    held = (None, None) if session is None else (session.file_heads, session.pinned)
    for path in paths:
        its = files_of(arguments, path.suffix.lower(), found)
        for place, file in zip(its, names(path, its, shown, arguments), strict=True):
            export(arguments, FigureRequest(trace, shown, reading, place, guesses, *held, runs), file)
            tell(file)
    return trace


def _check_snapshots(arguments: argparse.Namespace, paths: Sequence[Path]) -> None:
    """Raises :class:`Problem` where ``--snapshots`` means nothing."""
    if arguments.snapshots and is_recorded(arguments.run_of):
        advice = Text("Give a sentence, or leave --snapshots out")
        raise Problem("--snapshots", Text("this file holds a finished run"), advice)
    other = next((path for path in paths if path.suffix.lower() not in MOVING), None)
    if arguments.snapshots and other is not None:
        advice = Text("Use one of: %1", ", ".join(MOVING))
        raise Problem("--snapshots", Text("a file that ends in %1 does not move", other.suffix), advice)


def _view(arguments: argparse.Namespace) -> str:
    """The name of the view's picture. Raises :class:`Problem` where there is none."""
    from viz_app.pictures import picture_names

    view: str = arguments.view.replace("-", "_")
    if view not in picture_names():
        raise Problem(
            f"--view {arguments.view}",
            Text("there is no such view"),
            Text("Use one of: %1", ", ".join(picture_names())),
        )
    return view


def numbers(text: str) -> tuple[int, ...]:
    """``1,3``, counted from 1 → the same from 0."""
    words = text.split(",")
    if not all(re.fullmatch("0*[1-9][0-9]{0,5}", word) for word in words):
        raise argparse.ArgumentTypeError(f"{text[:40]} is no list such as 1,3")
    return tuple(int(word) - 1 for word in words)


def part(text: str) -> range:
    """``11-40``, counted from 1 with both ends → the same rows or columns, from 0."""
    found = re.fullmatch("([0-9]{1,6})-([0-9]{1,6})", text)
    first, last = map(int, found.groups()) if found else (0, 0)
    if not 1 <= first <= last:
        raise argparse.ArgumentTypeError(f"{text[:40]} is no part such as 11-40")
    return range(first - 1, last)


def _trace(
    arguments: argparse.Namespace, opened: Opener, reading: ViewTransform, session: Snapshot | None
) -> tuple[Trace, Checkpoint | None]:
    """The run, and the checkpoint that it was made with now."""
    changes, decoding = what_if_of(arguments), decoding_of(arguments)
    given = arguments.run_of
    if is_recorded(given):
        without_answers(arguments)
        without_changes(arguments)
        without_decoding(arguments)
        if arguments.target is not None:
            raise Problem(
                "--target", Text("this file holds a finished run"), Text("Give a sentence, or leave --target out")
            )
        return session.run if session and session.run else recorded(given), None
    checkpoint = opened(arguments)
    activations = reading.quantity != "weight" or wants_vectors(arguments)
    wanted = {"target": arguments.target, "activations": activations, "sure": arguments.yes, "what_if": changes}
    return record(checkpoint, given, **wanted, **decoding), checkpoint


def _check(arguments: argparse.Namespace, trace: Trace) -> None:
    """The rows and columns exist, and the figure has a size that can be drawn."""
    attention = trace.attention(arguments.kind)
    assert attention is not None
    for name, limit in zip(("rows", "columns"), attention.shape[-2:], strict=True):
        value = getattr(arguments, name)
        if value is not None and value.stop > limit:
            given = f"--{name} {value.start + 1}-{value.stop}"
            raise Problem(given, Text("these maps have %1", limit), Text("Use numbers from 1 to %1", limit))
    if (most := max(arguments.heads, default=0)) >= attention.shape[1]:
        raise Problem(
            f"--heads {most + 1}", Text("there are %1 heads", attention.shape[1]), Text("Use numbers that exist")
        )
    check_size(arguments)
