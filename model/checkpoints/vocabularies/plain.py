"""Vocabularies as plain text: one word a line, tables, fairseq's dictionaries, and a dump without line ends.

``index\\ttoken`` without line ends is what a much copied answer in bentrevett/pytorch-sentiment-analysis
(issue 40) writes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from pathlib import Path

from model.checkpoints.vocabularies.entries import WordEntry, refuse
from model.common.text import Text

HEADERS = frozenset(
    (
        "token",
        "word",
        "piece",
        "vocab",
        "key",
        "value",
        "index",
        "id",
        "idx",
        "token_id",
        "number",
        "count",
        "frequency",
    )
)
FAIRSEQ_FIRST = ("<s>", "<pad>", "</s>", "<unk>")  #: before the lines of every ``dict.xx.txt``
_NUMBER = re.compile(r"\d{1,18}")
_COUNTED = re.compile(r"[^ ]+ \d+( #fairseq:overwrite)?")  #: a word may hold other spaces than this one


def entries_of(text: str, path: Path) -> list[WordEntry]:
    """The entries of a text in any of these forms. Raises :class:`Problem`."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]  # no other sign ends a line: words hold them
    while lines and lines[-1] == "":
        lines.pop()
    if path.suffix.lower() == ".csv":
        return _table(_commas(lines, path), path) if lines else []
    rows = [line.split("\t") for line in lines]
    if rows and sum(len(row) == 2 for row in rows) * 10 >= len(rows) * 9:
        return _table(rows, path)
    dump = _undelimited(text)
    if dump:
        return dump
    if lines and all(map(_COUNTED.fullmatch, lines)):
        return _counted(lines, path)
    return [WordEntry(line, f"line {number}") for number, line in enumerate(lines, 1)]


def _commas(lines: Sequence[str], path: Path) -> list[list[str]]:
    """Cells between commas, quoted as spreadsheets do."""
    try:
        return list(csv.reader(lines, strict=True))
    except csv.Error as error:
        refuse(path, Text("it is no table of cells between commas (%1)", error))


def _undelimited(text: str) -> list[WordEntry]:
    """``0\\t<unk>1\\t<pad>2…``: only where the numbers come in order, else nothing."""
    first, *parts = text.split("\t")
    if first != "0":
        return []
    entries = []
    for index, part in enumerate(parts):
        following = "" if index == len(parts) - 1 else str(index + 1)
        if not part.endswith(following):
            return []
        entries.append(WordEntry(part[: len(part) - len(following)], f"entry {index}", index))
    return entries


def _table(rows: Sequence[Sequence[str]], path: Path) -> list[WordEntry]:
    """Two columns: a word and its id in either order, or a word and its count or log probability."""
    first = 1 if _is_header(rows[0]) and len(rows) > 1 else 0
    odd = next((number for number, row in enumerate(rows, 1) if len(row) != 2), 0)
    if odd:
        refuse(path, Text("line %1 has %2, unlike the others", odd, _cells(rows[odd - 1])))
    numbered = [(number, row) for number, row in enumerate(rows, 1) if number > first]
    column = _column_of_ids([row for _, row in numbered])
    if column is None:  # pieces and their log probabilities, words and their counts
        return [WordEntry(row[0], f"line {number}") for number, row in numbered]
    wrong = next(((number, row) for number, row in numbered if not _NUMBER.fullmatch(row[column].strip())), None)
    if wrong:
        refuse(path, Text("line %1 has no id but %2", wrong[0], repr(wrong[1][column][:20])))
    return [WordEntry(row[1 - column], f"line {number}", int(row[column])) for number, row in numbered]


def _cells(row: Sequence[str]) -> str:
    return Text("one cell") if len(row) == 1 else Text("%1 cells", len(row))


def _is_header(row: Sequence[str]) -> bool:
    return len(row) == 2 and all(cell.strip().lower() in HEADERS for cell in row)


def _column_of_ids(rows: Sequence[Sequence[str]]) -> int | None:
    """0 or 1, whichever looks most like ids: at least half of its cells are different numbers below the row count."""
    likeness = [
        len({cell for row in rows if _NUMBER.fullmatch(cell := row[column].strip()) and int(cell) < len(rows)})
        for column in (0, 1)
    ]
    best = 0 if likeness[0] > likeness[1] else 1
    return best if likeness[best] * 2 >= len(rows) else None


def _counted(lines: Sequence[str], path: Path) -> list[WordEntry]:
    """``word number`` a line: fairseq's dictionary, which leaves out its first four, or ids."""
    rows = [line.split(" ")[:2] for line in lines]
    if _column_of_ids(rows) == 1 and not path.name.startswith("dict."):
        return _table(rows, path)
    words = [WordEntry(row[0], f"line {number}") for number, row in enumerate(rows, 1)]
    if words[0].word in FAIRSEQ_FIRST:
        return words
    return [WordEntry(word, "fairseq's own entries") for word in FAIRSEQ_FIRST] + words
