"""Turn a language pair from www.manythings.org/anki into the files that the recipes read.

``python scripts/prepare_tatoeba.py deu-eng.zip OUT`` writes ``train.tsv.gz``, ``dev.tsv.gz`` and
``test.tsv.gz``: source TAB target, German first. The sentences come from tatoeba.org under
CC BY 2.0 FR; keep the ``_about.txt`` of the download with them.

The split is by connected components: two pairs that share a sentence on either side (ignoring case
and punctuation) always land in the same file, so no held-out sentence of either side is trained on.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

Pair = tuple[str, str]
LONGEST = 400  #: characters; longer lines are paragraphs
SEED = 20261120


def read_pairs(archive: Path) -> list[Pair]:
    """Unique (source, target) pairs of the archive's one text file: target TAB source [TAB …]."""
    with zipfile.ZipFile(archive) as file:
        name = next(name for name in file.namelist() if name.endswith(".txt") and not name.startswith("_"))
        lines = file.read(name).decode("utf-8").splitlines()
    seen: dict[Pair, None] = {}
    for line in lines:
        target, source, *_ = (clean(part) for part in [*line.split("\t"), ""])
        if source and target and max(len(source), len(target)) <= LONGEST:
            seen[source, target] = None
    return list(seen)


def clean(text: str) -> str:
    """NFC, single spaces, no control characters."""
    text = unicodedata.normalize("NFC", text)
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text).split())


def key(side: str, text: str) -> str:
    """The key under which two sentences are the same for the split."""
    return side + re.sub(r"\W+", " ", text.casefold()).strip()


def components(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Groups of pairs linked through a sentence of either side, by union-find."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    listed = list(pairs)
    for source, target in listed:
        parent[root(key("s", source))] = root(key("t", target))
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in listed:
        groups[root(key("s", pair[0]))].append(pair)
    return list(groups.values())


def split(pairs: list[Pair], held_out: int) -> tuple[list[Pair], dict[str, list[str]], dict[str, list[str]]]:
    """(train, dev, test); the last two map each source to all its translations."""
    groups = components(pairs)
    random.Random(SEED).shuffle(groups)
    sets: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    train: list[Pair] = []
    for group in groups:
        place = next((part for part in sets if len(part) < held_out and len(group) <= 20), None)
        if place is None:
            train += group
        else:
            for source, target in group:
                place.setdefault(source, []).append(target)
    random.Random(SEED).shuffle(train)
    return train, *sets


def write(path: Path, rows: Iterable[tuple[str, str]]) -> int:
    """Write a gzipped TSV with a fixed time stamp, so that the same input gives the same bytes."""
    lines = [f"{source}\t{target}\n" for source, target in rows]
    path.write_bytes(gzip.compress("".join(lines).encode("utf-8"), mtime=0))
    return len(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("archive", type=Path, help="deu-eng.zip from www.manythings.org/anki")
    parser.add_argument("out", type=Path, help="folder for the three files")
    parser.add_argument("--held-out", type=int, default=1000, help="sources in dev and in test (1000)")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    train, dev, test = split(read_pairs(arguments.archive), arguments.held_out)
    print("train", write(arguments.out / "train.tsv.gz", train))
    for name, part in (("dev", dev), ("test", test)):
        rows = ((source, " ||| ".join(dict.fromkeys(targets))) for source, targets in part.items())
        print(name, write(arguments.out / f"{name}.tsv.gz", rows))


if __name__ == "__main__":
    main()
