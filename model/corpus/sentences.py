"""The sentences of a file one after the other, with what stands beside each: references and gold links.

Everything is read twice and never held: :func:`survey` looks at every line before anything is computed, so that a bad
line ends a run at its beginning, and gives a hash of all files; :func:`stream` reads them again, in pieces.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from model.common.problems import Problem, shown, unreadable
from model.common.text import Text
from model.corpus.gold_links import GoldLinks, outside, read_links

LONGEST_LINE = 1_000_000  #: letters
PAIRS = (".tsv", ".tsv.gz")  #: source TAB references
REFERENCES = " ||| "  #: between several translations of one source


@dataclass(frozen=True)
class CorpusFiles:
    """What a person gave."""

    sentences: Path  #: text, or source TAB references
    targets: Path | None = None  #: a translation of each line
    gold: Path | None = None  #: links of each line
    first_word: int = 0  #: number of the first word in ``gold``


@dataclass(frozen=True)
class CorpusSentence:
    """A line of the file; ``line`` counts from 1."""

    line: int
    source: str
    references: tuple[str, ...] = ()
    links: GoldLinks | None = None


@dataclass(frozen=True)
class Survey:
    """What was found on the first reading."""

    lines: int
    sha256: str  #: of all files together


def survey(files: CorpusFiles) -> Survey:
    """Look at every line. Raises :class:`Problem` with the number of the first that is wrong."""
    for path in filter(None, (files.sentences, files.targets, files.gold)):
        if path.exists() and not path.is_file():  # a pipe cannot be read twice
            raise Problem(str(path), Text("it is no plain file"), Text("Choose another file"))
    lines = sum(1 for _ in stream(files))
    if not lines:
        raise Problem(str(files.sentences), Text("it has no sentence"), Text("Write one source sentence in each line"))
    digest = hashlib.sha256(str(files.first_word).encode())
    for path in filter(None, (files.sentences, files.targets, files.gold)):
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return Survey(lines, digest.hexdigest())


def stream(files: CorpusFiles) -> Iterator[CorpusSentence]:
    """Every line, in order; a line without a source too. Raises :class:`Problem`."""
    beside = [path for path in (files.targets, files.gold) if path is not None]
    columns = [_lines(path) for path in (files.sentences, *beside)]
    for number, row in enumerate(zip_longest(*columns), 1):
        if None in row:
            raise _unequal(files.sentences, beside, number, row)
        source, references = _parted(files, row[0], number)
        if files.targets is not None:
            references = (row[1],) if row[1].strip() else ()
        links = None if files.gold is None else _links(files, row[-1], number, source, references)
        yield CorpusSentence(number, source, references, links)


def pieces(sentences: Iterator[CorpusSentence], size: int) -> Iterator[tuple[CorpusSentence, ...]]:
    """The same in pieces of ``size``; the last may be shorter."""
    while piece := tuple(islice(sentences, size)):
        yield piece


def _parted(files: CorpusFiles, line: str, number: int) -> tuple[str, tuple[str, ...]]:
    """(source, references)."""
    if not files.sentences.name.lower().endswith(PAIRS):
        return line.strip(), ()
    source, tab, rest = line.partition("\t")
    target = rest.partition("\t")[0]
    if not tab or not source.strip() or not target.strip():
        raise Problem(
            Text("%1, line %2", files.sentences.name, number), Text("it is not source TAB target"),
            Text("Correct the line"),
        )  # fmt: skip
    return source.strip(), tuple(target.strip().split(REFERENCES))


def _links(files: CorpusFiles, line: str, number: int, source: str, references: tuple[str, ...]) -> GoldLinks:
    assert files.gold is not None
    where = Text("%1, line %2", files.gold.name, number)
    try:
        links = read_links(line, files.first_word)
    except ValueError as error:
        why = Text("%1 is no link between words counted from %2", shown(str(error), 40), files.first_word)
        raise Problem(where, why, Text("Write links as 0-0 1-2 3?1: sure with -, possible with ? or p")) from error
    target = references[0].split() if references else []
    lost = outside(links, source.split(), target)
    if lost is not None and not references:
        why = Text("its links need the translation, and there is none")
        raise Problem(where, why, Text("Give the translations too, in a file of their own or after a TAB in each line"))
    if lost is not None:
        told = f"{lost[0] + files.first_word}-{lost[1] + files.first_word}"
        why = Text("link %1 names a word that is not there; the source has %2 words and the translation %3",
                   told, len(source.split()), len(target))  # fmt: skip
        raise Problem(where, why, Text("Correct the line, or say with --gold-from whether words count from 0 or 1"))
    return links


def _unequal(sentences: Path, beside: list[Path], number: int, row: tuple[Any, ...]) -> Problem:
    names = [path.name for path in (sentences, *beside)]
    ended = ", ".join(name for name, line in zip(names, row, strict=True) if line is None)
    goes_on = ", ".join(name for name, line in zip(names, row, strict=True) if line is not None)
    why = Text("it ends after %1 lines, and %2 goes on", f"{number - 1:,}", goes_on)
    return Problem(ended, why, Text("Use files with one line per sentence"))


def _lines(path: Path) -> Iterator[str]:
    """The lines of a text file in UTF-8, also gzipped, without their ends. Raises :class:`Problem`."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, read in enumerate(iter(lambda: file.readline(4 * LONGEST_LINE + 3), b""), 1):
                yield _decoded(path, number, read).removeprefix("\ufeff" if number == 1 else "")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Problem(str(path), Text("it is damaged"), Text("Check that the file is whole")) from error
    except OSError as error:
        raise unreadable(path, error) from error


def _decoded(path: Path, number: int, read: bytes) -> str:
    """A line without its end; four bytes are a letter at most."""
    where = Text("%1, line %2", path.name, number)
    try:
        line = read.decode("utf-8").rstrip("\r\n") if len(read) <= 4 * LONGEST_LINE + 2 else None
    except UnicodeDecodeError as error:
        raise Problem(where, Text("it is not UTF-8"), Text("Save the file as UTF-8")) from error
    if line is None or len(line) > LONGEST_LINE:
        raise Problem(where, Text("it has more than %1 letters", f"{LONGEST_LINE:,}"), Text("Shorten it"))
    return line
