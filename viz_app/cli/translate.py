"""``translate``: one source per line in, one detokenised translation per line out."""

from __future__ import annotations

import argparse

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

HELP = Text("translate lines of text")
BATCH = 32  #: sentences searched together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=Text("text file, or - for standard input"))
    add_checkpoint(parser)
    add_search(parser, Text("hypotheses kept by beam search (1: greedy)"))
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)
    add_what_if(parser)
    add_sampling(parser)


def run(arguments: argparse.Namespace) -> int:
    lines, sampling, rules = lines_of(arguments.file), sampling_of(arguments), search_of(arguments)
    if sampling is not None and arguments.beam > 1:
        raise Problem("--beam", Text("tokens are drawn one by one, not searched"), Text("Leave it out"))
    what_if_of(arguments)
    checkpoint = asked(open_spoken(arguments), arguments)
    from model.decoding.batch import draw  # torch, which a bad file is refused without
    from model.decoding.beam import beam_search, check_search, together

    size = together(arguments.beam, BATCH)
    for first in range(0, len(lines), size):
        batch = lines[first : first + size]
        filled = [index for index, line in enumerate(batch) if checkpoint.source_tokenizer.encode(line).ids]
        sources = [checkpoint.source(batch[index]) for index in filled]
        if sources and not arguments.yes:
            check_search(checkpoint, sources, arguments.beam)
        if sampling is None:
            searched = beam_search(checkpoint, sources, rules.width, rules.penalty, stop=rules.stop) if sources else []
            found = [best.ids for best in searched]
        else:
            found = draw(checkpoint, sources, sampling) if sources else []
        texts = [""] * len(batch)  # an empty line stays an empty line
        for index, ids in zip(filled, found, strict=True):
            said = [token for token in ids if token not in checkpoint.special.ends]
            texts[index] = " ".join(checkpoint.target_tokenizer.decode(said).splitlines())  # a line is a line
        print("\n".join(texts), flush=True)
        progress(f"{min(first + size, len(lines))} of {len(lines)} lines")
    progress("")
    return 0
