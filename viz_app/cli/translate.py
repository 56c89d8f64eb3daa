"""``translate``: one source per line in, one detokenised translation per line out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import (
    add_checkpoint,
    add_device,
    add_insisting,
    add_languages,
    lines_of,
    open_spoken,
)
from viz_app.cli.shared.decoding import add_search, search_of
from viz_app.cli.shared.sampling import add_sampling, sampling_of
from viz_app.cli.shared.what_if import add_what_if, asked, what_if_of
from viz_app.cli.shared.workers import add_workers, in_order, shared_work

HELP = Text("translate lines of text")
BATCH = 32  #: sentences searched together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=Text("text file, or - for standard input"))
    add_checkpoint(parser)
    add_search(parser, Text("hypotheses kept by beam search (1: greedy)"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_workers(parser, usual=1)
    add_what_if(parser)
    add_sampling(parser)


def run(arguments: argparse.Namespace) -> int:
    lines, sampling, rules = lines_of(arguments.file), sampling_of(arguments), search_of(arguments)
    if sampling is not None and arguments.beam > 1:
        raise Problem("--beam", Text("tokens are drawn one by one, not searched"), Text("Leave it out"))
    what_if_of(arguments)
    checkpoint = asked(open_spoken(arguments), arguments)
    from model.corpus.translations import piece_of_lines, translated_lines  # torch, which a bad file is refused without
    from model.decoding.beam import together

    size, done = together(rules.width, BATCH), 0
    batches = [lines[first : first + size] for first in range(0, len(lines), size)]
    how = rules, sampling, arguments.yes
    with shared_work(arguments, checkpoint) as shared:
        if shared is None:
            found: Iterator[list[str]] = (translated_lines(checkpoint, batch, *how) for batch in batches)
        else:
            force, address = shared
            pieces = ((number, (address, batch, *how)) for number, batch in enumerate(batches))
            found = in_order(force.answers(piece_of_lines, pieces))
        for texts in found:
            print("\n".join(texts), flush=True)
            done += len(texts)
            progress(f"{done} of {len(lines)} lines", done / len(lines))
    progress("")
    return 0
