"""``translate``: one source per line in, one detokenised translation per line out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from model.problems import Problem
from model.progress import progress
from viz_app.cli._common import add_checkpoint, add_device, add_languages, count, open_spoken

HELP = "translate lines of text"
BATCH = 32  #: sentences searched together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="text file, or - for standard input")
    add_checkpoint(parser)
    parser.add_argument("--beam", type=count, default=1, metavar="N", help="hypotheses kept by beam search (1: greedy)")
    add_languages(parser)
    add_device(parser)


def run(arguments: argparse.Namespace) -> int:
    lines = list(_lines(arguments.file))
    checkpoint = open_spoken(arguments)
    from model.beam import beam_search  # torch, which a bad file is refused without

    for first in range(0, len(lines), BATCH):
        batch = lines[first : first + BATCH]
        filled = [index for index, line in enumerate(batch) if checkpoint.source_tokenizer.encode(line).ids]
        found = beam_search(checkpoint, [checkpoint.source(batch[index]) for index in filled], arguments.beam)
        texts = [""] * len(batch)  # an empty line stays an empty line
        for index, hypothesis in zip(filled, found, strict=True):
            said = [token for token in hypothesis.ids if token not in checkpoint.special.ends]
            texts[index] = checkpoint.target_tokenizer.decode(said)
        print("\n".join(texts), flush=True)
        progress(f"{min(first + BATCH, len(lines))} of {len(lines)} lines")
    progress("")
    return 0


def _lines(name: str) -> Iterator[str]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(name, f"byte {error.start} is not UTF-8", "Save the file as UTF-8") from error
    except OSError as error:
        raise Problem(name, f"it cannot be read ({error.strerror})", "Check the path") from error
    yield from text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
