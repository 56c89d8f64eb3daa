"""``translate``: one source per line in, one detokenised translation per line out."""

from __future__ import annotations

import argparse

from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import (
    add_checkpoint,
    add_device,
    add_insisting,
    add_languages,
    beam_width,
    lines_of,
    open_spoken,
)

HELP = Text("translate lines of text")
BATCH = 32  #: sentences searched together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=Text("text file, or - for standard input"))
    add_checkpoint(parser)
    parser.add_argument(
        "--beam", type=beam_width, default=1, metavar="N", help=Text("hypotheses kept by beam search (1: greedy)")
    )
    add_languages(parser)
    add_device(parser)
    add_insisting(parser)


def run(arguments: argparse.Namespace) -> int:
    lines = lines_of(arguments.file)
    checkpoint = open_spoken(arguments)
    from model.decoding.beam import beam_search, check_search, together  # torch, which a bad file is refused without

    size = together(arguments.beam, BATCH)
    for first in range(0, len(lines), size):
        batch = lines[first : first + size]
        filled = [index for index, line in enumerate(batch) if checkpoint.source_tokenizer.encode(line).ids]
        sources = [checkpoint.source(batch[index]) for index in filled]
        if sources and not arguments.yes:
            check_search(checkpoint, sources, arguments.beam)
        found = beam_search(checkpoint, sources, arguments.beam) if sources else []
        texts = [""] * len(batch)  # an empty line stays an empty line
        for index, hypothesis in zip(filled, found, strict=True):
            said = [token for token in hypothesis.ids if token not in checkpoint.special.ends]
            texts[index] = " ".join(checkpoint.target_tokenizer.decode(said).splitlines())  # a line is a line
        print("\n".join(texts), flush=True)
        progress(f"{min(first + size, len(lines))} of {len(lines)} lines")
    progress("")
    return 0
